import { addEntry, getEntry } from "@kontor/contract/accounting/entries";
import { addPayItem } from "@kontor/contract/employees/pay";
import { excludePayslip, listPayslips } from "@kontor/contract/payroll/payslips";
import * as runs from "@kontor/contract/payroll/runs";
import { payrollSettings } from "@kontor/contract/payroll/settings";
import * as steps from "@kontor/contract/payroll/steps";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";

import { receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld, type Caller } from "../../testing/harness.ts";
import {
  addPaid,
  balancesByName,
  calculatedRun,
  openPayroll,
  outcomesOf,
  pathOfRun,
  payslipIn,
  runCalculations,
  setPay,
  testSettings,
  trySubmit,
  tryDecide,
  currentRun,
} from "../../testing/payroll.ts";
import { mailsTo } from "../../testing/people.ts";

const world = await openFileWorld();
afterAll(() => expectCoherentBooks(world));

async function emailOf({ user_id }: Caller): Promise<string> {
  const { rows } = await world.database.transaction((tx) =>
    sql<{ email: string }>`select email from users where id = ${user_id}`.execute(tx),
  );
  return rows[0]?.email ?? "";
}

describe("the way to approval", () => {
  test("goes from preparer to owner, notifies them by mail and posts one entry", async () => {
    const payroll = await openPayroll(world);
    const { hr, preparer, owner, disburser } = payroll;
    const one = await addPaid(payroll, "A-1", {
      basic: "250000.00",
      housing: "75000.00",
      transport: "50000.00",
      other: "125000.00",
    });
    const item = {
      name: "Union",
      kind: "DEDUCTION",
      amount: "2000.00",
      taxable: false,
      pensionable: false,
    };
    await hr.call(addPayItem, {
      params: one,
      body: { ...item, from_month: "2026-01", to_month: null },
    });
    const draft = await calculatedRun(world, payroll, "2026-02");
    expect(draft.next_step_refused).toBeNull();
    expect(draft.entry).toBeNull();
    const submitted = await trySubmit(preparer, draft);
    expect(submitted.status).toBe(200);
    const pending = await currentRun(owner, draft);
    expect(pending).toMatchObject({ status: "PENDING_APPROVAL", next_step_refused: null });
    expect(await owner.call(runs.countWaitingRuns)).toEqual({ waiting: 1 });
    expect(await preparer.call(runs.countWaitingRuns)).toEqual({ waiting: 0 });
    const listed = async (caller: Caller, waiting: boolean) =>
      (await caller.list(runs.listRuns, { query: { waiting } })).data.map(({ id }) => id);
    expect([await listed(owner, true), await listed(owner, false)]).toEqual([[draft.id], []]);
    expect([await listed(preparer, true), await listed(preparer, false)]).toEqual([[], [draft.id]]);
    const requestMails = await mailsTo(world, await emailOf(owner));
    expect(requestMails.map(({ label }) => label)).toEqual(["payroll_pending_md_approval"]);
    expect(requestMails[0]?.text).toContain("February 2026");
    const replies = await Promise.all([1, 2, 3].map(() => tryDecide(owner, pending)));
    expect(outcomesOf(replies)).toEqual(["200", "409 changed_meanwhile", "409 changed_meanwhile"]);
    const approved = await currentRun(owner, draft);
    expect(approved.status).toBe("PENDING_DISBURSEMENT");
    expect((await mailsTo(world, await emailOf(disburser))).map(({ label }) => label)).toEqual([
      "payroll_pending_disbursement_approval",
    ]);
    expect(await disburser.call(runs.countWaitingRuns)).toEqual({ waiting: 1 });
    const payslip = await payslipIn(owner, approved, one);
    const of = (code: string) => payslip.lines.find((line) => line.code === code)?.amount ?? 0n;
    expect(await balancesByName(world, payroll)).toEqual({
      "PAYE payable": -of("paye"),
      "Pension payable": -(3_000_000n + 3_750_000n),
      "Net salaries payable": -payslip.net.amount,
      "NSITF payable": -500_000n,
      "Other payroll deductions payable": -200_000n,
      "Basic salaries": 25_000_000n,
      "Housing allowances": 7_500_000n,
      "Transport allowances": 5_000_000n,
      "Other allowances": 12_500_000n,
      "Employer's pension": 3_750_000n,
      "Employer's NSITF": 500_000n,
    });
    expect(approved.entry).toMatchObject({ ent_number: "PAY-000001" });
    const entry = await owner.call(getEntry, { params: { id: approved.entry?.entry_id } });
    // Paid in March for February: the cost belongs to February.
    expect(entry.date).toBe("2026-02-28");
    expect(entry.items.map(({ dc, amount }) => [dc, amount])).toEqual(
      approved.posting.map(({ dc, amount }) => [dc, amount]),
    );
    expect(approved.events.map(({ event }) => event)).toEqual([
      "STARTED",
      "CALCULATED",
      "SUBMITTED",
      "APPROVED",
    ]);
    // What is owed to people belongs to payroll; it takes no manual entries.
    const admin = await world.signIn("platform");
    const { net_salaries_payable, bank_clearing } = payroll.home.ledgers;
    const byHand = await admin.attempt(addEntry, {
      body: receiptBody(net_salaries_payable, bank_clearing, "1.00", {
        tenant_id: payroll.home.tenant_id,
      }),
    });
    expect(outcomesOf([byHand])).toEqual(["422 ledger_controlled"]);
  });

  test("asks the other owners to pay where nobody is a disburser, and no deactivated user anything", async () => {
    const payroll = await openPayroll(world);
    const { preparer, owner, disburser, home } = payroll;
    const other = await world.signInAs(["OWNER"], home.tenant_id);
    const former = await world.signInAs(["OWNER"], home.tenant_id);
    await addPaid(payroll, "A-1", { basic: "250000.00" });
    await world.database.transaction((tx) =>
      sql`
        update users set roles = case id when ${disburser.user_id} then '{HR}' else roles end,
          deactivated = id = ${former.user_id}
        where id in (${disburser.user_id}, ${former.user_id})`.execute(tx),
    );
    const draft = await calculatedRun(world, payroll, "2026-02");
    await trySubmit(preparer, draft);
    await tryDecide(owner, await currentRun(owner, draft));
    const labels = async (caller: Caller) =>
      (await mailsTo(world, await emailOf(caller))).map(({ label }) => label);
    expect(await labels(former)).toEqual([]);
    expect([await labels(owner), await labels(other), await labels(disburser)]).toEqual([
      ["payroll_pending_md_approval"],
      ["payroll_pending_md_approval", "payroll_pending_disbursement_approval"],
      [],
    ]);
  });

  test("goes back with a reason, and can be submitted again", async () => {
    const payroll = await openPayroll(world);
    const { preparer, owner } = payroll;
    await addPaid(payroll, "A-1", { basic: "100000.00" });
    const draft = await calculatedRun(world, payroll, "2026-02");
    expect(outcomesOf([await tryDecide(owner, draft)])).toEqual(["409 run_not_submitted"]);
    expect((await trySubmit(preparer, draft)).status).toBe(200);
    const pending = await currentRun(owner, draft);
    expect(outcomesOf([await trySubmit(preparer, pending)])).toEqual(["409 run_not_draft"]);
    const reasonless = await tryDecide(owner, pending, "REJECTED");
    expect(reasonless.problem.errors).toEqual([
      { path: "reason", message: "Enter why it is rejected." },
    ]);
    expect((await tryDecide(owner, pending, "REJECTED", "Overtime is missing")).status).toBe(200);
    const back = await currentRun(preparer, draft);
    expect(back).toMatchObject({ status: "DRAFT", entry: null });
    expect(back.events.at(-1)).toMatchObject({ event: "REJECTED", reason: "Overtime is missing" });
    expect(await balancesByName(world, payroll)).toEqual({});
    expect((await trySubmit(preparer, back)).status).toBe(200);
    const replies = await Promise.all([
      tryDecide(owner, await currentRun(owner, draft)),
      tryDecide(owner, await currentRun(owner, draft), "REJECTED", "No"),
    ]);
    expect(outcomesOf(replies)).toEqual(["200", "409 changed_meanwhile"]);
  });

  test("refuses runs that are blocked, empty or not calculated", async () => {
    const payroll = await openPayroll(world);
    const { home, preparer } = payroll;
    const empty = await calculatedRun(world, payroll, "2026-01");
    expect(outcomesOf([await trySubmit(preparer, empty)])).toEqual(["409 run_empty"]);
    expect(empty.next_step_refused).toContain("has nothing to pay");
    await preparer.call(steps.discardRun, {
      params: pathOfRun(empty),
      query: { version: empty.version },
    });
    await addPaid(payroll, "A-1", { basic: "100000.00" }, { account: null });
    await addPaid(payroll, "A-2", { basic: "100000.00" });
    const run = await calculatedRun(world, payroll, "2026-02");
    const refused = await trySubmit(preparer, run);
    expect(outcomesOf([refused])).toEqual(["409 run_blocked"]);
    expect(refused.problem?.message).toMatch(/^1 payslip of PR-\d+ cannot be paid yet\./);
    const [blocked] = await preparer.call(listPayslips, {
      params: pathOfRun(run),
      query: { show: "blocked" },
    });
    await preparer.call(excludePayslip, {
      params: { ...pathOfRun(run), payslip_id: blocked?.id },
      body: { excluded: true, reason: "No account yet" },
    });
    expect((await trySubmit(preparer, await currentRun(preparer, run))).status).toBe(200);
    const { id } = await preparer.call(runs.startRun, {
      params: home.path,
      body: { period: "2026-03", cycle: "OFF_CYCLE", title: "Bonus" },
    });
    const waiting = await preparer.call(runs.getRun, { params: { ...home.path, id } });
    expect(outcomesOf([await trySubmit(preparer, waiting)])).toEqual(["409 run_not_calculated"]);
  });

  test("needs different people, unless the platform lets one take all steps", async () => {
    const payroll = await openPayroll(world);
    const { home, owner } = payroll;
    await addPaid(payroll, "A-1", { basic: "100000.00" });
    const draft = await calculatedRun(world, payroll, "2026-02");
    expect((await trySubmit(owner, draft)).status).toBe(200);
    const pending = await currentRun(owner, draft);
    const second = await world.signInAs(["OWNER"], payroll.home.tenant_id);
    expect(await owner.call(runs.countWaitingRuns)).toEqual({ waiting: 0 });
    expect(await second.call(runs.countWaitingRuns)).toEqual({ waiting: 1 });
    expect(outcomesOf([await tryDecide(owner, pending)])).toEqual(["409 same_person"]);
    expect(pending.next_step_refused).toContain("You completed an earlier step of PR-000001");
    const admin = await world.signIn("platform");
    await admin.call(payrollSettings.save.organization, {
      params: home.path,
      body: { ...testSettings, separate_people: false },
    });
    expect((await tryDecide(owner, pending)).status).toBe(200);
  });

  test("is refused when an input has changed since, and accepted after a recalculation", async () => {
    const payroll = await openPayroll(world);
    const { preparer, owner } = payroll;
    const one = await addPaid(payroll, "A-1", { basic: "100000.00" });
    const draft = await calculatedRun(world, payroll, "2026-02");
    expect((await trySubmit(preparer, draft)).status).toBe(200);
    const pending = await currentRun(preparer, draft);
    const early = await preparer.attempt(steps.calculateRun, {
      params: pathOfRun(pending),
      body: { version: pending.version },
    });
    expect(outcomesOf([early])).toEqual(["409 run_not_draft"]);
    await setPay(payroll, one, "2026-02-01", { basic: "120000.00" });
    const refused = await tryDecide(owner, pending);
    expect(outcomesOf([refused])).toEqual(["409 run_changed"]);
    expect(refused.problem.message).toBe(
      "PR-000001 is out of date: The pay rates of Okafor A-1, Ada have changed. Calculate and submit it again.",
    );
    await preparer.call(steps.calculateRun, {
      params: pathOfRun(pending),
      body: { version: pending.version },
    });
    await runCalculations(world);
    const again = await currentRun(preparer, draft);
    expect(again).toMatchObject({ status: "DRAFT", stale: false, totals: { gross: 12_000_000n } });
    expect(again.events.map(({ event }) => event)).toContain("VOIDED");
  });
});

