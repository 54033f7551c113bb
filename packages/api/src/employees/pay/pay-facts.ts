import { sum, type Kobo } from "@kontor/books/money";
import { firstDayOf, monthOf, monthsLater, type Month } from "@kontor/payroll/month";
import type { Benefit } from "@kontor/payroll/pay/benefit";
import type { Employment } from "@kontor/payroll/pay/proration";
import type { PayRate } from "@kontor/payroll/pay/rate";
import {
  emptyYearToDate,
  type OpeningBenefits,
  type YearToDate,
} from "@kontor/payroll/payslip/input";
import type { DatedItem } from "@kontor/payroll/payslip/projection";
import { noReliefs, type Reliefs } from "@kontor/payroll/statutory/income-tax";
import type { PensionExemption } from "@kontor/payroll/statutory/pension-exemption";
import { sql } from "kysely";

import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import type { Tx } from "../../platform/scope.ts";
import { payrollBenefitsOf } from "./benefits.ts";
import { isRunPosted, paysMonth } from "./posted-payslips.ts";

/** An employee's pay data, as the payroll rules take it. */
export type PayFacts = {
  employment: Employment;
  pensionExemption: PensionExemption | null;
  nhfConsent: boolean;
  rates: PayRate[];
  items: DatedItem[];
  benefits: { given: Benefit[]; opening: OpeningBenefits | null };
  /** The approved reliefs of the year. */
  reliefs: Reliefs;
  /** Pay of the year so far: the opening figures and what payrolls have posted. */
  yearToDate: YearToDate;
  /** The first month of the year that is not in `yearToDate`. */
  from: Month;
};

/**
 * Reads an employee's pay data for a tax year, with its pay of the months before one. The employee
 * must exist.
 */
export async function payFacts(
  tx: Tx,
  { tenant_id, id }: { tenant_id: number; id: number },
  { year, before }: { year: number; before: Month },
): Promise<PayFacts> {
  const ofEmployee = sql`tenant_id = ${tenant_id} and employee_id = ${id}`;
  const people = await sql<Employment & Pick<PayFacts, "pensionExemption" | "nhfConsent">>`
    select start_date as start, exit_date as exit, pension_exemption as "pensionExemption",
      nhf_consent as "nhfConsent"
    from employees where tenant_id = ${tenant_id} and id = ${id}`.execute(tx);
  const { start, exit, pensionExemption, nhfConsent } = exactlyOne(people.rows);
  const rates = await sql<PayRate>`
    select from_date as "from", basic, housing, transport, other from pay_rates
    where ${ofEmployee} and superseded_at is null order by from_date`.execute(tx);
  const reliefs = await sql<{ [Column in keyof Reliefs]: Kobo }>`
    select rent, life_premium as "lifePremium", owner_occupier_interest as "ownerOccupierInterest", nhis
    from reliefs where ${ofEmployee} and year = ${year} and status = 'APPROVED'`.execute(tx);
  const opening = await openingOf(tx, { tenant_id, id }, year);
  return {
    employment: { start, exit },
    pensionExemption,
    nhfConsent,
    rates: rates.rows,
    items: await itemsOf(tx, { tenant_id, id }),
    benefits: {
      given: await payrollBenefitsOf(tx, { tenant_id, id }),
      opening: opening.through === null ? null : { ...opening.stated, through: opening.through },
    },
    reliefs: atMostOne(reliefs.rows) ?? noReliefs,
    ...paidSoFar(year, opening, await postedPay(tx, { tenant_id, id }, { year, before })),
  };
}

