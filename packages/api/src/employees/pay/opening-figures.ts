import { kobo, printMoney } from "@kontor/books/money";
import type {
  listOpeningFigures,
  openingFigures,
  removeOpeningFigures,
  saveOpeningFigures,
} from "@kontor/contract/employees/pay";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { yearOf } from "@kontor/payroll/month";
import { sql } from "kysely";
import type { z } from "zod";

import { auditAll, auditActorOf } from "../../platform/audit.ts";
import { changesBetween } from "../../platform/changes.ts";
import { exactlyOne } from "../../platform/database/rows.ts";
import { notFound, Refusal } from "../../platform/refusal.ts";
import type { Context, Tx } from "../../platform/scope.ts";
import { employeeRowAt, lockEmployee } from "../records/employee.ts";
import { openingProblem, type OpeningFacts } from "./opening-rules.ts";
import { isRunPosted, paysMonth } from "./posted-payslips.ts";

export type OpeningFigures = z.output<typeof openingFigures>;
/** New opening figures of an employee; the year is that of the last month. */
export type EnteredOpeningFigures = Omit<OpeningFigures, "year" | "version">;
/** What is known of an employee for their opening figures, with those stored, latest year first. */
export type OpeningRecord = OpeningFacts & { figures: readonly OpeningFigures[] };

const amounts = ["gross", "benefits", "pension", "nhf", "tax"] as const;

/**
 * An employee's pay and deductions from before Kontor, latest year first. @throws Refusal
 * `not_found`
 */
export async function openingFiguresOf(
  context: Context,
  input: InputOf<typeof listOpeningFigures>,
): Promise<OpeningFigures[]> {
  const { row } = await employeeRowAt(context, input);
  return [...(await openingRecordOf(context.tx, row)).figures];
}

/**
 * Stores the opening figures of a year.
 *
 * @throws Refusal `not_found`; `changed_meanwhile` when the stored figures have another version
 *   than the one sent, or exist although none was sent; at `through_month` `month_outside_year`,
 *   and the problems of {@link openingProblem}.
 */
export async function saveOpeningFiguresOf(
  context: Context,
  input: InputOf<typeof saveOpeningFigures>,
): Promise<OpeningFigures> {
  const { tx, clock } = context;
  const row = await lockEmployee(context, input);
  const { tenant_id, id: employee_id } = row;
  const { year, through_month, gross, benefits, pension, nhf, tax } = input;
  if (!through_month.startsWith(`${year}-`)) {
    throw Refusal.at("through_month", "month_outside_year", { year: String(year) });
  }
  const record = await openingRecordOf(tx, row);
  const before = record.figures.find((each) => each.year === year) ?? null;
  if (before?.version !== input.version) throw new Refusal("changed_meanwhile");
  const problem = openingProblem(through_month, record, clock.today());
  if (problem !== undefined) {
    throw Refusal.at("through_month", problem.code, problem.details);
  }
  const figures = { through_month, gross, benefits, pension, nhf, tax };
  await upsertOpeningFigures(context, tenant_id, [{ employee_id, figures }]);
  const after = { year, ...figures, version: (before?.version ?? 0) + 1 };
  await auditOpeningFigures(context, tenant_id, [{ employee_id, before, after }]);
  return after;
}

/** Removes the opening figures of a year. @throws Refusal `not_found` */
export async function removeOpeningFiguresOf(
  context: Context,
  input: InputOf<typeof removeOpeningFigures>,
): Promise<DataOf<typeof removeOpeningFigures>> {
  const row = await lockEmployee(context, input);
  const { tenant_id, id: employee_id } = row;
  const { figures } = await openingRecordOf(context.tx, row);
  const before = figures.find(({ year }) => year === input.year);
  if (before === undefined) throw notFound("The opening figures");
  await deleteOpeningFigures(context.tx, tenant_id, [{ employee_id, year: input.year }]);
  await auditOpeningFigures(context, tenant_id, [{ employee_id, before, after: null }]);
  return { done: true };
}

type Amount = (typeof amounts)[number];
/** The amounts of figures in kobo as text, because JSON has no bigint. */
export type AmountTexts = Record<Exclude<Amount, "benefits">, string> & {
  /** Absent in rows of imports that were checked before figures had benefits. */
  benefits?: string | null;
};

type StoredRecord = Omit<OpeningRecord, "figures"> & {
  id: number;
  figures: (Omit<OpeningFigures, Amount> & AmountTexts)[];
};

async function openingRecordOf(
  tx: Tx,
  { tenant_id, id }: { tenant_id: number; id: number },
): Promise<OpeningRecord> {
  return exactlyOne([...(await openingRecordsOf(tx, tenant_id, [id])).values()]);
}

