import { kobo, printMoney } from "@kontor/books/money";
import type {
  listOpeningFigures,
  openingFigures,
  removeOpeningFigures,
  saveOpeningFigures,
} from "@kontor/contract/employees/pay";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { firstDayOf, monthName, yearOf, type Month } from "@kontor/payroll/month";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { audit } from "../../platform/audit.ts";
import { changesBetween } from "../../platform/changes.ts";
import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { employeeRowAt, lockEmployee } from "../records/employee.ts";
import { isPosted, paysMonth } from "./posted-payslips.ts";

type Figures = z.output<typeof openingFigures>;
type Row = Omit<Figures, "gross" | "pension" | "nhf" | "tax"> &
  Record<"gross" | "pension" | "nhf" | "tax", bigint>;
type EmployeeKey = { tenant_id: number; id: number };

/**
 * An employee's pay and deductions from before Kontor, latest year first. @throws Refusal
 * `not_found`
 */
export async function openingFiguresOf(
  context: Context,
  input: InputOf<typeof listOpeningFigures>,
): Promise<Figures[]> {
  const { row } = await employeeRowAt(context, input);
  return figuresWhere(context.tx, row, sql`true`);
}

/**
 * Stores the opening figures of a year.
 *
 * @throws Refusal `not_found`; `changed_meanwhile` when the stored figures have another version
 *   than the one sent, or exist although none was sent; at `through_month` `month_outside_year`, and
 *   `month_paid_already` when a posted payroll has paid a month that they would include.
 */
export async function keepOpeningFigures(
  context: Context,
  input: InputOf<typeof saveOpeningFigures>,
): Promise<Figures> {
  const { tx, clock, actor } = context;
  const row = await lockEmployee(context, input);
  const { year, through_month, gross, pension, nhf, tax } = input;
  if (!through_month.startsWith(`${year}-`)) {
    throw Refusal.at("through_month", "month_outside_year", { year: String(year) });
  }
  const before = atMostOne(await figuresWhere(tx, row, sql`f.year = ${year}`));
  if (before?.version !== input.version) throw new Refusal("changed_meanwhile");
  await refusePaidMonths(tx, row, through_month);
  await sql`
    insert into opening_figures (tenant_id, employee_id, year, through_month, gross, pension, nhf, tax,
      recorded_at, recorded_by)
    values (${row.tenant_id}, ${row.id}, ${year}, ${`${through_month}-01`}, ${gross}, ${pension}, ${nhf}, ${tax},
      ${clock.now()}, ${actor.user_id})
    on conflict (tenant_id, employee_id, year) do update set through_month = excluded.through_month,
      gross = excluded.gross, pension = excluded.pension, nhf = excluded.nhf, tax = excluded.tax,
      version = opening_figures.version + 1, recorded_at = excluded.recorded_at,
      recorded_by = excluded.recorded_by`.execute(tx);
  const after = exactlyOne(await figuresWhere(tx, row, sql`f.year = ${year}`));
  await recordChange(context, row, before, after);
  return after;
}

/**
 * Pay that a posted payslip counts for a month must not be in the figures too. What an off-cycle run pays
 * beside the month, such as a bonus, may be rightful in a month that was paid before Kontor.
 */
async function refusePaidMonths(
  tx: Tx,
  { tenant_id, id }: EmployeeKey,
  through: Month,
): Promise<void> {
  const { rows } = await sql<{ month: Month }>`
    select to_char(r.period, 'YYYY-MM') as month
    from payslips s join payroll_runs r on r.tenant_id = ${tenant_id} and r.id = s.run_id
    where s.tenant_id = ${tenant_id} and s.employee_id = ${id} and s.year = ${yearOf(through)} and not s.excluded
      and ${isPosted} and ${paysMonth(sql`r.period`)} and r.period <= ${firstDayOf(through)}::date
    order by r.period limit 1`.execute(tx);
  const [paid] = rows;
  if (paid === undefined) return;
  throw Refusal.at("through_month", "month_paid_already", { month: monthName(paid.month) });
}

/** Removes the opening figures of a year. @throws Refusal `not_found` */
export async function dropOpeningFigures(
  context: Context,
  input: InputOf<typeof removeOpeningFigures>,
): Promise<DataOf<typeof removeOpeningFigures>> {
  const row = await lockEmployee(context, input);
  const before = atMostOne(await figuresWhere(context.tx, row, sql`f.year = ${input.year}`));
  if (before === undefined) throw notFound("The opening figures");
  await sql`
    delete from opening_figures
    where tenant_id = ${row.tenant_id} and employee_id = ${row.id} and year = ${input.year}`.execute(
    context.tx,
  );
  await recordChange(context, row, before, undefined);
  return { done: true };
}

async function figuresWhere(
  tx: Tx,
  employee: EmployeeKey,
  which: RawBuilder<unknown>,
): Promise<Figures[]> {
  const { rows } = await sql<Row>`
    select f.year, to_char(f.through_month, 'YYYY-MM') as through_month, f.gross, f.pension, f.nhf, f.tax, f.version
    from opening_figures f
    where f.tenant_id = ${employee.tenant_id} and f.employee_id = ${employee.id} and ${which}
    order by f.year desc`.execute(tx);
  return rows.map((row) => ({
    ...row,
    gross: kobo(row.gross),
    pension: kobo(row.pension),
    nhf: kobo(row.nhf),
    tax: kobo(row.tax),
  }));
}

async function recordChange(
  context: Context,
  { tenant_id, id }: EmployeeKey,
  before: Figures | undefined,
  after: Figures | undefined,
): Promise<void> {
  const changes = changesBetween(factsOf(before), factsOf(after));
  await audit(context, tenant_id, "employee.pay-opening-changed", `employee:${id}`, { changes });
}

function factsOf(figures: Figures | undefined): Record<string, unknown> {
  if (figures === undefined) {
    return { year: null, through_month: null, gross: null, pension: null, nhf: null, tax: null };
  }
  const { year, through_month, gross, pension, nhf, tax } = figures;
  return {
    year,
    through_month,
    gross: printMoney(gross),
    pension: printMoney(pension),
    nhf: printMoney(nhf),
    tax: printMoney(tax),
  };
}
