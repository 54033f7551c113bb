import { previewAdvanceRules } from "@kontor/contract/salary-advances/preview";
import { repayAdvance } from "@kontor/contract/salary-advances/repayments";
import { beforeEach, describe, expect, test } from "vitest";

import { withOwnerClient } from "../platform/database/database.ts";
import { setAllTenantsReadable } from "../platform/scope.ts";
import { checkEverything } from "../proof/check.ts";
import {
  openAdvances,
  paidAdvance,
  pathOfAdvance,
  type AdvanceStaff,
} from "../testing/advances.ts";
import { openFileWorld } from "../testing/harness.ts";

const world = await openFileWorld();
let staff: AdvanceStaff;
beforeEach(async () => {
  world.clock.set(new Date("2026-03-10T09:00:00Z"));
  staff = await openAdvances(world);
});

test("a preview counts the requests of 90 days under other rules, with the facts of their time", async () => {
  await staff.request(await staff.employ(), "150000.00");
  await staff.request(await staff.employ(), "30000.00");
  const body = { max_percentage: 20, interest_rate: 24, auto_approval: 1 };
  const params = staff.home.path;
  const preview = await staff.platform.call(previewAdvanceRules.organization, { params, body });
  expect(preview).toMatchObject({
    requests: 2,
    start_date: "2025-12-11",
    end_date: "2026-03-10",
    present: { approved: 0, waiting: 2, refused: 0 },
    // Of what is not refused: 30,000 × 24% × 15 ÷ 365.
    proposed: { approved: 1, waiting: 0, refused: 1, interest: 29_589n },
  });
  const platform = await staff.platform.call(previewAdvanceRules.platform, { body });
  expect(platform.requests).toBe(0);
  const wrong = await staff.platform.attempt(previewAdvanceRules.organization, {
    params,
    body: { ...body, max_percentage: 201 },
  });
  expect([wrong.status, wrong.problem.errors?.[0]?.path]).toEqual([422, "max_percentage"]);
});

describe("the check of the books", () => {
  const tamper = (statement: string) =>
    withOwnerClient(world.ownerUrl, async (client) => {
      await client.query(`select set_config('app.tenant_id', '${staff.home.tenant_id}', false)`);
      await client.query(statement);
    });
  const kinds = () =>
    world.database.transaction(async (tx) => {
      await setAllTenantsReadable(tx);
      const faults = await checkEverything(tx, staff.home.tenant_id);
      return faults.map(({ kind }) => kind).toSorted();
    });
  const corruptions: [string, string, string[]][] = [
    [
      "an advance that owes another amount than the books",
      "update salary_advances set amount = amount + 1, interest = interest where status = 'PAID'",
      ["advance_plan_wrong", "advance_receivable_wrong", "advance_status_wrong"],
    ],
    [
      "an allocation that its advance does not know",
      "update salary_advances set allocated_principal = allocated_principal - 1 where status = 'PAID'",
      ["advance_allocated_wrong", "advance_receivable_wrong"],
    ],
    [
      "an allocation of another amount than its entry",
      "update advance_allocations set principal = principal + 1",
      ["advance_allocated_wrong", "advance_entry_wrong"],
    ],
    [
      "an allocation of another day than its entry",
      "update advance_allocations set date = date - 1",
      ["advance_entry_wrong"],
    ],
    [
      "a refund that its entry did not pay",
      "update advance_allocations set kind = 'REFUND', principal = -principal, interest = -interest",
      ["advance_allocated_wrong", "advance_refund_wrong"],
    ],
    [
      "a plan that does not come to its advance",
      "update advance_instalments set interest = interest + 1 where advance_id = (select id from salary_advances where status = 'PENDING')",
      ["advance_plan_wrong"],
    ],
    [
      "a paid advance that no transfer paid",
      "update salary_advances set status = 'PAID', paid_at = now(), decided_at = now(), decided_as = 'SYSTEM' where status = 'PENDING'",
      ["advance_counts_wrong", "advance_receivable_wrong", "advance_status_wrong"],
    ],
    [
      "a transfer for no advance",
      "update transfers set subject_id = 999999",
      ["advance_status_wrong", "advance_transfer_unexplained"],
    ],
    [
      "counters that count something else",
      "update advance_counters set pending = pending + 1",
      ["advance_counts_wrong"],
    ],
  ];
  test.each(corruptions)("finds %s", async (_name, statement, expected) => {
    await staff.fund("1000.00");
    const advance = await paidAdvance(staff, "100.00");
    await staff.hr.call(repayAdvance, {
      params: pathOfAdvance(staff, advance),
      body: { amount: "40.00", date: world.clock.today() },
    });
    await staff.request(await staff.employ(), "50.00");
    expect(await kinds()).toEqual([]);
    await tamper(statement);
    expect(await kinds()).toEqual(expected);
  });

  test("accepts an entry moved out of a locked period if its narration says so", async () => {
    await staff.fund("1000.00");
    const advance = await paidAdvance(staff, "100.00");
    await staff.hr.call(repayAdvance, {
      params: pathOfAdvance(staff, advance),
      body: { amount: "40.00", date: world.clock.today() },
    });
    await tamper("update advance_allocations set date = date - 1");
    expect(await kinds()).toEqual(["advance_entry_wrong"]);
    const repayment = "id = (select entry_id from advance_allocations)";
    const moved = "narration || ' (happened on 09 Mar 2026, in the locked period)'";
    await tamper(`update entries set narration = ${moved} where ${repayment}`);
    expect(await kinds()).toEqual([]);
    await tamper("update advance_allocations set date = date - 1");
    expect(await kinds()).toEqual(["advance_entry_wrong"]);
  });
});
