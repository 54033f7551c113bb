import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { kobo, type Kobo } from "@kontor/books/money";
import { otherSide, type Side } from "@kontor/books/side";
import { lastDayOf, monthName } from "@kontor/payroll/month";
import { sql } from "kysely";

import type { LedgerPurpose } from "../../accounting/chart/standard-chart.ts";
import type { Posting } from "../../accounting/entries/postings.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import type { Tx } from "../../platform/scope.ts";
import { postingRules } from "./posting-rules.ts";
import { runNumber, type RunRow } from "./row.ts";

type Column = (typeof postingRules)[number]["columns"][number];
type Sums = Record<Column, bigint>;
const postedColumns: readonly Column[] = [
  ...new Set(postingRules.flatMap(({ columns }) => columns)),
];

type Line = { purpose: LedgerPurpose; dc: Side; amount: bigint };

/**
 * The lines of an entry, debits first. A negative amount is posted to the other side, for example when
 * more pay is recovered than paid.
 */
function entryLines(sums: Sums): Line[] {
  const placed = postingRules.flatMap(({ purpose, dc, columns }): Line[] => {
    const amount = columns.reduce((total, column) => total + sums[column], 0n);
    if (amount === 0n) return [];
    if (amount > 0n) return [{ purpose, dc, amount }];
    return [{ purpose, dc: otherSide(dc), amount: -amount }];
  });
  return [...placed.filter(({ dc }) => dc === "DR"), ...placed.filter(({ dc }) => dc === "CR")];
}

/** A line of the entry with its ledger. */
export type RunPostingLine = { ledger_id: number; ledger: string; dc: Side; amount: Kobo };

/**
 * The sums that a run posts or has posted, without excluded payslips.
 *
 * @param recovered the split of recovered advances, where it now differs from that of the payslips.
 */
export async function runPostingLines(
  tx: Tx,
  { tenant_id, id }: Pick<RunRow, "tenant_id" | "id">,
  recovered?: { principal: bigint; interest: bigint },
): Promise<RunPostingLine[]> {
  const { rows } = await sql<Sums>`
    select ${sql.join(postedColumns.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0) as ${sql.ref(name)}`))}
    from payslips where tenant_id = ${tenant_id} and run_id = ${id} and not excluded`.execute(tx);
  const { rows: ledgers } = await sql<{ ledger_id: number; purpose: string; label: string }>`
    select id as ledger_id, purpose, code || ' ' || name as label from ledgers
    where tenant_id = ${tenant_id} and purpose is not null`.execute(tx);
  const sums = exactlyOne(rows);
  const adjusted =
    recovered === undefined
      ? sums
      : {
          ...sums,
          advance_principal: recovered.principal,
          advance_interest: recovered.interest,
        };
  return entryLines(adjusted).map(({ purpose, dc, amount }) => {
    const ledger = ledgers.find((each) => each.purpose === purpose);
    if (ledger === undefined) throw new Error(`tenant ${tenant_id} has no ledger ${purpose}`);
    return { ledger_id: ledger.ledger_id, ledger: ledger.label, dc, amount: kobo(amount) };
  });
}

/**
 * The entry of a run. It belongs to the month that it pays: it is dated on the last day of that
 * month, or today if that day is still to come.
 */
export function runPosting(row: RunRow, lines: readonly RunPostingLine[], today: string): Posting {
  const last = lastDayOf(row.period);
  const what = row.title === "" ? "Payroll" : row.title;
  const narration = `${what} ${monthName(row.period)}, ${runNumber(row.number)}`;
  return {
    entry_type_id: ENTRY_TYPE.payroll.id,
    entry_date: last < today ? last : today,
    narration,
    items: lines.map(({ ledger_id, dc, amount }) => ({ ledger_id, dc, amount, narration })),
  };
}

/** The reversal of an entry, dated today. */
export function runReversalPosting(
  row: RunRow,
  lines: readonly RunPostingLine[],
  today: string,
): Posting {
  const narration = `Reversal of ${runNumber(row.number)}, payroll ${monthName(row.period)}`;
  const swapped = lines.map(({ ledger_id, dc, amount }) => ({
    ledger_id,
    dc: dc === "DR" ? ("CR" as const) : ("DR" as const),
    amount,
    narration,
  }));
  return {
    entry_type_id: ENTRY_TYPE.payroll.id,
    entry_date: today,
    narration,
    items: [...swapped.filter(({ dc }) => dc === "DR"), ...swapped.filter(({ dc }) => dc === "CR")],
  };
}
