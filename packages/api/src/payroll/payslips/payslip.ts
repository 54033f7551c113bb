import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { maskNumber } from "@kontor/contract/format";
import type { getPayslip } from "@kontor/contract/payroll/payslips";
import { bankByCode } from "@kontor/contract/reference/banks";
import type { PayslipLine } from "@kontor/payroll/payslip/line";
import { varianceOf, type Variance } from "@kontor/payroll/payslip/variance";
import { sql } from "kysely";

import { personalNumbers } from "../../employees/records/personal-numbers.ts";
import { transfersOf } from "../../funding/transfers/find.ts";
import { atMostOne } from "../../platform/database/rows.ts";
import { notFound } from "../../platform/refusal.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import {
  comparedPayslipFrom,
  figureColumns,
  storedPayslipColumns,
  payslipFrom,
  type StoredFigures,
  type RebuiltPayslip,
  type StoredPayslip,
} from "../calculation/stored-payslip.ts";
import {
  fromPayments,
  paymentColumns,
  presentPayment,
  type PaymentRow,
} from "../runs/posted-payment.ts";
import { runAt, runNumber, atLeastZero, signedMoneyOf, type RunRow } from "../runs/row.ts";
import { payslipListColumns, presentPayslipRow, type PayslipRow } from "./rows.ts";

export type PayslipDetail = DataOf<typeof getPayslip>;

/** All columns of a payslip that its page shows. */
export type FullPayslipRow = PayslipRow &
  StoredPayslip & {
    account_number_sealed: string | null;
    account_name: string;
    excluded_reason: string;
    exclusion_by: string | null;
    exclusion_at: Date | null;
    exclusion_run_id: number | null;
    exclusion_number: bigint | null;
    /** The last day of work as known now. */
    exit: string | null;
  };

/** @throws Refusal `not_found` */
export async function readPayslip(
  tx: Tx,
  run: Pick<RunRow, "tenant_id" | "id">,
  payslipId: number,
): Promise<FullPayslipRow> {
  const { rows } = await sql<FullPayslipRow>`
    select ${payslipListColumns(run)}, ${storedPayslipColumns}, s.account_number_sealed, s.account_name, s.excluded_reason,
      u.name as exclusion_by, s.exclusion_at, s.exclusion_run_id, k.number as exclusion_number, e.exit_date as exit
    from payslips s join employees e on e.tenant_id = ${run.tenant_id} and e.id = s.employee_id
    left join users u on u.id = s.exclusion_by
    left join payroll_runs k on k.tenant_id = ${run.tenant_id} and k.id = s.exclusion_run_id
    where s.tenant_id = ${run.tenant_id} and s.run_id = ${run.id} and s.id = ${payslipId}`.execute(
    tx,
  );
  const row = atMostOne(rows);
  if (row === undefined) throw notFound("The payslip");
  return { ...row, warnings: row.warnings };
}

/** One payslip with its explanation. @throws Refusal `not_found`, `module_off` */
export async function findPayslip(
  context: Context,
  input: InputOf<typeof getPayslip>,
): Promise<PayslipDetail> {
  const run = await runAt(context, input);
  return presentPayslip(context, run, await readPayslip(context.tx, run, input.payslip_id));
}

/** The payslip as the rules computed it. */
export function rebuildPayslip(run: RunRow, row: StoredPayslip): RebuiltPayslip {
  return payslipFrom(row, run);
}

/** Why a payslip differs from that of the previous run; null where its run is not compared. */
export async function varianceOfPayslip(
  tx: Tx,
  run: RunRow,
  row: FullPayslipRow,
  excluded: boolean,
): Promise<Variance | null> {
  if (run.compared_with_id === null) return null;
  const { rows } = await sql<StoredFigures & Pick<RunRow, "period">>`
    select ${figureColumns}, to_char(r.period, 'YYYY-MM') as period
    from payslips s join payroll_runs r on r.tenant_id = ${run.tenant_id} and r.id = s.run_id
    where s.tenant_id = ${run.tenant_id} and s.run_id = ${run.compared_with_id} and not s.excluded
      and s.employee_id = ${row.employee_id}`.execute(tx);
  const before = atMostOne(rows);
  const was = before === undefined ? null : comparedPayslipFrom(before, before);
  return varianceOf(was, excluded ? null : rebuildPayslip(run, row), row.exit);
}

