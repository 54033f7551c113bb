import { addPayRate } from "@kontor/contract/employees/pay";
import { payrollSettings } from "@kontor/contract/payroll/settings";
import { previewAdvanceRules } from "@kontor/contract/salary-advances/preview";
import { getAdvanceOffer } from "@kontor/contract/salary-advances/requests";
import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";

import { setTenant } from "../../platform/scope.ts";
import { openAdvances } from "../../testing/advances.ts";
import { pathOf } from "../../testing/employees.ts";
import { untilLocked } from "../../testing/eventually.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { testSettings } from "../../testing/payroll.ts";
import { updateStatusCounts } from "../records/counters.ts";

const world = await openFileWorld();
const staff = await openAdvances(world);

const offer = (employee: Parameters<typeof pathOf>[0]) =>
  staff.hr.call(getAdvanceOffer, { params: pathOf(employee) });

const workersPay = {
  from_date: "2026-01-05",
  basic: "100000.00",
  housing: "0.00",
  transport: "0.00",
  other: "0.00",
};

describe("the payroll settings", () => {
  const settings = async (changed: object, owner: "organization" | "platform" = "organization") => {
    const body = { ...testSettings, ...changed };
    if (owner === "platform") {
      await staff.platform.call(payrollSettings.save.platform, { body });
    } else {
      await staff.owner.call(payrollSettings.save.organization, { params: staff.home.path, body });
    }
  };
  afterEach(async () => {
    await staff.owner.call(payrollSettings.reset.organization, { params: staff.home.path });
    await staff.platform.call(payrollSettings.reset.platform);
  });

  test("determine the due days of instalments; the platform's apply without own settings", async () => {
    const employee = await staff.employ();
    await settings({ pay_day: 31 });
    expect((await offer(employee)).paydays.slice(0, 3)).toEqual([
      "2026-03-31",
      "2026-04-30",
      "2026-05-31",
    ]);
    const advance = await staff.request(employee, "30000.00", { instalments: 2 });
    expect((await staff.card(advance)).instalments.map(({ due }) => due)).toEqual([
      "2026-03-31",
      "2026-04-30",
    ]);
    await staff.owner.call(payrollSettings.reset.organization, { params: staff.home.path });
    await settings({ pay_day: 11 }, "platform");
    expect((await offer(employee)).paydays[0]).toBe("2026-03-11");
    // An existing request keeps its plan.
    expect((await staff.card(advance)).due_date).toBe("2026-04-30");
  });

  test("make the Labour Act binding, so that a request it warns of is refused with the section", async () => {
    const worker = await staff.add("W-3", { worker: true });
    await staff.hr.call(addPayRate, { params: pathOf(worker), body: workersPay });
    const before = await staff.request(worker, "1000.00");
    expect((await staff.card(before)).ineligible).toEqual([]);
    await settings({ labour_act: "binding" });
    expect((await staff.card(before)).ineligible).toEqual(["labour_act"]);
    expect((await offer(worker)).labour_act).toMatchObject({ worker: true, binding: true });
    const reply = await staff.tryRequest(worker, "1000.00");
    expect([reply.status, reply.problem.code, reply.problem.errors?.[0]?.path]).toEqual([
      422,
      "advance_ineligible",
      "amount",
    ]);
    expect(reply.problem.message).toContain("Labour Act, s.4");
    expect((await staff.tryRequest(await staff.employ(), "1000.00")).status).toBe(201);
  });

  test("with a binding Labour Act allow no second advance while one is approved or owed", async () => {
    await settings({ labour_act: "binding" });
    await staff.rules({ interest_rate: 0, auto_approval: 1 });
    const worker = await staff.add("W-5", { worker: true });
    await staff.hr.call(addPayRate, { params: pathOf(worker), body: workersPay });
    const inThree = { instalments: 3 };
    // The wallet is empty, so the first advance is approved and not paid.
    expect((await staff.request(worker, "20000.00", inThree)).status).toBe("APPROVED");
    expect((await offer(worker)).labour_act.another_owed).toBe(true);
    const second = await staff.tryRequest(worker, "20000.00", inThree);
    expect([second.status, second.problem.code]).toEqual([422, "advance_ineligible"]);
    await staff.rules({});
  });

  test("with a binding Labour Act let nobody approve what the Act forbids", async () => {
    await settings({ labour_act: "binding" });
    await staff.rules({ interest_rate: 0 });
    const worker = await staff.add("W-6", { worker: true });
    await staff.hr.call(addPayRate, { params: pathOf(worker), body: workersPay });
    const inThree = { instalments: 3 };
    const one = await staff.request(worker, "10000.00", inThree);
    const two = await staff.request(worker, "10000.00", inThree);
    const { tenant_id } = staff.home;
    // The second waits until the first is approved.
    const { reply } = await world.database.transaction(async (tx) => {
      await setTenant(tx, tenant_id);
      await sql`select from employees where tenant_id = ${tenant_id} and id = ${worker.id}
        for no key update`.execute(tx);
      await sql`update salary_advances set status = 'APPROVED', decided_as = 'SYSTEM', decided_at = now()
        where tenant_id = ${tenant_id} and id = ${one.id}`.execute(tx);
      await updateStatusCounts(tx, tenant_id, "PENDING", "APPROVED");
      const waiting = staff.decide(two, "APPROVED");
      await untilLocked(world.database);
      return { reply: waiting };
    });
    const { status, problem } = await reply;
    expect([status, problem.code]).toEqual([409, "advance_labour_act_binding"]);
    expect(problem.message).toContain("Labour Act, s.4");
    const card = await staff.card(two);
    expect(card).toMatchObject({ status: "PENDING", warns: true, ineligible: ["labour_act"] });
    expect(card.labour_act.map(({ limit }) => limit)).toEqual(["another_owed"]);
    await settings({ labour_act: "warning" });
    expect((await staff.decide(two, "APPROVED")).status).toBe(200);
    await staff.rules({});
  });

  test("apply to the requests of each organization in a preview of rules", async () => {
    const proposed = { max_percentage: 50, interest_rate: 12, auto_approval: 0 };
    const refused = async () => {
      const preview = await staff.platform.call(previewAdvanceRules.organization, {
        params: staff.home.path,
        body: proposed,
      });
      return preview.present.refused;
    };
    const worker = await staff.add("W-4", { worker: true });
    await staff.hr.call(addPayRate, { params: pathOf(worker), body: workersPay });
    await staff.request(worker, "1000.00");
    const free = await refused();
    await settings({ labour_act: "binding" });
    expect(await refused()).toBeGreaterThan(free);
    // Without the organization's own settings, those of the platform apply.
    await staff.owner.call(payrollSettings.reset.organization, { params: staff.home.path });
    expect(await refused()).toBe(free);
    await settings({ labour_act: "binding" }, "platform");
    expect(await refused()).toBeGreaterThan(free);
  });
});
