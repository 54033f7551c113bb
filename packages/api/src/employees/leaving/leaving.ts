import { sum, type Kobo } from "@kontor/books/money";
import type {
  cancelExit,
  getSettlement,
  leaveEmployment,
  returnToWork,
  suspendEmployee,
} from "@kontor/contract/employees/leaving";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { daysIn, firstDayOf, monthName, monthOf, type Month } from "@kontor/payroll/month";
import { sql, type RawBuilder } from "kysely";

import { notFound, Refusal } from "../../platform/refusal.ts";
import type { Context } from "../../platform/scope.ts";
import {
  auditPayItem,
  insertPayItem,
  payItemsWhere,
  removePayItems,
  updatePayItem,
  type NewPayItem,
  type PayItem,
} from "../pay/pay-items.ts";
import { isPayslipPaid, isRunPosted } from "../pay/posted-payslips.ts";
import {
  employeeRowAt,
  findEmployee,
  lockEmployee,
  type Employee,
  type EmployeeRow,
} from "../records/employee.ts";
import { currentPay } from "../records/pay.ts";
import { auditChange, writeEmployee } from "../records/sections.ts";

type Columns = Parameters<typeof writeEmployee>[2];
type Edit = { tenant_id: number; company_id: number; id: number; version: number };

/**
 * Ends an employment. Its settlement, amounts owed to or by the employee, is paid or deducted once, with the
 * pay of the last month. A later call replaces the settlement; if it was paid meanwhile, payroll pays or
 * recovers only the difference.
 *
 * @throws Refusal `not_found`, `changed_meanwhile`; `exit_before_start` at `exit_date`.
 */
export async function endEmployment(
  context: Context,
  input: InputOf<typeof leaveEmployment>,
): Promise<Employee> {
  return change(context, input, "employee.left", async (row) => {
    const { exit_date, reason, note = "" } = input;
    if (exit_date < row.start_date) {
      throw Refusal.at("exit_date", "exit_before_start", { start_date: row.start_date });
    }
    await saveSettlement(context, row, monthOf(exit_date), input.owed);
    return { exit_date, exit_reason: reason, exit_note: note };
  });
}

/**
 * Cancels the end of an employment and removes its settlement.
 *
 * @throws Refusal `not_found`, `changed_meanwhile`, `not_leaving`; `settlement_paid` once an
 *   approved payroll has any of the settlement, which would be paid again at the next end.
 */
export async function cancelExitOf(
  context: Context,
  input: InputOf<typeof cancelExit>,
): Promise<Employee> {
  return change(context, input, "employee.exit-cancelled", async (row) => {
    if (row.exit_date === null) throw new Refusal("not_leaving");
    await refusePaidSettlement(context, row);
    await removeSettlement(context, row);
    return clearedExit;
  });
}

/**
 * Rehires a former employee: the earlier employment is stored as a past one.
 *
 * @throws Refusal `not_found`, `changed_meanwhile`, `not_leaving`; `return_before_exit` at
 *   `start_date`.
 */
export async function rehire(
  context: Context,
  input: InputOf<typeof returnToWork>,
): Promise<Employee> {
  return change(context, input, "employee.returned", async (row) => {
    const { exit_date, exit_reason } = row;
    if (exit_date === null || exit_reason === null) throw new Refusal("not_leaving");
    if (input.start_date <= exit_date) {
      throw Refusal.at("start_date", "return_before_exit", { exit_date });
    }
    await sql`
      insert into past_employments (tenant_id, employee_id, start_date, exit_date, exit_reason, exit_note)
      values (${row.tenant_id}, ${row.id}, ${row.start_date}, ${exit_date}, ${exit_reason}, ${row.exit_note})`.execute(
      context.tx,
    );
    await unmarkSettlement(context, row);
    return {
      ...clearedExit,
      ...portalReopened(context),
      suspended: false,
      start_date: input.start_date,
    };
  });
}

