import { firstDayOf, lastDayOf, type Month } from "@kontor/payroll/month";
import { arrearsOf, type Arrears } from "@kontor/payroll/pay/arrears";
import { CONTRIBUTION_SCHEMES, type BaseCredit } from "@kontor/payroll/pay/contribution";
import type { Employment, ProrationBase } from "@kontor/payroll/pay/proration";
import { addPay, NO_PAY, type Pay, type PayRate } from "@kontor/payroll/pay/rate";
import { sql, type RawBuilder } from "kysely";

import { paysMonth } from "../../employees/pay/posted-payslips.ts";
import { isPostedRun } from "./posted-runs.ts";
import { firstArrearsDay, type RunScope } from "./run-scope.ts";
import { storedAmount, payFrom, type StoredPay } from "./stored-pay.ts";

/** What was paid for a month, arrears included, and the days by which it was prorated. */
export type PaidMonth = { month: Month; base: ProrationBase; pay: Pay };

/** What one payslip paid for a month, as it is stored. */
export type StoredMonthPay = { month: Month; pay: StoredPay };

type Employments = {
  readonly start: string;
  readonly exit: string | null;
  readonly past: readonly { readonly start: string; readonly exit: string }[];
};

/**
 * The pay still owed or overpaid for earlier months after corrections of rates or employment dates.
 * Only months with a regular payslip are compared, because people without one were excluded on
 * purpose.
 */
export function owedArrears(
  person: Employments & {
    readonly rates: readonly PayRate[];
    readonly paid: readonly PaidMonth[];
  },
): Arrears[] {
  return person.paid.flatMap(({ month, base, pay }) => {
    const employment = employmentOf(month, person);
    return arrearsOf({ month, employment, rates: person.rates, base, paid: pay }) ?? [];
  });
}

/**
 * The employment that a month belongs to, with the employments before it: the present one, or the last
 * earlier one where the present one starts after the month.
 */
export function employmentOf(month: Month, { start, exit, past }: Employments): Employment {
  const present = { start, exit };
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  const of =
    start <= last
      ? present
      : (past.findLast((each) => each.start <= last && each.exit >= first) ?? present);
  return { ...of, earlier: past.filter((each) => each.exit < of.start) };
}

/**
 * The pay for each month whose regular pay was paid, including its corrections.
 *
 * @param months in order, the regular payslip of a month before its off-cycle ones.
 */
export function paidMonths(
  months: readonly (StoredMonthPay & Pick<PaidMonth, "base">)[],
  corrections: readonly StoredMonthPay[],
): PaidMonth[] {
  const bases = new Map<Month, PaidMonth["base"]>();
  for (const { month, base } of months) if (!bases.has(month)) bases.set(month, base);
  return [...bases].map(([month, base]) => {
    const paid = [...months, ...corrections].filter((each) => each.month === month);
    return { month, base, pay: paid.map(({ pay }) => payFrom(pay)).reduce(addPay, NO_PAY) };
  });
}

/** Whether a payslip `s` pays the month of its run, a row `r` of the CTE `runs`. */
export const paysOwnMonth = paysMonth(sql`r.month`);

/** Whether an employment has a day in the month of run `r`. */
const employedIn = (start: RawBuilder<unknown>, exit: RawBuilder<unknown>) => sql`
  (${start} < r.month + interval '1 month' and coalesce(${exit} >= r.month, true))`;

/**
 * Earlier months in which a person `p` was employed and that a regular run paid without a payslip for
 * this person, unless another run has paid them since. An excluded person has a payslip that says so,
 * and months paid before Kontor are covered by the opening figures.
 */
export function unpaidMonthsFor({ tenant_id, period }: RunScope): RawBuilder<unknown> {
  return sql`
    select jsonb_agg(to_char(r.month, 'YYYY-MM') order by r.month) as list
    from runs r
    where r.cycle = 'REGULAR' and r.month < ${firstDayOf(period)}::date and r.month >= ${firstArrearsDay(period)}::date
      and (${employedIn(sql`p.start_date`, sql`p.exit_date`)} or exists (
        select from past_employments x
        where x.tenant_id = ${tenant_id} and x.employee_id = p.id and ${employedIn(sql`x.start_date`, sql`x.exit_date`)}))
      and r.month not in (
        select r.month from payslips s join runs r on r.id = s.run_id
        where s.tenant_id = ${tenant_id} and s.employee_id = p.id
          and (r.cycle = 'REGULAR' or not s.excluded and ${paysOwnMonth}))
      and not exists (
        select from opening_figures f
        where f.tenant_id = ${tenant_id} and f.employee_id = p.id and f.year = extract(year from r.month)
          and f.through_month >= r.month)`;
}

/** The earlier employments of a person `p`. */
export function pastEmploymentsFor({ tenant_id }: RunScope): RawBuilder<unknown> {
  return sql`
    select jsonb_agg(jsonb_build_object('start', x.start_date, 'exit', x.exit_date) order by x.start_date) as list
    from past_employments x where x.tenant_id = ${tenant_id} and x.employee_id = p.id`;
}

/**
 * The contribution credits of a person `p` from all approved payslips, however old: if only some were
 * summed, a credit could be dropped while its use still counts. The sum is at least zero, because a
 * rehearsed run leaves out its own credit, which later payslips may have used.
 */
export function creditFor({ tenant_id, id }: RunScope): RawBuilder<unknown> {
  const sums = CONTRIBUTION_SCHEMES.map(
    (scheme) =>
      sql`${sql.lit(scheme)}, greatest(coalesce(sum((s.base_credits ->> ${sql.lit(scheme)})::bigint), 0), 0)::text`,
  );
  return sql`
    select jsonb_build_object(${sql.join(sums)}) as credit
    from payslips s join payroll_runs r on r.tenant_id = ${tenant_id} and r.id = s.run_id
    where s.tenant_id = ${tenant_id} and s.employee_id = p.id and s.base_credits <> '{}' and not s.excluded
      and r.id <> ${id} and ${isPostedRun(sql`r`)}
    having count(*) > 0`;
}

/** Contribution credits as the database returns them: kobo as texts. */
export type StoredCredit = Readonly<Record<keyof BaseCredit, string>>;

/** Converts stored contribution credits. */
export function creditFrom(stored: StoredCredit): BaseCredit {
  return {
    pension: storedAmount(stored.pension),
    nhf: storedAmount(stored.nhf),
    nsitf: storedAmount(stored.nsitf),
    itf: storedAmount(stored.itf),
  };
}
