import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { kobo, printMoney } from "@kontor/books/money";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { formatDate } from "@kontor/contract/format";
import type {
  listPaymentLedgers,
  markPayslipPaid,
  reverseOutsidePayment,
} from "@kontor/contract/payroll/payslips";
import type { markRunPaid } from "@kontor/contract/payroll/steps";
import { firstDayOf, monthName } from "@kontor/payroll/month";
import { sql } from "kysely";

import { cashLedgerId, cashLedgers } from "../../accounting/chart/cash-ledgers.ts";
import { entryById } from "../../accounting/entries/find-entry.ts";
import { posterOf, type Posting } from "../../accounting/entries/postings.ts";
import { postReversal } from "../../accounting/entries/reversal.ts";
import { postAllOnDay } from "../../accounting/periods/post-on-day.ts";
import { audit, auditAll, auditActorOf } from "../../platform/audit.ts";
import { atMostOne } from "../../platform/database/rows.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import type { Context } from "../../platform/scope.ts";
import {
  outsidePaymentsOf,
  presentPayslip,
  readPayslip,
  type PayslipDetail,
} from "../payslips/payslip.ts";
import { requireDifferentPerson, requireUnpaid } from "../runs/guards.ts";
import { lockPayslips, refreshPaymentStatus } from "../runs/payment.ts";
import { recordRunEvent, lockRun, runAt, runNumber, type RunRow } from "../runs/row.ts";
import { presentChangedRun, type PayrollRun } from "../runs/run.ts";
import { mailPaidEmployees } from "./mail-paid.ts";
import { lockPayablePayslips, type PayablePayslip } from "./payable.ts";

/**
 * Records that an employee was paid by other means: Dr Net salaries payable, Cr the cash or bank
 * that the money left. A payslip whose money is on its way or has arrived cannot be paid again.
 *
 * @throws Refusal `not_found`, `module_off`, `run_not_approved`, `same_person`,
 *   `payslip_not_payable`; at `date` `date_in_future`, `payment_before_month`, `day_locked`; at
 *   `ledger_id` `not_found`, `ledger_not_cash`.
 */
export async function recordOutsidePayment(
  context: Context,
  input: InputOf<typeof markPayslipPaid>,
): Promise<PayslipDetail> {
  const { tx } = context;
  const run = await lockRun(context, input);
  await requireOutsidePayable(context, run);
  const row = await readPayslip(tx, run, input.payslip_id);
  const [payable] = await lockPayablePayslips(tx, run, sql`s.id = ${row.id}`);
  if (payable === undefined) throw new Refusal("payslip_not_payable");
  await insertOutsidePayments(context, run, [payable], input);
  return presentPayslip(context, await runAt(context, input), await readPayslip(tx, run, row.id));
}

/**
 * Records that everybody in a run who is still unpaid was paid by other means, such as from a bank
 * payment file, with a separate entry for each, and mails them their payslips on request.
 *
 * @throws Refusal `changed_meanwhile`, `run_nothing_to_send`; as {@link recordOutsidePayment}, but for
 *   `payslip_not_payable`.
 */
export async function recordRestPaidOutside(
  context: Context,
  input: InputOf<typeof markRunPaid>,
): Promise<PayrollRun> {
  const run = await lockRun(context, input, input.version);
  await requireOutsidePayable(context, run);
  const [first, ...others] = await lockPayablePayslips(context.tx, run);
  if (first === undefined) {
    throw new Refusal("run_nothing_to_send", { number: runNumber(run.number) });
  }
  await insertOutsidePayments(context, run, [first, ...others], input);
  if (input.mail_payslips) {
    const ids = [first, ...others].map(({ id }) => id);
    await mailPaidEmployees(context, run.tenant_id, ids, input.date);
  }
  return presentChangedRun(context, input);
}

async function requireOutsidePayable(context: Context, run: RunRow): Promise<void> {
  requireUnpaid(run);
  await requireDifferentPerson(context, run, [run.submitted_by, run.approved_by]);
}

type EnteredPayment = { date: string; ledger_id?: number | undefined; note: string };

