import {
  changeSentence,
  payrollParts,
  runChangeSentences,
  type PayrollPart,
} from "@kontor/contract/payroll/changes";
import type { PayrollSettingsValue } from "@kontor/contract/payroll/settings";
import { firstDayOf } from "@kontor/payroll/month";
import { sql } from "kysely";

import type { Tx } from "../../platform/scope.ts";
import { statutoryPackOn, payrollSettingsValueOf } from "../settings.ts";
import { batchesOf, calculationTermsOf } from "./calculate.ts";
import { computePayslip } from "./compute.ts";
import {
  changedInputsQuery,
  isInputsStateCurrent,
  includesOnlyPaid,
  type ChangedInputs,
} from "./inputs-state.ts";
import { inputsOf } from "./inputs.ts";
import { findComparedRun } from "./posted-runs.ts";
import type { RunScope } from "./run-scope.ts";

/** The inputs that a run was calculated with. */
export type CalculatedRun = RunScope & {
  settings: PayrollSettingsValue | null;
  pack: string | null;
  compared_with_id: number | null;
  generation: number;
  /** The state of its inputs for which it is known that none has changed. */
  inputs_state: string | null;
};

/** The maximum number of sentences listed; the rest are counted. */
const maxChanges = 20;

/**
 * What has changed since a run was calculated, as sentences that name the setting or the employee; none when
 * it would have the same result.
 *
 * @param how `in full` computes and compares the marks of all inputs; `shown`, for display, does so only if
 *   the rows that they are computed from have changed since they were last compared.
 */
export async function changesSinceCalculation(
  tx: Tx,
  run: CalculatedRun,
  how: "in full" | "shown",
): Promise<string[]> {
  const settings = await payrollSettingsValueOf(tx, run.tenant_id);
  const ofRun = await changesOfRun(tx, run, settings);
  if (how === "shown" && ofRun.length === 0 && (await isInputsStateCurrent(tx, run))) return [];
  const changes = [...ofRun, ...(await changesOfPeople(tx, run, settings))];
  if (changes.length <= maxChanges) return changes;
  const more = String(changes.length - maxChanges);
  return [...changes.slice(0, maxChanges), runChangeSentences.more.replace("{count}", more)];
}

async function changesOfRun(
  tx: Tx,
  run: CalculatedRun,
  settings: PayrollSettingsValue,
): Promise<string[]> {
  const before = await findComparedRun(tx, run);
  const isSame = (Object.keys(settings) as (keyof PayrollSettingsValue)[])
    // Settings about who may act on a run do not change its result.
    .filter((name) => name !== "separate_people" && name !== "labour_act")
    .every((name) => settings[name] === run.settings?.[name]);
  return [
    ...(isSame ? [] : [runChangeSentences.settings]),
    ...(statutoryPackOn(firstDayOf(run.period)).name === run.pack ? [] : [runChangeSentences.law]),
    ...((before?.id ?? null) === run.compared_with_id ? [] : [runChangeSentences.compared]),
  ];
}

async function changesOfPeople(
  tx: Tx,
  run: CalculatedRun,
  settings: PayrollSettingsValue,
): Promise<string[]> {
  const { rows } = await sql<ChangedInputs>`${changedInputsQuery(run)} order by 2`.execute(tx);
  const without = rows.flatMap(({ was, employee_id }) => (was === null ? [employee_id] : []));
  const joined = new Set(
    includesOnlyPaid(run) ? await idsWithPay(tx, run, settings, without) : without,
  );
  return rows.flatMap(({ employee_id, name, was, is }) => {
    if (was === null) {
      return joined.has(employee_id) ? [runChangeSentences.joined.replace("{name}", name)] : [];
    }
    if (is === null) return [runChangeSentences.gone.replace("{name}", name)];
    const parts: PayrollPart[] = payrollParts.filter((part) => was[part] !== is[part]);
    return parts.map((part) => changeSentence(part, name));
  });
}

/** The people among these to whom the run would pay something now. */
async function idsWithPay(
  tx: Tx,
  run: CalculatedRun,
  settings: PayrollSettingsValue,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const terms = await calculationTermsOf(tx, run, settings);
  const paid: number[] = [];
  for (const batch of batchesOf(ids)) {
    for (const input of await inputsOf(tx, run, batch)) {
      if (computePayslip(terms, input) !== undefined) paid.push(input.employee_id);
    }
  }
  return paid;
}
