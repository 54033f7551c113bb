import type { Kobo } from "@kontor/books/money";
import { sql, type RawBuilder } from "kysely";

import { isPayslipPaid } from "../../employees/pay/posted-payslips.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import type { Tx } from "../../platform/scope.ts";
import { atLeastZero, type RunRow } from "./row.ts";

/**
 * The progress of a run's payment: people, and what is still to be paid and to be sent, in kobo.
 */
export type PaymentProgress = {
  paid: number;
  /** The people among them who received money. */
  got_money: number;
  under_way: number;
  failed: number;
  unsent: number;
  unpaid: Kobo;
  to_send: Kobo;
};

type RunKey = Pick<RunRow, "tenant_id" | "id">;

/** The condition that payslips `s` of an approved run are unpaid and have no payment on its way. */
export const isAwaitingPayment: RawBuilder<boolean> = sql`
  (not s.excluded and s.net > 0 and (s.payment is null or s.payment in ('FAILED', 'REVERSED')))`;

/**
 * Locks payslips `s` in the order of their ids. All changes of several payslips lock in this order: runs,
 * then payslips, then ledgers.
 */
export async function lockPayslips(tx: Tx, condition: RawBuilder<unknown>): Promise<void> {
  await sql`select from payslips s where ${condition} order by s.id for no key update`.execute(tx);
}

/**
 * The payment progress of a run: how many payslips are paid, and in kobo what is unpaid and what can be
 * sent. Excluded payslips are not counted; payslips with nothing to pay count as paid.
 */
export async function paymentProgressOf(
  tx: Tx,
  { tenant_id, id }: RunKey,
): Promise<PaymentProgress> {
  const { rows } = await sql<Record<keyof PaymentProgress, bigint>>`
    select count(*) filter (where p.paid) as paid,
      count(*) filter (where p.paid and p.net > 0) as got_money, count(*) filter (where p.payment = 'PENDING') as under_way,
      count(*) filter (where p.payment in ('FAILED', 'REVERSED')) as failed,
      count(*) filter (where p.payment is null and not p.paid) as unsent,
      coalesce(sum(p.net) filter (where not p.paid), 0) as unpaid,
      coalesce(sum(p.net) filter (where not p.paid and p.payment is distinct from 'PENDING'), 0) as to_send
    from (
      select s.payment, s.net, ${isPayslipPaid} as paid
      from payslips s where s.tenant_id = ${tenant_id} and s.run_id = ${id} and not s.excluded
    ) p`.execute(tx);
  const found = exactlyOne(rows);
  return {
    paid: Number(found.paid),
    got_money: Number(found.got_money),
    under_way: Number(found.under_way),
    failed: Number(found.failed),
    unsent: Number(found.unsent),
    unpaid: atLeastZero(found.unpaid),
    to_send: atLeastZero(found.to_send),
  };
}

/**
 * Sets the status of an approved run from its payslips, after a change of them. The run must be
 * locked.
 */
export async function refreshPaymentStatus(
  tx: Tx,
  { tenant_id, id }: RunKey,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ status: RunRow["status"] }>`
    select status from payroll_runs where tenant_id = ${tenant_id} and id = ${id}`.execute(tx);
  const before = exactlyOne(rows).status;
  const status = statusFromPayment(await paymentProgressOf(tx, { tenant_id, id }));
  await sql`
    update payroll_runs set status = ${status}, version = version + 1, updated_at = ${now}
    where tenant_id = ${tenant_id} and id = ${id}`.execute(tx);
  if (status === "PAID" && before !== "PAID") {
    await sql`
      insert into payroll_run_events (tenant_id, run_id, event, at)
      values (${tenant_id}, ${id}, 'PAID', ${now})`.execute(tx);
  }
}

/** Payslips with nothing to pay count as paid from the start, so a run of which only these are paid is still unpaid. */
function statusFromPayment({
  got_money,
  under_way,
  failed,
  unsent,
}: PaymentProgress): RunRow["status"] {
  if (under_way > 0) return "DISBURSING";
  if (failed === 0 && unsent === 0) return "PAID";
  return got_money === 0 && failed === 0 ? "PENDING_DISBURSEMENT" : "PARTLY_PAID";
}