test("the steps need their permissions and the user's own organization", async () => {
  const payroll = await openPayroll(world);
  const { home, other, stranger, preparer, disburser, owner } = payroll;
  await addPaid(payroll, "A-1", { basic: "100000.00" });
  const run = await calculatedRun(world, payroll, "2026-02");
  const calls = [
    [steps.submitRun, { version: run.version }, disburser],
    [steps.decideRun, { version: run.version, status: "APPROVED" }, preparer],
    [steps.reverseRun, { version: run.version, reason: "No" }, disburser],
  ] as const;
  for (const [endpoint, body, wrong] of calls) {
    const statusOf = async (who: Caller, path: object = {}, sent: object = body) =>
      (await who.attempt(endpoint, { params: { ...pathOfRun(run), ...path }, body: sent })).status;
    expect(await statusOf(world.nobody)).toBe(401);
    expect(await statusOf(wrong)).toBe(403);
    expect(await statusOf(stranger)).toBe(404);
    expect(await statusOf(stranger, other.path)).toBe(404);
    expect(await statusOf(owner, { id: 999_999 })).toBe(404);
    expect(await statusOf(owner, {}, { ...body, version: "x" })).toBe(422);
  }
  expect((await world.nobody.attempt(runs.countWaitingRuns)).status).toBe(401);
  const bookkeeper = await world.signInAs(["BOOKKEEPER"], home.tenant_id);
  expect((await bookkeeper.attempt(runs.countWaitingRuns)).status).toBe(403);
});
