import { classLabel, classOf } from "@kontor/books/account-code";
import { displayKobo } from "@kontor/books/money";
import { fromSigned, type SidedAmount } from "@kontor/books/side";
import {
  closingsFact,
  recordedFact,
  withChangedColumn,
} from "@kontor/contract/accounting/as-recorded";
import type { exportStatement } from "@kontor/contract/accounting/exports";
import { statementList } from "@kontor/contract/accounting/lists";
import type { InputOf } from "@kontor/contract/endpoint";
import { fact, type Fact } from "@kontor/contract/facts";
import { formatBalance, formatLongMoment, formatMoney, formatRange } from "@kontor/contract/format";
import { sql, type RawBuilder } from "kysely";

import { inDateRange } from "../../platform/database/conditions.ts";
import { readByCursor } from "../../platform/database/cursor.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { exportFile } from "../../platform/export/export-file.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import type { Context } from "../../platform/scope.ts";
import { booksTenant } from "../books-tenant.ts";
import { findLedger } from "../chart/ledgers.ts";
import { refuseFutureMoment, refuseTooManySince } from "../totals/recorded.ts";
import {
  statementAccounts,
  isAsRecorded,
  isIncluded,
  minusExcluded,
  ofAccounts,
  selectOpening,
  type StatementAccounts,
} from "./accounts.ts";
import { selectLinesAsRecorded, selectTotalsAsRecorded } from "./as-recorded.ts";
import { changeMark, presentLines, selectLines, type StatementLine } from "./statement-lines.ts";

type Input = InputOf<typeof exportStatement>;
type Days = Pick<Input, "start_date" | "end_date">;

/**
 * The totals of the lines of the range, in kobo; `before` is the balance before it, debit positive.
 */
type Totals = {
  lines: number;
  debit: bigint;
  credit: bigint;
  before: bigint;
  first_day: string | null;
  last_day: string | null;
};

/**
 * A ledger's statement as a file, complete or for a range of days, oldest first, between the
 * balances before and after the range.
 *
 * @throws Refusal `not_found`, `module_off`, `export_too_long`; `moment_in_future` and
 * `too_much_since` at `recorded_up_to`.
 */
export async function statementFile(context: Context, input: Input): Promise<FileResponse> {
  const { tx } = context;
  const tenantId = await booksTenant(context, input.tenant_id);
  refuseFutureMoment(context.clock, input.recorded_up_to);
  const ledger = await findLedger(context, { id: input.id, tenant_id: tenantId });
  const accounts = await statementAccounts(context, tenantId, input);
  if (isAsRecorded(input)) await refuseTooManySince(tx, tenantId, input.recorded_up_to);
  const totals = await totalsOf(context, accounts, input);
  const opening = fromSigned(totals.before);
  const closing = fromSigned(totals.before + totals.debit - totals.credit);
  const [debit, credit] = [displayKobo(totals.debit), displayKobo(totals.credit)];
  return exportFile(context, input.format, {
    list: withChangedColumn(statementList, input.recorded_up_to),
    name: "statement",
    parts: [ledger.code, input.start_date, input.end_date],
    facts: [
      ["Ledger", `${ledger.name} (${ledger.code})`],
      ...fact("Sub-ledgers", input.with_sub_ledgers ? "their entries are among these" : null),
      ["Account", `${classLabel(classOf(ledger.code))}, ${ledger.group_name}`],
      ["Period", periodOf(input, totals)],
      ...closingsFact(input.closing),
      ...momentOf(input),
      ["Opening Balance", formatBalance(opening.amount, opening.side)],
      ["Total Debit", formatMoney(debit)],
      ["Total Credit", formatMoney(credit)],
      ["Closing Balance", formatBalance(closing.amount, closing.side)],
    ],
    tenantId,
    total: totals.lines,
    before: [{ label: "Opening Balance", cells: { balance: opening } }],
    rows: withBalances(readByCursor(tx, linesOf(accounts, input)), opening),
    after: () => [
      { label: "Total", cells: { debit, credit } },
      { label: "Closing Balance", cells: { balance: closing } },
    ],
  });
}

function periodOf({ start_date, end_date }: Days, { first_day, last_day }: Totals): string {
  if (start_date !== undefined) return formatRange(start_date, end_date);
  const whole = "Everything posted";
  return first_day === null || last_day === null
    ? whole
    : `${whole}, ${formatRange(first_day, last_day)}`;
}

/** The moment as of which it is, or since which its lines are marked. */
function momentOf(input: Input): readonly Fact[] {
  if (isAsRecorded(input)) return recordedFact(input.recorded_up_to);
  const since = input.recorded_up_to;
  return fact("Marked Since", since && formatLongMoment(new Date(since)));
}

/** The totals of the range, and the ledger's opening balance. */
async function totalsOf(
  { tx }: Context,
  accounts: StatementAccounts,
  input: Input,
): Promise<Totals> {
  const asRecorded = isAsRecorded(input)
    ? selectTotalsAsRecorded({ ...accounts, recordedUpTo: input.recorded_up_to })
    : null;
  const days =
    asRecorded?.days ??
    sql`
      select day, sum(lines) as lines, sum(debit) as debit, sum(credit) as credit
      from (
        select day, lines, debit, credit from ledger_days
        where ${ofAccounts(accounts)} ${minusExcluded(accounts, sql`day`)}) each
      group by day`;
  const opened = asRecorded?.opened ?? selectOpening(accounts);
  const inRange = sql`filter (where lines > 0 and ${inDateRange(sql`day`, input)})`;
  const before = input.start_date === undefined ? sql`false` : sql`day < ${input.start_date}::date`;
  const { rows } = await sql<Totals>`
    select coalesce(sum(lines) ${inRange}, 0)::int as lines,
      coalesce(sum(debit) ${inRange}, 0) as debit, coalesce(sum(credit) ${inRange}, 0) as credit,
      (select opening from (${opened}) opened)
        + coalesce(sum(debit - credit) filter (where ${before}), 0) as before,
      min(day) ${inRange} as first_day, max(day) ${inRange} as last_day
    from (${days}) days`.execute(tx);
  return exactlyOne(rows);
}

function linesOf(accounts: StatementAccounts, input: Input): RawBuilder<StatementLine> {
  const { tenantId } = accounts;
  if (isAsRecorded(input)) {
    return selectLinesAsRecorded({ ...accounts, recordedUpTo: input.recorded_up_to }, input);
  }
  const items = sql`(
    select entry_id, revision, line, ledger_id, day, dc, amount from entry_items
    where ${ofAccounts(accounts)} and not superseded and ${isIncluded(accounts)}
      and ${inDateRange(sql`day`, input)})`;
  const lines = selectLines(accounts, items, { since: changeMark(tenantId, input.recorded_up_to) });
  return sql<StatementLine>`${lines} order by r.day, r.entry_id, r.line`;
}

/** Statement lines, each with the balance after it, continued across batches. */
async function* withBalances(
  batches: AsyncIterable<StatementLine[]>,
  opening: SidedAmount,
): AsyncGenerator<ReturnType<typeof presentLines>> {
  let running = opening;
  for await (const batch of batches) {
    const rows = presentLines(batch, running);
    const last = rows.at(-1);
    if (last !== undefined) running = { amount: last.balance, side: last.dc };
    yield rows;
  }
}
