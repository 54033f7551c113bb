import { addDays } from "@kontor/books/calendar-date";
import { getEmployee } from "@kontor/contract/employees/employees";
import { cancelExit, leaveEmployment, returnToWork } from "@kontor/contract/employees/leaving";
import { addPayRate } from "@kontor/contract/employees/pay";
import { excludePayslip, listPayslips } from "@kontor/contract/payroll/payslips";
import { getRun } from "@kontor/contract/payroll/runs";
import {
  decideRun,
  discardRun,
  markRunPaid,
  reverseRun,
  submitRun,
} from "@kontor/contract/payroll/steps";
import * as fc from "fast-check";
import { expect } from "vitest";

import { nairaOf, openAdvances, type AdvanceStaff } from "./advances.ts";
import { postedPayslips, type MonthlyRate } from "./expected-pay.ts";
import type { Reply, World } from "./harness.ts";
import {
  advanceStepArbitraries,
  advanceStepHandlers,
  type GivenAdvance,
} from "./payroll-advance-steps.ts";
import {
  itemStepArbitraries,
  itemStepHandlers,
  noFloor,
  setFloor,
  type NetPayFloor,
} from "./payroll-item-steps.ts";
import {
  addPaid,
  calculatedRun,
  pathOfRun,
  payrollOf,
  type TestPayroll,
  type TestRun,
  type PaidEmployee,
} from "./payroll.ts";
import { recordedItems } from "./recorded-items.ts";

/* The steps of random payroll scenarios that property tests run over HTTP. */

/** The months that are paid; the last one only after all steps. */
export const scenarioMonths = ["2026-01", "2026-02", "2026-03", "2026-04"] as const;
export const lastMonth = "2026-04";

/** An employee with the rates of pay that were recorded. */
export type ScenarioEmployee = { id: number; path: PaidEmployee; rates: MonthlyRate[] };
export type PayrollScenario = {
  world: World;
  payroll: TestPayroll;
  people: ScenarioEmployee[];
  /** The approved runs of which nothing was paid, in the order of approval. */
  open: TestRun[];
  count: number;
  staff: AdvanceStaff;
  advances: GivenAdvance[];
  floor: NetPayFloor;
  /** The floor that was in force for each run, by its id. */
  floors: Map<number, NetPayFloor>;
  /** The people of whom a payslip was left out, because it took more than it paid. */
  blocked: Set<number>;
  /** The highest amount of each item that was ever recorded, in kobo. */
  highest: Map<number, bigint>;
  /** Called with every run that was approved. */
  approved: (scenario: PayrollScenario, run: TestRun) => Promise<void>;
};

/** A scenario in which nobody was hired yet. */
export async function newScenario(world: World): Promise<Omit<PayrollScenario, "approved">> {
  const staff = await openAdvances(world);
  await staff.fund("100000000.00");
  return {
    world,
    payroll: await payrollOf(world, staff),
    people: [],
    open: [],
    count: 0,
    staff,
    advances: [],
    floor: noFloor,
    floors: new Map<number, NetPayFloor>(),
    highest: new Map<number, bigint>(),
    blocked: new Set<number>(),
  };
}

const who = fc.constantFrom(0, 0, 1, 2);
const day = fc.nat(119).map((after) => addDays("2026-01-01", after));
const month = fc.constantFrom("2026-01", "2026-02", "2026-03");
/** From ₦150,000 on, above the minimum wage. */
const pay = fc.integer({ min: 15_000_000, max: 60_000_000 }).map(BigInt);
const amount = fc.integer({ min: 1_000_000, max: 80_000_000 }).map(BigInt);
const owed = fc.array(fc.record({ isEarning: fc.boolean(), taxable: fc.boolean(), amount }), {
  maxLength: 2,
});

