import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { kobo, printMoney } from "@kontor/books/money";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { formatDate } from "@kontor/contract/format";
import type {
  listPaymentLedgers,
  markPayslipPaid,
  reverseOutsidePayment,
} from "@kontor/contract/payroll/payslips";
import { firstDayOf, monthName } from "@kontor/payroll/month";
import { sql } from "kysely";

import { cashLedger, cashLedgers } from "../../accounting/chart/cash-ledgers.ts";
import { entryAt } from "../../accounting/entries/find-entry.ts";
import { posterOf } from "../../accounting/entries/postings.ts";
import { postReversal } from "../../accounting/entries/reversal.ts";
import { postOnDay } from "../../accounting/periods/post-on-day.ts";
import { audit } from "../../platform/audit.ts";
import { atMostOne } from "../../platform/database/rows.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import type { Context } from "../../platform/scope.ts";
import {
  outsidePaymentsOf,
  presentPayslip,
  wholePayslip,
  type PayslipDetail,
} from "../payslips/payslip.ts";
import { requireOthers } from "../runs/guards.ts";
import { settleStatus } from "../runs/payment.ts";
import { keepEvent, lockRun, runAt, runNumber, type RunRow } from "../runs/row.ts";

/**
 * Records that an employee was paid by other means: Dr Net salaries payable, Cr the cash or bank
 * that the money left. A payslip whose money is on its way or has arrived cannot be paid again.
 *
 * @throws Refusal `not_found`, `module_off`, `run_not_approved`, `same_person`,
 *   `payslip_not_payable`; at `date` `date_in_future`, `payment_before_month`, `day_locked`; at
 *   `ledger_id` `not_found`, `ledger_not_cash`.
 */
export async function payOutside(
  context: Context,
  input: InputOf<typeof markPayslipPaid>,
): Promise<PayslipDetail> {
  const { tx, clock } = context;
  const run = await lockRun(context, input);
  const number = runNumber(run.number);
  if (!["PENDING_DISBURSEMENT", "DISBURSING", "PARTLY_PAID"].includes(run.status)) {
    throw new Refusal("run_not_approved", { number });
  }
  await requireOthers(context, run, [run.submitted_by, run.approved_by]);
  const row = await wholePayslip(tx, run, input.payslip_id);
  const isOpen = row.payment === null || row.payment === "FAILED" || row.payment === "REVERSED";
  if (row.excluded || row.net <= 0n || !isOpen) throw new Refusal("payslip_not_payable");
  if (input.date > clock.today()) throw Refusal.at("date", "date_in_future");
  const first = firstDayOf(run.period);
  if (input.date < first) {
    throw Refusal.at("date", "payment_before_month", { first: formatDate(first) });
  }
  const [credit, debit] = [
    await cashLedger(tx, run.tenant_id, input.ledger_id),
    await owedLedger(context, run),
  ];
  const narration = `Pay ${monthName(run.period)} of ${row.name}, ${number}: ${input.note}`;
  const amount = kobo(row.net);
  const posting = {
    entry_type_id: ENTRY_TYPE.payroll.id,
    entry_date: input.date,
    narration,
    items: [
      { ledger_id: debit, dc: "DR" as const, amount, narration },
      { ledger_id: credit, dc: "CR" as const, amount, narration },
    ],
  };
  const entry_id = await postOnDay(posterOf(context), run.tenant_id, posting, "date");
  await sql`
    insert into outside_payments (tenant_id, payslip_id, amount, paid_on, ledger_id, note, entry_id, recorded_at,
      recorded_by)
    values (${run.tenant_id}, ${row.id}, ${amount}, ${input.date}, ${credit}, ${input.note}, ${entry_id},
      ${clock.now()}, ${context.actor.user_id})`.execute(tx);
  await sql`
    update payslips set payment = 'PAID_OUTSIDE', paid_at = ${clock.now()}
    where tenant_id = ${run.tenant_id} and id = ${row.id}`.execute(tx);
  await settleStatus(tx, run, clock.now());
  await audit(context, run.tenant_id, "payslip.paid-outside", `payroll-run:${run.id}`, {
    employee_id: row.employee_id,
    amount: printMoney(amount),
    date: input.date,
    note: input.note,
    entry_id,
  });
  return presentPayslip(context, await runAt(context, input), await wholePayslip(tx, run, row.id));
}

/**
 * Takes a payment by other means back by a linked entry with the sides swapped; the payslip is as its
 * last transfer left it, and is to be paid again.
 *
 * @throws Refusal `not_found`, `module_off`, `same_person`, `payslip_not_paid_outside`.
 */
export async function reverseOutside(
  context: Context,
  input: InputOf<typeof reverseOutsidePayment>,
): Promise<PayslipDetail> {
  const { tx, clock, actor } = context;
  const run = await lockRun(context, input);
  await requireOthers(context, run, [run.submitted_by, run.approved_by]);
  const row = await wholePayslip(tx, run, input.payslip_id);
  const [payment] = await outsidePaymentsOf(tx, run, row.id);
  if (payment === undefined || payment.reversal !== null) {
    throw new Refusal("payslip_not_paid_outside");
  }
  const original = await entryAt(context, run.tenant_id, payment.entry.entry_id);
  const entry_id = await postReversal(context, original, {
    entry_date: clock.today(),
    narration: `Reverses ${payment.entry.ent_number}: ${input.reason}`,
  });
  const now = clock.now();
  await sql`
    update outside_payments set reversal_entry_id = ${entry_id}, reversed_at = ${now}, reversed_by = ${actor.user_id},
      reversal_reason = ${input.reason}
    where tenant_id = ${run.tenant_id} and id = ${payment.id}`.execute(tx);
  await sql`
    update payslips set paid_at = null, payment = (
      select t.status from transfers t
      where t.tenant_id = ${run.tenant_id} and t.purpose = 'payslip' and t.subject_id = ${row.id}
      order by t.attempt desc limit 1)
    where tenant_id = ${run.tenant_id} and id = ${row.id}`.execute(tx);
  await settleStatus(tx, run, now);
  await keepEvent(context, run, "PAYMENT_REVERSED", `${row.name}: ${input.reason}`);
  await audit(context, run.tenant_id, "payslip.outside-payment-reversed", `payroll-run:${run.id}`, {
    employee_id: row.employee_id,
    amount: printMoney(payment.amount),
    reason: input.reason,
    entry_id,
  });
  return presentPayslip(context, await runAt(context, input), await wholePayslip(tx, run, row.id));
}

/** The ledgers that money of a run may have left. @throws Refusal `not_found`, `module_off` */
export async function paymentLedgers(
  context: Context,
  input: InputOf<typeof listPaymentLedgers>,
): Promise<DataOf<typeof listPaymentLedgers>> {
  const { tenant_id } = await runAt(context, input);
  return cashLedgers(context.tx, tenant_id);
}

async function owedLedger({ tx }: Context, run: RunRow): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from ledgers where tenant_id = ${run.tenant_id} and purpose = 'net_salaries_payable'`.execute(
    tx,
  );
  const ledger = atMostOne(rows);
  if (ledger === undefined) throw notFound("The ledger of net salaries");
  return ledger.id;
}
