import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { kobo, sum, type Kobo } from "@kontor/books/money";
import type { InputOf } from "@kontor/contract/endpoint";
import { formatDate, formatMoney } from "@kontor/contract/format";
import type { refundAdvance } from "@kontor/contract/salary-advances/repayments";
import { sql } from "kysely";

import { cashLedgerId } from "../../accounting/chart/cash-ledgers.ts";
import { posterOf, type Poster } from "../../accounting/entries/postings.ts";
import { postOnDay } from "../../accounting/periods/post-on-day.ts";
import { transfersOf, openTransferOf } from "../../funding/transfers/find.ts";
import { audit } from "../../platform/audit.ts";
import { lagosDate } from "../../platform/clock.ts";
import { displayedNumber } from "../../platform/database/conditions.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { enterOrganization } from "../../platform/organization/organization.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import {
  advanceAt,
  advanceNumber,
  allocatedOf,
  writeAdvance,
  type AdvanceRow,
  type AllocationKind,
} from "../records/advance.ts";
import { advanceLedgers } from "./allocate.ts";

type Parts = { principal: Kobo; interest: Kobo };

/**
 * The allocations of an advance: what the employee repaid in cash or from pay, and what was written
 * off.
 */
type Allocated = { paid: Parts; writtenOff: Parts };

/**
 * Refunds an employee's repayments of an advance whose money the bank has sent back: the employee
 * owes nothing, so the repayments are theirs. One entry reverses principal and interest against the
 * ledger that the refund was paid from, and undoes a write-off. Afterwards nothing counts as
 * repaid, so the advance can be sent again or its approval revoked.
 *
 * @returns the advance before the refund, locked.
 * @throws Refusal `not_found`; `advance_nothing_to_refund` (409) unless its money came back after
 *   something was repaid; `transfer_under_way` (409); `advance_recovered_unpaid` (409) while the
 *   pay from which a part was taken is not paid and may be reversed; `refund_date` and `day_locked`
 *   (422) at `date`; `repayment_ledger` (422) at `ledger_id`.
 */
export async function refund(
  context: Context,
  input: InputOf<typeof refundAdvance>,
): Promise<AdvanceRow> {
  const { tx, clock } = context;
  await enterOrganization(context, input);
  const row = await advanceAt(tx, input, true);
  const total = allocatedOf(row);
  if (row.status !== "APPROVED" || total === 0n) throw new Refusal("advance_nothing_to_refund");
  const transfers = await transfersOf(tx, row.tenant_id, "salary_advance", row.id);
  const underWay = openTransferOf(transfers);
  if (underWay !== undefined) {
    throw new Refusal("transfer_under_way", { reference: underWay.reference });
  }
  await refuseUnpaidRecoveries(tx, row);
  const { date, note = "" } = input;
  const first = lagosDate(transfers[0]?.finished_at ?? row.requested_at);
  if (date < first || date > clock.today()) {
    throw Refusal.at("date", "refund_date", { first: formatDate(first) });
  }
  const ledgers = await advanceLedgers(tx, row.tenant_id);
  const ledger_id = input.ledger_id ?? ledgers.bank_id;
  if (ledger_id !== ledgers.bank_id)
    await cashLedgerId(tx, row.tenant_id, ledger_id, "repayment_ledger");
  const allocated = await allocationsByOrigin(tx, row);
  const poster = posterOf(context);
  const entry_id = await postRefund(poster, row, allocated, { date, ledger_id });
  await recordRefund(poster, row, allocated, { date, note, entry_id });
  await audit(context, row.tenant_id, "salary-advance.refunded", `salary-advance:${row.id}`, {
    amount: formatMoney(sum([allocated.paid.principal, allocated.paid.interest])),
    date,
    entry_id,
  });
  return row;
}

/**
 * Refuses while an approved payroll that was not sent has recovered a part: reversing that payroll
 * would undo its recoveries, so they must not be refunded as well.
 */
