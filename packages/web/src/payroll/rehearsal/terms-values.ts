import { printMoney, ZERO, type Kobo } from "@kontor/books/money";
import {
  maxTaxBands,
  rehearsalFields,
  type RehearsalTerms,
} from "@kontor/contract/payroll/rehearsal";

import type { MoneyValue } from "../../ui/form/money-input.tsx";

const numberFields = [
  "rent_relief_rate",
  "benefit_asset_rate",
  "benefit_housing_limit",
  "pension_employee",
  "pension_employer",
  "nhf_rate",
  "nsitf_rate",
  "itf_rate",
] as const;
type NumberField = (typeof numberFields)[number];

/** A band as it is typed; the last one has no width. */
export type TypedBand = { width: MoneyValue; rate: number | string };

/** The values of the form. An invalid number is kept as text. */
export type TermValues = Omit<
  RehearsalTerms,
  NumberField | "bands" | "rent_relief_cap" | "minimum_wage"
> &
  Record<NumberField, number | string> & {
    bands: TypedBand[];
    rent_relief_cap: MoneyValue;
    minimum_wage: MoneyValue;
  };

/** The contract's schemas of the numbers that are typed. */
export const numberSchemas = Object.fromEntries(
  numberFields.map((name) => [name, rehearsalFields[name]]),
) as { [Name in NumberField]: (typeof rehearsalFields)[Name] };

/** The error of the bands as a whole; undefined when they are valid. */
export function bandsProblem(bands: readonly TypedBand[]): string | undefined {
  const read = rehearsalFields.bands.safeParse(
    bands.map(({ width, rate }, index) => ({
      width: index === bands.length - 1 ? null : printMoney(amountOf(width)),
      rate,
    })),
  );
  return read.error?.issues[0]?.message;
}

/** A missing amount counts as zero, so that the error of the bands is shown. */
function amountOf(value: MoneyValue): Kobo {
  return typeof value === "bigint" ? value : ZERO;
}

/** The form's values as sent, once every field is valid. */
export function termsFrom(values: TermValues): RehearsalTerms {
  const read = Object.fromEntries(numberFields.map((name) => [name, Number(values[name])]));
  return {
    ...values,
    ...(read as Record<NumberField, number>),
    rent_relief_cap: amountOf(values.rent_relief_cap),
    minimum_wage: amountOf(values.minimum_wage),
    bands: values.bands.map(({ width, rate }, index) => ({
      width: index === values.bands.length - 1 ? null : amountOf(width),
      rate: Number(rate),
    })),
  };
}

/** Inserts an empty band before the last one, which has no upper limit. */
export function addBand(bands: readonly TypedBand[]): TypedBand[] {
  if (bands.length >= maxTaxBands) return [...bands];
  return [...bands.slice(0, -1), { width: null, rate: "" }, ...bands.slice(-1)];
}
