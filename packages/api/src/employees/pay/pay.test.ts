import {
  getEmployee,
  listEmployeeHistory,
  listEmployees,
} from "@kontor/contract/employees/employees";
import * as contract from "@kontor/contract/employees/pay";
import { describe, expect, it } from "vitest";

import { expectGuarded, openStaff, pathOf, refusedFields } from "../../testing/employees.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { picture } from "../../testing/images.ts";

const world = await openFileWorld();
const staff = await openStaff(world);

const parts = { basic: "250000.00", housing: "75000.00", transport: "50000.00", other: "0.00" };
const item = {
  name: "Overtime",
  kind: "EARNING",
  amount: "12500.50",
  taxable: true,
  pensionable: false,
  from_month: "2026-03",
  to_month: "2026-03",
};
const claim = {
  year: 2026,
  rent: "1200000.00",
  life_premium: "0.00",
  owner_occupier_interest: "0.00",
  nhis: "0.00",
};
const figures = {
  through_month: "2026-02",
  gross: "750000.00",
  benefits: null,
  pension: "60000.00",
  nhf: "0.00",
  tax: "49000.00",
};

function form(fields: Record<string, unknown>, evidence?: Buffer, filename = "rent.pdf"): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value));
  if (evidence !== undefined)
    body.append("evidence", new Blob([new Uint8Array(evidence)]), filename);
  return body;
}
const pdf = Buffer.from("%PDF-1.7\n%evidence");

