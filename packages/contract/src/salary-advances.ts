import { z } from "zod";

import {
  expectedVersion,
  ofOrganization,
  ofPlatform,
  repeatedOrganization,
} from "./configuration.ts";
import { endpoint } from "./endpoint.ts";
import { organizationPath } from "./organizations.ts";
import { placeholderProblem } from "./placeholders.ts";
import { idOut } from "./wire.ts";

export const maxPercentageHint = "Max % of gross monthly salary";
export const interestRateHint = "Annual interest rate (0 for interest-free)";
export const mostPercentage = 200;
export const mostInterestRate = 100;

/** What the terms may name. */
export const termsPlaceholders = ["company_name", "max_percentage", "interest_rate"] as const;
/** Length of the terms with their markup, in characters. */
const longestTerms = 20_000;

/** A number, or its digits as a form sends them, so that an empty field never becomes 0. */
const numeric = (pattern: RegExp, sentence: string) =>
  z.union([z.number(), z.string().trim().regex(pattern).transform(Number)], { error: sentence });

const percentageSentence = `Give a whole percentage from 0 to ${mostPercentage}.`;
const rateSentence = `Give a rate from 0 to ${mostInterestRate} with at most two decimals.`;

/** Whole percent of an employee's gross monthly salary. */
export const maxPercentage = numeric(/^\d{1,3}$/, percentageSentence).refine(
  (value) => Number.isInteger(value) && value >= 0 && value <= mostPercentage,
  percentageSentence,
);

/** Percent a year in steps of 0.01. */
export const interestRate = numeric(/^\d{1,3}(\.\d{1,2})?$/, rateSentence).refine(
  (value) => value >= 0 && value <= mostInterestRate && hasTwoDecimals(value),
  rateSentence,
);

function hasTwoDecimals(value: number): boolean {
  return Number(value.toFixed(2)) === value;
}

/** Rich text that employees must accept; unknown placeholders are refused by name. */
export const terms = z
  .string({ error: "Enter the terms." })
  .max(longestTerms, {
    error: `Use at most ${longestTerms} characters, markup included.`,
    // What is longer is not read at all.
    abort: true,
  })
  .refine((html) => /[^\s]/u.test(html.replaceAll(/<[^<>]*>|&nbsp;/g, "")), "Enter the terms.")
  .superRefine((html, check) => {
    const problem = placeholderProblem(html, termsPlaceholders);
    if (problem !== undefined) check.addIssue({ code: "custom", message: problem });
  });

/** 1 approves requests within the limit without anybody looking; a boolean is taken as well. */
const autoApproval = z
  .union(
    [
      z.literal([0, 1]),
      z.boolean().transform((yes): 0 | 1 => (yes ? 1 : 0)),
      z.enum(["0", "1"]).transform((digit): 0 | 1 => (digit === "1" ? 1 : 0)),
    ],
    { error: "Choose Yes (1) or No (0)." },
  )
  .default(0);

const bodyFields = {
  max_percentage: maxPercentage,
  interest_rate: interestRate,
  terms,
  auto_approval: autoApproval,
  ...expectedVersion,
};

const dataFields = {
  max_percentage: z.int(),
  interest_rate: z.number(),
  terms: z.string(),
  auto_approval: z.literal([0, 1]),
};

/** What is kept; read again through this schema. */
export const salaryAdvanceConfigValue = z.strictObject(dataFields);
export type SalaryAdvanceConfigValue = z.output<typeof salaryAdvanceConfigValue>;

export const salaryAdvanceConfig = z.strictObject({
  tenant_id: idOut,
  company_id: idOut,
  ...dataFields,
  ...ofOrganization,
});

export const platformSalaryAdvanceConfig = z.strictObject({ ...dataFields, ...ofPlatform });

/**
 * The yearly rate as `simpleInterest` of the books takes it: hundredths of a percent, 12.5 is 1250n.
 * Interest = amount × rate × days ÷ 365, half-up to the kobo.
 */
export function basisPointsOf(rate: number): bigint {
  return BigInt(Math.round(rate * 100));
}

const path = "/organizations/{tenant_id}/{company_id}/salary-advance-config";

export const getSalaryAdvanceConfig = endpoint({
  method: "GET",
  path,
  summary: "By which rules an organization's employees may ask for advances",
  access: "configuration.read",
  params: organizationPath,
  data: salaryAdvanceConfig,
});

export const saveSalaryAdvanceConfig = endpoint({
  method: "PUT",
  path,
  summary: "Save an organization's own rules for salary advances",
  access: "configuration.write",
  params: organizationPath,
  body: z.strictObject({ ...bodyFields, ...repeatedOrganization }),
  data: salaryAdvanceConfig,
});

export const resetSalaryAdvanceConfig = endpoint({
  method: "POST",
  path: `${path}/reset`,
  summary: "Give an organization the platform's default rules for salary advances",
  access: "configuration.write",
  params: organizationPath,
  body: z.strictObject(repeatedOrganization),
  data: salaryAdvanceConfig,
});

const settingsPath = "/settings/salary-advance-config";

export const getPlatformSalaryAdvanceConfig = endpoint({
  method: "GET",
  path: settingsPath,
  summary: "The platform's default rules for salary advances",
  access: "settings.read",
  data: platformSalaryAdvanceConfig,
});

export const savePlatformSalaryAdvanceConfig = endpoint({
  method: "PUT",
  path: settingsPath,
  summary: "Save the default rules for every organization that has none of its own",
  access: "settings.write",
  body: z.strictObject(bodyFields),
  data: platformSalaryAdvanceConfig,
});

export const resetPlatformSalaryAdvanceConfig = endpoint({
  method: "POST",
  path: `${settingsPath}/reset`,
  summary: "Go back to the built-in rules for salary advances",
  access: "settings.write",
  data: platformSalaryAdvanceConfig,
});
