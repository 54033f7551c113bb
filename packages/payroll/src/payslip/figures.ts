import { kobo, sum, ZERO, type Kobo } from "@kontor/books/money";

import {
  itfOf,
  nhfOf,
  NO_CREDIT,
  nsitfOf,
  pensionOf,
  type BaseCredit,
  type Contribution,
  type ContributionPay,
  type PayBases,
} from "../pay/contribution.ts";
import { lowersGross, type PayItem } from "../pay/item.ts";
import { addPay, NO_PAY, totalPay, type Pay } from "../pay/rate.ts";
import type { Income } from "../statutory/paye.ts";
import type { PayslipInput } from "./input.ts";

/** An item with its amount in a month, in kobo. */
export type ItemAmount = { readonly item: PayItem; readonly amount: Kobo };

/** The sums of the components and items of one month, before tax. Amounts are kobo. */
export type Figures = ContributionPay & {
  readonly taxable: Kobo;
  readonly pension: { readonly employee: Contribution; readonly employer: Contribution } | null;
  readonly nhf: Contribution | null;
};

function sumItems(items: readonly ItemAmount[], signOf: (item: PayItem) => bigint): Kobo {
  return kobo(items.reduce((total, { item, amount }) => total + signOf(item) * amount, 0n));
}

function grossSign(item: PayItem): bigint {
  if (item.kind === "earning") return 1n;
  return lowersGross(item) ? -1n : 0n;
}

function taxableSign(item: PayItem): bigint {
  if (!item.taxable) return 0n;
  return item.kind === "deduction" ? -1n : 1n;
}

function basesOf(pay: Pay, items: readonly ItemAmount[]): PayBases {
  return {
    pay,
    pensionableItems: sumItems(items, (item) => (item.pensionable ? grossSign(item) : 0n)),
    gross: sum([totalPay(pay), sumItems(items, grossSign)]),
  };
}

const noCorrections = { arrears: [], baseCredit: NO_CREDIT };

/**
 * Adds up the components and items of a month and computes the employee's contributions on them.
 *
 * @param corrections what the payslip corrects of earlier ones; none in a forecast.
 */
export function figuresOf(
  ownPay: Pay,
  items: readonly ItemAmount[],
  { settings, pack, pensionExemption, nhfConsent }: PayslipInput,
  corrections: Pick<PayslipInput, "arrears" | "baseCredit"> = noCorrections,
): Figures {
  const arrears = corrections.arrears.reduce((total, { pay }) => addPay(total, pay), NO_PAY);
  const pay = addPay(ownPay, arrears);
  const counted = {
    ...basesOf(pay, items),
    corrected: basesOf(
      arrears,
      items.filter(({ item }) => item.paid !== undefined),
    ),
    credit: corrections.baseCredit,
  };
  return {
    ...counted,
    taxable: sum([totalPay(pay), sumItems(items, taxableSign)]),
    pension: pensionExemption === null ? pensionOf(counted, settings.pension, pack) : null,
    nhf: settings.nhf.active && nhfConsent ? nhfOf(counted, settings.nhf.base, pack) : null,
  };
}

/** What the employer contributes besides pension; null where it is switched off. */
export type EmployerFigures = {
  readonly nsitf: Contribution | null;
  readonly itf: Contribution | null;
};

/** Computes the employer's contributions on the sums of a payslip. */
export function employerFiguresOf(
  figures: Figures,
  { settings: { nsitf, itf }, pack }: PayslipInput,
): EmployerFigures {
  return {
    nsitf: nsitf.active ? nsitfOf(figures, nsitf.base, pack) : null,
    itf: itf.active ? itfOf(figures, itf.base, pack) : null,
  };
}

/** The credits that a payslip leaves; without a contribution a credit stays as it was. */
export function creditAfter({
  credit,
  pension,
  nhf,
  nsitf,
  itf,
}: Figures & EmployerFigures): BaseCredit {
  return {
    pension: pension?.employee.credit.after ?? credit.pension,
    nhf: nhf?.credit.after ?? credit.nhf,
    nsitf: nsitf?.credit.after ?? credit.nsitf,
    itf: itf?.credit.after ?? credit.itf,
  };
}

/** The figures as income for the tax. */
export function incomeOf({ taxable, pension, nhf }: Figures): Income {
  return { taxable, contributions: sum([pension?.employee.amount ?? ZERO, nhf?.amount ?? ZERO]) };
}