const employmentSteps = [
  { weight: 2, arbitrary: fc.record({ do: fc.constant("hire" as const), day, pay }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("raise" as const), who, day, pay }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("leave" as const), who, day, owed }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("owe" as const), who, owed }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel exit" as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("return" as const),
      who,
      after: fc.integer({ min: 1, max: 25 }),
    }),
  },
] as const;
const runSteps = [
  { weight: 5, arbitrary: fc.record({ do: fc.constant("regular" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("off cycle" as const), who: fc.option(who), month }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("reverse" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("pay" as const) }) },
] as const;

/** A step of HR or of a user with a role in payroll. */
const anyStep = fc.oneof(
  ...employmentSteps,
  ...itemStepArbitraries,
  ...advanceStepArbitraries,
  ...runSteps,
);
/** The same with more changes of items. */
const itemStep = fc.oneof(
  { weight: 2, arbitrary: fc.oneof(...employmentSteps, ...advanceStepArbitraries) },
  { weight: 5, arbitrary: fc.oneof(...itemStepArbitraries) },
  { weight: 3, arbitrary: fc.oneof(...runSteps) },
);
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never;

const sequenceOf = (step: typeof anyStep) =>
  fc.array(step, { minLength: 10, maxLength: 18, size: "max" });
/** The steps of a scenario. */
export const stepsArbitrary = fc.oneof(sequenceOf(anyStep), sequenceOf(itemStep));

/** A step may be refused, which changes nothing, but must not fail with a fault. */
function expectNoFault(reply: Reply): boolean {
  expect(reply.status).toBeLessThan(500);
  return reply.status < 300;
}

/** The record of a person as it is now. */
export const employeeRecordOf = (
  { payroll }: PayrollScenario,
  { path: params }: ScenarioEmployee,
) => payroll.hr.call(getEmployee, { params });

/** Adds a person with a first rate of pay; three at most. */
export async function hireEmployee(
  scenario: PayrollScenario,
  { day: start_date, pay: first }: { day: string; pay: bigint },
): Promise<void> {
  if (scenario.people.length > 2) return;
  const name = `A-${String(scenario.people.length + 1)}`;
  const params = await addPaid(scenario.payroll, name, { basic: nairaOf(first) }, { start_date });
  scenario.people.push({ id: params.id, path: params, rates: [{ from: start_date, pay: first }] });
}

type StepOf<Do extends Step["do"]> = Extract<Step, { do: Do }>;

type StepHandler<Do extends Step["do"]> = (
  scenario: PayrollScenario,
  person: ScenarioEmployee,
  step: StepOf<Do>,
) => Promise<void>;

const stepHandlers: { readonly [Do in Extract<Step, { who: number }>["do"]]: StepHandler<Do> } = {
  raise: async ({ payroll }, person, { day: from, pay: raised }) => {
    const zero = { housing: "0.00", transport: "0.00", other: "0.00" };
    const body = { from_date: from, basic: nairaOf(raised), ...zero };
    const reply = await payroll.hr.attempt(addPayRate, { params: person.path, body });
    if (expectNoFault(reply)) person.rates.push({ from, pay: raised });
  },
  leave: (scenario, person, { day: exit_date, owed: settled }) =>
    endEmployment(scenario, person, exit_date, settled),
  owe: async (scenario, person, { owed: settled }) => {
    const { exit } = await employeeRecordOf(scenario, person);
    if (exit !== null) await endEmployment(scenario, person, exit.exit_date, settled);
  },
  "cancel exit": async (scenario, person) => {
    const { version } = await employeeRecordOf(scenario, person);
    const query = { version };
    expectNoFault(await scenario.payroll.hr.attempt(cancelExit, { params: person.path, query }));
  },
  return: async (scenario, person, { after }) => {
    const { version, exit } = await employeeRecordOf(scenario, person);
    if (exit === null) return;
    const body = { start_date: addDays(exit.exit_date, after), version };
    expectNoFault(await scenario.payroll.hr.attempt(returnToWork, { params: person.path, body }));
  },
  ...itemStepHandlers,
  ...advanceStepHandlers,
};

/** Ends an employment, or records its end again with another day or other amounts. */
async function endEmployment(
  scenario: PayrollScenario,
  person: ScenarioEmployee,
  exit_date: string,
  settled: StepOf<"leave">["owed"],
): Promise<void> {
  const { version } = await employeeRecordOf(scenario, person);
  const items = settled.map(({ isEarning, taxable, amount: each }, place) => ({
    name: `Owed ${String(place)}`,
    kind: isEarning ? "EARNING" : "DEDUCTION",
    // Few deductions from taxable pay exceed the pay, which would block the payslip.
    amount: nairaOf(isEarning ? each : each / (taxable ? 10n : 2n)),
    taxable,
  }));
  const body = { exit_date, reason: "RESIGNED", note: "", owed: items, version };
  expectNoFault(await scenario.payroll.hr.attempt(leaveEmployment, { params: person.path, body }));
}

/**
 * Approves a calculated run, without the employees whose deductions exceed their pay. @returns
 * whether it was approved.
 */
async function approve(scenario: PayrollScenario, draft: TestRun): Promise<boolean> {
  const { preparer, owner } = scenario.payroll;
  const params = pathOfRun(draft);
  const payslips = await preparer.call(listPayslips, { params, query: { per_page: 100 } });
  for (const { id, employee_id, blocked } of payslips) {
    const body = { excluded: true, reason: "Owes more" };
    if (blocked) scenario.blocked.add(employee_id);
    if (blocked)
      await preparer.call(excludePayslip, { params: { ...params, payslip_id: id }, body });
  }
  const { version } = await preparer.call(getRun, { params });
  const submitted = await preparer.attempt(submitRun, { params, body: { version } });
  if (!expectNoFault(submitted)) {
    // A regular run without any employee is discarded too, so its month has none.
    await preparer.call(discardRun, { params, query: { version } });
    return false;
  }
  const waiting = await preparer.call(getRun, { params });
  const body = { version: waiting.version, status: "APPROVED" };
  const approved = await owner.call(decideRun, { params, body });
  scenario.open.push(approved);
  await scenario.approved(scenario, approved);
  return true;
}

/** The months that regular runs have paid. */
export async function regularMonths({ world, payroll }: PayrollScenario): Promise<string[]> {
  const payslips = await postedPayslips(world, payroll.home.tenant_id);
  return payslips.filter(({ cycle }) => cycle === "REGULAR").map(({ period }) => period);
}

/** Pays the next unpaid month, up to a given one. @returns whether there was one to pay. */
export async function payRegularRun(scenario: PayrollScenario, until: string): Promise<boolean> {
  const done = await regularMonths(scenario);
  for (const each of scenarioMonths) {
    if (each > until || done.some((of) => of >= each)) continue;
    // A month in which nobody is employed has no run.
    if (await approve(scenario, await calculatedRun(scenario.world, scenario.payroll, each)))
      return true;
  }
  return false;
}

/** Pays everybody or one person off cycle. @returns whether anything was paid. */
export async function payOffCycleRun(
  scenario: PayrollScenario,
  period: string,
  person: ScenarioEmployee | undefined,
): Promise<boolean> {
  const more = person === undefined ? {} : { employee_ids: [person.id] };
  const title = { cycle: "OFF_CYCLE", title: "Off cycle" };
  return approve(
    scenario,
    await calculatedRun(scenario.world, scenario.payroll, period, { ...title, ...more }),
  );
}

/** Marks the run that was approved last as paid outside Kontor, or reverses it. */
async function payOrReverse(scenario: PayrollScenario, act: "reverse" | "pay"): Promise<void> {
  const { payroll, open } = scenario;
  const run = open.pop();
  if (run === undefined) return;
  const params = pathOfRun(run);
  const { version } = await payroll.owner.call(getRun, { params });
  const reversal = { version, reason: "Mistake" };
  const payment = { version, date: "2026-03-10", note: "Bank" };
  expectNoFault(
    await (act === "reverse"
      ? payroll.owner.attempt(reverseRun, { params, body: reversal })
      : payroll.disburser.attempt(markRunPaid, { params, body: payment })),
  );
}

/** Executes one step. */
export async function runStep(scenario: PayrollScenario, next: Step): Promise<void> {
  const { people } = scenario;
  if (next.do === "hire") await hireEmployee(scenario, next);
  else if (next.do === "floor") {
    await setFloor(scenario, next);
    scenario.floor = next;
  } else if (next.do === "regular") await payRegularRun(scenario, "2026-03");
  else if (next.do === "reverse" || next.do === "pay") await payOrReverse(scenario, next.do);
  else if (next.do === "off cycle") {
    const one = next.who === null ? undefined : people[next.who % people.length];
    await payOffCycleRun(scenario, next.month, one);
  } else {
    const person = people[next.who % people.length];
    // Each step is handled by the function of its name.
    const act = stepHandlers[next.do] as StepHandler<typeof next.do> as StepHandler<Step["do"]>;
    if (person !== undefined) await act(scenario, person, next);
  }
  await recordHighest(scenario);
}

async function recordHighest({ world, payroll, highest }: PayrollScenario): Promise<void> {
  for (const { id, amount: now } of await recordedItems(world, payroll.home.tenant_id)) {
    const before = highest.get(id) ?? 0n;
    if (now > before) highest.set(id, now);
  }
}