async function insertOutsidePayments(
  context: Context,
  run: RunRow,
  payslips: readonly [PayablePayslip, ...PayablePayslip[]],
  { date, ledger_id, note }: EnteredPayment,
): Promise<void> {
  const { tx, clock, actor } = context;
  const { tenant_id } = run;
  if (date > clock.today()) throw Refusal.at("date", "date_in_future");
  const first = firstDayOf(run.period);
  if (date < first) {
    throw Refusal.at("date", "payment_before_month", { first: formatDate(first) });
  }
  const [credit, debit] = [
    await cashLedgerId(tx, tenant_id, ledger_id),
    await netSalariesLedger(context, run),
  ];
  const postingOf = ({ staff_no, net }: PayablePayslip): Posting => {
    // The books are kept longer than the record of the employee, so the narration has no name.
    const narration = `Pay ${monthName(run.period)} of ${staff_no}, ${runNumber(run.number)}: ${note}`;
    const amount = kobo(net);
    return {
      entry_type_id: ENTRY_TYPE.payroll.id,
      entry_date: date,
      narration,
      items: [
        { ledger_id: debit, dc: "DR", amount, narration },
        { ledger_id: credit, dc: "CR", amount, narration },
      ],
    };
  };
  const [one, ...others] = payslips;
  const postings = [postingOf(one), ...others.map(postingOf)] as const;
  const entries = await postAllOnDay(posterOf(context), tenant_id, postings, "date");
  const paid = payslips.map(({ id, net }, place) => ({
    payslip_id: id,
    amount: String(net),
    entry_id: entries[place],
  }));
  await sql`
    insert into outside_payments (tenant_id, payslip_id, amount, paid_on, ledger_id, note, entry_id, recorded_at,
      recorded_by)
    select ${tenant_id}, p.payslip_id, p.amount, ${date}::date, ${credit}, ${note}, p.entry_id, ${clock.now()}::timestamptz,
      ${actor.user_id}
    from jsonb_to_recordset(${JSON.stringify(paid)}::jsonb) as p(payslip_id bigint, amount bigint, entry_id bigint)
    order by p.entry_id`.execute(tx);
  await sql`
    update payslips set payment = 'PAID_OUTSIDE',
      paid_at = (${date}::date + time '12:00') at time zone 'Africa/Lagos'
    where tenant_id = ${tenant_id} and id = any (${payslips.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
  await refreshPaymentStatus(tx, run, clock.now());
  await auditAll(
    auditActorOf(context),
    tenant_id,
    payslips.map(({ employee_id, net }, place) => ({
      action: "payslip.paid-outside",
      subject: `payroll-run:${run.id}`,
      detail: { employee_id, amount: printMoney(kobo(net)), date, note, entry_id: entries[place] },
    })),
  );
}

/**
 * Reverses a payment by other means with a linked entry. The payslip returns to the state of its last
 * transfer and is unpaid again.
 *
 * @throws Refusal `not_found`, `module_off`, `same_person`, `payslip_not_paid_outside`.
 */
export async function reverseOutsidePaymentOf(
  context: Context,
  input: InputOf<typeof reverseOutsidePayment>,
): Promise<PayslipDetail> {
  const { tx, clock, actor } = context;
  const run = await lockRun(context, input);
  await requireDifferentPerson(context, run, [run.submitted_by, run.approved_by]);
  const row = await readPayslip(tx, run, input.payslip_id);
  const [payment] = await outsidePaymentsOf(tx, run, row.id);
  if (payment === undefined || payment.reversal !== null) {
    throw new Refusal("payslip_not_paid_outside");
  }
  // Lock payslips before ledgers, in the same order as a payment does.
  await lockPayslips(tx, sql`s.tenant_id = ${run.tenant_id} and s.id = ${row.id}`);
  const original = await entryById(context, run.tenant_id, payment.entry.entry_id);
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
  await refreshPaymentStatus(tx, run, now);
  await recordRunEvent(context, run, "PAYMENT_REVERSED", `${row.staff_no}: ${input.reason}`);
  await audit(context, run.tenant_id, "payslip.outside-payment-reversed", `payroll-run:${run.id}`, {
    employee_id: row.employee_id,
    amount: printMoney(payment.amount),
    reason: input.reason,
    entry_id,
  });
  return presentPayslip(context, await runAt(context, input), await readPayslip(tx, run, row.id));
}

/** The ledgers that money of a run may have left. @throws Refusal `not_found`, `module_off` */
export async function paymentLedgers(
  context: Context,
  input: InputOf<typeof listPaymentLedgers>,
): Promise<DataOf<typeof listPaymentLedgers>> {
  const { tenant_id } = await runAt(context, input);
  return cashLedgers(context.tx, tenant_id);
}

async function netSalariesLedger({ tx }: Context, run: RunRow): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from ledgers where tenant_id = ${run.tenant_id} and purpose = 'net_salaries_payable'`.execute(
    tx,
  );
  const ledger = atMostOne(rows);
  if (ledger === undefined) throw notFound("The ledger of net salaries");
  return ledger.id;
}
