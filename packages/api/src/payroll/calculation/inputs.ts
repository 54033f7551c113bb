import { kobo, sum, type Kobo } from "@kontor/books/money";
import type { PayrollPart } from "@kontor/contract/payroll/changes";
import { firstDayOf, lastDayOf, yearOf, type Month } from "@kontor/payroll/month";
import type { Benefit } from "@kontor/payroll/pay/benefit";
import { NO_CREDIT, type BaseCredit } from "@kontor/payroll/pay/contribution";
import type { PayRate } from "@kontor/payroll/pay/rate";
import type { OpeningBenefits, OwedAdvance, YearToDate } from "@kontor/payroll/payslip/input";
import { noReliefs, type Reliefs } from "@kontor/payroll/statutory/income-tax";
import type { PensionExemption } from "@kontor/payroll/statutory/pension-exemption";
import { sql, type RawBuilder } from "kysely";

import type { Tx } from "../../platform/scope.ts";
import { advanceFrom, advancesFor, type StoredAdvance } from "./advances.ts";
import {
  benefitFrom,
  benefitsFor,
  itemFrom,
  itemsFor,
  type DueItem,
  type StoredBenefit,
  type StoredItem,
} from "./due-items.ts";
import {
  creditFor,
  creditFrom,
  paidMonths,
  pastEmploymentsFor,
  paysOwnMonth,
  unpaidMonthsFor,
  type StoredMonthPay,
  type StoredCredit,
  type PaidMonth,
} from "./owed-arrears.ts";
import { isPostedRun, isCorrectable } from "./posted-runs.ts";
import { firstArrearsDay, type RunScope } from "./run-scope.ts";
import { storedAmount, payFrom, type StoredPay } from "./stored-pay.ts";

/**
 * Fingerprints of the inputs by part: equal marks mean equal inputs. `pension` is absent for employees in the
 * pension scheme and `benefits` for those without benefits in kind, as in runs that were calculated before
 * either could be recorded.
 */
export type InputMarks = Readonly<
  Record<Exclude<PayrollPart, "pension" | "benefits">, string> & {
    pension?: string;
    benefits?: string;
  }
>;

/** The inputs of one person's payslip, as the database returns them. */
export type EmployeeInput = {
  employee_id: number;
  staff_no: string;
  name: string;
  start: string;
  exit: string | null;
  suspended: boolean;
  pension_exemption: PensionExemption | null;
  nhf_consent: boolean;
  bank_code: string | null;
  account_number_sealed: string | null;
  account_number_hash: Buffer | null;
  account_name: string;
  rates: PayRate[];
  items: DueItem[];
  /** The benefits in kind of the tax year. */
  benefits: Benefit[];
  /** The benefits in the opening figures of the tax year; null without figures. */
  openingBenefits: OpeningBenefits | null;
  reliefs: Reliefs;
  /** Before this run: opening figures and approved payslips. */
  yearToDate: YearToDate;
  /** Whether the opening figures of the tax year include the month of the run. */
  openingIncludesMonth: boolean;
  /** Months of the tax year that the opening figures include and approved payslips have paid. */
  paidInOpening: Month[];
  paid: PaidMonth[];
  /** Pay that approved payslips recovered and could not yet deduct from the base of a contribution. */
  baseCredit: BaseCredit;
  /** Later months of the tax year that approved payslips have paid. */
  paidLater: Month[];
  /** Whether an approved run has paid the month itself already. */
  paidRegular: boolean;
  /** Earlier months in which this person was employed and a regular run paid only others. */
  unpaidMonths: Month[];
  /** Earlier employments. */
  past: { start: string; exit: string }[];
  /** Advances with something due, if the run recovers any from this person. */
  advances: OwedAdvance[];
  marks: InputMarks;
};

type StoredRate = StoredPay & { from: string };
type Figures = Record<"gross" | "taxable" | "pension" | "nhf" | "paye" | "net", string>;
type Row = Omit<
  EmployeeInput,
  | "rates"
  | "items"
  | "benefits"
  | "openingBenefits"
  | "reliefs"
  | "yearToDate"
  | "openingIncludesMonth"
  | "paidInOpening"
  | "paid"
  | "baseCredit"
  | "paidLater"
  | "paidRegular"
  | "unpaidMonths"
  | "past"
  | "advances"