describe("rates of pay", () => {
  it("apply from their first day, and the list and the page show today's", async () => {
    const { hr, add } = staff;
    const params = pathOf(await add("RATE-1"));
    await hr.call(contract.addPayRate, { params, body: { ...parts, from_date: "2026-01-05" } });
    const raise = { ...parts, basic: "300000.00", from_date: "2026-04-01", reason: "Promotion" };
    await hr.call(contract.addPayRate, { params, body: raise });
    const shown = await hr.call(getEmployee, { params });
    expect(shown.pay?.monthly_pay).toBe(37_500_000n);
    expect(shown.next_pay).toMatchObject({ from_date: "2026-04-01", monthly_pay: 42_500_000n });
    expect(shown.missing).not.toContain("pay");
    const { data } = await hr.list(listEmployees, { query: { search: "RATE-1" } });
    expect(data[0]?.monthly_pay).toBe(37_500_000n);
    const history = await hr.list(listEmployeeHistory, { params });
    expect(history.data[0]).toMatchObject({
      action: "employee.pay-rate-added",
      changes: [
        { field: "from_date", from: null, to: "2026-04-01" },
        { field: "monthly_pay", from: null, to: "425000.00" },
      ],
    });
  });

  it("are replaced by another for the same day, and the history keeps both", async () => {
    const { hr, add } = staff;
    const params = pathOf(await add("RATE-2"));
    const first = await hr.call(contract.addPayRate, {
      params,
      body: { ...parts, from_date: "2026-02-01" },
    });
    const second = { ...parts, other: "5000.00", from_date: "2026-02-01" };
    await hr.call(contract.addPayRate, { params, body: second });
    const rates = await hr.call(contract.listPayRates, { params });
    expect(rates).toMatchObject([
      { monthly_pay: 38_000_000n, superseded_at: null, recorded_by: "Test user" },
      { id: first.id, monthly_pay: 37_500_000n, superseded_at: world.clock.now() },
    ]);
  });

  it("replace the rate that the sender saw, and no other", async () => {
    const { hr, add } = staff;
    const params = pathOf(await add("RATE-6"));
    const set = (replaces: number | null, basic: string) =>
      hr.attempt(contract.addPayRate, {
        params,
        body: { ...parts, basic, from_date: "2026-02-01", replaces },
      });
    expect((await set(null, "100000.00")).status).toBe(201);
    const refused = await set(null, "200000.00");
    expect([refused.status, refused.problem.message]).toEqual([
      409,
      "Pay of ₦225,000.00 a month from 01 Feb 2026 has been entered meanwhile. Submit again to replace it.",
    ]);
    const [first] = await hr.call(contract.listPayRates, { params });
    expect(first).toMatchObject({ basic: 10_000_000n, superseded_at: null });
    const id = first?.id ?? 0;
    expect((await set(id, "200000.00")).status).toBe(201);
    expect((await set(id, "300000.00")).status).toBe(409);
    const rates = await hr.call(contract.listPayRates, { params });
    expect(rates.map(({ basic, superseded_at }) => [basic, superseded_at !== null])).toEqual([
      [20_000_000n, false],
      [10_000_000n, true],
    ]);
  });

  it("whose day has no rate any more are added, though they name one to replace", async () => {
    const { hr, add } = staff;
    const params = pathOf(await add("RATE-7"));
    const body = { ...parts, from_date: "2026-04-01" };
    const { id } = await hr.call(contract.addPayRate, { params, body });
    await hr.call(contract.withdrawPayRate, { params: { ...params, rate_id: id } });
    const added = await hr.call(contract.addPayRate, { params, body: { ...body, replaces: id } });
    expect((await hr.call(getEmployee, { params })).next_pay?.id).toBe(added.id);
  });

  it("can be withdrawn until they begin", async () => {
    const { hr, add } = staff;
    const params = pathOf(await add("RATE-3"));
    const later = await hr.call(contract.addPayRate, {
      params,
      body: { ...parts, from_date: "2026-03-11" },
    });
    await hr.call(contract.withdrawPayRate, { params: { ...params, rate_id: later.id } });
    expect((await hr.call(getEmployee, { params })).missing).toContain("pay");
    const gone = await hr.attempt(contract.withdrawPayRate, {
      params: { ...params, rate_id: later.id },
    });
    expect(gone.status).toBe(404);
    const begun = await hr.call(contract.addPayRate, {
      params,
      body: { ...parts, from_date: "2026-03-10" },
    });
    const refused = await hr.attempt(contract.withdrawPayRate, {
      params: { ...params, rate_id: begun.id },
    });
    expect([refused.status, refused.problem.code]).toEqual([409, "pay_rate_began"]);
    expect((await hr.call(getEmployee, { params })).pay?.id).toBe(begun.id);
  });

  it("entered concurrently for the same day leave one in force", async () => {
    const { hr, add } = staff;
    const params = pathOf(await add("RATE-4"));
    const send = (basic: string) =>
      hr.call(contract.addPayRate, { params, body: { ...parts, basic, from_date: "2026-02-01" } });
    await Promise.all([send("1.00"), send("2.00"), send("3.00")]);
    const rates = await hr.call(contract.listPayRates, { params });
    expect(rates.filter(({ superseded_at }) => superseded_at === null)).toHaveLength(1);
    expect(rates).toHaveLength(3);
  });

  it.each([
    ["basic", { basic: "-1.00" }],
    ["basic", { basic: "1,000" }],
    ["basic", { basic: "0.00", housing: "0.00", transport: "0.00" }],
    ["housing", { housing: undefined }],
    ["other", { other: "1.005" }],
    ["from_date", { from_date: "2026-02-30" }],
    ["from_date", { from_date: "2026-01-04" }],
    ["bonus", { bonus: "1.00" }],
    ["replaces", { replaces: "the first" }],
  ])("refuse %s in %j", async (field, fields) => {
    const { hr, add } = staff;
    const params = pathOf(await add(`RATE-BAD-${crypto.randomUUID().slice(0, 8)}`));
    const body = { ...parts, from_date: "2026-02-01", ...fields };
    expect(refusedFields(await hr.attempt(contract.addPayRate, { params, body }))).toEqual([
      422,
      field,
    ]);
    expect(await hr.call(contract.listPayRates, { params })).toEqual([]);
  });

  it("are hidden from users who may not see pay", async () => {
    const { hr, add } = staff;
    const reader = await world.signInAs(["VIEWER"]);
    const params = pathOf(await add("RATE-5"));
    await hr.call(contract.addPayRate, { params, body: { ...parts, from_date: "2026-02-01" } });
    expect(await reader.call(getEmployee, { params })).toMatchObject({
      pay_shown: false,
      pay: null,
    });
    const { data } = await reader.list(listEmployees, { query: { search: "RATE-5" } });
    expect(data[0]).toMatchObject({ monthly_pay: null });
    const history = await reader.list(listEmployeeHistory, { params });
    expect(history.data.map(({ action }) => action)).toEqual(["employee.added"]);
  });
});

