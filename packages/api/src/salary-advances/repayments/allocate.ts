import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { sum, type Kobo } from "@kontor/books/money";
import { formatMoney } from "@kontor/contract/format";
import { allocate, type Allocation } from "@kontor/payroll/advances/allocation";
import { sql } from "kysely";

import type { Poster } from "../../accounting/entries/postings.ts";
import { postOnDay } from "../../accounting/periods/post-on-day.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Tx } from "../../platform/scope.ts";
import {
  advanceNumber,
  allocatedOf,
  owedOf,
  planOf,
  writeAdvance,
  type AdvanceRow,
  type AllocationKind,
} from "../records/advance.ts";

/** A repayment or a write-off. */
export type Repayment = {
  kind: Extract<AllocationKind, "CASH" | "WRITE_OFF">;
  amount: Kobo;
  /** The business date of the entry. */
  date: string;
  note: string;
  /** The ledger to debit: the one that received the money, or the expense of the write-off. */
  ledger_id: number;
  /** What the user saw as owed; undefined if that was not sent. */
  shown: Kobo | undefined;
};

/** The amount still owed of an advance, which the refusal of a larger repayment states. */
export async function outstandingAmount(tx: Tx, row: AdvanceRow): Promise<Kobo> {
  return owedOf(row, await planOf(tx, row)).total;
}

/**
 * Stores a repayment of a locked advance in one transaction, whose scope is the tenant: its
 * allocation, the advance's sums, and its entry. Received money is debited in full; the principal
 * is credited to the receivable and the interest to income. A write-off makes only the principal an
 * expense, because interest becomes income only when paid.
 *
 * @returns how it divides into principal and interest.
 * @throws Refusal `advance_not_owed` (409) unless it was paid out; `advance_owed_differs` (409) if
 *   something else is owed than the user saw; `advance_overpaid` (422) at
 *   `amount` with what is still owed; `day_locked` (422) at `date`; those of posting.
 */
export async function recordRepayment(
  poster: Poster,
  row: AdvanceRow,
  repayment: Repayment,
): Promise<Allocation> {
  const { tx, recordedAt, actorId } = poster;
  const { kind, amount, date, note, shown } = repayment;
  if (row.status !== "PAID") throw new Refusal("advance_not_owed");
  const plan = await planOf(tx, row);
  const owed = owedOf(row, plan).total;
  if (owed === 0n) throw new Refusal("advance_not_owed");
  if (shown !== undefined && shown !== owed) {
    throw new Refusal("advance_owed_differs", { owed: formatMoney(owed) });
  }
  if (amount > owed) throw Refusal.at("amount", "advance_overpaid", { owed: formatMoney(owed) });
  const parts = allocate(plan, allocatedOf(row), amount);
  const entry_id = await postRepayment(poster, row, repayment, parts);
  await sql`
    insert into advance_allocations (tenant_id, advance_id, kind, date, principal, interest, note, entry_id,
      recorded_at, recorded_by)
    values (${row.tenant_id}, ${row.id}, ${kind}, ${date}, ${parts.principal}, ${parts.interest}, ${note},
      ${entry_id}, ${recordedAt}, ${actorId})`.execute(tx);
  const columns = sql`allocated_principal = ${sum([row.allocated_principal, parts.principal])},
    allocated_interest = ${sum([row.allocated_interest, parts.interest])}`;
  await writeAdvance(tx, row, columns, recordedAt);
  return parts;
}

async function postRepayment(
  poster: Poster,
  row: AdvanceRow,
  { kind, date, ledger_id, amount, note }: Repayment,
  { principal, interest }: Allocation,
): Promise<number> {
  const { tenant_id } = row;
  const ledgers = await advanceLedgers(poster.tx, tenant_id);
  const what = kind === "CASH" ? "Repayment of" : "Write-off of";
  const about = `${what} salary advance ${advanceNumber(row.number)}`;
  const narration = note === "" ? about : `${about}: ${note}`;
  const income = kind === "CASH" ? interest : 0n;
  const items = [
    { ledger_id, dc: "DR" as const, amount: kind === "CASH" ? amount : principal, narration },
    ...(principal === 0n
      ? []
      : [{ ledger_id: ledgers.receivable_id, dc: "CR" as const, amount: principal, narration }]),
    ...(income === 0n
      ? []
      : [{ ledger_id: ledgers.interest_id, dc: "CR" as const, amount: interest, narration }]),
  ];
  const posting = {
    entry_type_id: ENTRY_TYPE.advance.id,
    entry_date: date,
    narration,
    items,
  };
  return postOnDay(poster, tenant_id, posting, "date");
}

/** Ledgers to which advances are posted; `written_off_id` is null in books without it. */
type AdvanceLedgers = {
  receivable_id: number;
  interest_id: number;
  written_off_id: number | null;
  bank_id: number;
};

/** A tenant's ledgers to which advances are posted. */
export async function advanceLedgers(tx: Tx, tenantId: number): Promise<AdvanceLedgers> {
  const { rows } = await sql<AdvanceLedgers>`
    select max(id) filter (where purpose = 'salary_advances_receivable') as receivable_id,
      max(id) filter (where purpose = 'salary_advance_interest') as interest_id,
      max(id) filter (where purpose = 'salary_advances_written_off') as written_off_id,
      max(id) filter (where purpose = 'bank_clearing') as bank_id
    from ledgers where tenant_id = ${tenantId} and purpose is not null`.execute(tx);
  return exactlyOne(rows);
}