async function itemsOf(
  tx: Tx,
  { tenant_id, id }: { tenant_id: number; id: number },
): Promise<DatedItem[]> {
  type Row = Omit<DatedItem, "from" | "to" | "key" | "kind" | "prorated"> & {
    id: number;
    kind: "EARNING" | "DEDUCTION";
    from_month: string;
    to_month: string | null;
  };
  const { rows } = await sql<Row>`
    select id, name as label, kind, amount, taxable, pensionable, from_month, to_month from pay_items
    where tenant_id = ${tenant_id} and employee_id = ${id} and removed_at is null order by id`.execute(
    tx,
  );
  return rows.map(({ id: item, kind, from_month, to_month, ...row }) => ({
    ...row,
    key: String(item),
    kind: kind === "EARNING" ? "earning" : "deduction",
    prorated: false,
    from: monthOf(from_month),
    to: to_month === null ? null : monthOf(to_month),
  }));
}

/** Pay of a tax year, and the last month that it covers; null when it covers none. */
type PaidUntil = Omit<YearToDate, "year"> & { through: Month | null };

/** The pay from before Kontor ran the payroll, and the benefits in kind in the opening figures. */
async function openingOf(
  tx: Tx,
  { tenant_id, id }: { tenant_id: number; id: number },
  year: number,
): Promise<PaidUntil & { stated: Omit<OpeningBenefits, "through"> }> {
  // Taxable pay is not recorded; all pay counts as taxable, which it mostly is.
  type Row = PaidUntil & { stated: Kobo | null };
  const { rows } = await sql<Row>`
    select gross, gross + coalesce(benefits, 0) as taxable, coalesce(benefits, 0) as benefits, benefits as stated,
      pension, nhf, tax as paye, greatest(gross - pension - nhf - tax, 0) as net,
      to_char(through_month, 'YYYY-MM') as through
    from opening_figures
    where tenant_id = ${tenant_id} and employee_id = ${id} and year = ${year}`.execute(tx);
  const found = atMostOne(rows) ?? { ...emptyYearToDate(year), through: null, stated: null };
  const { stated, ...opening } = found;
  return { ...opening, stated: { pay: opening.gross, benefits: stated } };
}

/** The pay that payrolls of the months before one have posted. */
async function postedPay(
  tx: Tx,
  { tenant_id, id }: { tenant_id: number; id: number },
  { year, before }: { year: number; before: Month },
): Promise<PaidUntil> {
  const { rows } = await sql<PaidUntil>`
    select coalesce(sum(s.gross), 0)::bigint as gross, coalesce(sum(s.taxable), 0)::bigint as taxable, coalesce(sum(s.benefits), 0)::bigint as benefits,
      coalesce(sum(s.pension_employee), 0)::bigint as pension, coalesce(sum(s.nhf), 0)::bigint as nhf,
      coalesce(sum(s.paye), 0)::bigint as paye, coalesce(sum(s.net), 0)::bigint as net,
      to_char(max(r.period) filter (where ${paysMonth(sql`r.period`)}), 'YYYY-MM') as through
    from payslips s
    join payroll_runs r on r.tenant_id = ${tenant_id} and r.id = s.run_id
    where s.tenant_id = ${tenant_id} and s.employee_id = ${id} and s.year = ${year} and not s.excluded
      and ${isRunPosted} and r.period < ${firstDayOf(before)}::date`.execute(tx);
  return exactlyOne(rows);
}

/** The sums of both, and the first month of the year that neither covers. */
function paidSoFar(
  year: number,
  opening: PaidUntil,
  posted: PaidUntil,
): Pick<PayFacts, "yearToDate" | "from"> {
  const both = (of: (paid: PaidUntil) => Kobo) => sum([of(opening), of(posted)]);
  const through = [opening.through, posted.through].filter((month) => month !== null).toSorted();
  const last = through.at(-1);
  return {
    yearToDate: {
      year,
      gross: both(({ gross }) => gross),
      taxable: both(({ taxable }) => taxable),
      benefits: both(({ benefits }) => benefits),
      pension: both(({ pension }) => pension),
      nhf: both(({ nhf }) => nhf),
      paye: both(({ paye }) => paye),
      net: both(({ net }) => net),
    },
    from: last === undefined ? `${year}-01` : monthsLater(last, 1),
  };
}