describe("items of pay", () => {
  it("can be added, changed with their version, and removed", async () => {
    const { hr, add } = staff;
    const params = pathOf(await add("ITEM-1"));
    const added = await hr.call(contract.addPayItem, { params, body: item });
    expect(added).toMatchObject({ amount: 1_250_050n, settlement: false, version: 1 });
    const path = { ...params, item_id: added.id };
    const change = { ...item, amount: "10.00", to_month: null, version: 1 };
    const changed = await hr.call(contract.savePayItem, { params: path, body: change });
    expect(changed).toMatchObject({ amount: 1000n, to_month: null, version: 2 });
    const stale = await hr.attempt(contract.savePayItem, { params: path, body: change });
    expect([stale.status, stale.problem.code]).toEqual([409, "changed_meanwhile"]);
    await hr.call(contract.removePayItem, { params: path });
    expect(await hr.call(contract.listPayItems, { params })).toEqual([]);
    expect((await hr.attempt(contract.removePayItem, { params: path })).status).toBe(404);
    const { data } = await hr.list(listEmployeeHistory, { params });
    expect(data.slice(0, 3).map(({ action }) => action)).toEqual([
      "employee.pay-item-removed",
      "employee.pay-item-changed",
      "employee.pay-item-added",
    ]);
    expect(data[1]?.changes).toEqual(
      expect.arrayContaining([
        { field: "name", from: null, to: item.name },
        { field: "amount", from: "12500.50", to: "10.00" },
      ]),
    );
  });

  it.each([
    ["name", { name: "" }],
    ["kind", { kind: "BONUS" }],
    ["amount", { amount: "0.00" }],
    ["from_month", { from_month: "2026-13", to_month: null }],
    ["from_month", { from_month: "2026-03-01", to_month: null }],
    ["to_month", { to_month: "2026-02" }],
    ["pensionable", { kind: "DEDUCTION", taxable: false, pensionable: true }],
    ["taxable", { taxable: "yes" }],
  ])("refuse %s in %j", async (field, fields) => {
    const { hr, add } = staff;
    const params = pathOf(await add(`ITEM-BAD-${crypto.randomUUID().slice(0, 8)}`));
    const reply = await hr.attempt(contract.addPayItem, { params, body: { ...item, ...fields } });
    expect(refusedFields(reply)).toEqual([422, field]);
  });
});

describe("reliefs", () => {
  it("wait for a second person, with their evidence", async () => {
    const { hr, second, add } = staff;
    const params = pathOf(await add("REL-1"));
    const entered = await hr.call(contract.claimRelief, { params, body: form(claim, pdf) });
    expect(entered).toMatchObject({
      status: "WAITING",
      rent: 120_000_000n,
      document_name: "rent.pdf",
      own_claim: true,
    });
    const path = { ...params, relief_id: entered.id };
    const numbers = async (relief_waiting: boolean) =>
      (await hr.list(listEmployees, { query: { relief_waiting, search: "REL-1" } })).data.map(
        ({ staff_no }) => staff_no,
      );
    expect([await numbers(true), await numbers(false)]).toEqual([["REL-1"], []]);
    const own = await hr.attempt(contract.decideRelief, { params: path, body: { approve: true } });
    expect([own.status, own.problem.code]).toEqual([409, "second_person_needed"]);
    const approved = await second.call(contract.decideRelief, {
      params: path,
      body: { approve: true },
    });
    expect(approved).toMatchObject({
      status: "APPROVED",
      decided_by: "Test user",
      own_claim: false,
    });
    expect([await numbers(true), await numbers(false)]).toEqual([[], ["REL-1"]]);
    const again = await second.attempt(contract.decideRelief, {
      params: path,
      body: { approve: true },
    });
    expect([again.status, again.problem.code]).toEqual([409, "decided_already"]);
    const file = await second.attempt(contract.getEmployeeDocument, {
      params: { ...params, document_id: entered.document_id ?? 0 },
    });
    expect([file.status, file.headers.get("content-type"), file.body]).toEqual([
      200,
      "application/pdf",
      pdf.toString(),
    ]);
    expect(file.headers.get("content-disposition")).toContain("attachment");
  });

  it("are replaced by later claims for their year once those are approved", async () => {
    const { hr, second, add } = staff;
    const params = pathOf(await add("REL-2"));
    const enter = (rent: string) =>
      hr.call(contract.claimRelief, { params, body: form({ ...claim, rent }) });
    const decide = (relief_id: number, body: object) =>
      second.call(contract.decideRelief, { params: { ...params, relief_id }, body });
    const statuses = async () =>
      (await hr.call(contract.listReliefs, { params })).map(
        ({ rent, status }) => `${rent} ${status}`,
      );
    await decide((await enter("1.00")).id, { approve: true });
    await enter("2.00");
    const third = await enter("3.00");
    expect(await statuses()).toEqual(["300 WAITING", "200 SUPERSEDED", "100 APPROVED"]);
    await decide(third.id, { approve: false, reason: "No receipt" });
    expect(await statuses()).toEqual(["300 REJECTED", "200 SUPERSEDED", "100 APPROVED"]);
    await decide((await enter("4.00")).id, { approve: true });
    expect(await statuses()).toEqual([
      "400 APPROVED",
      "300 REJECTED",
      "200 SUPERSEDED",
      "100 SUPERSEDED",
    ]);
  });

  it("take images as evidence, but no file of another type", async () => {
    const { hr, add } = staff;
    const params = pathOf(await add("REL-3"));
    const image = await hr.call(contract.claimRelief, {
      params,
      body: form(claim, await picture(), "a.png"),
    });
    expect(image.document_name).toBe("a.png");
    for (const [bytes, status] of [
      [Buffer.from("MZ this is a program"), 422],
      [Buffer.from("<svg onload=alert(1)>"), 422],
      [Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)]), 413],
    ] as const) {
      const reply = await hr.attempt(contract.claimRelief, { params, body: form(claim, bytes) });
      expect(refusedFields(reply)).toEqual([status, "evidence"]);
    }
    const rejection = { params: { ...params, relief_id: image.id }, body: { approve: false } };
    expect(refusedFields(await staff.second.attempt(contract.decideRelief, rejection))).toEqual([
      422,
      "reason",
    ]);
    const year = await hr.attempt(contract.claimRelief, {
      params,
      body: form({ ...claim, year: "26" }),
    });
    expect(refusedFields(year)).toEqual([422, "year"]);
  });
});

