import { addDays } from "@kontor/books/calendar-date";
import { getEmployee } from "@kontor/contract/employees/employees";
import { cancelExit, leaveEmployment, returnToWork } from "@kontor/contract/employees/leaving";
import { addPayItem, addPayRate, listPayItems, savePayItem } from "@kontor/contract/employees/pay";
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

import type { Reply, World } from "./harness.ts";
import {
  addPaid,
  calculatedRun,
  pathOfRun,
  type TestPayroll,
  type TestRun,
  type PaidEmployee,
} from "./payroll.ts";
import { countedPayslips, type PlainRate } from "./plain-pay.ts";

/* What is recorded and paid in sequences that a property test plays over HTTP. */

/** The months that are paid; the last one only once nothing more happens. */
export const months = ["2026-01", "2026-02", "2026-03", "2026-04"] as const;
export const lastMonth = "2026-04";

/** Somebody with the rates of pay that were recorded. */
export type Person = { id: number; path: PaidEmployee; rates: PlainRate[] };
export type Played = {
  world: World;
  payroll: TestPayroll;
  people: Person[];
  /** The approved runs of which nothing was paid, the last one last. */
  open: TestRun[];
  count: number;
  /** Called with every run that was approved. */
  approved: (played: Played, run: TestRun) => Promise<void>;
};

const who = fc.nat(2);
const day = fc.nat(119).map((after) => addDays("2026-01-01", after));
const month = fc.constantFrom("2026-01", "2026-02", "2026-03");
/** From ₦150,000 on, above the minimum wage. */
const pay = fc.integer({ min: 15_000_000, max: 60_000_000 }).map(BigInt);
const amount = fc.integer({ min: 1_000_000, max: 80_000_000 }).map(BigInt);
const owed = fc.array(fc.record({ isEarning: fc.boolean(), taxable: fc.boolean(), amount }), {
  maxLength: 2,
});