> & {
  paid_regular: boolean | null;
  includes_month: boolean | null;
  paid_in_opening: Month[] | null;
  rates: StoredRate[] | null;
  items: StoredItem[] | null;
  benefits: StoredBenefit[] | null;
  /** What approved payslips of the tax year taxed of benefits. */
  benefits_taxed: string | null;
  opening_through: Month | null;
  /** The benefits in the opening figures; null also when the figures do not say. */
  opening_benefits: string | null;
  reliefs: Record<"rent" | "lifePremium" | "ownerOccupierInterest" | "nhis", string> | null;
  opening: Figures | null;
  earlier: Figures | null;
  /** Paid months; in an off-cycle run also its own month, and for leavers later ones, which may be overpaid. */
  months: (StoredMonthPay & Pick<PaidMonth, "base">)[] | null;
  corrections: StoredMonthPay[][] | null;
  credit: StoredCredit | null;
  later: Month[] | null;
  unpaid: Month[] | null;
  past: { start: string; exit: string }[] | null;
  advances: StoredAdvance[] | null;
};

/**
 * The condition that `employees e` belong to a run. A regular run pays everybody who was employed on
 * any day of the month, in the present or an earlier employment; an off-cycle run pays the people it
 * names, or everybody.
 */
function belongsTo(run: RunScope): RawBuilder<unknown> {
  const ofCompany = sql`e.tenant_id = ${run.tenant_id} and e.company_id = ${run.company_id}`;
  if (run.cycle === "REGULAR") {
    const [first, last] = [firstDayOf(run.period), lastDayOf(run.period)];
    return sql`${ofCompany} and (
      e.start_date <= ${last} and (e.exit_date is null or e.exit_date >= ${first})
      or exists (select from past_employments x
        where x.tenant_id = ${run.tenant_id} and x.employee_id = e.id
          and x.start_date <= ${last} and x.exit_date >= ${first}))`;
  }
  if (run.employee_ids === null) return ofCompany;
  return sql`${ofCompany} and e.id = any (${[...run.employee_ids]}::bigint[])`;
}

/** The people to compute, in order. */
export async function employeeIdsOf(tx: Tx, run: RunScope): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.id from employees e where ${belongsTo(run)} order by e.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Components of pay of a row as JSON; amounts are texts, since JSON has no integers of this size.
 */
const payJson = (row: RawBuilder<unknown>) => sql`
  'basic', ${row}.basic::text, 'housing', ${row}.housing::text, 'transport', ${row}.transport::text,
  'other', ${row}.other::text`;

const figuresJson = (of: Readonly<Record<keyof Figures, RawBuilder<unknown>>>) => sql`
  jsonb_build_object(${sql.join(
    Object.entries(of).map(([name, value]) => sql`${sql.lit(name)}, (${value})::text`),
  )})`;

/* The records of one person `p` that a run is computed from. Each is looked up by an index of the person, so that the cost grows only with the number of people and does not depend on a plan that joins them all. */

/** The rates until the month, and for an employment that starts later until its start, for the forecast. */
function ratesFor({ tenant_id, period }: RunScope): RawBuilder<unknown> {
  return sql`
    select jsonb_agg(jsonb_build_object('from', r.from_date, ${payJson(sql`r`)}) order by r.from_date) as list
    from pay_rates r
    where r.tenant_id = ${tenant_id} and r.employee_id = p.id and r.superseded_at is null
      and r.from_date <= greatest(${lastDayOf(period)}::date, p.start_date)`;
}

/**
 * The runs whose payslips count, back to the start of the tax year and of the arrears window. Older
 * off-cycle runs are among them, because those of a leaver's last month correct later months too.
 */
function runsFor({ tenant_id, company_id, period, id }: RunScope): RawBuilder<unknown> {
  return sql`
    select r.id, r.period as month, r.cycle, r.settings ->> 'proration' as base
    from payroll_runs r
    where r.tenant_id = ${tenant_id} and r.company_id = ${company_id} and r.id <> ${id}
      and (r.period >= least(${firstArrearsDay(period)}::date, make_date(${yearOf(period)}, 1, 1)) or r.cycle = 'OFF_CYCLE')
      and ${isPostedRun(sql`r`)}`;
}

/**
 * `includes_month` is null unless the figures include the month, so that the marks of other employees stay
 * the same.
 */