/**
 * A payslip with its lines, the calculation behind each, and its variance from the run that it is
 * compared with; in kobo.
 */
export async function presentPayslip(
  context: Context,
  run: RunRow,
  row: FullPayslipRow,
): Promise<PayslipDetail> {
  const payslip = rebuildPayslip(run, row);
  const variance = await varianceOfPayslip(context.tx, run, row, row.excluded);
  const codes = payslip.warnings.map(({ code }) => code);
  return {
    ...presentPayslipRow({ ...row, warnings: codes }),
    period: run.period,
    lines: payslip.lines.map(presentLine),
    variance: (variance?.parts ?? []).map(({ reason, gross, net, cost, lines }) => ({
      reason,
      gross: signedMoneyOf(gross),
      net: signedMoneyOf(net),
      cost: signedMoneyOf(cost),
      lines: lines.map((line) => ({
        ...line,
        before: signedMoneyOf(line.before),
        after: signedMoneyOf(line.after),
      })),
    })),
    warning_details: payslip.warnings.map(({ code, blocks, line, amount, month }) => ({
      code,
      blocks,
      line,
      month,
      amount: amount === null ? null : signedMoneyOf(amount),
    })),
    year_to_date: presentYearToDate(payslip),
    bank_account: maskedAccount(context, run, row),
    excluded_reason: row.excluded_reason,
    exclusion: exclusionOf(row),
    transfers: await transfersOf(context.tx, run.tenant_id, "payslip", row.id),
    outside_payments: await outsidePaymentsOf(context.tx, run, row.id),
  };
}

function exclusionOf(row: FullPayslipRow): PayslipDetail["exclusion"] {
  const { exclusion_by, exclusion_at, exclusion_run_id, exclusion_number } = row;
  if (!row.excluded || exclusion_at === null) return null;
  const isKept = exclusion_run_id !== null && exclusion_number !== null;
  return {
    by: exclusion_by ?? "",
    at: exclusion_at,
    kept_from: isKept ? { id: exclusion_run_id, number: runNumber(exclusion_number) } : null,
  };
}

/** A line with its explanation. */
export function presentLine(line: PayslipLine): PayslipDetail["lines"][number] {
  const { code, kind, label, amount, rule, inputs, arithmetic, recovery } = line;
  const presented = {
    code,
    kind,
    label,
    amount,
    arithmetic,
    rule: { ...rule },
    inputs: inputs.map((input) => ({ ...input })),
  };
  if (recovery === null) return presented;
  const { advance, principal, interest, left } = recovery;
  return { ...presented, recovery: { advance_id: Number(advance), principal, interest, left } };
}

/** The tax year with this payslip. */
export function presentYearToDate({ yearToDate }: RebuiltPayslip): PayslipDetail["year_to_date"] {
  return {
    gross: atLeastZero(yearToDate.gross),
    taxable: atLeastZero(yearToDate.taxable),
    benefits: atLeastZero(yearToDate.benefits),
    pension: atLeastZero(yearToDate.pension),
    nhf: atLeastZero(yearToDate.nhf),
    paye: atLeastZero(yearToDate.paye),
    net: atLeastZero(yearToDate.net),
  };
}

/** The payments of a payslip by other means, including reversed ones, the latest first. */
export async function outsidePaymentsOf(
  tx: Tx,
  { tenant_id }: Pick<RunRow, "tenant_id">,
  payslipId: number,
): Promise<PayslipDetail["outside_payments"]> {
  const { rows } = await sql<PaymentRow & { note: string }>`
    select m.note, ${paymentColumns} from ${fromPayments("outside_payments")}
    where m.tenant_id = ${tenant_id} and m.payslip_id = ${payslipId} order by m.id desc`.execute(
    tx,
  );
  return rows.map((row) => ({ ...presentPayment(row), note: row.note }));
}

/** The bank and the last four digits of the account. */
export function maskedAccount(
  { environment }: Pick<Context, "environment">,
  { tenant_id }: Pick<RunRow, "tenant_id">,
  { bank_code, account_number_sealed }: Pick<FullPayslipRow, "bank_code" | "account_number_sealed">,
): string | null {
  if (bank_code === null || account_number_sealed === null) return null;
  const number = personalNumbers(environment, tenant_id).open(
    "account_number",
    account_number_sealed,
  );
  const bank = bankByCode(bank_code)?.name ?? bank_code;
  return `${bank} ${maskNumber(number ?? "")}`;
}
