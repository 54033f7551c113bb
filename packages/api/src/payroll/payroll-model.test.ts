import { getPayCorrections } from "@kontor/contract/payroll/corrections";
import { signedKobo } from "@kontor/contract/payroll/runs";
import * as fc from "fast-check";
import { expect, test } from "vitest";

import { expectCoherentBooks } from "../testing/coherence.ts";
import {
  postedPayslips,
  expectedMonthPay,
  expectedTax,
  isEmployedIn,
  type PostedPayslip,
} from "../testing/expected-pay.ts";
import { openFileWorld } from "../testing/harness.ts";
import { expectRecovered } from "../testing/payroll-advance-steps.ts";
import { noFloor, setFloor } from "../testing/payroll-item-steps.ts";
import {
  hireEmployee,
  lastMonth as last,
  scenarioMonths,
  payOffCycleRun,
  newScenario,
  runStep,
  employeeRecordOf,
  payRegularRun,
  regularMonths,
  stepsArbitrary,
  type ScenarioEmployee,
  type PayrollScenario,
} from "../testing/payroll-scenarios.ts";
import type { TestRun } from "../testing/payroll.ts";
import {
  expectAddsUp,
  expectDeductionsWithin,
  expectPensionOf,
  expectPostedLines,
  expectYearOf,
  floorOf,
} from "../testing/payslip-invariants.ts";
import { randomSequences } from "../testing/random-sequences.ts";
import {
  hasPaidItem,
  isFromNet,
  isOfMonth,
  isOneOff,
  owedOfItem,
  paidOfItem,
  recordedItems,
  takenFromNet,
  type RecordedItem,
} from "../testing/recorded-items.ts";

const sequences = randomSequences(2, 30_000);

const world = await openFileWorld();
const minimumWage = { from: "2026-01-01", pay: 7_000_000n };

/** What a person is owed at present: for each month and for each one-off item. */
async function owedTo(played: PayrollScenario, person: ScenarioEmployee) {
  const { job, exit, past_employments } = await employeeRecordOf(played, person);
  const present = { start: job.start_date, exit: exit?.exit_date ?? null };
  const past = past_employments.map(({ start_date: start, exit_date }) => ({
    start,
    exit: exit_date,
  }));
  const employments = [...past, present];
  const all = await recordedItems(world, played.payroll.home.tenant_id);
  const items = all.filter(({ employee_id }) => employee_id === person.id);
  return {
    exit: present.exit,
    worksIn: (each: string) => isEmployedIn(each, employments),
    month: (each: string) => expectedMonthPay(each, employments, person.rates),
    /** The national minimum wage over the months of the employments, up to which no tax is due. */
    minimumWage: scenarioMonths
      .map((each) => expectedMonthPay(each, employments, [minimumWage]))
      .reduce((sum, each) => sum + each, 0n),
    items,
  };
}

const monthOf = (payslips: readonly PostedPayslip[], month: string) =>
  payslips.reduce((sum, { months: paid }) => sum + (paid.get(month) ?? 0n), 0n);

/** Whether net pay was at the floor, so that it may have limited a deduction. */
const isAtFloor = ({ floors }: PayrollScenario, { run_id, gross, net }: PostedPayslip) =>
  net <= floorOf(gross, floors.get(run_id) ?? noFloor);