function openingFor({ tenant_id, period }: RunScope): RawBuilder<unknown> {
  const figures = figuresJson({
    gross: sql`f.gross`,
    taxable: sql`f.gross + coalesce(f.benefits, 0)`,
    pension: sql`f.pension`,
    nhf: sql`f.nhf`,
    paye: sql`f.tax`,
    net: sql`f.gross - f.pension - f.nhf - f.tax`,
  });
  return sql`
    select ${figures} as figures, f.through_month, f.benefits,
      case when f.through_month >= ${firstDayOf(period)}::date then true end as includes_month
    from opening_figures f
    where f.tenant_id = ${tenant_id} and f.employee_id = p.id and f.year = ${yearOf(period)} limit 1`;
}

function reliefsFor({ tenant_id, period }: RunScope): RawBuilder<unknown> {
  return sql`
    select jsonb_build_object('rent', f.rent::text, 'lifePremium', f.life_premium::text,
      'ownerOccupierInterest', f.owner_occupier_interest::text, 'nhis', f.nhis::text) as claims
    from reliefs f
    where f.tenant_id = ${tenant_id} and f.employee_id = p.id and f.year = ${yearOf(period)}
      and f.status = 'APPROVED' limit 1`;
}

/**
 * What approved payslips have paid: the sums of the tax year, the pay for each month and its
 * corrections, the later months of the year that are paid, those that the opening figures include, and
 * whether the month itself is paid.
 */
function paidFor(run: RunScope): RawBuilder<unknown> {
  const { tenant_id, period } = run;
  const first = firstDayOf(period);
  const inYear = (column: RawBuilder<unknown>) =>
    sql`coalesce(sum(${column}) filter (where s.year = ${yearOf(period)}), 0)`;
  const figures = figuresJson({
    gross: inYear(sql`s.gross`),
    taxable: inYear(sql`s.taxable`),
    pension: inYear(sql`s.pension_employee`),
    nhf: inYear(sql`s.nhf`),
    paye: inYear(sql`s.paye`),
    net: inYear(sql`s.net`),
  });
  return sql`
    select ${figures} as figures, ${inYear(sql`s.benefits`)}::text as benefits,
      jsonb_agg(jsonb_build_object('month', to_char(r.month, 'YYYY-MM'), 'base', r.base, 'pay', s.pay)
        order by r.month, r.cycle desc) filter (where ${paysOwnMonth} and ${isCorrectable(run, sql`r.month`)}
          and r.month >= ${firstArrearsDay(period)}::date) as list,
      jsonb_agg(s.arrears order by s.id) filter (where s.arrears <> '[]') as corrections,
      jsonb_agg(to_char(r.month, 'YYYY-MM') order by r.month) filter (
        where ${paysOwnMonth} and r.month > ${first}::date and s.year = ${yearOf(period)}) as later,
      jsonb_agg(distinct to_char(r.month, 'YYYY-MM')) filter (
        where ${paysOwnMonth} and s.year = ${yearOf(period)} and r.month <= opening.through_month) as in_opening,
      bool_or(r.month = ${first}::date and ${paysOwnMonth}) as paid_regular
    from payslips s join runs r on r.id = s.run_id
    where s.tenant_id = ${tenant_id} and s.employee_id = p.id and not s.excluded`;
}

/**
 * The inputs of payslips, as a query with one row for each person. Marks cover exactly the inputs of the
 * rules, so any changed input makes the run outdated and a changed phone number does not.
 *
 * @param ids only these people; all of the run when left out.
 */
