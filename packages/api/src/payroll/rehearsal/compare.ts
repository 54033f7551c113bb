import { rehearsalComponents, type RehearsalTerms } from "@kontor/contract/payroll/rehearsal";
import { firstDayOf } from "@kontor/payroll/month";
import { statutoryPacks } from "@kontor/payroll/statutory/packs";
import { sql } from "kysely";

import { payrollSettingsFrom } from "../../employees/pay/payroll-settings.ts";
import type { Tx } from "../../platform/scope.ts";
import { payslipAmountsOf, computePayslip, type ComputedPayslip } from "../calculation/compute.ts";
import { inputsOf, type EmployeeInput } from "../calculation/inputs.ts";
import { calculatedRun, type RunRow } from "../runs/row.ts";
import { statutoryPackOn } from "../settings.ts";
import { advancesBeforeRecovery } from "./advances-before.ts";
import { rehearsedRulesOf, type CalculationRules } from "./terms.ts";

type Component = (typeof rehearsalComponents)[number];
/** Sums in kobo, by column. */
export type RehearsalAmounts = Readonly<Record<Component, bigint>>;
/** Totals under both sets of terms. */
export type RehearsalTotals = { before: RehearsalAmounts; after: RehearsalAmounts };

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
export function calculationRulesOf({ settings, pack, period }: RunRow): CalculationRules {
  if (settings === null) throw new Error("an approved run was calculated without settings");
  const law =
    statutoryPacks.find(({ name }) => name === pack) ?? statutoryPackOn(firstDayOf(period));
  return { pack: law, settings: payrollSettingsFrom(settings) };
}

/**
 * Computes payslips of a run under its own terms and under others. Both are computed from the present
 * records, so that only the terms make a difference; people excluded from the run are in neither.
 */
export async function compareBatch(
  tx: Tx,
  run: RunRow,
  terms: RehearsalTerms,
  ids: readonly number[],
): Promise<{ people: ComparedPerson[]; totals: RehearsalTotals }> {
  const present = calculationRulesOf(run);
  const draft = rehearsedRulesOf(present, terms);
  const scope = calculatedRun(run);
  const stored = await storedPayslips(tx, run, ids);
  const people: ComparedPerson[] = [];
  let totals = emptyTotals();
  for (const input of await inputsBeforeRecovery(tx, run, ids)) {
    const before = computePayslip({ run: scope, ...present, regularPaid: false }, input);
    const after = computePayslip({ run: scope, ...draft, regularPaid: false }, input);
    if (before === undefined || after === undefined) continue;
    const [was, is] = [rehearsalAmountsOf(before), rehearsalAmountsOf(after)];
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
async function inputsBeforeRecovery(
  tx: Tx,
  run: RunRow,
  ids: readonly number[],
): Promise<EmployeeInput[]> {
  const inputs = await inputsOf(tx, calculatedRun(run), ids);
  const recovered = await advancesBeforeRecovery(tx, run, ids);
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

function rehearsalAmountsOf(computed: ComputedPayslip): RehearsalAmounts {
  const { advance_principal, advance_interest, gross, employer, ...amounts } =
    payslipAmountsOf(computed);
  return {
    ...amounts,
    gross,
    advances: advance_principal + advance_interest,
    cost: gross + employer,
  };
}

/** Totals of zero. */
export function emptyTotals(): RehearsalTotals {
  const none = Object.fromEntries(
    rehearsalComponents.map((each) => [each, 0n]),
  ) as RehearsalAmounts;
  return { before: none, after: none };
}

/** Adds two totals. */
export function addTotals(one: RehearsalTotals, other: RehearsalTotals): RehearsalTotals {
  return {
    before: addAmounts(one.before, other.before),
    after: addAmounts(one.after, other.after),
  };
}

function addAmounts(total: RehearsalAmounts, amounts: RehearsalAmounts): RehearsalAmounts {
  const sums = rehearsalComponents.map((each) => [each, total[each] + amounts[each]] as const);
  return Object.fromEntries(sums) as RehearsalAmounts;
}
