import { addPayItem } from "@kontor/contract/employees/pay";
import * as payslips from "@kontor/contract/payroll/payslips";
import * as runs from "@kontor/contract/payroll/runs";
import * as steps from "@kontor/contract/payroll/steps";
import { listOrganizationAudit } from "@kontor/contract/users/audit";
import { afterAll, describe, expect, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { download, pdfText } from "../../testing/files.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { leaveOn, suspend } from "../../testing/leaving.ts";
import {
  addPaid,
  approvedRun,
  calculatedRun,
  currentRun,
  openPayroll,
  payslipIn,
  type TestRun,
  reversedRun,
  runWithout,
  recalculatedRun,
} from "../../testing/payroll.ts";

const world = await openFileWorld();
afterAll(() => expectCoherentBooks(world));

describe("a calculation", () => {
  test("leaves out suspended employees, unless they are included again", async () => {
    const payroll = await openPayroll(world);
    const { preparer, home } = payroll;
    const one = await addPaid(payroll, "A-1", { basic: "100000.00" });
    await addPaid(payroll, "A-2", { basic: "200000.00" });
    await suspend(payroll, one);
    const run = await calculatedRun(world, payroll, "2026-02");
    expect(run).toMatchObject({ people: 1, excluded: 1, totals: { gross: 20_000_000n } });
    const payslip = await payslipIn(preparer, run, one);
    expect(payslip).toMatchObject({ excluded: true, excluded_reason: "Suspended" });
    const params = { ...home.path, id: run.id, payslip_id: payslip.id };
    const { bytes } = await download(world, preparer, payslips.getPayslipPdf, { params });
    const text = pdfText(bytes);
    expect(text).toContain("Excluded from this payroll run: nothing is paid");
    expect(text).toContain("Net pay as calculated, not paid");
    const taken = await preparer.call(payslips.excludePayslip, {
      params,
      body: { excluded: false },
    });
    expect(taken).toMatchObject({ excluded: false, excluded_reason: "" });
    const again = await recalculatedRun(world, payroll, run);
    expect(again).toMatchObject({ people: 2, excluded: 0, totals: { gross: 30_000_000n } });
    const left = { excluded: true, reason: "Paid in cash" };
    const out = await preparer.call(payslips.excludePayslip, { params, body: left });
    expect(out).toMatchObject({ id: payslip.id, excluded: true, excluded_reason: "Paid in cash" });
    expect((await recalculatedRun(world, payroll, run)).people).toBe(1);
    const reasonless = await preparer.attempt(payslips.excludePayslip, {
      params,
      body: { excluded: true },
    });
    expect([reasonless.status, reasonless.problem.errors]).toEqual([
      422,
      [{ path: "reason", message: "Enter why the employee is excluded." }],
    ]);
  });

  test("leaves out who is suspended after the first calculation, and pays who no longer is", async () => {
    const payroll = await openPayroll(world);
    const { preparer, home } = payroll;
    const one = await addPaid(payroll, "A-1", { basic: "100000.00" });
    await addPaid(payroll, "A-2", { basic: "200000.00" });
    const { id } = await calculatedRun(world, payroll, "2026-02");
    await suspend(payroll, one);
    expect(await recalculatedRun(world, payroll, { ...payroll.home.path, id })).toMatchObject({
      people: 1,
      excluded: 1,
      stale: false,
    });
    await suspend(payroll, one, false);
    const again = await recalculatedRun(world, payroll, { ...payroll.home.path, id });
    expect(again).toMatchObject({ people: 2, excluded: 0 });
    const { id: payslip_id } = await payslipIn(preparer, again, one);
    const params = { ...home.path, id, payslip_id };
    const exclude = (excluded: boolean, reason?: string) =>
      preparer.call(payslips.excludePayslip, { params, body: { excluded, reason } });
    await exclude(true, "Paid in cash");
    await exclude(false);
    await suspend(payroll, one);
    expect(await recalculatedRun(world, payroll, { ...payroll.home.path, id })).toMatchObject({
      people: 1,
      excluded: 1,
    });
  });
});

test("the run that follows a reversed one keeps its exclusions, and who decided them why", async () => {
  const payroll = await openPayroll(world);
  const { preparer, home } = payroll;
  const one = await addPaid(payroll, "A-1", { basic: "100000.00" });
  const two = await addPaid(payroll, "A-2", { basic: "200000.00" });
  await addPaid(payroll, "A-3", { basic: "300000.00" });
  const suspended = await addPaid(payroll, "A-4", { basic: "400000.00" });
  const exclude = async (
    run: { id: number; tenant_id: number; company_id: number },
    person: { id: number },
    excluded: boolean,
    reason?: string,
  ) => {
    const { id: payslip_id } = await payslipIn(preparer, run, person);
    const params = { ...home.path, id: run.id, payslip_id };
    return preparer.call(payslips.excludePayslip, { params, body: { excluded, reason } });
  };
  await suspend(payroll, suspended);
  const reverse = async (run: TestRun) => {
    const draft = await currentRun(preparer, run);
    await reversedRun(payroll, await approvedRun(world, payroll, "2026-02", draft));
  };
  const first = await calculatedRun(world, payroll, "2026-02");
  const decided = await exclude(first, one, true, "Paid in cash");
  expect(decided.exclusion).toMatchObject({ by: "Test user", kept_from: null });
  await exclude(first, two, true, "On leave");
  await exclude(first, suspended, false);
  await reverse(first);

  const second = await calculatedRun(world, payroll, "2026-02");
  // The suspended employee is included as before.
  expect(second).toMatchObject({ people: 2, excluded: 2, kept_exclusions: 2 });
  const kept = {
    excluded: true,
    excluded_reason: "Paid in cash",
    exclusion: { ...decided.exclusion, kept_from: { id: first.id, number: first.number } },
  };
  expect(await payslipIn(preparer, second, one)).toMatchObject(kept);
  expect(await exclude(second, two, false)).toMatchObject({ excluded: false, exclusion: null });
  const again = await recalculatedRun(world, payroll, second);
  expect(again).toMatchObject({ people: 3, excluded: 1, kept_exclusions: 1 });
  await reverse(again);

  // The exclusion that was undone is not copied; the other one names the run in which it was decided.
  const third = await calculatedRun(world, payroll, "2026-02");
  expect(third).toMatchObject({ people: 3, excluded: 1, kept_exclusions: 1 });
  expect(await payslipIn(preparer, third, one)).toMatchObject(kept);
  await exclude(third, one, true, "Paid in cash again");
  expect((await payslipIn(preparer, third, one)).exclusion).toMatchObject({ kept_from: null });
});

test("an off-cycle run keeps the exclusions of a reversed one for the same people", async () => {
  const payroll = await openPayroll(world);
  const { preparer, hr, home } = payroll;
  const [one, two, three] = [
    await addPaid(payroll, "A-1", { basic: "100000.00" }),
    await addPaid(payroll, "A-2", { basic: "200000.00" }),
    await addPaid(payroll, "A-3", { basic: "300000.00" }),
  ];
  const addBonus = async (person: { tenant_id: number; company_id: number; id: number }) => {
    const kind = { kind: "EARNING", taxable: true, pensionable: false };
    const months = { from_month: "2026-02", to_month: "2026-02" };
    const body = { ...kind, ...months, name: "Bonus", amount: "50000.00" };
    await hr.call(addPayItem, { params: person, body });
  };
  for (const person of [one, two, three]) await addBonus(person);
  const start = (people?: { id: number }[]) =>
    calculatedRun(world, payroll, "2026-02", {
      cycle: "OFF_CYCLE",
      title: "Bonus",
      ...(people === undefined ? {} : { employee_ids: people.map(({ id }) => id) }),
    });
  const discardDraft = ({ id, version }: TestRun) =>
    preparer.call(steps.discardRun, { params: { ...home.path, id }, query: { version } });
  const first = await runWithout(payroll, await start(), one, "Disputed");
  await reversedRun(payroll, await approvedRun(world, payroll, "2026-02", first));

  // A run that names the excluded person pays them, and one for everybody keeps the decision.
  const named = await start([one]);
  expect(named).toMatchObject({ people: 1, excluded: 0, kept_exclusions: 0 });
  await discardDraft(named);
  const second = await start();
  expect(second).toMatchObject({ people: 2, excluded: 1, kept_exclusions: 1 });
  expect(await payslipIn(preparer, second, one)).toMatchObject({
    excluded_reason: "Disputed",
    exclusion: { kept_from: { id: first.id } },
  });
  await approvedRun(world, payroll, "2026-02", second);

  // The reversed run has been replaced, so a further run starts without decisions.
  await addBonus(two);
  expect(await start()).toMatchObject({ people: 2, excluded: 0, kept_exclusions: 0 });
});

test("an off-cycle run that names the same people in another order keeps their exclusions", async () => {
  const payroll = await openPayroll(world);
  const one = await addPaid(payroll, "A-1", { basic: "100000.00" });
  const two = await addPaid(payroll, "A-2", { basic: "200000.00" });
  await approvedRun(world, payroll, "2026-02");
  const late = await addPaid(payroll, "A-3", { basic: "300000.00" });
  const other = await addPaid(payroll, "A-4", { basic: "400000.00" });
  const start = (...people: { id: number }[]) =>
    calculatedRun(world, payroll, "2026-02", {
      cycle: "OFF_CYCLE",
      title: "Late joiners",
      employee_ids: people.map(({ id }) => id),
    });
  const draft = await runWithout(payroll, await start(late, other), late);
  await reversedRun(payroll, await approvedRun(world, payroll, "2026-02", draft));
  expect(await start(other, late)).toMatchObject({ excluded: 1, kept_exclusions: 1 });
  expect(await start(other, late, one, two)).toMatchObject({ excluded: 0, kept_exclusions: 0 });
});

test("several employees are excluded for one reason, all of them or none, and each is recorded", async () => {
  const payroll = await openPayroll(world);
  const { preparer, home } = payroll;
  const without = { account: null };
  const people = [
    await addPaid(payroll, "A-1", { basic: "100000.00" }, without),
    await addPaid(payroll, "A-2", { basic: "200000.00" }, without),
    await addPaid(payroll, "A-3", { basic: "300000.00" }),
  ];
  const run = await calculatedRun(world, payroll, "2026-02");
  const params = { ...home.path, id: run.id };
  const listed = await preparer.call(payslips.listPayslips, { params, query: { show: "blocked" } });
  const payslip_ids = listed.map(({ id }) => id);
  expect(payslip_ids).toHaveLength(2);
  const reason = "No bank account yet";
  const body = { version: run.version, payslip_ids, reason };
  const attempt = (more: object, key?: string, caller = preparer) =>
    caller.attempt(payslips.excludePayslips, {
      params,
      body: { ...body, ...more },
      ...(key === undefined ? {} : { key }),
    });
  const refusals = [
    await attempt({}, undefined, payroll.disburser),
    await attempt({}, undefined, payroll.stranger),
    await attempt({ reason: "" }),
    await attempt({ payslip_ids: [] }),
    await attempt({ payslip_ids: [...payslip_ids, 999_999] }),
    await attempt({ version: run.version - 1 }),
  ];
  expect(refusals.map(({ status, problem }) => [status, problem.code])).toEqual([
    [403, "forbidden"],
    [404, "not_found"],
    [422, "validation_failed"],
    [422, "validation_failed"],
    [404, "not_found"],
    [409, "payslips_changed"],
  ]);
  expect(refusals.at(-1)?.problem.message).toBe(
    `${run.number} has changed since you chose these payslips, so none of them is excluded. Check which of them still have to be, and choose them again.`,
  );
  // None of the refused calls has excluded anybody.
  expect(await preparer.call(runs.getRun, { params })).toEqual(run);

  const replies = [await attempt({}, "exclude-two"), await attempt({}, "exclude-two")];
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(replies[1]?.body).toEqual(replies[0]?.body);
  const after = await preparer.call(runs.getRun, { params });
  expect(after).toMatchObject({ people: 1, excluded: 2, version: run.version + 1 });
  expect(after.totals.gross).toBe(30_000_000n);
  for (const person of people.slice(0, 2)) {
    const payslip = await payslipIn(preparer, after, person);
    expect(payslip).toMatchObject({ excluded: true, excluded_reason: reason });
    expect(payslip.exclusion).toMatchObject({ by: "Test user", kept_from: null });
  }
  const admin = await world.signIn("platform");
  const log = await admin.call(listOrganizationAudit, {
    params: home.path,
    query: { subject: `payroll-run:${run.id}` },
  });
  const recorded = log.filter(({ action }) => action === "payslip.excluded");
  expect(recorded.map(({ facts }) => facts.map(({ value }) => value))).toEqual([
    [reason, "Ada Okafor A-2, A-2"],
    [reason, "Ada Okafor A-1, A-1"],
  ]);
  expect((await recalculatedRun(world, payroll, run)).excluded).toBe(2);
  await approvedRun(world, payroll, "2026-02", await preparer.call(runs.getRun, { params }));
  const late = await attempt({});
  expect([late.status, late.problem.code]).toEqual([409, "run_not_draft"]);
});

test("whoever the last run left out is compared with nothing, and does not leave the next one", async () => {
  const payroll = await openPayroll(world);
  const { preparer } = payroll;
  await addPaid(payroll, "A-1", { basic: "100000.00" });
  const [back, gone] = [
    await addPaid(payroll, "A-2", { basic: "200000.00" }),
    await addPaid(payroll, "A-3", { basic: "300000.00" }),
  ];
  let january = await calculatedRun(world, payroll, "2026-01");
  for (const employee of [back, gone]) january = await runWithout(payroll, january, employee);
  await approvedRun(world, payroll, "2026-01", january);
  await leaveOn(payroll, gone, "2026-01-31");
  const february = await calculatedRun(world, payroll, "2026-02");
  const { net } = await payslipIn(preparer, february, back);
  expect(february.variance).toMatchObject([{ people: 1, net }]);
  expect(february.difference).toEqual(net);
});
