import { kobo, sum, type Kobo } from "@kontor/books/money";
import type { InputOf } from "@kontor/contract/endpoint";
import { formatMoney } from "@kontor/contract/format";
import { paymentList } from "@kontor/contract/payroll/lists";
import { formatPeople } from "@kontor/contract/payroll/runs";
import type { getPaymentFile } from "@kontor/contract/payroll/steps";
import { bankByCode } from "@kontor/contract/reference/banks";
import { monthName } from "@kontor/payroll/month";

import { personalNumbers } from "../../employees/records/personal-numbers.ts";
import { audit } from "../../platform/audit.ts";
import { exportFile } from "../../platform/export/export-file.ts";
import type { FileResponse } from "../../platform/http/serve-file.ts";
import type { Context } from "../../platform/scope.ts";
import { requireUnpaid } from "../runs/guards.ts";
import { recordRunEvent, lockRun, runNumber } from "../runs/row.ts";
import { lockPayablePayslips, type PayablePayslip } from "./payable.ts";

/**
 * The columns of a file with which a bank pays people outside Kontor. It has full account numbers, so
 * the audit log records each download.
 */
type PaymentFileRow = Pick<PayablePayslip, "staff_no" | "name" | "bank_code" | "account_name"> & {
  bank: string;
  account_number: string;
  amount: Kobo;
  narration: string;
};

/**
 * The people of an approved run who are unpaid and have no transfer on its way, as a file for a bank.
 * The history of the run records the download.
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
  const payslips = await lockPayablePayslips(tx, run);
  const numbers = personalNumbers(environment, run.tenant_id);
  const payments = payslips.map((payslip): PaymentFileRow => ({
    staff_no: payslip.staff_no,
    name: payslip.name,
    bank_code: payslip.bank_code,
    account_name: payslip.account_name,
    bank: bankByCode(payslip.bank_code)?.name ?? "",
    account_number: numbers.open("account_number", payslip.account_number_sealed) ?? "",
    amount: kobo(payslip.net),
    narration: `Pay ${monthName(run.period)}, ${number}`,
  }));
  if (payments.length > 0)
    await recordRunEvent(context, run, "PAYMENT_FILE", paymentsSummary(payments));
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

/** The number of people and the total of a file, for the history of the run. */
function paymentsSummary(payments: readonly PaymentFileRow[]): string {
  return `${formatPeople(payments.length)}, ${formatMoney(sum(payments.map(({ amount }) => amount)))}`;
}

async function* inOneBatch<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield await Promise.resolve(rows);
}
