import { sum } from "@kontor/books/money";
import type { InputOf } from "@kontor/contract/endpoint";
import { isReversible } from "@kontor/contract/payroll/runs";
import type { reverseRun } from "@kontor/contract/payroll/steps";
import { sql } from "kysely";

import { posterOf, postEntries } from "../../accounting/entries/postings.ts";
import { audit } from "../../platform/audit.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Context } from "../../platform/scope.ts";
import {
  recoveriesToReverse,
  reverseRecoveries,
} from "../../salary-advances/repayments/recover.ts";
import { isPostedRun } from "../calculation/posted-runs.ts";
import { runPostingLines, runReversalPosting } from "../runs/posting.ts";
import { recordRunEvent, lockRun, lockRunApprovals, runNumber, type RunRow } from "../runs/row.ts";
import { presentChangedRun, type PayrollRun } from "../runs/run.ts";

/**
 * Reverses an approved run of which nothing was sent, also one with nothing to send. Its entry, if it has
 * one, is reversed, recovered advances are owed again, its payslips no longer count, and the month can be
 * paid by another run.
 *
 * @throws Refusal `not_found`, `module_off`, `changed_meanwhile`; `run_not_reversible` when it was
 *   not approved or money was sent; `run_built_upon` when a run that was approved later builds on
 *   it.
 */
export async function reverseRunOf(
  context: Context,
  input: InputOf<typeof reverseRun>,
): Promise<PayrollRun> {
  const { tx, clock } = context;
  const row = await lockRun(context, input, input.version);
  const number = runNumber(row.number);
  if (!isReversible(row)) throw new Refusal("run_not_reversible", { number });
  await lockRunApprovals(tx, row.tenant_id);
  await requireLastApproved(context, row);
  const entry_id = await postRunReversal(context, row);
  const now = clock.now();
  await sql`
    update payroll_runs set status = 'REVERSED', reversal_entry_id = ${entry_id}, version = version + 1,
      updated_at = ${now}
    where tenant_id = ${row.tenant_id} and id = ${row.id}`.execute(tx);
  await recordRunEvent(context, row, "REVERSED", input.reason);
  await audit(context, row.tenant_id, "payroll-run.reversed", `payroll-run:${row.id}`, {
    number,
    reason: input.reason,
    ...(entry_id === null ? {} : { entry_id }),
  });
  return presentChangedRun(context, input);
}

/**
 * Reverses the entry of a run and its recoveries. @returns the entry; null for a run that posted nothing,
 *   which recovered nothing either.
 */
async function postRunReversal(context: Context, row: RunRow): Promise<number | null> {
  const { tx, clock } = context;
  const returned = await recoveriesToReverse(tx, row.tenant_id, row.id);
  const recovered = {
    principal: sum(returned.map(({ principal }) => principal)),
    interest: sum(returned.map(({ interest }) => interest)),
  };
  const lines = await runPostingLines(tx, row, recovered);
  if (lines.length === 0) return null;
  const posting = runReversalPosting(row, lines, clock.today());
  const poster = posterOf(context);
  const { entry_id } = exactlyOne(await postEntries(poster, row.tenant_id, [posting]));
  const entry = { entry_id, date: posting.entry_date };
  await reverseRecoveries(poster, row.tenant_id, entry, returned);
  return entry_id;
}

/** Tax and arrears of later runs were calculated on top of this run. */
async function requireLastApproved({ tx }: Context, row: RunRow): Promise<void> {
  const { rows } = await sql<{ number: bigint }>`
    select r.number from payroll_runs r
    where r.tenant_id = ${row.tenant_id} and r.company_id = ${row.company_id} and ${isPostedRun(sql`r`)}
      and r.id <> ${row.id} and (r.approved_at, r.id) > (${row.approved_at}::timestamptz, ${row.id}::bigint)
    order by r.number desc limit 1`.execute(tx);
  const [later] = rows;
  if (later === undefined) return;
  const details = { number: runNumber(row.number), other: runNumber(later.number) };
  throw new Refusal("run_built_upon", details);
}
