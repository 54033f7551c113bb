import type { ConfigurationOwner } from "@kontor/contract/configuration";
import type { InputOf } from "@kontor/contract/endpoint";
import {
  advanceRulesValue,
  type AdvanceRules,
  type advanceRules,
} from "@kontor/contract/salary-advances/advance-rules";

import type { ConfigurationKind } from "../platform/configuration/configuration.ts";
import { sanitizeRichText } from "../platform/html/rich-text.ts";
import { Refusal } from "../platform/refusal.ts";

const key = "config";

/**
 * The rules for salary advances; by default half a month's pay without interest. Interest is
 * simple: amount × rate % × days ÷ 365, rounded half up to the kobo (`simpleInterest` of the
 * books). So ₦100,000.00 for 30 days at 12% is repaid with ₦100,986.30.
 */
const kind: ConfigurationKind<typeof key, AdvanceRules> = {
  name: "salary_advance_config",
  schema: advanceRulesValue,
  builtIns: {
    [key]: {
      max_percentage: 50,
      interest_rate: 0,
      terms: [
        "<p>You may ask {{company_name}} for an advance of up to {{max_percentage}}% of your gross monthly salary.</p>",
        "<p>Interest is {{interest_rate}}% a year. It is counted by the day from the day on which you ask to the due date, over a year of 365 days, and is fixed when you ask.</p>",
        "<p>The advance and its interest are taken from your salary on the due date. If your employment ends earlier, what is still owed is taken from your final pay.</p>",
        "<p>You may pay back earlier at any time.</p>",
      ].join(""),
      auto_approval: 0,
    },
  },
  audited: (rules) => rules,
};

/**
 * @throws Refusal `terms_missing` at the terms when they have no text after sanitizing, such as
 *   only a script.
 */
function accept(input: InputOf<typeof advanceRules.save.platform>): AdvanceRules {
  const terms = sanitizeRichText(input.terms, "basic");
  if (terms === "") throw Refusal.at("terms", "terms_missing");
  const { max_percentage, interest_rate, auto_approval } = input;
  return { max_percentage, interest_rate, terms, auto_approval };
}

/** Rules with the ids of their organization; the platform's without. */
function present(rules: AdvanceRules, owner: ConfigurationOwner) {
  return owner === "platform" ? rules : { ...owner, ...rules };
}

export const advanceRulesConfiguration = { kind, key, accept, present } as const;
