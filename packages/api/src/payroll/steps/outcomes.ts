import { kobo } from "@kontor/books/money";
import { formatDate, formatMoney } from "@kontor/contract/format";
import { bankWithCode } from "@kontor/contract/reference/banks";
import { monthName } from "@kontor/payroll/month";
import { sql } from "kysely";

import { personalNumbers } from "../../employees/records/personal-numbers.ts";
import type { OutcomeHandler } from "../../funding/transfers/transfer.ts";
import { lagosDate, type Clock } from "../../platform/clock.ts";
import { addressesOf } from "../../platform/configuration/addresses.ts";
import type { Environment } from "../../platform/environment.ts";
import type { Tx } from "../../platform/scope.ts";
import { sendMails } from "../../templates/send-mail.ts";
import { settleStatus } from "../runs/payment.ts";

type Tools = { environment: Environment; clock: Clock };

/**
 * Stores the outcomes of the transfers of payslips, updates the status of their runs, and mails
 * those who were paid. Runs are locked before their payslips, as in the disbursement.
 */
export function payslipOutcomes(tools: Tools): OutcomeHandler {
  return async ({ tx, recordedAt }, tenantId, outcomes) => {
    const ids = outcomes.map(({ subject_id }) => subject_id);
    const { rows: runs } = await sql<{ id: number }>`
      select r.id from payroll_runs r
      where r.tenant_id = ${tenantId} and r.id in (
        select s.run_id from payslips s where s.tenant_id = ${tenantId} and s.id = any (${ids}::bigint[]))
      order by r.id for no key update`.execute(tx);
    const changes = outcomes.map(({ subject_id, status }) => ({ id: subject_id, status }));
    await sql`
      update payslips s set payment = c.status,
        paid_at = case c.status when 'COMPLETED' then ${recordedAt}::timestamptz end
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c(id bigint, status text)
      where s.tenant_id = ${tenantId} and s.id = c.id`.execute(tx);
    for (const { id } of runs) await settleStatus(tx, { tenant_id: tenantId, id }, recordedAt);
    const paid = outcomes.filter(({ status }) => status === "COMPLETED");
    await mailPaid(
      { ...tools, tx },
      tenantId,
      paid.map(({ subject_id }) => subject_id),
      recordedAt,
    );
  };
}

type Paid = {
  id: number;
  email: string;
  employee: string;
  period: string;
  net: bigint;
  bank_code: string;
  account_number_sealed: string;
};

/** Mails those who were paid and have an address. */
async function mailPaid(
  { tx, environment, clock }: Tools & { tx: Tx },
  tenantId: number,
  ids: readonly number[],
  paidAt: Date,
): Promise<void> {
  const { rows } = await sql<Paid>`
    select s.id, e.email, e.first_name || ' ' || e.last_name as employee, to_char(r.period, 'YYYY-MM') as period,
      s.net, s.bank_code, s.account_number_sealed
    from payslips s
    join payroll_runs r on r.tenant_id = ${tenantId} and r.id = s.run_id
    join employees e on e.tenant_id = ${tenantId} and e.id = s.employee_id
    where s.tenant_id = ${tenantId} and s.id = any (${[...ids]}::bigint[]) and e.email is not null
    order by s.id`.execute(tx);
  if (rows.length === 0) return;
  const { employee_portal_url } = await addressesOf(tx, environment);
  const numbers = personalNumbers(environment, tenantId);
  const mails = rows.map((row) => ({
    attachment: { kind: "payslip" as const, id: row.id },
    to_name: row.employee,
    to_email: row.email,
    values: {
      employee_name: row.employee,
      payroll_period: monthName(row.period),
      net_pay: formatMoney(kobo(row.net)),
      payment_date: formatDate(lagosDate(paidAt)),
      bank_name: bankWithCode(row.bank_code)?.name ?? row.bank_code,
      account_ending: (numbers.open("account_number", row.account_number_sealed) ?? "").slice(-4),
      payslip_link: `${employee_portal_url}/payslips/${row.id}`,
    },
  }));
  const about = { tenantId, label: "employee_pay_disbursed" } as const;
  await sendMails({ tx, environment, clock }, about, mails);
}
