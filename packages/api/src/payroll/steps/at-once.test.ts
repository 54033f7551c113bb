import {
  excludePayslip,
  exportPayslips,
  getPayslipPdf,
  listPayslips,
} from "@kontor/contract/payroll/payslips";
import * as steps from "@kontor/contract/payroll/steps";
import { afterAll, describe, expect, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { download, factsIn, pdfText } from "../../testing/files.ts";
import { openFileWorld, type Caller } from "../../testing/harness.ts";
import {
  addPaid,
  bonusRun,
  calculatedRun,
  openPayroll,
  outcomesOf,
  pathOfRun,
  runCalculations,
  setPay,
  type TestPayroll,
  trySubmit,
  tryDecide,
  type TestRun,
  currentRun,
} from "../../testing/payroll.ts";

const world = await openFileWorld();
afterAll(() => expectCoherentBooks(world));

const recalculate = (who: Caller, run: TestRun) =>
  who.attempt(steps.calculateRun, { params: pathOfRun(run), body: { version: run.version } });
const accepted = (replies: readonly { status: number }[]) =>
  replies.filter(({ status }) => status === 200).length;

async function pending(payroll: TestPayroll): Promise<TestRun> {
  const draft = await calculatedRun(world, payroll, "2026-02");
  expect((await trySubmit(payroll.preparer, draft)).status).toBe(200);
  return currentRun(payroll.owner, draft);
}

describe("concurrent requests", () => {
  test("approve and reject a run: one of them does", async () => {
    const payroll = await openPayroll(world);
    await addPaid(payroll, "A-1", { basic: "100000.00" });
    const run = await pending(payroll);
    const second = await world.signInAs(["OWNER"], payroll.home.tenant_id);
    const replies = await Promise.all([
      tryDecide(payroll.owner, run),
      tryDecide(second, run, "REJECTED", "Look again"),
      tryDecide(second, run),
      tryDecide(payroll.owner, run, "REJECTED", "Look again"),
    ]);
    expect(accepted(replies)).toBe(1);
    const { status, events, entry } = await currentRun(payroll.owner, run);
    const decided = events.filter(({ event }) => event === "APPROVED" || event === "REJECTED");
    expect(decided).toHaveLength(1);
    expect(status).toBe(decided[0]?.event === "APPROVED" ? "PENDING_DISBURSEMENT" : "DRAFT");
    expect(entry === null).toBe(status === "DRAFT");
  });

  test("approve two runs with the same bonus: only one of them pays it", async () => {
    const payroll = await openPayroll(world);
    const one = await addPaid(payroll, "A-1", { basic: "100000.00" });
    const bonus = { period: "2026-02", amount: "50000.00" };
    const first = await bonusRun(world, payroll, one, bonus);
    const off = { cycle: "OFF_CYCLE", title: "Again", employee_ids: [one.id] };
    const again = await calculatedRun(world, payroll, "2026-02", off);
    const runs: TestRun[] = [];
    for (const run of [first, again]) {
      expect((await trySubmit(payroll.preparer, run)).status).toBe(200);
      runs.push(await currentRun(payroll.owner, run));
    }
    const second = await world.signInAs(["OWNER"], payroll.home.tenant_id);
    const [earlier, later] = runs as [TestRun, TestRun];
    const replies = await Promise.all([
      tryDecide(payroll.owner, earlier),
      tryDecide(second, later),
    ]);
    expect(outcomesOf(replies)).toEqual(["200", "409 run_changed"]);
  });

  test("approve a run and calculate it again, as pay has changed: nothing else is posted than was approved", async () => {
    const payroll = await openPayroll(world);
    const one = await addPaid(payroll, "A-1", { basic: "100000.00" });
    const run = await pending(payroll);
    const replies = await Promise.all([
      setPay(payroll, one, "2026-02-01", { basic: "120000.00" }).then(() => ({ status: 0 })),
      tryDecide(payroll.owner, run),
      recalculate(payroll.preparer, run),
    ]);
    await runCalculations(world);
    const after = await currentRun(payroll.owner, run);
    const approved = replies[1]?.status === 200;
    expect(after.status === "PENDING_DISBURSEMENT").toBe(approved);
    expect(after.entry !== null).toBe(approved);
    // What was approved is what the approver saw, whatever was entered meanwhile.
    expect(approved && after.totals.gross !== 10_000_000n).toBe(false);
    expect(accepted(replies)).toBeLessThanOrEqual(1);
  });

  test("calculate a draft again and again, and leave somebody out meanwhile: it ends calculated", async () => {
    const payroll = await openPayroll(world);
    const { preparer } = payroll;
    await addPaid(payroll, "A-1", { basic: "100000.00" });
    await addPaid(payroll, "A-2", { basic: "200000.00" });
    const draft = await calculatedRun(world, payroll, "2026-02");
    const [payslip] = await preparer.call(listPayslips, { params: pathOfRun(draft), query: {} });
    const replies = await Promise.all([
      ...[1, 2, 3].map(() => recalculate(preparer, draft)),
      preparer.attempt(excludePayslip, {
        params: { ...pathOfRun(draft), payslip_id: payslip?.id },
        body: { excluded: true, reason: "On leave" },
      }),
      runCalculations(world).then(() => ({ status: 0 })),
      runCalculations(world).then(() => ({ status: 0 })),
    ]);
    expect(accepted(replies.slice(0, 3))).toBeLessThanOrEqual(1);
    await runCalculations(world);
    const after = await currentRun(preparer, draft);
    expect(after.calculation).toMatchObject({ state: "DONE", done: 2, total: 2 });
    expect(after.people + after.excluded).toBe(2);
  });
});

test("employees without pay do not prevent the payment of others", async () => {
  const payroll = await openPayroll(world);
  const { preparer, owner } = payroll;
  await addPaid(payroll, "A-1", { basic: "100000.00" });
  await addPaid(payroll, "A-2", null, { account: null });
  await addPaid(payroll, "A-3", null);
  const draft = await calculatedRun(world, payroll, "2026-02");
  const refused = await trySubmit(preparer, draft);
  expect([refused.status, refused.problem.code]).toEqual([409, "run_blocked"]);
  const blocked = await preparer.call(listPayslips, {
    params: pathOfRun(draft),
    query: { show: "blocked" },
  });
  expect(blocked.map(({ staff_no, warnings }) => [staff_no, warnings])).toEqual([
    ["A-2", ["no_pay_rate", "nothing_to_pay"]],
    ["A-3", ["no_pay_rate", "nothing_to_pay"]],
  ]);
  const params = pathOfRun(draft);
  const unpaid = await download(world, preparer, getPayslipPdf, {
    params: { ...params, payslip_id: blocked[0]?.id },
  });
  expect(pdfText(unpaid.bytes).split("\n")).toContain("There is nothing to pay");
  const listed = await download(world, preparer, exportPayslips, {
    params,
    query: {
      format: "pdf",
      search: "nobody",
      show: "excluded",
      reason: "one_off",
      warning: "no_bank_account",
    },
  });
  const facts = {
    Shown: "Excluded",
    Reason: "One off",
    Warning: "No bank account",
    Search: "nobody",
  };
  expect(factsIn(listed.bytes, Object.keys(facts))).toEqual(facts);
  for (const { id } of blocked) {
    await preparer.call(excludePayslip, {
      params: { ...pathOfRun(draft), payslip_id: id },
      body: { excluded: true, reason: "No pay yet" },
    });
  }
  expect((await trySubmit(preparer, await currentRun(preparer, draft))).status).toBe(200);
  expect((await tryDecide(owner, await currentRun(owner, draft))).status).toBe(200);
});
