import { MAX_AMOUNT } from "@kontor/books/money";
import { z } from "zod";

import { describeConfiguration } from "../configuration.ts";
import { idOut } from "../wire/ids.ts";
import { money } from "../wire/money.ts";

/** The stored form, with amounts as text in naira; read through this schema. */
export const fundingRulesValue = z.strictObject({
  deposit_limit: z.string(),
  /** Rules that were stored before this limit existed do not have it. */
  low_balance: z.string().default("0.00"),
});
export type FundingRulesValue = z.output<typeof fundingRulesValue>;

/** The amount of a deposit above this limit must be typed twice; 0.00 means every deposit. */
export const depositLimit = money.refine((kobo) => kobo <= MAX_AMOUNT, {
  error: "The limit is larger than the maximum for one posting.",
});

/** A wallet below this amount is low, and users are notified; 0.00 means only when overdrawn. */
export const lowBalance = money.refine((kobo) => kobo <= MAX_AMOUNT, {
  error: "The low balance is larger than the maximum for one posting.",
});

/** Endpoints that read, save and reset the rules for moving funds. */
export const fundingRules = describeConfiguration({
  path: "/funding-rules",
  what: "the rules for moving funds",
  body: { deposit_limit: depositLimit, low_balance: lowBalance },
  data: {
    tenant_id: idOut.optional(),
    company_id: idOut.optional(),
    deposit_limit: money,
    low_balance: money,
  },
});
