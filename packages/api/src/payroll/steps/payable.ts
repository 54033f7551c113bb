import { sql, type RawBuilder } from "kysely";

import type { Tx } from "../../platform/scope.ts";
import { lockPayslips, isAwaitingPayment } from "../runs/payment.ts";
import type { RunRow } from "../runs/row.ts";

/** A payslip that is still to be paid, with the account that its pay goes to. */
export type PayablePayslip = {
  id: number;
  employee_id: number;
  staff_no: string;
  name: string;
  net: bigint;
  bank_code: string;
  account_number_sealed: string;
  account_name: string;
};

/**
 * The condition that the pay of payslips `s` was returned by the bank, or that its payment by other means was
 * reversed.
 */
const wasReturned = sql`(s.payment is not null or exists (
  select from outside_payments m
  where m.tenant_id = s.tenant_id and m.payslip_id = s.id and m.reversed_at is not null))`;

/**
 * The unpaid payslips of a run by name, locked. The first payment goes to the account that was approved with
 * the run; after a payment was returned, the next one goes to the employee's present account, which a second
 * person has confirmed.
 *
 * @param condition on payslips `s`.
 */
export async function lockPayablePayslips(
  tx: Tx,
  { tenant_id, id }: Pick<RunRow, "tenant_id" | "id">,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<PayablePayslip[]> {
  const isPayable = sql`s.tenant_id = ${tenant_id} and s.run_id = ${id} and ${isAwaitingPayment} and ${condition}`;
  await lockPayslips(tx, isPayable);
  await sql`
    update payslips s set bank_code = e.bank_code, account_number_sealed = e.account_number_sealed,
      account_number_hash = e.account_number_hash, account_name = e.account_name
    from employees e
    where ${isPayable} and ${wasReturned} and e.tenant_id = ${tenant_id} and e.id = s.employee_id
      and e.bank_code is not null`.execute(tx);
  const { rows } = await sql<PayablePayslip>`
    select s.id, s.employee_id, s.staff_no, s.name, s.net, s.bank_code, s.account_number_sealed, s.account_name
    from payslips s where ${isPayable} order by s.name, s.id`.execute(tx);
  return rows;
}