/** Suspends an employee or ends the suspension. @throws Refusal `not_found`, `changed_meanwhile` */
export async function setSuspension(
  context: Context,
  input: InputOf<typeof suspendEmployee>,
): Promise<Employee> {
  const { suspended, reason } = input;
  const action = suspended ? "employee.suspended" : "employee.suspension-ended";
  const columns = suspended ? { suspended } : { suspended, ...portalReopened(context) };
  return change(context, input, action, () => Promise.resolve(columns), reason);
}

/** The settlement to pay in a leaving employee's last payroll. @throws Refusal `not_found` */
export async function settlementOf(
  context: Context,
  input: InputOf<typeof getSettlement>,
): Promise<DataOf<typeof getSettlement>> {
  const { row } = await employeeRowAt(context, input);
  const { exit_date, start_date } = row;
  if (exit_date === null) throw notFound("The end of this employment");
  const month = monthOf(exit_date);
  const first = firstDayOf(month) > start_date ? firstDayOf(month) : start_date;
  const owed = await payItemsWhere(context.tx, row, isCurrentSettlement(row));
  const of = (kind: "EARNING" | "DEDUCTION"): Kobo =>
    sum(owed.filter((item) => item.kind === kind).map(({ amount }) => amount));
  const pay = await currentPay(context.tx, row, exit_date);
  return {
    exit_date,
    days_employed: Number(exit_date.slice(8)) - Number(first.slice(8)) + 1,
    days_in_month: daysIn(month),
    monthly_pay: pay?.monthly_pay ?? null,
    owed: await withPayrolls(context, row, owed),
    to_employee: of("EARNING"),
    from_employee: of("DEDUCTION"),
  };
}

/**
 * Items with the approved payroll that settles them; of several payrolls, the one that is not paid yet, else
 * the latest.
 */
async function withPayrolls(
  { tx }: Context,
  { tenant_id, id }: EmployeeRow,
  items: readonly PayItem[],
): Promise<DataOf<typeof getSettlement>["owed"]> {
  const ids = items.map((item) => item.id);
  const { rows } = await sql<{ item_id: number; month: Month; paid: boolean }>`
    select distinct on (item_id) item_id, to_char(r.period, 'YYYY-MM') as month, ${isPayslipPaid} as paid
    from payslips s
    join payroll_runs r on r.tenant_id = s.tenant_id and r.id = s.run_id
    cross join unnest(s.once_items) as item_id
    where s.tenant_id = ${tenant_id} and s.employee_id = ${id} and not s.excluded and ${isRunPosted}
      and item_id = any (${ids}::bigint[])
    order by item_id, paid, r.period desc`.execute(tx);
  const payrolls = new Map(rows.map(({ item_id, ...payroll }) => [item_id, payroll]));
  return items.map((item) => ({ ...item, payroll: payrolls.get(item.id) ?? null }));
}

/** Restores access to the portal; earlier sessions stay closed. */
function portalReopened({ clock }: Context): Columns {
  return { portal_open_since: clock.now() };
}

/**
 * Clears the exit of an employee who stays: the record is active again, so it may change, and can be erased
 * again later.
 */
const clearedExit = { exit_date: null, exit_reason: null, exit_note: "", erasure_asked_at: null };

/**
 * The condition for settlement items of this employment. An earlier settlement was paid in that
 * employment's last payroll and its items stay, no longer marked as a settlement
 * (`unmarkSettlement`). For employees rehired before those were unmarked, only the month tells them
 * apart.
 */
function isCurrentSettlement(row: EmployeeRow): RawBuilder<unknown> {
  return sql`settlement and from_month >= ${firstDayOf(monthOf(row.start_date))}`;
}

/**
 * Unmarks the settlement of an ended employment, so that the end of a later one does not change it.
 */
async function unmarkSettlement({ tx }: Context, row: EmployeeRow): Promise<void> {
  await sql`
    update pay_items set settlement = false, version = version + 1
    where tenant_id = ${row.tenant_id} and employee_id = ${row.id} and settlement and removed_at is null`.execute(
    tx,
  );
}