describe("opening figures", () => {
  it("are stored by year, with a version", async () => {
    const { hr, add } = staff;
    const params = { ...pathOf(await add("OPEN-1")), year: 2026 };
    const saved = await hr.call(contract.saveOpeningFigures, { params, body: figures });
    expect(saved).toMatchObject({ year: 2026, gross: 75_000_000n, tax: 4_900_000n, version: 1 });
    const blind = await hr.attempt(contract.saveOpeningFigures, { params, body: figures });
    expect([blind.status, blind.problem.code]).toEqual([409, "changed_meanwhile"]);
    const body = { ...figures, tax: "50000.00", benefits: "120000.00", version: 1 };
    const changed = await hr.call(contract.saveOpeningFigures, { params, body });
    expect([saved.benefits, changed.benefits]).toEqual([null, 12_000_000n]);
    expect(await hr.call(contract.listOpeningFigures, { params })).toEqual([changed]);
    await hr.call(contract.removeOpeningFigures, { params });
    expect(await hr.call(contract.listOpeningFigures, { params })).toEqual([]);
    expect((await hr.attempt(contract.removeOpeningFigures, { params })).status).toBe(404);
  });

  it.each([
    ["through_month", { through_month: "2025-12" }],
    ["gross", { tax: "800000.00" }],
    ["pension", { pension: "much" }],
    ["benefits", { benefits: "-1.00" }],
    ["benefits", { benefits: undefined }],
  ])("refuse %s in %j", async (field, fields) => {
    const { hr, add } = staff;
    const params = {
      ...pathOf(await add(`OPEN-BAD-${crypto.randomUUID().slice(0, 8)}`)),
      year: 2026,
    };
    const reply = await hr.attempt(contract.saveOpeningFigures, {
      params,
      body: { ...figures, ...fields },
    });
    expect(refusedFields(reply)).toEqual([422, field]);
  });
});

it("refuses anonymous callers, readers and other organizations everywhere", async () => {
  const params = pathOf(await staff.add("GUARD-1"));
  await expectGuarded(world, staff, [
    [contract.listPayRates, { params }],
    [contract.addPayRate, { params, body: { ...parts, from_date: "2026-02-01" } }],
    [contract.withdrawPayRate, { params: { ...params, rate_id: 1 } }],
    [contract.listPayItems, { params }],
    [contract.addPayItem, { params, body: item }],
    [contract.savePayItem, { params: { ...params, item_id: 1 }, body: { ...item, version: 1 } }],
    [contract.removePayItem, { params: { ...params, item_id: 1 } }],
    [contract.listReliefs, { params }],
    [contract.claimRelief, { params, body: form(claim) }],
    [contract.decideRelief, { params: { ...params, relief_id: 1 }, body: { approve: true } }],
    [contract.getEmployeeDocument, { params: { ...params, document_id: 1 } }],
    [contract.listOpeningFigures, { params }],
    [contract.saveOpeningFigures, { params: { ...params, year: 2026 }, body: figures }],
    [contract.removeOpeningFigures, { params: { ...params, year: 2026 } }],
  ]);
});