async function refuseUnpaidRecoveries(tx: Tx, { tenant_id, id }: AdvanceRow): Promise<void> {
  const { rows } = await sql<{ number: string }>`
    select ${displayedNumber("PR", sql`r.number`)} as number
    from advance_allocations l
    join payslips s on s.tenant_id = ${tenant_id} and s.id = l.payslip_id
    join payroll_runs r on r.tenant_id = ${tenant_id} and r.id = s.run_id and r.status = 'PENDING_DISBURSEMENT'
    where l.tenant_id = ${tenant_id} and l.advance_id = ${id} and l.kind = 'PAYSLIP'
    order by r.id limit 1`.execute(tx);
  const [unpaid] = rows;
  if (unpaid !== undefined) throw new Refusal("advance_recovered_unpaid", unpaid);
}

async function allocationsByOrigin(tx: Tx, { tenant_id, id }: AdvanceRow): Promise<Allocated> {
  type Sums = Record<"principal" | "interest" | "principal_off" | "interest_off", bigint>;
  const isOff = sql`kind in ('WRITE_OFF', 'UNDONE_WRITE_OFF')`;
  const { rows } = await sql<Sums>`
    select coalesce(sum(principal) filter (where not ${isOff}), 0) as principal,
      coalesce(sum(interest) filter (where not ${isOff}), 0) as interest,
      coalesce(sum(principal) filter (where ${isOff}), 0) as principal_off,
      coalesce(sum(interest) filter (where ${isOff}), 0) as interest_off
    from advance_allocations where tenant_id = ${tenant_id} and advance_id = ${id}`.execute(tx);
  const { principal, interest, principal_off, interest_off } = exactlyOne(rows);
  return {
    paid: { principal: kobo(principal), interest: kobo(interest) },
    writtenOff: { principal: kobo(principal_off), interest: kobo(interest_off) },
  };
}

/** Written-off interest was never income, so only paid interest is reversed. */
async function postRefund(
  poster: Poster,
  row: AdvanceRow,
  { paid, writtenOff }: Allocated,
  { date, ledger_id }: { date: string; ledger_id: number },
): Promise<number> {
  const { tenant_id } = row;
  const ledgers = await advanceLedgers(poster.tx, tenant_id);
  if (writtenOff.principal > 0n && ledgers.written_off_id === null) {
    throw notFound("The ledger of salary advances written off");
  }
  const narration = `Refund of salary advance ${advanceNumber(row.number)}`;
  const all = [
    {
      ledger_id: ledgers.receivable_id,
      dc: "DR" as const,
      amount: sum([paid.principal, writtenOff.principal]),
    },
    { ledger_id: ledgers.interest_id, dc: "DR" as const, amount: paid.interest },
    { ledger_id, dc: "CR" as const, amount: sum([paid.principal, paid.interest]) },
    {
      ledger_id: ledgers.written_off_id ?? 0,
      dc: "CR" as const,
      amount: writtenOff.principal,
    },
  ];
  const items = all
    .filter(({ amount }) => amount > 0n)
    .map((item) => Object.assign(item, { narration }));
  const posting = { entry_type_id: ENTRY_TYPE.advance.id, entry_date: date, narration, items };
  return postOnDay(poster, tenant_id, posting, "date");
}

async function recordRefund(
  { tx, recordedAt, actorId }: Poster,
  row: AdvanceRow,
  { paid, writtenOff }: Allocated,
  { date, note, entry_id }: { date: string; note: string; entry_id: number },
): Promise<void> {
  const kinds: readonly [AllocationKind, Parts, string][] = [
    ["REFUND", paid, note],
    ["UNDONE_WRITE_OFF", writtenOff, ""],
  ];
  for (const [kind, { principal, interest }, said] of kinds) {
    if (principal + interest === 0n) continue;
    await sql`
      insert into advance_allocations (tenant_id, advance_id, kind, date, principal, interest, note, entry_id,
        recorded_at, recorded_by)
      values (${row.tenant_id}, ${row.id}, ${kind}, ${date}, ${-principal}, ${-interest}, ${said}, ${entry_id},
        ${recordedAt}, ${actorId})`.execute(tx);
  }
  const columns = sql`allocated_principal = 0, allocated_interest = 0`;
  await writeAdvance(tx, row, columns, recordedAt);
}
