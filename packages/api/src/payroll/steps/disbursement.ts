import { kobo, printMoney, sum } from "@kontor/books/money";
import type { InputOf } from "@kontor/contract/endpoint";
import { formatMoney } from "@kontor/contract/format";
import type { disburseRun } from "@kontor/contract/payroll/steps";
import { monthName } from "@kontor/payroll/month";
import { sql } from "kysely";

import { posterOf } from "../../accounting/entries/postings.ts";
import { personalNumbers } from "../../employees/records/personal-numbers.ts";
import { requestTransfers, type TransferRequest } from "../../funding/transfers/request.ts";
import { audit } from "../../platform/audit.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Context } from "../../platform/scope.ts";
import { requireDisbursable } from "../runs/guards.ts";
import { refreshPaymentStatus } from "../runs/payment.ts";
import { recordRunEvent, lockRun, runNumber } from "../runs/row.ts";
import { presentChangedRun, type PayrollRun } from "../runs/run.ts";
import { lockPayablePayslips } from "./payable.ts";

/**
 * Sends the net pay of an approved run, and again to those whose transfer failed conclusively. The
 * wallet covers people in the order of their names; those it no longer covers are left for later.
 *
 * @throws Refusal `not_found`, `module_off`, `changed_meanwhile`; as `requireDisbursable`;
 *   `wallet_short` when the wallet covers nobody, `secret_unreadable`.
 */
export async function disburse(
  context: Context,
  input: InputOf<typeof disburseRun>,
): Promise<PayrollRun> {
  const { tx, actor, clock, environment } = context;
  const row = await lockRun(context, input, input.version);
  await requireDisbursable(context, row);
  const payslips = await lockPayablePayslips(tx, row);
  const numbers = personalNumbers(environment, row.tenant_id);
  const requests = payslips.map((payslip): TransferRequest => ({
    purpose: "payslip",
    subject_id: payslip.id,
    amount: kobo(payslip.net),
    destination: {
      bank_code: payslip.bank_code,
      account_number: numbers.open("account_number", payslip.account_number_sealed) ?? "",
      account_name: payslip.account_name,
    },
    narration: `Pay ${monthName(row.period)}, ${runNumber(row.number)}`,
    owed: "net_salaries_payable",
  }));
  const answers = await requestTransfers(posterOf(context), environment, row, requests);
  const sent = payslips.filter((_payslip, place) => answers[place]?.requested === true);
  const [first] = answers;
  if (sent.length === 0 && first?.requested === false) {
    throw new Refusal("wallet_short", {
      number: runNumber(row.number),
      missing: formatMoney(first.missing),
    });
  }
  await sql`
    update payslips set payment = 'PENDING'
    where tenant_id = ${row.tenant_id} and id = any (${sent.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
  await sql`
    update payroll_runs set disbursed_by = ${actor.user_id}, disbursed_at = ${clock.now()}
    where tenant_id = ${row.tenant_id} and id = ${row.id}`.execute(tx);
  await refreshPaymentStatus(tx, row, clock.now());
  await recordRunEvent(context, row, "DISBURSED");
  await audit(context, row.tenant_id, "payroll-run.disbursed", `payroll-run:${row.id}`, {
    number: runNumber(row.number),
    people: sent.length,
    amount: printMoney(sum(sent.map(({ net }) => kobo(net)))),
    left: payslips.length - sent.length,
  });
  return presentChangedRun(context, input);
}
