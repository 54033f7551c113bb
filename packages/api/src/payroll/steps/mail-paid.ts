import { kobo } from "@kontor/books/money";
import { formatDate, formatMoney } from "@kontor/contract/format";
import { bankByCode } from "@kontor/contract/reference/banks";
import { monthName } from "@kontor/payroll/month";
import { sql } from "kysely";

import { personalNumbers } from "../../employees/records/personal-numbers.ts";
import { appUrlsOf } from "../../platform/configuration/app-urls.ts";
import type { Context } from "../../platform/scope.ts";
import { sendMails } from "../../templates/send-mail.ts";

type Tools = Pick<Context, "tx" | "environment" | "clock">;

type PaidPayslip = {
  id: number;
  employee_id: number;
  email: string;
  employee: string;
  period: string;
  net: bigint;
  bank_code: string;
  account_number_sealed: string;
};

/**
 * Mails those who were paid to the account on their payslip, and have an address.
 *
 * @param ids of payslips.
 * @param paidOn the day in Lagos.
 */
export async function mailPaidEmployees(
  { tx, environment, clock }: Tools,
  tenantId: number,
  ids: readonly number[],
  paidOn: string,
): Promise<void> {
  const { rows } = await sql<PaidPayslip>`
    select s.id, s.employee_id, e.email, e.first_name || ' ' || e.last_name as employee, to_char(r.period, 'YYYY-MM') as period,
      s.net, s.bank_code, s.account_number_sealed
    from payslips s
    join payroll_runs r on r.tenant_id = ${tenantId} and r.id = s.run_id
    join employees e on e.tenant_id = ${tenantId} and e.id = s.employee_id
    where s.tenant_id = ${tenantId} and s.id = any (${[...ids]}::bigint[]) and e.email is not null
      and s.bank_code is not null
    order by s.id`.execute(tx);
  if (rows.length === 0) return;
  const { employee_portal_url } = await appUrlsOf(tx, environment);
  const numbers = personalNumbers(environment, tenantId);
  const mails = rows.map((row) => ({
    attachment: { kind: "payslip" as const, id: row.id },
    employee_id: row.employee_id,
    to_name: row.employee,
    to_email: row.email,
    values: {
      employee_name: row.employee,
      payroll_period: monthName(row.period),
      net_pay: formatMoney(kobo(row.net)),
      payment_date: formatDate(paidOn),
      bank_name: bankByCode(row.bank_code)?.name ?? row.bank_code,
      account_ending: (numbers.open("account_number", row.account_number_sealed) ?? "").slice(-4),
      payslip_link: `${employee_portal_url}/payslips/${row.id}`,
    },
  }));
  const about = { tenantId, label: "employee_pay_disbursed" } as const;
  await sendMails({ tx, environment, clock }, about, mails);
}
