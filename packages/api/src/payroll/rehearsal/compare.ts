import { rehearsalComponents, type RehearsalTerms } from "@kontor/contract/payroll/rehearsal";
import { firstDayOf } from "@kontor/payroll/month";
import { statutoryPacks } from "@kontor/payroll/statutory/packs";
import { sql } from "kysely";

import { rulesOf } from "../../employees/pay/payroll-settings.ts";
import type { Tx } from "../../platform/scope.ts";
import { amountsOf, compute, type Computed } from "../calculation/compute.ts";
import { inputsOf, type EmployeeInput } from "../calculation/inputs.ts";
import { calculatedRun, type RunRow } from "../runs/row.ts";
import { lawOn } from "../settings.ts";
import { advancesBefore } from "./advances-before.ts";
import { draftOf, type Calculated } from "./terms.ts";

type Component = (typeof rehearsalComponents)[number];
/** Sums in kobo, by column. */
export type Amounts = Readonly<Record<Component, bigint>>;
/** Totals under both sets of terms. */
export type Totals = { before: Amounts; after: Amounts };

/** The result for one person, in kobo; differences are after less before. */
export type ComparedPerson = {
  employee_id: number;
  net_before: bigint;
  net_after: bigint;
  paye_difference: bigint;
  cost_difference: bigint;
  /** The record has changed since the run was calculated. */
  changed: boolean;
};

/** The law and settings that the run was calculated with. */
export function calculatedWith({ settings, pack, period }: RunRow): Calculated {
  if (settings === null) throw new Error("an approved run was calculated without settings");
  const law = statutoryPacks.find(({ name }) => name === pack) ?? lawOn(firstDayOf(period));
  return { pack: law, settings: rulesOf(settings) };
}

/**
 * Computes payslips of a run under its own terms and under others. Both are computed from the present
 * records, so that only the terms make a difference; people excluded from the run are in neither.
 */
export async function compareSet(
  tx: Tx,
  run: RunRow,
  terms: RehearsalTerms,
  ids: readonly number[],
): Promise<{ people: ComparedPerson[]; totals: Totals }> {
  const present = calculatedWith(run);
  const draft = draftOf(present, terms);
  const scope = calculatedRun(run);
  const stored = await storedPayslips(tx, run, ids);
  const people: ComparedPerson[] = [];
  let totals = noTotals();
  for (const input of await inputsThen(tx, run, ids)) {
    const before = compute({ run: scope, ...present, regularPaid: false }, input);
    const after = compute({ run: scope, ...draft, regularPaid: false }, input);
    if (before === undefined || after === undefined) continue;
    const [was, is] = [amountsFor(before), amountsFor(after)];
    const paid = stored.get(input.employee_id);
    totals = addTotals(totals, { before: was, after: is });
    people.push({
      employee_id: input.employee_id,
      net_before: was.net,
      net_after: is.net,
      paye_difference: is.paye - was.paye,
      cost_difference: is.cost - was.cost,
      changed: paid?.net !== was.net || paid.cost !== was.cost,
    });
  }
  return { people, totals };
}

/** The results of the run's payslips, by employee. */
async function storedPayslips(
  tx: Tx,
  { tenant_id, id }: RunRow,
  ids: readonly number[],
): Promise<Map<number, { net: bigint; cost: bigint }>> {
  const { rows } = await sql<{ employee_id: number; net: bigint; cost: bigint }>`
    select s.employee_id, s.net, (s.gross + s.employer)::bigint as cost from payslips s
    where s.tenant_id = ${tenant_id} and s.run_id = ${id} and s.employee_id = any (${[...ids]}::bigint[])`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.employee_id, row]));
}

/** The records of people, with advances as owed before the run recovered its part. */
async function inputsThen(tx: Tx, run: RunRow, ids: readonly number[]): Promise<EmployeeInput[]> {
  const inputs = await inputsOf(tx, calculatedRun(run), ids);
  const recovered = await advancesBefore(tx, run, ids);
  return inputs.map((input) => {
    const then = recovered.get(input.employee_id) ?? [];
    const keys = new Set(then.map(({ key }) => key));
    const others = input.advances.filter(({ key }) => !keys.has(key));
    const advances = [...then, ...others].toSorted(
      (one, next) => Number(one.key) - Number(next.key),
    );
    return { ...input, advances };
  });
}

function amountsFor(computed: Computed): Amounts {
  const { advance_principal, advance_interest, gross, employer, ...amounts } = amountsOf(computed);
  return {
    ...amounts,
    gross,
    advances: advance_principal + advance_interest,
    cost: gross + employer,
  };
}

/** Totals of zero. */
export function noTotals(): Totals {
  const none = Object.fromEntries(rehearsalComponents.map((each) => [each, 0n])) as Amounts;
  return { before: none, after: none };
}

/** Adds two totals. */
export function addTotals(one: Totals, other: Totals): Totals {
  return {
    before: added(one.before, other.before),
    after: added(one.after, other.after),
  };
}

function added(total: Amounts, amounts: Amounts): Amounts {
  const sums = rehearsalComponents.map((each) => [each, total[each] + amounts[each]] as const);
  return Object.fromEntries(sums) as Amounts;
}
