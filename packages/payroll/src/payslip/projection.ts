import { kobo, sum, ZERO, type Kobo } from "@kontor/books/money";

import { firstDayOf, monthsFrom, paydayOf, yearOf, type Month } from "../month.ts";
import { NO_CREDIT } from "../pay/contribution.ts";
import type { PayItem } from "../pay/item.ts";
import { packInForce } from "../statutory/packs.ts";
import { emptyYearToDate, type OwedAdvance, type PayslipInput, type YearToDate } from "./input.ts";
import { payslipOf } from "./payslip.ts";

/** A pay item with the months in which it is paid. */
export type DatedItem = Omit<PayItem, "recurring" | "until"> & {
  readonly from: Month;
  /** The last month; null while it is open-ended. */
  readonly to: Month | null;
};

/** The facts about an employee's pay from which later months are projected. */
export type ProjectionInput = Pick<
  PayslipInput,
  "settings" | "employment" | "rates" | "pensionExemption" | "nhfConsent" | "benefits" | "reliefs"
> & {
  readonly items: readonly DatedItem[];
  /** Pay before `from` in the same tax year. */
  readonly yearToDate: YearToDate;
  /** The first and the last month to project; the first may be January. */
  readonly from: Month;
  readonly until: Month;
  readonly advances: readonly OwedAdvance[];
  /** The first month in which advances are recovered; earlier months are in the past. */
  readonly recoverFrom: Month;
};

function itemsIn(items: readonly DatedItem[], month: Month): PayItem[] {
  return items
    .filter(({ from, to }) => from <= month && (to === null || to >= month))
    .map(({ from, to, ...item }) => ({ ...item, recurring: to !== from, until: to }));
}

/**
 * Projected net pay of each month. The months are calculated one after the other, as payslips are,
 * so that the year's tax and the recoveries carry over.
 *
 * @returns net pay by month, in kobo; months without a statutory pack are left out.
 */
export function projectedNet(input: ProjectionInput): ReadonlyMap<Month, Kobo> {
  const { settings, items, recoverFrom, from, until } = input;
  const net = new Map<Month, Kobo>();
  let advances = input.advances;
  let yearToDate = input.yearToDate;
  for (const period of monthsFrom(from, until)) {
    const pack = packInForce(firstDayOf(period));
    if (pack === undefined) continue;
    if (yearToDate.year !== yearOf(period)) yearToDate = emptyYearToDate(yearOf(period));
    const payslip = payslipOf({
      period,
      payday: paydayOf(period, settings.payDay),
      cycle: { kind: "REGULAR" },
      pack,
      settings,
      employment: input.employment,
      rates: input.rates,
      pensionExemption: input.pensionExemption,
      nhfConsent: input.nhfConsent,
      bankAccount: null,
      items: itemsIn(items, period),
      arrears: [],
      ...(input.benefits && { benefits: input.benefits }),
      baseCredit: NO_CREDIT,
      yearToDate,
      paidLater: [],
      unpaidMonths: [],
      overpaidLater: [],
      reliefs: input.reliefs,
      advances: period < recoverFrom ? [] : advances,
    });
    net.set(period, payslip.totals.net);
    yearToDate = payslip.yearToDate;
    const recovered = new Map(
      payslip.lines.flatMap(({ recovery }) =>
        recovery === null
          ? []
          : [[recovery.advance, kobo(recovery.principal + recovery.interest)] as const],
      ),
    );
    advances = advances.map((advance) => ({
      ...advance,
      allocated: sum([advance.allocated, recovered.get(advance.key) ?? ZERO]),
    }));
  }
  return net;
}