/** Expects a payslip to pay each item that it pays or corrects exactly as owed. */
function expectItemsAsOwed(
  played: PayrollScenario,
  own: readonly PostedPayslip[],
  now: PostedPayslip,
  items: readonly RecordedItem[],
): void {
  for (const item of items) {
    const moved = now.items.get(item.id) ?? 0n;
    if (!isOneOff(item)) {
      const isDue = now.basic !== "0" && isOfMonth(item, now.period);
      const owed = isDue ? owedOfItem(item) : 0n;
      const isLimited = isFromNet(item) && owed < moved && moved <= 0n && isAtFloor(played, now);
      expect([item.id, moved]).toEqual([item.id, isLimited ? moved : owed]);
      continue;
    }
    if (moved === 0n) continue;
    const [paid, owed] = [paidOfItem(own, item), owedOfItem(item)];
    const ofItem = own.filter((each) => hasPaidItem([each], item));
    const mayBeLimited = isFromNet(item) && ofItem.some((each) => isAtFloor(played, each));
    const isLimited = mayBeLimited && owed < paid && paid < 0n;
    expect([item.id, paid]).toEqual([item.id, isLimited ? paid : owed]);
    // What is no longer deducted from net pay is given back there, and not as pay.
    const fromNet = isFromNet(item) ? paid : 0n;
    expect([item.id, takenFromNet(own, item)]).toEqual([item.id, fromNet]);
  }
}

/** After a run, each month and item that it pays or corrects must be paid exactly as owed. */
async function expectPaidAsOwed(played: PayrollScenario, { id: runId }: TestRun): Promise<void> {
  const { tenant_id } = played.payroll.home;
  played.floors.set(runId, played.floor);
  const all = await postedPayslips(world, tenant_id);
  for (const person of played.people) {
    const own = all.filter((each) => each.employee_id === person.id && !each.excluded);
    const now = own.find(({ run_id }) => run_id === runId);
    if (now === undefined) continue;
    const is = await owedTo(played, person);
    const paidFor = [...now.months.keys()].map((each) => [each, monthOf(own, each)]);
    const owedFor = [...now.months.keys()].map((each) => [each, is.month(each)]);
    expect([person.id, paidFor]).toEqual([person.id, owedFor]);
    expectItemsAsOwed(played, own, now, is.items);
    expectAddsUp(now, played.floor);
    expectYearOf(own);
    expectDeductionsWithin(own, is.items, played.highest);
    expectPensionOf(own);
    await expectRecovered(played, own, { exit: is.exit, isAtFloor: isAtFloor(played, now) });
  }
  await expectPostedLines(world, tenant_id, all);
}

/** The differences between owed and paid: for months that were paid, months that were not, and items. */
async function openFor(played: PayrollScenario, person: ScenarioEmployee) {
  const all = await postedPayslips(world, played.payroll.home.tenant_id);
  const own = all.filter((each) => each.employee_id === person.id && !each.excluded);
  const is = await owedTo(played, person);
  const paidMonths = new Set(own.flatMap((each) => [...each.months.keys()]));
  const corrected = [...paidMonths].toSorted().flatMap((each) => {
    const open = is.month(each) - monthOf(own, each);
    return open === 0n ? [] : [[each, open] as const];
  });
  const unpaid = scenarioMonths.filter((each) => is.worksIn(each) && !paidMonths.has(each));
  const items = is.items.flatMap((item) => {
    // Other removed items stay as they were paid.
    if (!isOneOff(item) || (item.removed && !item.settlement)) return [];
    const open = owedOfItem(item) - paidOfItem(own, item);
    const isEarning = item.kind === "EARNING";
    return open === 0n ? [] : [{ open, isEarning, paid: hasPaidItem(own, item), item }];
  });
  return { is, own, corrected, unpaid, items };
}

/** Expects the corrections on the employee's page to equal those of the model. */
async function expectSaid(played: PayrollScenario): Promise<void> {
  const done = await regularMonths(played);
  for (const person of played.people) {
    const said = await played.payroll.preparer.call(getPayCorrections, { params: person.path });
    const { is, corrected, items } = await openFor(played, person);
    expect(said.corrections.map((each) => [each.month, signedKobo(each.amount)])).toEqual(
      corrected,
    );
    const { exit } = is;
    const left = exit !== null && done.some((each) => each >= exit.slice(0, 7));
    expect(said.left).toBe(left);
    const expected = items.filter(({ isEarning, paid, item }) => {
      if (!isEarning) return false;
      if (paid) return item.from_month < last;
      return left && exit < last && item.settlement && item.from_month < last;
    });
    const amounts = said.items
      .filter(({ deduction }) => !deduction)
      // It is zero where only the tax or pension treatment was changed.
      .map((each) => signedKobo(each.amount))
      .filter((each) => each !== 0n);
    const inOrder = (these: bigint[]) => these.toSorted((one, other) => (one < other ? -1 : 1));
    expect(inOrder(amounts)).toEqual(inOrder(expected.map(({ open }) => open)));
  }
}

