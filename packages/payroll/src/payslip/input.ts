import type { Kobo } from "@kontor/books/money";

import type { AdvancePlan } from "../advances/plan.ts";
import type { Month } from "../month.ts";
import type { Arrears } from "../pay/arrears.ts";
import type { PayItem } from "../pay/item.ts";
import type { Employment } from "../pay/proration.ts";
import type { PayRate } from "../pay/rate.ts";
import type { PayrollSettings } from "../pay/settings.ts";
import type { Reliefs } from "../statutory/income-tax.ts";
import type { StatutoryPack } from "../statutory/pack.ts";

/** Pay to date in a tax year, in kobo. Opening figures count as payslips before the first. */
export type YearToDate = {
  readonly year: number;
  readonly gross: Kobo;
  /** The taxable part, with benefits in kind, before contributions and reliefs. */
  readonly taxable: Kobo;
  /** The employee's own contributions. */
  readonly pension: Kobo;
  readonly nhf: Kobo;
  readonly paye: Kobo;
  readonly net: Kobo;
};

/** An advance that was paid out and is not repaid. */
export type OwedAdvance = {
  /** Its identity, the same on every payslip. */
  readonly key: string;
  /** Its number, such as SA-000012, for the label of its line. */
  readonly number?: string;
  readonly plan: AdvancePlan;
  /** All that was repaid or written off so far, in kobo. */
  readonly allocated: Kobo;
};

export type PayslipInput = {
  readonly period: Month;
  /** The day on which the pay is due: advances that are due by it are recovered. */
  readonly payday: string;
  /**
   * A regular payslip pays the month. An off-cycle payslip pays one-time items and arrears; it
   * needs to know whether the month's regular pay is still to come, for the forecast of tax.
   */
  readonly cycle:
    | { readonly kind: "REGULAR" }
    | { readonly kind: "OFF_CYCLE"; readonly regularPaid: boolean };
  /** The law in effect in the period, or a draft to be rehearsed. */
  readonly pack: StatutoryPack;
  readonly settings: PayrollSettings;
  readonly employment: Employment;
  readonly rates: readonly PayRate[];
  /** False for employees outside the pension scheme. */
  readonly inPensionScheme: boolean;
  /** Whether the employee agreed to the National Housing Fund. */
  readonly nhfConsent: boolean;
  /** Bank and account as one text, to notice a change; null where none is known. */
  readonly bankAccount: string | null;
  /** All items of the month. Off cycle, recurring ones are forecast and not paid. */
  readonly items: readonly PayItem[];
  readonly arrears: readonly Arrears[];
  /** Before this payslip; with the months after the period that were paid already. */
  readonly yearToDate: YearToDate;
  /** Months after the period whose regular pay is in the year to date, where a month is paid late. */
  readonly paidLater: readonly Month[];
  /** Earlier months that were paid to others and not to this employee. */
  readonly unpaidMonths: readonly Month[];
  /** What was declared for the tax year. */
  readonly reliefs: Reliefs;
  readonly advances: readonly OwedAdvance[];
};
