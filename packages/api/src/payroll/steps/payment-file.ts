import { kobo, type Kobo } from "@kontor/books/money";
import type { InputOf } from "@kontor/contract/endpoint";
import { paymentList } from "@kontor/contract/payroll/lists";
import type { getPaymentFile } from "@kontor/contract/payroll/steps";
import { bankWithCode } from "@kontor/contract/reference/banks";
import { monthName } from "@kontor/payroll/month";
import { sql } from "kysely";

import { personalNumbers } from "../../employees/records/personal-numbers.ts";
import { audit } from "../../platform/audit.ts";
import { exportFile } from "../../platform/export/export-file.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import type { Context } from "../../platform/scope.ts";
import { requireUnpaid } from "../runs/guards.ts";
import { stillToBePaid } from "../runs/payment.ts";
import { lockRun, runNumber } from "../runs/row.ts";

type Owed = {
  staff_no: string;
  name: string;
  net: bigint;
  bank_code: string;
  account_number_sealed: string;
  account_name: string;
};

/**
 * The columns of a file by which a bank pays people outside of the product, with full account
 * numbers; the audit log records that it was taken.
 */
type PaymentRow = Omit<Owed, "net" | "account_number_sealed"> & {
  bank: string;
  account_number: string;
  amount: Kobo;
  narration: string;
};

/**
 * The people of an approved run who are not yet paid and have no transfer on its way, as a file for
 * a bank.
 *
 * @throws Refusal `not_found`, `module_off`, `run_not_approved`, `secret_unreadable`.
 */
export async function paymentFile(
  context: Context,
  input: InputOf<typeof getPaymentFile>,
): Promise<FileResponse> {
  const { tx, environment } = context;
  const run = await lockRun(context, input);
  const number = runNumber(run.number);
  requireUnpaid(run);
  const { rows } = await sql<Owed>`
    select staff_no, name, net, bank_code, account_number_sealed, account_name from payslips s
    where tenant_id = ${run.tenant_id} and run_id = ${run.id} and ${stillToBePaid}
    order by name, id`.execute(tx);
  const numbers = personalNumbers(environment, run.tenant_id);
  const payments = rows.map(({ net, account_number_sealed, ...row }): PaymentRow => ({
    ...row,
    bank: bankWithCode(row.bank_code)?.name ?? "",
    account_number: numbers.open("account_number", account_number_sealed) ?? "",
    amount: kobo(net),
    narration: `Pay ${monthName(run.period)}, ${number}`,
  }));
  await audit(context, run.tenant_id, "payroll-run.payment-file", `payroll-run:${run.id}`, {
    number,
    people: payments.length,
    layout: input.layout,
  });
  return exportFile(context, input.layout, {
    list: paymentList,
    name: "payments",
    parts: [run.period, number],
    facts: [["Payroll Run", number]],
    tenantId: run.tenant_id,
    total: payments.length,
    rows: inOneBatch(payments),
  });
}

async function* inOneBatch<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield await Promise.resolve(rows);
}
