import { ZERO, type Kobo } from "@kontor/books/money";

import type { AdvancePlan } from "../advances/plan.ts";
import type { Month } from "../month.ts";
import type { Arrears } from "../pay/arrears.ts";
import type { Benefit } from "../pay/benefit.ts";
import type { BaseCredit } from "../pay/contribution.ts";
import type { PayItem } from "../pay/item.ts";
import type { Employment } from "../pay/proration.ts";
import type { PayRate } from "../pay/rate.ts";
import type { PayrollSettings } from "../pay/settings.ts";
import type { Reliefs } from "../statutory/income-tax.ts";
import type { StatutoryPack } from "../statutory/pack.ts";
import type { PensionExemption } from "../statutory/pension-exemption.ts";

/** Pay to date in a tax year, in kobo. Opening figures count as payslips before the first one. */
export type YearToDate = {
  readonly year: number;
  readonly gross: Kobo;
  /** The taxable part, with benefits in kind, before contributions and reliefs. */
  readonly taxable: Kobo;
  /** The benefits in kind in it. */
  readonly benefits: Kobo;
  /** The employee's own contributions. */
  readonly pension: Kobo;
  readonly nhf: Kobo;
  readonly paye: Kobo;
  readonly net: Kobo;
};

/** Pay and benefits in kind from January to a month, as stated in opening figures. */
export type OpeningBenefits = {
  /** The last month that they include. */
  readonly through: Month;
  /** The taxable pay in money in them, in kobo. */
  readonly pay: Kobo;
  /**
   * The taxed value of benefits in them, in kobo, which settles these months; null when they do not
   * state it, so that the records of benefits are used.
   */
  readonly benefits: Kobo | null;
};

/** A tax year before its first pay. */
export function emptyYearToDate(year: number): YearToDate {
  return {
    year,
    gross: ZERO,
    taxable: ZERO,
    benefits: ZERO,
    pension: ZERO,
    nhf: ZERO,
    paye: ZERO,
    net: ZERO,
  };
}

/** An advance that was paid out and is not fully repaid. */
export type OwedAdvance = {
  /** Its key, the same on every payslip. */
  readonly key: string;
  /** Its number, such as SA-000012, for the label of its line. */
  readonly number?: string;
  readonly plan: AdvancePlan;
  /** The sum of repayments and write-offs so far, in kobo. */
  readonly allocated: Kobo;
};

export type PayslipInput = {
  readonly period: Month;
  /** The date on which the pay is due; advances due by then are recovered. */
  readonly payday: string;
  /**
   * A regular payslip pays the month. An off-cycle payslip pays one-off items and arrears; to
   * forecast tax, it needs to know whether the month's regular pay is still to come.
   */
  readonly cycle:
    | { readonly kind: "REGULAR" }
    | { readonly kind: "OFF_CYCLE"; readonly regularPaid: boolean };
  /** The law in effect in the period, or a draft law under rehearsal. */
  readonly pack: StatutoryPack;
  readonly settings: PayrollSettings;
  readonly employment: Employment;
  /** Whether a later employment of the person follows this one. */
  readonly returned?: boolean;
  readonly rates: readonly PayRate[];
  /** Why the employee is outside the pension scheme; null for those in it. */
  readonly pensionExemption: PensionExemption | null;
  /** Whether the employee agreed to the National Housing Fund. */
  readonly nhfConsent: boolean;
  /** Bank and account as one text, to detect a change; null when unknown. */
  readonly bankAccount: string | null;
  /**
   * All items of the month. An off-cycle payslip forecasts recurring ones but does not pay them.
   */
  readonly items: readonly PayItem[];
  readonly arrears: readonly Arrears[];
  /** Benefits in kind of the tax year; none when left out. */
  readonly benefits?: {
    readonly given: readonly Benefit[];
    /** The opening figures; null without any. */
    readonly opening: OpeningBenefits | null;
  };
  /** Pay that earlier payslips recovered and that has not lowered a contribution base yet. */
  readonly baseCredit: BaseCredit;
  /** Before this payslip, including months after the period that were paid already. */
  readonly yearToDate: YearToDate;
  /**
   * Months after the period whose regular pay is already in the year to date, when a month is paid
   * late.
   */
  readonly paidLater: readonly Month[];
  /** Earlier months that were paid to other employees and not to this one. */
  readonly unpaidMonths: readonly Month[];
  /** Overpaid months of a later tax year, which only a payslip of that year recovers. */
  readonly overpaidLater: readonly Month[];
  /**
   * Months that the opening figures include and payslips pay too, so that they count twice in the
   * tax year.
   */
  readonly inOpeningFigures?: {
    /** Whether they include the month that this payslip pays. */
    readonly own: boolean;
    /** Months that other payslips of the year have paid. */
    readonly paid: readonly Month[];
  };
  /** Reliefs declared for the tax year. */
  readonly reliefs: Reliefs;
  readonly advances: readonly OwedAdvance[];
};