/** What is known of some employees for their opening figures, by id. */
export async function openingRecordsOf(
  tx: Tx,
  tenantId: number,
  employeeIds: readonly number[],
): Promise<Map<number, OpeningRecord>> {
  const { rows } = await sql<StoredRecord>`
    select e.id, (
      select coalesce(jsonb_agg(jsonb_build_object('year', f.year, 'through_month',
        to_char(f.through_month, 'YYYY-MM'), 'gross', f.gross::text, 'benefits', f.benefits::text,
        'pension', f.pension::text,
        'nhf', f.nhf::text, 'tax', f.tax::text, 'version', f.version) order by f.year desc), '[]')
      from opening_figures f
      where f.tenant_id = ${tenantId} and f.employee_id = e.id) as figures, (
      select coalesce(jsonb_agg(distinct to_char(r.period, 'YYYY-MM')), '[]')
      from payslips s join payroll_runs r on r.tenant_id = ${tenantId} and r.id = s.run_id
      where s.tenant_id = ${tenantId} and s.employee_id = e.id and not s.excluded and ${isRunPosted}
        and ${paysMonth(sql`r.period`)}) as paid
    from employees e where e.tenant_id = ${tenantId} and e.id = any (${employeeIds})`.execute(tx);
  return new Map(
    rows.map(({ id, figures, ...record }) => [
      id,
      { ...record, figures: figures.map((row) => ({ ...row, ...amountsFromTexts(row) })) },
    ]),
  );
}

/** The amounts that texts of kobo stand for. */
export function amountsFromTexts(texts: AmountTexts): Pick<OpeningFigures, Amount> {
  const { gross, benefits = null, pension, nhf, tax } = texts;
  return {
    gross: kobo(BigInt(gross)),
    benefits: benefits === null ? null : kobo(BigInt(benefits)),
    pension: kobo(BigInt(pension)),
    nhf: kobo(BigInt(nhf)),
    tax: kobo(BigInt(tax)),
  };
}

/** The texts of kobo that stand for amounts. */
export function amountTexts(figures: Pick<OpeningFigures, Amount>): AmountTexts {
  const { gross, benefits, pension, nhf, tax } = figures;
  return {
    gross: String(gross),
    benefits: benefits === null ? null : String(benefits),
    pension: String(pension),
    nhf: String(nhf),
    tax: String(tax),
  };
}

/** Stores figures of employees, in place of those of the same year. The callers have checked them. */
export async function upsertOpeningFigures(
  { tx, clock, actor }: Pick<Context, "tx" | "clock" | "actor">,
  tenantId: number,
  entered: readonly { employee_id: number; figures: EnteredOpeningFigures }[],
): Promise<void> {
  const rows = entered.map(({ employee_id, figures: { through_month, ...figures } }) => ({
    employee_id,
    year: yearOf(through_month),
    through: `${through_month}-01`,
    ...amountTexts(figures),
  }));
  await sql`
    insert into opening_figures (tenant_id, employee_id, year, through_month, gross, benefits, pension, nhf, tax,
      recorded_at, recorded_by)
    select ${tenantId}, r.employee_id, r.year, r.through, r.gross, r.benefits, r.pension, r.nhf, r.tax,
      ${clock.now()}, ${actor.user_id}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(employee_id bigint, year integer,
      through date, gross bigint, benefits bigint, pension bigint, nhf bigint, tax bigint)
    on conflict (tenant_id, employee_id, year) do update set through_month = excluded.through_month,
      gross = excluded.gross, benefits = excluded.benefits, pension = excluded.pension, nhf = excluded.nhf, tax = excluded.tax,
      version = opening_figures.version + 1, recorded_at = excluded.recorded_at,
      recorded_by = excluded.recorded_by`.execute(tx);
}

/** Deletes figures of employees by year. */
export async function deleteOpeningFigures(
  tx: Tx,
  tenantId: number,
  removed: readonly { employee_id: number; year: number }[],
): Promise<void> {
  await sql`
    delete from opening_figures f
    using jsonb_to_recordset(${JSON.stringify(removed)}::jsonb) as r(employee_id bigint, year integer)
    where f.tenant_id = ${tenantId} and f.employee_id = r.employee_id and f.year = r.year`.execute(
    tx,
  );
}

type FiguresChange = {
  employee_id: number;
  before: OpeningFigures | null;
  after: OpeningFigures | null;
};

/** Records changes of figures in the audit log. @param facts what else is recorded with each */
export async function auditOpeningFigures(
  context: Context,
  tenantId: number,
  changes: readonly FiguresChange[],
  facts: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await auditAll(
    auditActorOf(context),
    tenantId,
    changes.map(({ employee_id, before, after }) => ({
      action: "employee.pay-opening-changed",
      subject: `employee:${employee_id}`,
      detail: { ...facts, changes: changesBetween(factsOf(before), factsOf(after)) },
    })),
  );
}

function factsOf(figures: OpeningFigures | null): Record<string, unknown> {
  const texts = amounts.map((name): [string, string | null] => {
    const amount = figures?.[name] ?? null;
    return [name, amount === null ? null : printMoney(amount)];
  });
  const [year, through_month] = [figures?.year ?? null, figures?.through_month ?? null];
  return { year, through_month, ...Object.fromEntries(texts) };
}
