import { kobo, sum, ZERO, type Kobo } from "@kontor/books/money";

import { nhfOf, pensionOf, type Contribution } from "../pay/contribution.ts";
import { lowersGross, type PayItem } from "../pay/item.ts";
import { totalPay, type Pay } from "../pay/rate.ts";
import type { Income } from "../statutory/paye.ts";
import type { PayslipInput } from "./input.ts";

/** An item with its amount in a month, in kobo. */
export type ItemAmount = { readonly item: PayItem; readonly amount: Kobo };

/** The sums of the components and items of one month, before tax. Amounts are kobo. */
export type Figures = {
  readonly pay: Pay;
  readonly pensionableItems: Kobo;
  readonly gross: Kobo;
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

/**
 * Adds up the components and items of a month and computes the employee's contributions on them.
 */
export function figuresOf(
  pay: Pay,
  items: readonly ItemAmount[],
  { settings, pack, inPensionScheme, nhfConsent }: PayslipInput,
): Figures {
  const total = totalPay(pay);
  const gross = sum([total, sumItems(items, grossSign)]);
  const pensionableItems = sumItems(items, (item) => (item.pensionable ? grossSign(item) : 0n));
  const counted = { pay, pensionableItems, gross };
  return {
    ...counted,
    taxable: sum([total, sumItems(items, taxableSign)]),
    pension: inPensionScheme ? pensionOf(counted, settings.pension, pack) : null,
    nhf: settings.nhf.active && nhfConsent ? nhfOf(counted, settings.nhf.base, pack) : null,
  };
}

/** The figures as income for the tax. */
export function incomeOf({ taxable, pension, nhf }: Figures): Income {
  return { taxable, contributions: sum([pension?.employee.amount ?? ZERO, nhf?.amount ?? ZERO]) };
}