/** Something that HR, or those who have to do with payroll, may do. */
export const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant("hire" as const), day, pay }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("raise" as const), who, day, pay }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("leave" as const), who, day, owed }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("owe" as const), who, owed }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("stay" as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("return" as const),
      who,
      after: fc.integer({ min: 1, max: 25 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("add item" as const), who, month, amount }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("change item" as const), who, month, amount }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("regular" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("off cycle" as const), who: fc.option(who), month }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reverse" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("pay" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const naira = (kobo: bigint) => `${String(kobo / 100n)}.${String(kobo % 100n).padStart(2, "0")}`;

/** What the rules refuse changes nothing; what breaks is a fault. */
function expectNoFault(reply: Reply): boolean {
  expect(reply.status).toBeLessThan(500);
  return reply.status < 300;
}

/** The record of a person as it is now. */
export const recordOf = ({ payroll }: Played, { path: params }: Person) =>
  payroll.hr.call(getEmployee, { params });

/** Adds a person with a first rate of pay; three at most. */
export async function hire(
  played: Played,
  { day: start_date, pay: first }: { day: string; pay: bigint },
): Promise<void> {
  if (played.people.length > 2) return;
  const name = `A-${String(played.people.length + 1)}`;
  const params = await addPaid(played.payroll, name, { basic: naira(first) }, { start_date });
  played.people.push({ id: params.id, path: params, rates: [{ from: start_date, pay: first }] });
}

type Of<Do extends Step["do"]> = Extract<Step, { do: Do }>;

type Act<Do extends Step["do"]> = (played: Played, person: Person, step: Of<Do>) => Promise<void>;

const acts: { readonly [Do in Extract<Step, { who: number }>["do"]]: Act<Do> } = {
  raise: async ({ payroll }, person, { day: from, pay: raised }) => {
    const zero = { housing: "0.00", transport: "0.00", other: "0.00" };
    const body = { from_date: from, basic: naira(raised), ...zero };
    const reply = await payroll.hr.attempt(addPayRate, { params: person.path, body });
    if (expectNoFault(reply)) person.rates.push({ from, pay: raised });
  },
  leave: (played, person, { day: exit_date, owed: settled }) =>
    leave(played, person, exit_date, settled),
  owe: async (played, person, { owed: settled }) => {
    const { exit } = await recordOf(played, person);
    if (exit !== null) await leave(played, person, exit.exit_date, settled);
  },
  stay: async (played, person) => {
    const { version } = await recordOf(played, person);
    const query = { version };
    expectNoFault(await played.payroll.hr.attempt(cancelExit, { params: person.path, query }));
  },
  return: async (played, person, { after }) => {
    const { version, exit } = await recordOf(played, person);
    if (exit === null) return;
    const body = { start_date: addDays(exit.exit_date, after), version };
    expectNoFault(await played.payroll.hr.attempt(returnToWork, { params: person.path, body }));
  },
  "add item": async (played, person, { month: of, amount: each }) => {
    played.count += 1;
    const body = itemBody(`Bonus ${String(played.count)}`, of, each);
    await played.payroll.hr.call(addPayItem, { params: person.path, body });
  },
  "change item": async ({ payroll }, person, { month: of, amount: each }) => {
    const items = await payroll.hr.call(listPayItems, { params: person.path });
    const item = items.find(({ name }) => name.startsWith("Bonus"));
    if (item === undefined) return;
    const body = { ...itemBody(item.name, of, each), version: item.version };
    await payroll.hr.call(savePayItem, { params: { ...person.path, item_id: item.id }, body });
  },
};

/** Ends an employment, or records its end again with another day or other amounts. */
async function leave(
  played: Played,
  person: Person,
  exit_date: string,
  settled: Of<"leave">["owed"],
): Promise<void> {
  const { version } = await recordOf(played, person);
  const items = settled.map(({ isEarning, taxable, amount: each }, place) => ({
    name: `Owed ${String(place)}`,
    kind: isEarning ? "EARNING" : "DEDUCTION",
    amount: naira(isEarning ? each : each / 10n),
    // What lowers the tax and what the floor cuts have tests of their own.
    taxable: isEarning && taxable,
  }));
  const body = { exit_date, reason: "RESIGNED", note: "", owed: items, version };
  expectNoFault(await played.payroll.hr.attempt(leaveEmployment, { params: person.path, body }));
}

function itemBody(name: string, of: string, each: bigint) {
  const kinds = { kind: "EARNING", taxable: true, pensionable: false };
  return { name, ...kinds, amount: naira(each), from_month: of, to_month: of };
}

/** Approves a run that is calculated, without whom it would take more from than it pays; whether it was approved. */
async function approve(played: Played, draft: TestRun): Promise<boolean> {
  const { preparer, owner } = played.payroll;
  const params = pathOfRun(draft);
  const payslips = await preparer.call(listPayslips, { params, query: { per_page: 100 } });
  for (const { id, blocked } of payslips) {
    const body = { excluded: true, reason: "Owes more" };
    if (blocked)
      await preparer.call(excludePayslip, { params: { ...params, payslip_id: id }, body });
  }
  const { version } = await preparer.call(getRun, { params });
  const submitted = await preparer.attempt(submitRun, { params, body: { version } });
  if (!expectNoFault(submitted)) {
    // A regular run of nobody is given up too, so its month has none.
    await preparer.call(discardRun, { params, query: { version } });
    return false;
  }
  const waiting = await preparer.call(getRun, { params });
  const body = { version: waiting.version, status: "APPROVED" };
  const approved = await owner.call(decideRun, { params, body });
  played.open.push(approved);
  await played.approved(played, approved);
  return true;
}

/** The months that regular runs have paid. */
export async function regularMonths({ world, payroll }: Played): Promise<string[]> {
  const payslips = await countedPayslips(world, payroll.home.tenant_id);
  return payslips.filter(({ cycle }) => cycle === "REGULAR").map(({ period }) => period);
}

/** Pays the next month up to one, whether there was one to pay. */
export async function regular(played: Played, until: string): Promise<boolean> {
  const done = await regularMonths(played);
  for (const each of months) {
    if (each > until || done.some((of) => of >= each)) continue;
    // A month in which nobody is employed has no run.
    if (await approve(played, await calculatedRun(played.world, played.payroll, each))) return true;
  }
  return false;
}

/** Pays everybody or one person off cycle; whether anything was paid. */
export async function offCycle(
  played: Played,
  period: string,
  person: Person | undefined,
): Promise<boolean> {
  const more = person === undefined ? {} : { employee_ids: [person.id] };
  const title = { cycle: "OFF_CYCLE", title: "Off cycle" };
  return approve(
    played,
    await calculatedRun(played.world, played.payroll, period, { ...title, ...more }),
  );
}

/** Pays the last run that was approved by other means, or has it reversed. */
async function pays(played: Played, act: "reverse" | "pay"): Promise<void> {
  const { payroll, open } = played;
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

/** Plays one step. */
export async function play(played: Played, next: Step): Promise<void> {
  const { people } = played;
  if (next.do === "hire") await hire(played, next);
  else if (next.do === "regular") await regular(played, "2026-03");
  else if (next.do === "reverse" || next.do === "pay") await pays(played, next.do);
  else if (next.do === "off cycle") {
    const one = next.who === null ? undefined : people[next.who % people.length];
    await offCycle(played, next.month, one);
  } else {
    const person = people[next.who % people.length];
    // Each step goes to the act of its name.
    const act = acts[next.do] as Act<typeof next.do> as Act<Step["do"]>;
    if (person !== undefined) await act(played, person, next);
  }
}
