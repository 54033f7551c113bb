import { isCalendarDate } from "@kontor/books/date-parts";
import {
  MAX_AMOUNT,
  parseTotal,
  printMoney,
  type Kobo,
  type MoneyProblem,
} from "@kontor/books/money";
import { z } from "zod";

const idSentence = "Give an id: a whole number above zero.";

/**
 * An id on the wire: a JSON number. Paths and queries carry it as digits, and forms may, so digits
 * are accepted too. The empty string is refused and never read as 0.
 */
export const id = z
  .union(
    [
      // Zod shows the message of the closest option, so that one needs the sentence too.
      z.int().positive(idSentence),
      z
        .string()
        .regex(/^[1-9]\d{0,15}$/)
        .transform(Number),
    ],
    { error: idSentence },
  )
  .meta({ description: "Identity" });

/** An id in a response. */
export const idOut = z.int().positive();

/** The path parameters of one organization. */
export const organizationParams = z.strictObject({ tenant_id: id, company_id: id });

/** The organization filter: 0 or absent means all organizations that the caller may read. */
export const organizationFilter = z
  .union(
    [
      z.int().min(0),
      z
        .string()
        .regex(/^\d{1,16}$/)
        .transform(Number),
    ],
    {
      error: "Give the tenant_id of an organization, or 0 for all organizations.",
    },
  )
  .optional();

/**
 * The organization of the record that a call is about. A caller who may enter several organizations
 * must name it, or is refused with `organization_required`. A user of one organization may leave it
 * out.
 */
export const recordTenantId = id.optional();

/** A boolean in a query string, where `z.coerce.boolean()` would read 'false' as true. */
export const flag = z
  .union(
    [
      z.boolean(),
      z.enum(["true", "false", "1", "0"]).transform((text) => text === "true" || text === "1"),
    ],
    { error: "Send true or false." },
  )
  .optional();

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

/** A business date in Africa/Lagos, `YYYY-MM-DD`, that exists in the calendar. */
export const date = z
  .string({
    // An empty date field of a screen, where dates are typed day first, is null.
    error: ({ input }) =>
      input === null || input === undefined ? "Enter a date." : "Give a date as YYYY-MM-DD.",
  })
  .refine(isCalendarDate, { error: "Give a date that exists, as YYYY-MM-DD." })
  .meta({ format: "date" });

/** A moment in UTC, ISO 8601. */
export const moment = z
  .codec(z.iso.datetime(), z.date(), {
    decode: (text) => new Date(text),
    encode: (value) => value.toISOString(),
  })
  .meta({ format: "date-time" });

export const side = z.enum(["DR", "CR"], { error: "Choose DR or CR." });

// oxlint-disable-next-line no-control-regex
const controlCharacters = /[\u0000-\u001f\u007f]+/gu;
const isOneLine = (text: string) => text.search(controlCharacters) === -1;
const oneLineSentence = "Use one line of plain text.";

/**
 * A text as `line` and `optionalLine` accept it: tabs, line breaks and other control characters
 * become spaces. For pasted text, and for text recorded before these characters were refused.
 */
export const asOneLine = (text: string) => text.replaceAll(controlCharacters, " ").trim();

/** One line of text: trimmed, no control characters, at least one character. */
export const line = (what: string, max: number) =>
  z
    .string({ error: `Enter ${what}.` })
    .trim()
    .min(1, `Enter ${what}.`)
    .max(max, `Use at most ${max} characters.`)
    .refine(isOneLine, oneLineSentence);

/** A line of text that may be left empty. */
export const optionalLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Use at most ${max} characters.`)
    .refine(isOneLine, oneLineSentence)
    .optional();

/** A text of one or more lines that may be left empty. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Use at most ${max} characters.`)
    .refine((text) => !text.includes("\u0000"), "Use plain text.")
    .optional();

/**
 * An email address. Its format is a check and not a pipe: a union with it, for a field that may be
 * empty, would say only "Invalid input" of a text that is too long.
 */
export const email = z
  .string({ error: "Enter an email address." })
  .trim()
  .toLowerCase()
  .max(254, "Use at most 254 characters.")
  .regex(z.regexes.email, "Enter a valid email address, such as name@example.com.")
  .meta({ format: "email" });

const wholeNumber = (min: number, max: number, sentence: string) =>
  z
    .union(
      [
        z.int(),
        z
          .string()
          .regex(/^\d{1,9}$/)
          .transform(Number),
      ],
      { error: sentence },
    )
    .refine((value) => value >= min && value <= max, { error: sentence });

/** The maximum number of rows of a page, unless a list allows more. */
export const maxPerPage = 100;

/** Query of a paged list. `page` counts from 1. */
export const pageQuery = (perPage: number, max = maxPerPage) => ({
  page: wholeNumber(1, 100_000_000, "Give a page number from 1.").default(1),
  per_page: wholeNumber(1, max, `Ask for 1 to ${max} rows a page.`).default(perPage),
});

const snapshotSentence = "Give what meta.up_to of the first page said.";

/**
 * The `meta.up_to` of a list's first page, sent with later pages: identifies the transactions that
 * were committed at that time, so that the list does not shift while it grows. Clients treat it as
 * opaque.
 */
export const snapshotToken = z
  .string({ error: snapshotSentence })
  .regex(/^[1-9]\d{0,17}(-\d{1,10}){1,500}$/, snapshotSentence)
  .refine(isSnapshot, snapshotSentence);

/**
 * Whether a mark is valid: a first number, the distance to the end, and the numbers of the
 * transactions that were in progress, in order.
 */
function isSnapshot(mark: string): boolean {
  const [end = 0, ...running] = mark.split("-").slice(1).map(Number);
  return running.every((each, index) => each < end && each > (running[index - 1] ?? -1));
}

export const search = z
  .string()
  .trim()
  .max(100, "Search with at most 100 characters.")
  .refine((text) => !text.includes("\u0000"), "Search with plain text.")
  .optional();

/** The largest version that a column can hold. */
export const maxVersion = 2_147_483_647;

/**
 * The version of a row that an edit began with, so that it never overwrites another user's changes
 * unseen.
 */
export const version = wholeNumber(1, 999_999_999, "Send the version that you loaded.");

/** `column` sorts ascending, `-column` descending. */
export const sortBy = <const Columns extends readonly [string, ...string[]]>(columns: Columns) =>
  z
    .enum(
      columns.flatMap((column) => [column, `-${column}`]) as [
        `${Columns[number]}` | `-${Columns[number]}`,
      ],
      {
        error: `Sort by one of: ${columns.join(", ")} (put - before it to turn the order).`,
      },
    )
    .optional();

/** `token` is a legacy field of older clients: accepted, ignored. */
export const legacyToken = { token: z.string().max(500, "Leave the token out.").optional() };

/** The response of a call without data. */
export const done = z.strictObject({ done: z.literal(true) });

/** Days of a list, both ends included; an absent one sets no limit. */
export const dayRange = { start_date: date.optional(), end_date: date.optional() };

/** Whether a range of days is in order. */
export function daysInOrder(range: {
  start_date?: string | undefined;
  end_date?: string | undefined;
}): boolean {
  return !range.start_date || !range.end_date || range.start_date <= range.end_date;
}

/** The message for a range that is not. */
export const daysOutOfOrder = {
  path: ["end_date"],
  error: "The end date is before the start date.",
};
