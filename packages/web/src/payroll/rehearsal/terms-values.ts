import { printMoney } from "@kontor/books/money";
import {
  maxTaxBands,
  rehearsalFields,
  type RehearsalTerms,
} from "@kontor/contract/payroll/rehearsal";

import { amountOrZero, type MoneyValue } from "../../ui/form/money-input.tsx";

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
  // A missing width counts as zero, so that the error of the bands is shown.
  const read = rehearsalFields.bands.safeParse(
    bands.map(({ width, rate }, index) => ({
      width: index === bands.length - 1 ? null : printMoney(amountOrZero(width)),
      rate,
    })),
  );
  return read.error?.issues[0]?.message;
}

/** The form's values as sent, once every field is valid. */
export function termsFrom(values: TermValues): RehearsalTerms {
  const read = Object.fromEntries(numberFields.map((name) => [name, Number(values[name])]));
  return {
    ...values,
    ...(read as Record<NumberField, number>),
    rent_relief_cap: amountOrZero(values.rent_relief_cap),
    minimum_wage: amountOrZero(values.minimum_wage),
    bands: values.bands.map(({ width, rate }, index) => ({
      width: index === values.bands.length - 1 ? null : amountOrZero(width),
      rate: Number(rate),
    })),
  };
}

/** Inserts an empty band before the last one, which has no upper limit. */
export function addBand(bands: readonly TypedBand[]): TypedBand[] {
  if (bands.length >= maxTaxBands) return [...bands];
  return [...bands.slice(0, -1), { width: null, rate: "" }, ...bands.slice(-1)];
}
