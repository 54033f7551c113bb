import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { kobo, type Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";
import { lastDayOf, monthName } from "@kontor/payroll/month";
import { sql } from "kysely";

import type { LedgerPurpose } from "../../accounting/chart/standard-chart.ts";
import type { Posting } from "../../accounting/entries/postings.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import type { Tx } from "../../platform/scope.ts";
import { runNumber, type RunRow } from "./row.ts";

/** Columns of `payslips` that are posted, as sums of a run. */
const posted = [
  "basic",
  "housing",
  "transport",
  "other",
  "items",
  "paye",
  "pension_employee",
  "pension_employer",
  "nhf",
  "nsitf",
  "itf",
  "other_deductions",
  "advance_principal",
  "advance_interest",
  "net",
] as const;
type Sums = Record<(typeof posted)[number], bigint>;

type Line = { purpose: LedgerPurpose; dc: Side; amount: bigint };

/**
 * What a run posts, by ledger: Dr what the people cost, by component, and the employer's contributions;
 * Cr what is owed to the authorities, to the employees and of their advances. An amount below zero, such
 * as pay taken back that is more than what is paid, stands on the other side.
 */
function linesOf(sums: Sums): Line[] {
  const lines: [LedgerPurpose, Side, bigint][] = [
    ["basic_salaries", "DR", sums.basic],
    ["housing_allowances", "DR", sums.housing],
    ["transport_allowances", "DR", sums.transport],
    ["other_allowances", "DR", sums.other],
    ["other_pay", "DR", sums.items],
    ["pension_cost", "DR", sums.pension_employer],
    ["nsitf_cost", "DR", sums.nsitf],
    ["itf_cost", "DR", sums.itf],
    ["paye_payable", "CR", sums.paye],
    ["pension_payable", "CR", sums.pension_employee + sums.pension_employer],
    ["nhf_payable", "CR", sums.nhf],
    ["nsitf_payable", "CR", sums.nsitf],
    ["itf_payable", "CR", sums.itf],
    ["payroll_deductions_payable", "CR", sums.other_deductions],
    ["salary_advances_receivable", "CR", sums.advance_principal],
    ["salary_advance_interest", "CR", sums.advance_interest],
    ["net_salaries_payable", "CR", sums.net],
  ];
  const placed = lines
    .filter(([, , amount]) => amount !== 0n)
    .map(([purpose, dc, amount]): Line => {
      if (amount > 0n) return { purpose, dc, amount };
      return { purpose, dc: dc === "DR" ? "CR" : "DR", amount: -amount };
    });
  return [...placed.filter(({ dc }) => dc === "DR"), ...placed.filter(({ dc }) => dc === "CR")];
}

/** A line of the entry with its ledger. */
export type RunPosting = { ledger_id: number; ledger: string; dc: Side; amount: Kobo };

/**
 * What a run posts, or has posted: the sums of the payslips that are not excluded.
 *
 * @param recovered how what was taken of advances divides, where that is no longer as on the payslips.
 */
export async function postingOf(
  tx: Tx,
  { tenant_id, id }: Pick<RunRow, "tenant_id" | "id">,
  recovered?: { principal: bigint; interest: bigint },
): Promise<RunPosting[]> {
  const { rows } = await sql<Sums>`
    select ${sql.join(posted.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0) as ${sql.ref(name)}`))}
    from payslips where tenant_id = ${tenant_id} and run_id = ${id} and not excluded`.execute(tx);
  const { rows: ledgers } = await sql<{ ledger_id: number; purpose: string; label: string }>`
    select id as ledger_id, purpose, code || ' ' || name as label from ledgers
    where tenant_id = ${tenant_id} and purpose is not null`.execute(tx);
  const sums = exactlyOne(rows);
  const divided =
    recovered === undefined
      ? sums
      : {
          ...sums,
          advance_principal: recovered.principal,
          advance_interest: recovered.interest,
        };
  return linesOf(divided).map(({ purpose, dc, amount }) => {
    const ledger = ledgers.find((each) => each.purpose === purpose);
    if (ledger === undefined) throw new Error(`tenant ${tenant_id} has no ledger ${purpose}`);
    return { ledger_id: ledger.ledger_id, ledger: ledger.label, dc, amount: kobo(amount) };
  });
}

/**
 * The entry of a run. It belongs to the month that it pays: it is dated on the last day of that month, or
 * today while that is still to come.
 */
export function entryOf(row: RunRow, lines: readonly RunPosting[], today: string): Posting {
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

/** The entry that takes back another one, dated today. */
export function reversalOf(row: RunRow, lines: readonly RunPosting[], today: string): Posting {
  const narration = `Reversal of ${runNumber(row.number)}, payroll ${monthName(row.period)}`;
  const turned = lines.map(({ ledger_id, dc, amount }) => ({
    ledger_id,
    dc: dc === "DR" ? ("CR" as const) : ("DR" as const),
    amount,
    narration,
  }));
  return {
    entry_type_id: ENTRY_TYPE.payroll.id,
    entry_date: today,
    narration,
    items: [...turned.filter(({ dc }) => dc === "DR"), ...turned.filter(({ dc }) => dc === "CR")],
  };
}
