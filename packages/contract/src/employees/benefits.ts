import { BENEFIT_KINDS, type BenefitKind } from "@kontor/payroll/statutory/benefit-kinds";
import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { done } from "../wire/calls.ts";
import { date } from "../wire/dates.ts";
import { id, idOut } from "../wire/ids.ts";
import { amount, amountFromZero, money } from "../wire/money.ts";
import { line } from "../wire/text.ts";
import { version } from "../wire/version.ts";
import { employeePath, employeeParams } from "./employees.ts";

export { BENEFIT_KINDS as benefitKinds };

/** The kinds of benefits in kind, by their method of valuation. */
export const benefitKindTitles: Readonly<Record<BenefitKind, string>> = {
  ASSET: "Asset of the company",
  HIRED: "Rented or hired",
  HOUSING: "Living accommodation",
  OTHER: "Other benefit",
};

/** Synonyms of a kind in uploaded files, in lower case. */
const kindSynonyms: Readonly<Record<BenefitKind, readonly string[]>> = {
  ASSET: ["company asset", "owned", "owned asset"],
  HIRED: ["hired asset", "rented", "rented asset", "leased"],
  HOUSING: ["accommodation", "home"],
  OTHER: [],
};

/** The kind of benefit with this code or title; undefined for another text. */
export function benefitKindByName(text: string): BenefitKind | undefined {
  const name = text.trim().toLowerCase();
  return BENEFIT_KINDS.find((kind) =>
    [kind.toLowerCase(), benefitKindTitles[kind].toLowerCase(), ...kindSynonyms[kind]].includes(
      name,
    ),
  );
}

export const benefitFields = {
  name: line("what it is", 80),
  kind: z.enum(BENEFIT_KINDS, { error: `Choose one of ${BENEFIT_KINDS.join(", ")}.` }),
  /**
   * For an asset of the employer, what the employer paid for it. For the others the amount of a year:
   * the rent or hire, the rental value, or what the employer spends.
   */
  value: amount,
  /** What the employee spends on it a year. It lowers the value where the law says so. */
  employee_pays: amountFromZero,
};

/** A benefit in kind: it is taxed and never paid. */
export const benefit = z.strictObject({
  id: idOut,
  ...benefitFields,
  name: z.string(),
  value: money,
  employee_pays: money,
  from_date: z.string(),
  /** The last day; null for open-ended. */
  to_date: z.string().nullable(),
  /** What a whole month is taxed as, by today's law; living accommodation before its limit. */
  monthly_value: money,
  version: z.int(),
});

export const listBenefits = endpoint({
  method: "GET",
  path: `${employeePath}/benefits`,
  summary: "The benefits in kind of an employee, newest first",
  access: "employees.pay.read",
  params: employeeParams,
  data: z.array(benefit),
});

export const benefitBody = z
  .strictObject({ ...benefitFields, from_date: date, to_date: date.nullable() })
  .refine(({ from_date, to_date }) => to_date === null || from_date <= to_date, {
    path: ["to_date"],
    error: "The last day is before the first day.",
  });

export const addBenefit = endpoint({
  method: "POST",
  path: `${employeePath}/benefits`,
  summary: "Add a benefit in kind",
  access: "employees.pay.write",
  params: employeeParams,
  body: benefitBody,
  data: benefit,
  status: 201,
  idempotent: true,
});

const benefitParams = employeeParams.extend({ benefit_id: id });

export const saveBenefit = endpoint({
  method: "PUT",
  path: `${employeePath}/benefits/{benefit_id}`,
  summary: "Change a benefit in kind; the next payroll corrects the tax of the year",
  access: "employees.pay.write",
  params: benefitParams,
  body: benefitBody.safeExtend({ version }),
  data: benefit,
});

export const removeBenefit = endpoint({
  method: "DELETE",
  path: `${employeePath}/benefits/{benefit_id}`,
  summary: "Remove a benefit in kind as if it had not been given",
  access: "employees.pay.write",
  params: benefitParams,
  data: done,
});