export function inputsQuery(run: RunScope, ids?: readonly number[]): RawBuilder<Row> {
  const chosen = ids === undefined ? sql`true` : sql`e.id = any (${[...ids]}::bigint[])`;
  return sql<Row>`
    with people as materialized (
      select e.* from employees e where ${belongsTo(run)} and ${chosen}
    ), runs as materialized (${runsFor(run)})
    select p.id as employee_id, p.staff_no, p.last_name || ', ' || p.first_name as name, p.start_date as start,
      p.exit_date as exit, p.suspended, p.pension_exemption, p.nhf_consent, p.bank_code, p.account_number_sealed,
      p.account_number_hash, p.account_name, rates.list as rates, items.list as items, given.list as benefits, paid.benefits as benefits_taxed,
      to_char(opening.through_month, 'YYYY-MM') as opening_through, opening.benefits::text as opening_benefits, claimed.claims as reliefs,
      opening.figures as opening, paid.figures as earlier, paid.list as months, paid.corrections,
      paid.later, paid.paid_regular, opening.includes_month, paid.in_opening as paid_in_opening, credited.credit, unpaid.list as unpaid, past.list as past, advances.list as advances,
      jsonb_build_object(
        'employment', md5(concat_ws('|', p.start_date, p.exit_date, p.suspended, past.list)),
        'bank_account', md5(concat_ws('|', p.bank_code, p.account_number_hash, p.account_name)),
        'pay_rate', md5(concat_ws('|', rates.list)),
        'items', md5(concat_ws('|', items.list)),
        'reliefs', md5(concat_ws('|', claimed.claims)),
        'nhf', md5(p.nhf_consent::text),
        'opening_figures', md5(concat_ws('|', opening.figures, opening.includes_month, paid.in_opening)),
        'advances', md5(concat_ws('|', advances.list)),
        'payslips', md5(concat_ws('|', paid.figures, paid.list, paid.corrections, paid.later, paid.paid_regular,
          unpaid.list, credited.credit))
      ) || case when p.pension_exemption is null then '{}' else jsonb_build_object('pension', p.pension_exemption) end
        || case when given.list is null then '{}'
          else jsonb_build_object('benefits', md5(concat_ws('|', given.list, opening.through_month, opening.benefits))) end
        as marks
    from people p
    left join lateral (${ratesFor(run)}) rates on true
    left join lateral (${itemsFor(run)}) items on true
    left join lateral (${benefitsFor(run)}) given on true
    left join lateral (${reliefsFor(run)}) claimed on true
    left join lateral (${openingFor(run)}) opening on true
    left join lateral (${paidFor(run)}) paid on true
    left join lateral (${creditFor(run)}) credited on true
    left join lateral (${unpaidMonthsFor(run)}) unpaid on true
    left join lateral (${pastEmploymentsFor(run)}) past on true
    left join lateral (${advancesFor(run)}) advances on true`;
}

/** The inputs of some people, in the order of their ids. */
export async function inputsOf(
  tx: Tx,
  run: RunScope,
  ids: readonly number[],
): Promise<EmployeeInput[]> {
  const { rows } = await sql<Row>`${inputsQuery(run, ids)} order by p.id`.execute(tx);
  return rows.map((row) => presentInput(row, yearOf(run.period)));
}

function presentInput(
  {
    rates,
    items,
    benefits,
    benefits_taxed,
    opening_through,
    opening_benefits,
    reliefs,
    opening,
    earlier,
    months,
    corrections,
    credit,
    later,
    paid_regular,
    includes_month,
    paid_in_opening,
    unpaid,
    past,
    advances,
    ...row
  }: Row,
  year: number,
): EmployeeInput {
  return {
    ...row,
    rates: (rates ?? []).map(({ from, ...pay }) => ({ from, ...payFrom(pay) })),
    items: (items ?? []).map(itemFrom),
    benefits: (benefits ?? []).map(benefitFrom),
    openingBenefits:
      opening_through === null
        ? null
        : {
            through: opening_through,
            pay: storedAmount(opening?.gross ?? "0"),
            benefits: opening_benefits === null ? null : storedAmount(opening_benefits),
          },
    reliefs: reliefs === null ? noReliefs : reliefsFrom(reliefs),
    yearToDate: {
      ...yearOfFigures(year, [opening, earlier]),
      benefits: sum([storedAmount(opening_benefits ?? "0"), storedAmount(benefits_taxed ?? "0")]),
    },
    openingIncludesMonth: includes_month ?? false,
    paidInOpening: paid_in_opening ?? [],
    paid: paidMonths(months ?? [], (corrections ?? []).flat()),
    baseCredit: credit === null ? NO_CREDIT : creditFrom(credit),
    paidLater: later ?? [],
    paidRegular: paid_regular ?? false,
    unpaidMonths: unpaid ?? [],
    past: past ?? [],
    advances: (advances ?? []).map(advanceFrom),
  };
}

function reliefsFrom(claims: NonNullable<Row["reliefs"]>): Reliefs {
  return {
    rent: storedAmount(claims.rent),
    lifePremium: storedAmount(claims.lifePremium),
    ownerOccupierInterest: storedAmount(claims.ownerOccupierInterest),
    nhis: storedAmount(claims.nhis),
  };
}

function yearOfFigures(
  year: number,
  parts: readonly (Figures | null)[],
): Omit<YearToDate, "benefits"> {
  const of = (name: keyof Figures): Kobo =>
    kobo(parts.reduce((total, part) => total + BigInt(part?.[name] ?? "0"), 0n));
  return {
    year,
    gross: of("gross"),
    taxable: of("taxable"),
    pension: of("pension"),
    nhf: of("nhf"),
    paye: of("paye"),
    net: of("net"),
  };
}
