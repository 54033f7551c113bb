import {
  changeSentence,
  payrollParts,
  runChangeSentences,
  type PayrollPart,
} from "@kontor/contract/payroll/changes";
import type { PayrollSettingsValue } from "@kontor/contract/payroll/settings";
import { firstDayOf, lastDayOf } from "@kontor/payroll/month";
import { sql, type RawBuilder } from "kysely";

import type { Tx } from "../../platform/scope.ts";
import { lawOn } from "../settings.ts";
import { comparedWith, setsOf, settingsOf, termsOf } from "./calculate.ts";
import { compute } from "./compute.ts";
import { inputsOf, inputsQuery, type Marks } from "./inputs.ts";
import type { RunScope } from "./run-scope.ts";

/** The inputs that a run was calculated with. */
export type CalculatedRun = RunScope & {
  settings: PayrollSettingsValue | null;
  pack: string | null;
  compared_with_id: number | null;
};

/** The most sentences listed; the rest are counted. */
const mostChanges = 20;

/**
 * What has changed since a run was calculated, as sentences that name the setting or the employee;
 * none when it would have the same result. The marks of all inputs are recomputed and compared.
 */
export async function changesSince(tx: Tx, run: CalculatedRun): Promise<string[]> {
  const settings = await settingsOf(tx, run.tenant_id);
  const changes = [
    ...(await changesOfRun(tx, run, settings)),
    ...(await changesOfPeople(tx, run, settings)),
  ];
  if (changes.length <= mostChanges) return changes;
  const more = String(changes.length - mostChanges);
  return [...changes.slice(0, mostChanges), runChangeSentences.more.replace("{count}", more)];
}

async function changesOfRun(
  tx: Tx,
  run: CalculatedRun,
  settings: PayrollSettingsValue,
): Promise<string[]> {
  const before = await comparedWith(tx, run);
  const isSame = (Object.keys(settings) as (keyof PayrollSettingsValue)[])
    // Settings about who may act on a run do not change its result.
    .filter((name) => name !== "separate_people" && name !== "labour_act")
    .every((name) => settings[name] === run.settings?.[name]);
  return [
    ...(isSame ? [] : [runChangeSentences.settings]),
    ...(lawOn(firstDayOf(run.period)).name === run.pack ? [] : [runChangeSentences.law]),
    ...((before?.id ?? null) === run.compared_with_id ? [] : [runChangeSentences.compared]),
  ];
}

type Changed = { employee_id: number; name: string; was: Marks | null; is: Marks | null };

async function changesOfPeople(
  tx: Tx,
  run: CalculatedRun,
  settings: PayrollSettingsValue,
): Promise<string[]> {
  // An off-cycle run of everybody includes only people with something to pay, which marks alone do not show.
  const isOfSome = run.cycle === "OFF_CYCLE" && run.employee_ids === null;
  const counted = isOfSome ? sql`(s.marks is not null or ${mayBePaid(run)})` : sql`true`;
  const { rows } = await sql<Changed>`
    select coalesce(s.employee_id, i.employee_id) as employee_id, coalesce(s.name, i.name) as name,
      s.marks as was, i.marks as is
    from (select name, employee_id, marks from payslips
      where tenant_id = ${run.tenant_id} and run_id = ${run.id}) s
    full join (${inputsQuery(run)}) i on i.employee_id = s.employee_id
    where s.marks is distinct from i.marks and ${counted}
    order by 2`.execute(tx);
  const without = rows.flatMap(({ was, employee_id }) => (was === null ? [employee_id] : []));
  const joined = new Set(isOfSome ? await paidAmong(tx, run, settings, without) : without);
  return rows.flatMap(({ employee_id, name, was, is }) => {
    if (was === null) {
      return joined.has(employee_id) ? [runChangeSentences.joined.replace("{name}", name)] : [];
    }
    if (is === null) return [runChangeSentences.gone.replace("{name}", name)];
    const parts: PayrollPart[] = payrollParts.filter((part) => was[part] !== is[part]);
    return parts.map((part) => changeSentence(part, name));
  });
}

/**
 * The condition that an off-cycle run may pay something to the person of the inputs `i`: a one-off item,
 * or pay for an earlier month to a leaver. A deduction from net pay alone gives no payslip.
 */
function mayBePaid({ period }: RunScope): RawBuilder<unknown> {
  return sql`(i.items @> '[{"recurring": false}]'
    or i.exit <= ${lastDayOf(period)}::date and i.months is not null)`;
}

/** The people among these to whom the run would pay something now. */
async function paidAmong(
  tx: Tx,
  run: CalculatedRun,
  settings: PayrollSettingsValue,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const terms = await termsOf(tx, run, settings);
  const paid: number[] = [];
  for (const set of setsOf(ids)) {
    for (const input of await inputsOf(tx, run, set)) {
      if (compute(terms, input) !== undefined) paid.push(input.employee_id);
    }
  }
  return paid;
}