/**
 * Pays everything that is still open, in the order in which a payroll officer would.
 *
 * @returns the people whose run was refused because it would recover more than it pays.
 */
async function settle(played: PayrollScenario): Promise<ReadonlySet<number>> {
  const refused = new Set<number>();
  played.blocked.clear();
  while (await payRegularRun(played, last)) {
    // Run the next month.
  }
  for (let round = 0; round < 2; round += 1) {
    for (const person of played.people) {
      for (const each of (await openFor(played, person)).unpaid) {
        await payOffCycleRun(played, each, person);
      }
      const { items, corrected, is } = await openFor(played, person);
      for (const each of new Set(items.map(({ item }) => item.from_month)))
        if (each <= last) await payOffCycleRun(played, each, person);
      const hasLeft = is.exit !== null && is.exit.slice(0, 7) <= last;
      if (!hasLeft || corrected.length + items.length === 0) continue;
      if (!(await payOffCycleRun(played, last, person))) refused.add(person.id);
    }
  }
  return refused;
}

/**
 * Expects everything owed to be paid, and the tax of leavers to be that of the pay they got; or that they
 * owe, and the payslip warns of it.
 */
async function expectSettled(played: PayrollScenario, refused: ReadonlySet<number>): Promise<void> {
  for (const person of played.people) {
    // What else is owed to them waits until they have paid what they owe.
    if (played.blocked.has(person.id)) continue;
    const { is, own, corrected, unpaid, items } = await openFor(played, person);
    const toGiveBack = items.filter(({ isEarning, open }) => !isEarning && open > 0n);
    expect([person.id, toGiveBack]).toEqual([person.id, []]);
    const open = [
      ...corrected.map(([, each]) => each),
      ...unpaid.map((each) => is.month(each)),
      ...items.filter(({ isEarning }) => isEarning).map((each) => each.open),
    ];
    const hasLeft = is.exit !== null && is.exit.slice(0, 7) <= last;
    const owes = open.some((each) => each < 0n);
    // A person who owes is paid nothing more; a smaller debt was deducted from what they were owed.
    const total = open.reduce((sum, each) => sum + each, 0n);
    const isRefused = owes && (!hasLeft || total <= 0n || refused.has(person.id));
    expect([person.id, isRefused ? [] : open]).toEqual([person.id, []]);
    const latest = own.at(-1);
    if (owes || !hasLeft || latest === undefined || latest.exit !== is.exit) continue;
    const sum = (of: "taxable" | "pension" | "nhf" | "paye") =>
      own.reduce((all, each) => all + each[of], 0n);
    const isExempt = sum("taxable") <= is.minimumWage;
    const tax = isExempt ? 0n : expectedTax(sum("taxable") - sum("pension") - sum("nhf"));
    const overpaid = sum("paye") - tax;
    expect([person.id, overpaid]).toEqual([person.id, latest.tax_overpaid]);
  }
}

test(
  "whatever is recorded and paid, nobody is paid twice and everybody is paid what they are owed",
  async () => {
    const property = fc.asyncProperty(stepsArbitrary, async (steps) => {
      const played = { ...(await newScenario(world)), approved: expectPaidAsOwed };
      await setFloor(played, noFloor);
      await hireEmployee(played, { day: "2026-01-01", pay: 28_000_000n });
      for (const next of steps) await runStep(played, next);
      await expectSaid(played);
      await expectSettled(played, await settle(played));
      await expectSaid(played);
      await expectCoherentBooks(world);
    });
    await sequences.play(property);
  },
  sequences.maxTime,
);
