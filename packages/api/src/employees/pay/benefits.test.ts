import * as contract from "@kontor/contract/employees/benefits";
import { listEmployeeHistory } from "@kontor/contract/employees/employees";
import { describe, expect, it } from "vitest";

import { expectGuarded, openStaff, pathOf, refusedFields } from "../../testing/employees.ts";
import { openFileWorld } from "../../testing/harness.ts";

const world = await openFileWorld();
const staff = await openStaff(world);

const car = {
  name: "Official car",
  kind: "ASSET",
  value: "24000000.00",
  employee_pays: "240000.00",
  from_date: "2026-01-16",
  to_date: null,
};

describe("benefits in kind", () => {
  it("are added, changed and removed, and the history says so", async () => {
    const { hr, add } = staff;
    const params = pathOf(await add("BEN-1"));
    const added = await hr.call(contract.addBenefit, { params, body: car });
    expect(added).toMatchObject({
      kind: "ASSET",
      value: 2_400_000_000n,
      employee_pays: 24_000_000n,
      to_date: null,
      // (24,000,000 × 5% − 240,000) ÷ 12
      monthly_value: 8_000_000n,
    });
    const path = { ...params, benefit_id: added.id };
    const body = { ...car, to_date: "2026-06-30", version: added.version };
    const changed = await hr.call(contract.saveBenefit, { params: path, body });
    expect(changed).toMatchObject({ to_date: "2026-06-30", version: 2 });
    const stale = await hr.attempt(contract.saveBenefit, { params: path, body });
    expect([stale.status, stale.problem.code]).toEqual([409, "changed_meanwhile"]);
    const flat = { ...car, name: "Flat", kind: "HOUSING", value: "3600000.00" };
    await hr.call(contract.addBenefit, { params, body: { ...flat, from_date: "2026-02-01" } });
    const listed = await hr.call(contract.listBenefits, { params });
    expect(listed.map(({ name, monthly_value }) => [name, monthly_value])).toEqual([
      ["Flat", 30_000_000n],
      ["Official car", 8_000_000n],
    ]);
    await hr.call(contract.removeBenefit, { params: path });
    expect(await hr.call(contract.listBenefits, { params })).toHaveLength(1);
    for (const endpoint of [contract.removeBenefit, contract.saveBenefit] as const) {
      const gone = await hr.attempt(endpoint, {
        params: path,
        ...(endpoint === contract.saveBenefit ? { body } : {}),
      });
      expect(gone.status).toBe(404);
    }
    const { data } = await hr.list(listEmployeeHistory, { params });
    expect(data.slice(0, 4).map(({ action }) => action)).toEqual([
      "employee.pay-benefit-removed",
      "employee.pay-benefit-added",
      "employee.pay-benefit-changed",
      "employee.pay-benefit-added",
    ]);
    expect(data[2]?.changes).toEqual([
      { field: "name", from: null, to: "Official car" },
      { field: "to_date", from: null, to: "2026-06-30" },
    ]);
  });

  it.each([
    ["name", { name: " " }],
    ["kind", { kind: "CAR" }],
    ["value", { value: "0.00" }],
    ["value", { value: "1.005" }],
    ["employee_pays", { employee_pays: "-1.00" }],
    ["from_date", { from_date: "2026-02-30" }],
    ["to_date", { to_date: "2026-01-15" }],
    ["monthly_value", { monthly_value: "1.00" }],
  ])("refuse %s in %j", async (field, fields) => {
    const { hr, add } = staff;
    const params = pathOf(await add(`BEN-BAD-${crypto.randomUUID().slice(0, 8)}`));
    const reply = await hr.attempt(contract.addBenefit, { params, body: { ...car, ...fields } });
    expect(refusedFields(reply)).toEqual([422, field]);
  });

  it("are for those who may see and write the pay of this organization", async () => {
    const { hr, add } = staff;
    const params = pathOf(await add("BEN-2"));
    const { id } = await hr.call(contract.addBenefit, { params, body: car });
    const path = { ...params, benefit_id: id };
    await expectGuarded(world, staff, [
      [contract.listBenefits, { params }],
      [contract.addBenefit, { params, body: car }],
      [contract.saveBenefit, { params: path, body: { ...car, version: 1 } }],
      [contract.removeBenefit, { params: path }],
    ]);
    const other = { ...pathOf(await add("BEN-3")), benefit_id: id };
    const reply = await hr.attempt(contract.removeBenefit, { params: other });
    expect(reply.status).toBe(404);
  });
});
