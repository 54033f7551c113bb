import { addMonths } from "@kontor/books/calendar-date";
import { kobo, ZERO, type Kobo } from "@kontor/books/money";
import { monthOf, type Month } from "@kontor/payroll/month";
import type { Employment } from "@kontor/payroll/pay/proration";
import type { PayRate } from "@kontor/payroll/pay/rate";
import type { YearToDate } from "@kontor/payroll/payslip/input";
import type { DatedItem } from "@kontor/payroll/payslip/projection";
import { noReliefs, type Reliefs } from "@kontor/payroll/statutory/income-tax";
import { sql } from "kysely";

import { atMostOne, exactlyOne } from "../../platform/database/rows.ts";
import type { Tx } from "../../platform/scope.ts";

/** An employee's pay data, as the payroll rules take it. */
export type PayFacts = {
  employment: Employment;
  nhfConsent: boolean;
  rates: PayRate[];
  items: DatedItem[];
  /** The approved reliefs of the year. */
  reliefs: Reliefs;
  /** Pay of the year from before Kontor ran the payroll. */
  yearToDate: YearToDate;
  /** The first month of the year that is not in `yearToDate`. */
  from: Month;
};

/** Reads an employee's pay data for a tax year. The employee must exist. */
export async function payFacts(
  tx: Tx,
  { tenant_id, id }: { tenant_id: number; id: number },
  year: number,
): Promise<PayFacts> {
  const ofEmployee = sql`tenant_id = ${tenant_id} and employee_id = ${id}`;
  const people = await sql<{ start: string; exit: string | null; nhf_consent: boolean }>`
    select start_date as start, exit_date as exit, nhf_consent from employees
    where tenant_id = ${tenant_id} and id = ${id}`.execute(tx);
  const { start, exit, nhf_consent } = exactlyOne(people.rows);
  const rates = await sql<PayRate>`
    select from_date as "from", basic, housing, transport, other from pay_rates
    where ${ofEmployee} and superseded_at is null order by from_date`.execute(tx);
  const reliefs = await sql<{ [Column in keyof Reliefs]: Kobo }>`
    select rent, life_premium as "lifePremium", owner_occupier_interest as "ownerOccupierInterest", nhis
    from reliefs where ${ofEmployee} and year = ${year} and status = 'APPROVED'`.execute(tx);
  return {
    employment: { start, exit },
    nhfConsent: nhf_consent,
    rates: rates.rows,
    items: await itemsOf(tx, { tenant_id, id }),
    reliefs: atMostOne(reliefs.rows) ?? noReliefs,
    ...(await paidBefore(tx, { tenant_id, id }, year)),
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

async function paidBefore(
  tx: Tx,
  { tenant_id, id }: { tenant_id: number; id: number },
  year: number,
): Promise<Pick<PayFacts, "yearToDate" | "from">> {
  type Row = Record<"gross" | "pension" | "nhf" | "tax", Kobo> & { through_month: string };
  const { rows } = await sql<Row>`
    select through_month, gross, pension, nhf, tax from opening_figures
    where tenant_id = ${tenant_id} and employee_id = ${id} and year = ${year}`.execute(tx);
  const row = atMostOne(rows);
  const paid = {
    year,
    gross: ZERO,
    taxable: ZERO,
    pension: ZERO,
    nhf: ZERO,
    paye: ZERO,
    net: ZERO,
  };
  if (row === undefined) return { yearToDate: paid, from: `${year}-01` };
  const { through_month, gross, pension, nhf, tax } = row;
  return {
    // Taxable pay is not recorded; all pay counts as taxable, which it mostly is.
    yearToDate: {
      ...paid,
      gross,
      taxable: gross,
      pension,
      nhf,
      paye: tax,
      net: kobo(gross - pension - nhf - tax > 0n ? gross - pension - nhf - tax : 0n),
    },
    from: monthOf(addMonths(through_month, 1)),
  };
}
