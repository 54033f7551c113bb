import { MAX_AMOUNT } from "@kontor/books/money";
import { z } from "zod";

import { singleConfiguration } from "../configuration.ts";
import { idOut, money } from "../wire.ts";

/** The stored form, amounts as texts in naira; read through this schema. */
export const fundingRulesValue = z.strictObject({
  deposit_limit: z.string(),
  /** Rules stored before the limit existed have none. */
  low_balance: z.string().default("0.00"),
});
export type FundingRulesValue = z.output<typeof fundingRulesValue>;

/** Above it the amount of a deposit must be typed twice; 0.00 means every deposit. */
export const depositLimit = money.refine((kobo) => kobo <= MAX_AMOUNT, {
  error: "The limit is larger than one posting may be.",
});

/** Below it a wallet is low and users are notified; 0.00 means only when overdrawn. */
export const lowBalance = money.refine((kobo) => kobo <= MAX_AMOUNT, {
  error: "The low balance is larger than one posting may be.",
});

/** Reads, saves and resets the rules of moving funds. */
export const fundingRules = singleConfiguration({
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