async function refusePaidSettlement({ tx }: Context, row: EmployeeRow): Promise<void> {
  const { rows } = await sql<{ month: Month }>`
    select to_char(r.period, 'YYYY-MM') as month
    from pay_items i
    join payslips s on s.tenant_id = i.tenant_id and s.employee_id = i.employee_id and i.id = any (s.once_items)
    join payroll_runs r on r.tenant_id = s.tenant_id and r.id = s.run_id
    where i.tenant_id = ${row.tenant_id} and i.employee_id = ${row.id} and i.removed_at is null
      and ${isCurrentSettlement(row)} and not s.excluded and ${isRunPosted}
    order by r.period limit 1`.execute(tx);
  const [paid] = rows;
  if (paid !== undefined) {
    throw new Refusal("settlement_paid", { month: monthName(paid.month) });
  }
}

async function removeSettlement(context: Context, row: EmployeeRow): Promise<void> {
  await removeSettlementItems(
    context,
    row,
    await payItemsWhere(context.tx, row, isCurrentSettlement(row)),
  );
}

type Owed = InputOf<typeof leaveEmployment>["owed"][number];

/**
 * Replaces the settlement by the amounts owed, in a month. An item of the same kind and tax treatment keeps
 * its id even if its amount or name changes, so that payroll pays the difference to what was paid. An item
 * whose tax treatment changes is removed and added again: payroll recovers the paid one and pays the new one.
 */
async function saveSettlement(
  context: Context,
  row: EmployeeRow,
  month: Month,
  owed: readonly Owed[],
): Promise<void> {
  const left = await payItemsWhere(context.tx, row, isCurrentSettlement(row));
  const take = (same: (item: PayItem) => boolean): PayItem | undefined => {
    const at = left.findIndex(same);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const sameTreatment = (one: Owed) => (item: PayItem) =>
    item.kind === one.kind && item.taxable === one.taxable;
  const matches: ((one: Owed) => (item: PayItem) => boolean)[] = [
    (one) => (item) =>
      sameTreatment(one)(item) && item.name === one.name && item.amount === one.amount,
    (one) => (item) => sameTreatment(one)(item) && item.name === one.name,
    sameTreatment,
  ];
  const same = new Map<Owed, PayItem>();
  for (const match of matches) {
    for (const one of owed) {
      const found = same.has(one) ? undefined : take(match(one));
      if (found !== undefined) same.set(one, found);
    }
  }
  for (const one of owed) {
    const found = same.get(one);
    await saveSettlementItem(context, row, found, {
      ...one,
      pensionable: false,
      from_month: month,
      to_month: month,
    });
  }
  await removeSettlementItems(context, row, left);
}

/** Adds an item of a settlement, or updates the earlier one. */
async function saveSettlementItem(
  context: Context,
  row: EmployeeRow,
  before: PayItem | undefined,
  item: NewPayItem,
): Promise<void> {
  if (before === undefined) {
    const added = await insertPayItem(context, row, { ...item, settlement: true });
    await auditPayItem(context, row, "employee.pay-item-added", undefined, added);
    return;
  }
  await updatePayItem(context.tx, row, before.id, item);
  const same = Object.entries(item).every(
    ([field, value]) => before[field as keyof typeof item] === value,
  );
  if (same) return;
  await auditPayItem(context, row, "employee.pay-item-changed", before, { ...before, ...item });
}

async function removeSettlementItems(
  context: Context,
  row: EmployeeRow,
  items: readonly PayItem[],
): Promise<void> {
  await removePayItems(context, row, sql`id = any (${items.map(({ id }) => id)}::bigint[])`);
  for (const item of items) {
    await auditPayItem(context, row, "employee.pay-item-removed", item, undefined);
  }
}

async function change(
  context: Context,
  input: Edit,
  action: string,
  columnsFor: (row: EmployeeRow) => Promise<Columns>,
  reason?: string,
): Promise<Employee> {
  const row = await lockEmployee(context, input, input.version);
  const before = await findEmployee(context, input);
  await writeEmployee(context, row, await columnsFor(row));
  return auditChange(context, before, action, reason ? { reason } : {});
}
