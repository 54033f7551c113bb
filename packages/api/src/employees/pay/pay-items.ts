import { kobo, printMoney } from "@kontor/books/money";
import type {
  addPayItem,
  listPayItems,
  payItem,
  removePayItem,
  savePayItem,
} from "@kontor/contract/employees/pay";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { audit } from "../../platform/audit.ts";
import { changesBetween } from "../../platform/changes.ts";
import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { employeeRowAt, lockEmployee } from "../records/employee.ts";

export type PayItem = z.output<typeof payItem>;
type Row = Omit<PayItem, "amount"> & { amount: bigint };
type EmployeeKey = { tenant_id: number; id: number };
export type NewPayItem = Pick<
  PayItem,
  "name" | "kind" | "amount" | "taxable" | "pensionable" | "from_month" | "to_month"
>;

/** The items of an employee's pay, latest first. @throws Refusal `not_found` */
export async function payItemsOf(
  context: Context,
  input: InputOf<typeof listPayItems>,
): Promise<PayItem[]> {
  const { row } = await employeeRowAt(context, input);
  return payItemsWhere(context.tx, row, sql`true`);
}

/** Adds an item to an employee's pay. @throws Refusal `not_found` */
export async function addPayItemTo(
  context: Context,
  input: InputOf<typeof addPayItem>,
): Promise<PayItem> {
  const row = await lockEmployee(context, input);
  const item = await insertPayItem(context, row, { ...input, settlement: false });
  await auditPayItem(context, row, "employee.pay-item-added", undefined, item);
  return item;
}

/** Changes an item. @throws Refusal `not_found`, `changed_meanwhile` */
export async function changePayItem(
  context: Context,
  input: InputOf<typeof savePayItem>,
): Promise<PayItem> {
  const row = await lockEmployee(context, input);
  const which = sql`i.id = ${input.item_id}`;
  const before = atMostOne(await payItemsWhere(context.tx, row, which));
  if (before === undefined) throw notFound("The item");
  if (before.version !== input.version) throw new Refusal("changed_meanwhile");
  await updatePayItem(context.tx, row, input.item_id, input);
  const after = exactlyOne(await payItemsWhere(context.tx, row, which));
  await auditPayItem(context, row, "employee.pay-item-changed", before, after);
  return after;
}

/** Removes an item; payslips that include it keep it. @throws Refusal `not_found` */
export async function removePayItemOf(
  context: Context,
  input: InputOf<typeof removePayItem>,
): Promise<DataOf<typeof removePayItem>> {
  const row = await lockEmployee(context, input);
  const before = atMostOne(await payItemsWhere(context.tx, row, sql`i.id = ${input.item_id}`));
  if (before === undefined) throw notFound("The item");
  await removePayItems(context, row, sql`id = ${input.item_id}`);
  await auditPayItem(context, row, "employee.pay-item-removed", before, undefined);
  return { done: true };
}

/**
 * Stores a pay item, in kobo a month, from its first to its last month; null for no end.
 *
 * @returns the stored item.
 */
export async function insertPayItem(
  { tx, clock, actor }: Context,
  employee: EmployeeKey,
  item: NewPayItem & { settlement: boolean },
): Promise<PayItem> {
  const { rows } = await sql<{ id: number }>`
    insert into pay_items (tenant_id, employee_id, name, kind, amount, taxable, pensionable, from_month,
      to_month, settlement, recorded_at, recorded_by)
    values (${employee.tenant_id}, ${employee.id}, ${item.name}, ${item.kind}, ${item.amount}, ${item.taxable},
      ${item.pensionable}, ${firstDay(item.from_month)}, ${firstDay(item.to_month)}, ${item.settlement},
      ${clock.now()}, ${actor.user_id})
    returning id`.execute(tx);
  return exactlyOne(await payItemsWhere(tx, employee, sql`i.id = ${exactlyOne(rows).id}`));
}

/** Updates an item, in kobo a month; payslips that include it keep the earlier values. */
export async function updatePayItem(
  tx: Tx,
  employee: EmployeeKey,
  id: number,
  item: NewPayItem,
): Promise<void> {
  await sql`
    update pay_items set name = ${item.name}, kind = ${item.kind}, amount = ${item.amount},
      taxable = ${item.taxable}, pensionable = ${item.pensionable},
      from_month = ${firstDay(item.from_month)}, to_month = ${firstDay(item.to_month)}, version = version + 1
    where tenant_id = ${employee.tenant_id} and employee_id = ${employee.id} and id = ${id}`.execute(
    tx,
  );
}

/**
 * Marks items as removed; the rows stay for the history. @param which an SQL condition on
 * `pay_items`
 */
export async function removePayItems(
  { tx, clock }: Context,
  employee: EmployeeKey,
  which: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    update pay_items set removed_at = ${clock.now()}, version = version + 1
    where tenant_id = ${employee.tenant_id} and employee_id = ${employee.id} and removed_at is null
      and ${which}`.execute(tx);
}

/** The items of an employee that are not removed. @param which an SQL condition on `pay_items i` */
export async function payItemsWhere(
  tx: Tx,
  employee: EmployeeKey,
  which: RawBuilder<unknown>,
): Promise<PayItem[]> {
  const { rows } = await sql<Row>`
    select i.id, i.name, i.kind, i.amount, i.taxable, i.pensionable, to_char(i.from_month, 'YYYY-MM') as from_month,
      to_char(i.to_month, 'YYYY-MM') as to_month, i.settlement, i.version
    from pay_items i
    where i.tenant_id = ${employee.tenant_id} and i.employee_id = ${employee.id} and i.removed_at is null and ${which}
    order by i.from_month desc, i.id desc`.execute(tx);
  return rows.map((row) => ({ ...row, amount: kobo(row.amount) }));
}

function firstDay(month: string): string;
function firstDay(month: string | null): string | null;
function firstDay(month: string | null): string | null {
  return month === null ? null : `${month}-01`;
}

/**
 * Records in the audit log that an item was added, changed or removed; undefined before or after
 * that.
 */
export async function auditPayItem(
  context: Context,
  employee: EmployeeKey,
  action: string,
  before: PayItem | undefined,
  after: PayItem | undefined,
): Promise<void> {
  // For a change, the name identifies the item.
  const which = before && after && { name: { from: null, to: after.name } };
  const changes = { ...which, ...changesBetween(factsOf(before), factsOf(after)) };
  await audit(context, employee.tenant_id, action, `employee:${employee.id}`, { changes });
}

function factsOf(item: PayItem | undefined): Record<string, unknown> {
  return {
    name: item?.name ?? null,
    kind: item?.kind ?? null,
    amount: item === undefined ? null : printMoney(item.amount),
    from_month: item?.from_month ?? null,
    to_month: item?.to_month ?? null,
    taxable: item?.taxable ?? null,
    pensionable: item?.pensionable ?? null,
  };
}
