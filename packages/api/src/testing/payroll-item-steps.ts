import { getEmployee, saveStatutory } from "@kontor/contract/employees/employees";
import {
  addPayItem,
  listPayItems,
  removePayItem,
  savePayItem,
} from "@kontor/contract/employees/pay";
import { payrollSettings } from "@kontor/contract/payroll/settings";
import * as fc from "fast-check";
import { expect } from "vitest";

import { nairaOf } from "./advances.ts";
import { postedPayslips } from "./expected-pay.ts";
import type { World } from "./harness.ts";
import { testSettings, type PaidEmployee, type TestPayroll } from "./payroll.ts";

/* The steps of random payroll scenarios that record items and who contributes, and set the floor of net pay. */

const who = fc.constantFrom(0, 0, 0, 1, 2);
const month = fc.constantFrom("2026-01", "2026-02", "2026-03");
const kobo = (min: number, max: number) => fc.integer({ min, max }).map(BigInt);

/** A deduction from taxable pay is unpaid leave of some days; more of them would block most payslips. */
const treatment = fc.oneof(
  fc.record({
    kind: fc.constant("EARNING" as const),
    amount: kobo(1_000_000, 80_000_000),
    taxable: fc.boolean(),
    pensionable: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("DEDUCTION" as const),
    amount: kobo(1_000_000, 40_000_000),
    taxable: fc.constant(false),
    pensionable: fc.constant(false),
  }),
  fc.record({
    kind: fc.constant("DEDUCTION" as const),
    amount: kobo(500_000, 8_000_000),
    taxable: fc.constant(true),
    pensionable: fc.boolean(),
  }),
);
const months = fc.tuple(month, fc.constantFrom("once", "once", "once", "until March", "open"));

const itemSteps = {
  "add item": fc.record({ do: fc.constant("add item" as const), who, item: treatment, months }),
  /** Null leaves a part of the item as it is. */
  "change item": fc.record({
    do: fc.constant("change item" as const),
    who,
    which: fc.nat(7),
    /** The new amount as a part of the present one, in percent. */
    percent: fc.option(fc.integer({ min: 10, max: 250 })),
    flips: fc.constantFrom("", "", "taxable", "pensionable", "both", "kind"),
    // Mostly it stays in its month, so that payroll corrects it.
    months: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: months }),
  }),
  "remove item": fc.record({ do: fc.constant("remove item" as const), who, which: fc.nat(7) }),
  contributes: fc.record({
    do: fc.constant("contributes" as const),
    who,
    pension: fc.boolean(),
    nhf: fc.boolean(),
  }),
};
type StepOf<Do extends keyof typeof itemSteps> =
  (typeof itemSteps)[Do] extends fc.Arbitrary<infer One> ? One : never;

/** The floor of net pay: an amount in kobo, and a part of gross in percent. */
export type NetPayFloor = { amount: bigint; percent: number };
export const noFloor: NetPayFloor = { amount: 0n, percent: 0 };
const floorStep = fc.record({
  do: fc.constant("floor" as const),
  amount: fc.oneof(fc.constant(0n), kobo(1_000_000, 20_000_000)),
  percent: fc.constantFrom(0, 0, 20, 33.33, 60),
});

/** Steps of HR about items and contributions, and of the owner about the floor. */
export const itemStepArbitraries = [
  { weight: 4, arbitrary: itemSteps["add item"] },
  { weight: 6, arbitrary: itemSteps["change item"] },
  { weight: 2, arbitrary: itemSteps["remove item"] },
  { weight: 1, arbitrary: itemSteps.contributes },
  { weight: 2, arbitrary: floorStep },
] as const;

type Person = { path: PaidEmployee };
type Place = { world: World; payroll: TestPayroll; count: number };

function monthsOf([from_month, end]: StepOf<"add item">["months"]) {
  const last = { once: from_month, "until March": "2026-03", open: null }[end] ?? null;
  return { from_month, to_month: last };
}

/** One of a person's items that are not of a settlement, rather one that payslips have; undefined without any. */
async function chosenItemOf({ world, payroll }: Place, { path: params }: Person, which: number) {
  const items = await payroll.hr.call(listPayItems, { params });
  const ordinary = items.filter(({ settlement }) => !settlement);
  const payslips = await postedPayslips(world, payroll.home.tenant_id);
  const paid = ordinary.filter(({ id }) => payslips.some((each) => each.items.has(id)));
  const among = paid.length > 0 && which > 1 ? paid : ordinary;
  return among[which % Math.max(1, among.length)];
}

async function changeItem(place: Place, person: Person, step: StepOf<"change item">) {
  const item = await chosenItemOf(place, person, step.which);
  if (item === undefined) return;
  const { id, name, version } = item;
  const flips = (part: string) => step.flips === part || step.flips === "both";
  const kind = (item.kind === "EARNING") === flips("kind") ? "DEDUCTION" : "EARNING";
  const taxable = item.taxable !== flips("taxable");
  const pensionable = item.pensionable !== flips("pensionable");
  const amount = (item.amount * BigInt(step.percent ?? 100)) / 100n;
  const body = {
    name,
    kind,
    amount: nairaOf(amount < 100n ? 100n : amount),
    taxable,
    pensionable: pensionable && (kind === "EARNING" || taxable),
    ...(step.months === null
      ? { from_month: item.from_month, to_month: item.to_month }
      : monthsOf(step.months)),
    version,
  };
  await place.payroll.hr.call(savePayItem, { params: { ...person.path, item_id: id }, body });
}

/** The functions of the steps that concern a person. */
export const itemStepHandlers: {
  readonly [Do in keyof typeof itemSteps]: (
    place: Place,
    person: Person,
    step: StepOf<Do>,
  ) => Promise<void>;
} = {
  "add item": async (place, { path: params }, { item, months: when }) => {
    place.count += 1;
    const name = `Item ${String(place.count)}`;
    const body = { name, ...item, amount: nairaOf(item.amount), ...monthsOf(when) };
    await place.payroll.hr.call(addPayItem, { params, body });
  },
  "change item": changeItem,
  "remove item": async (place, person, { which }) => {
    const item = await chosenItemOf(place, person, which);
    if (item === undefined) return;
    const params = { ...person.path, item_id: item.id };
    await place.payroll.hr.call(removePayItem, { params });
  },
  contributes: async ({ payroll }, { path: params }, { pension, nhf }) => {
    const { version } = await payroll.hr.call(getEmployee, { params });
    const body = { pension_exemption: pension ? null : "OTHER_REASON", nhf_consent: nhf, version };
    const reply = await payroll.hr.attempt(saveStatutory, { params, body });
    expect(reply.status).toBe(200);
  },
};

/** Sets the floor of net pay. The National Housing Fund is on for those who ask for it. */
export async function setFloor(
  { payroll: { owner, home } }: Pick<Place, "payroll">,
  { amount, percent }: NetPayFloor,
): Promise<void> {
  const floor = { floor_amount: nairaOf(amount), floor_percentage: percent };
  const body = { ...testSettings, nhf_active: true, ...floor };
  await owner.call(payrollSettings.save.organization, { params: home.path, body });
}
