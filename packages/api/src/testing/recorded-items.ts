import { sql } from "kysely";

import { setTenant } from "../platform/scope.ts";
import { givenBy, itemOfLine, type PostedLine, type PostedPayslip } from "./expected-pay.ts";
import type { World } from "./harness.ts";

/* The pay items of an organization as they are recorded, for property tests that compare payroll with them. */

/** An item; the amount in kobo. */
export type RecordedItem = {
  id: number;
  employee_id: number;
  kind: "EARNING" | "DEDUCTION";
  amount: bigint;
  taxable: boolean;
  pensionable: boolean;
  from_month: string;
  to_month: string | null;
  settlement: boolean;
  removed: boolean;
};

/** All items, also those that were removed. */
export async function recordedItems(
  { database }: World,
  tenantId: number,
): Promise<RecordedItem[]> {
  const { rows } = await database.transaction(async (tx) => {
    await setTenant(tx, tenantId);
    return sql<RecordedItem>`
      select id, employee_id, kind, amount, taxable, pensionable, to_char(from_month, 'YYYY-MM') as from_month,
        to_char(to_month, 'YYYY-MM') as to_month, settlement, removed_at is not null as removed
      from pay_items where tenant_id = ${tenantId} order by id`.execute(tx);
  });
  return rows;
}

export const isOneOff = ({ from_month, to_month }: RecordedItem): boolean =>
  from_month === to_month;

/** Whether an item counts for a month, once or every month. */
export const isOfMonth = ({ from_month, to_month, removed }: RecordedItem, month: string) =>
  !removed && from_month <= month && (to_month === null || to_month >= month);

/** Whether a deduction comes from net pay, of which a floor stays, and not from gross pay. */
export const isFromNet = ({ kind, taxable }: RecordedItem): boolean =>
  kind === "DEDUCTION" && !taxable;

/** What is owed of a one-off item, in kobo to the employee. */
export function owedOfItem({ kind, amount, removed }: RecordedItem): bigint {
  if (removed) return 0n;
  return kind === "EARNING" ? amount : -amount;
}

/**
 * The lines of payslips that paid a one-off item. What it paid in other months while it recurred every month
 * is not part of it.
 */
function linesOfItem(payslips: readonly PostedPayslip[], item: RecordedItem): PostedLine[] {
  return payslips
    .flatMap(({ period, lines }) =>
      lines.filter(({ origin }) => origin === "one_off" || period === item.from_month),
    )
    .filter((line) => itemOfLine(line) === item.id && line.amount > 0n);
}

/** What payslips have paid of a one-off item, in kobo to the employee. */
export function paidOfItem(payslips: readonly PostedPayslip[], item: RecordedItem): bigint {
  return linesOfItem(payslips, item).reduce((sum, line) => sum + givenBy(line), 0n);
}

/** What payslips have deducted of a one-off item from net pay and not given back; negative, in kobo. */
export function takenFromNet(payslips: readonly PostedPayslip[], item: RecordedItem): bigint {
  return linesOfItem(payslips, item)
    .filter(({ kind }) => kind === "deduction" || kind === "refund")
    .reduce((sum, line) => sum + givenBy(line), 0n);
}

/** Whether payslips have paid, deducted or corrected a one-off item. */
export function hasPaidItem(payslips: readonly PostedPayslip[], item: RecordedItem): boolean {
  return linesOfItem(payslips, item).length > 0;
}
