import { z } from "zod";

import { describeConfiguration } from "../configuration.ts";
import { placeholderProblem } from "../templates/placeholders.ts";
import { idOut } from "../wire/ids.ts";

export const maxPercentageHint = "Max % of gross monthly salary";
export const interestRateHint = "Annual interest rate (0 for interest-free)";
export const maxAdvancePercentage = 200;
export const maxInterestRate = 100;

/** The placeholders that terms may use. */
export const termsPlaceholders = ["company_name", "max_percentage", "interest_rate"] as const;
/** Length of the terms with their markup, in characters. */
const maxTermsLength = 20_000;

/** A number, or its digits as a form sends them; an empty field never becomes 0. */
const numberField = (pattern: RegExp, sentence: string) =>
  z.union([z.number(), z.string().trim().regex(pattern).transform(Number)], { error: sentence });

const percentageSentence = `Give a whole percentage from 0 to ${maxAdvancePercentage}.`;
const rateSentence = `Give a rate from 0 to ${maxInterestRate} with at most two decimals.`;

/** Integer percent of an employee's gross monthly salary. */
export const maxPercentage = numberField(/^\d{1,3}$/, percentageSentence).refine(
  (value) => Number.isInteger(value) && value >= 0 && value <= maxAdvancePercentage,
  percentageSentence,
);

/** Percent a year in steps of 0.01. */
export const interestRate = numberField(/^\d{1,3}(\.\d{1,2})?$/, rateSentence).refine(
  (value) => value >= 0 && value <= maxInterestRate && hasTwoDecimals(value),
  rateSentence,
);

function hasTwoDecimals(value: number): boolean {
  return Number(value.toFixed(2)) === value;
}

/** Rich text that employees must accept; unknown placeholders are refused by name. */
export const terms = z
  .string({ error: "Enter the terms." })
  .max(maxTermsLength, {
    error: `Use at most ${maxTermsLength} characters, markup included.`,
    // Longer text is refused without being parsed.
    abort: true,
  })
  .refine((html) => /[^\s]/u.test(html.replaceAll(/<[^<>]*>|&nbsp;/g, "")), "Enter the terms.")
  .superRefine((html, check) => {
    const problem = placeholderProblem(html, termsPlaceholders);
    if (problem !== undefined) check.addIssue({ code: "custom", message: problem });
  });

/** 1 approves requests within the limit automatically; a boolean is also accepted. */
export const autoApproval = z
  .union(
    [
      z.literal([0, 1]),
      z.boolean().transform((yes): 0 | 1 => (yes ? 1 : 0)),
      z.enum(["0", "1"]).transform((digit): 0 | 1 => (digit === "1" ? 1 : 0)),
    ],
    { error: "Choose Yes (1) or No (0)." },
  )
  .default(0);

const ruleFields = {
  max_percentage: z.int(),
  interest_rate: z.number(),
  terms: z.string(),
  auto_approval: z.literal([0, 1]),
};

/** The stored form; read through this schema. */
export const advanceRulesValue = z.strictObject(ruleFields);
export type AdvanceRules = z.output<typeof advanceRulesValue>;

/** Endpoints that read, save and reset the rules for requesting advances. */
export const advanceRules = describeConfiguration({
  path: "/salary-advance-config",
  what: "the rules for salary advances",
  body: {
    max_percentage: maxPercentage,
    interest_rate: interestRate,
    terms,
    auto_approval: autoApproval,
  },
  data: {
    /** The organization of the rules; absent for the platform's. */
    tenant_id: idOut.optional(),
    company_id: idOut.optional(),
    ...ruleFields,
  },
});
