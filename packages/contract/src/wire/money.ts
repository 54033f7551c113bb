import {
  MAX_AMOUNT,
  parseTotal,
  printMoney,
  type Kobo,
  type MoneyProblem,
} from "@kontor/books/money";
import { z } from "zod";

/** The message for an amount that cannot be read. */
const moneySentences: Readonly<Record<MoneyProblem, string>> = {
  empty: "Enter an amount.",
  signed: "Enter the amount without a sign.",
  malformed: "Give the amount in digits with a point before the kobo, such as 1250.00.",
  too_many_decimals: "Give at most two decimals: a kobo is the smallest amount.",
  too_many_digits: "The amount is larger than the books can hold.",
};

/**
 * Naira as a decimal string with two decimals ⇄ kobo; zero and sums of any length are allowed.
 * Balances in responses are never negative: the side is separate.
 */
export const money = z
  .codec(
    z.string({
      error: ({ input }) =>
        input === undefined || input === null ? moneySentences.empty : moneySentences.malformed,
    }),
    // The cast only narrows bigint to Kobo, which zod cannot express without a check;
    // `z.custom<Kobo>` and `refine` would add one that runs for each amount of a response.
    z.bigint() as z.ZodBigInt & z.ZodType<Kobo, Kobo>,
    {
      decode: (text, payload) => {
        const parsed = parseTotal(text);
        if (typeof parsed === "bigint") return parsed;
        payload.issues.push({ code: "custom", input: text, message: moneySentences[parsed] });
        return z.NEVER;
      },
      encode: (kobo) => printMoney(kobo),
    },
  )
  .meta({ description: 'Naira with two decimals, for example "1250.00"' });

/** The messages for an amount that cannot be posted, by the code of its problem. */
export const amountSentences = {
  amount_not_positive: "Give an amount above 0.00.",
  amount_over_max: "The amount is larger than the maximum for one posting.",
} as const;

/** An amount of a movement: greater than zero. */
export const amount = money
  .refine((kobo) => kobo > 0n, { error: amountSentences.amount_not_positive })
  .refine((kobo) => kobo <= MAX_AMOUNT, { error: amountSentences.amount_over_max });

/** An amount that may be zero, such as an opening balance. */
export const amountFromZero = money.refine((kobo) => kobo <= MAX_AMOUNT, {
  error: "The amount is larger than one ledger may open with.",
});

export const side = z.enum(["DR", "CR"], { error: "Choose DR or CR." });
