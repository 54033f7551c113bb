import { addMonths } from "@kontor/books/calendar-date";
import { kobo, MAX_AMOUNT, printMoney, displayKobo } from "@kontor/books/money";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";

import { date, daysInOrder } from "./dates.ts";
import { id, organizationFilter } from "./ids.ts";
import { flag, snapshotToken, pageQuery, search, sortBy } from "./lists.ts";
import { moment } from "./moment.ts";
import { amount, amountFromZero, money, side } from "./money.ts";
import { asOneLine, email, line, optionalLine, optionalText } from "./text.ts";
import { version } from "./version.ts";

/** Encodes a value, sends it as JSON, and decodes the result. */
function sent<Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>) {
  const wire: unknown = JSON.parse(JSON.stringify(z.encode(schema, value)));
  return { wire, arrived: schema.parse(wire) };
}

/** The same through an address, where everything is text. */
function inAddress<Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>) {
  return schema.parse(String(z.encode(schema, value)));
}

/** Sums may be larger than the largest amount of a posting. */
const anyKobo = fc.bigInt(0n, 10n ** 24n).map(displayKobo);
const movable = fc.bigInt(1n, MAX_AMOUNT).map(kobo);
const anyId = fc.integer({ min: 1, max: 999_999_999_999_999 });
/** To the millisecond, in years of four digits, as in ISO 8601. */
const anyMoment = fc.date({
  min: new Date("0001-01-01T00:00:00Z"),
  max: new Date("9999-12-31T23:59:59.999Z"),
  noInvalidDate: true,
});
const anyDay = fc
  .date({ min: new Date("1903-01-01"), max: new Date("2199-12-31"), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));

describe("money", () => {
  test("arrives exact to the kobo, in one notation, at any size", () => {
    fc.assert(
      fc.property(anyKobo, (value) => {
        const { wire, arrived } = sent(money, value);
        expect(wire).toMatch(/^\d+\.\d{2}$/);
        expect(arrived).toBe(value);
        expect(inAddress(money, value)).toBe(value);
      }),
    );
  });

  test("of a posting arrives too, between one kobo and the largest posting", () => {
    fc.assert(
      fc.property(movable, (value) => {
        expect(sent(amount, value).arrived).toBe(value);
        expect(sent(amountFromZero, value).arrived).toBe(value);
      }),
    );
    expect(sent(amountFromZero, kobo(0n)).wire).toBe("0.00");
    for (const value of [kobo(0n), kobo(MAX_AMOUNT + 1n)]) {
      expect(amount.safeEncode(value).success).toBe(false);
      expect(amount.safeParse(printMoney(value)).success).toBe(false);
    }
  });

  test("in another notation is normalized", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii", maxLength: 24 }), (text) => {
        const read = money.safeParse(text);
        if (!read.success) return;
        expect(money.parse(z.encode(money, read.data))).toBe(read.data);
      }),
    );
  });

  test("is never parsed from a JSON number", () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        expect(money.safeParse(value).success).toBe(false);
      }),
    );
  });
});

test("an opening amount may be as large as the largest posting, but no larger", () => {
  expect(amountFromZero.parse(printMoney(MAX_AMOUNT))).toBe(MAX_AMOUNT);
  expect(amountFromZero.safeParse(printMoney(kobo(MAX_AMOUNT + 1n))).success).toBe(false);
});

describe("a moment", () => {
  test("arrives to the millisecond", () => {
    fc.assert(
      fc.property(anyMoment, (value) => {
        const { wire, arrived } = sent(moment, value);
        expect(wire).toBe(value.toISOString());
        expect(arrived).toEqual(value);
      }),
    );
  });

  test("that does not exist is not sent", () => {
    expect(z.safeEncode(moment, new Date(Number.NaN)).success).toBe(false);
  });
});

describe("types that are the same on both sides arrive unchanged", () => {
  test("ids, also in an address", () => {
    fc.assert(
      fc.property(anyId, (value) => {
        expect(sent(id, value)).toEqual({ wire: value, arrived: value });
        expect(inAddress(id, value)).toBe(value);
        expect(inAddress(organizationFilter, value)).toBe(value);
      }),
    );
    expect(inAddress(organizationFilter, 0)).toBe(0);
  });

  test("business dates", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -24, max: 24 }), (day, months) => {
        const moved = addMonths(day, months);
        expect(sent(date, moved)).toEqual({ wire: moved, arrived: moved });
      }),
    );
  });

  test("sides, flags, versions, pages and orders", () => {
    const { page, per_page } = pageQuery(10);
    const order = sortBy(["name", "code"]);
    for (const value of ["DR", "CR"] as const) expect(sent(side, value).arrived).toBe(value);
    for (const value of [true, false]) expect(inAddress(flag, value)).toBe(value);
    for (const value of ["name", "-code"] as const) expect(inAddress(order, value)).toBe(value);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.integer({ min: 1, max: 100 }),
        (number, rows) => {
          expect(inAddress(page, number)).toBe(number);
          expect(inAddress(per_page, rows)).toBe(rows);
          expect(sent(version, number).arrived).toBe(number);
        },
      ),
    );
  });

  test("text is normalized once: parsing again changes nothing", () => {
    const texts = [line("a name", 120), optionalLine(120), optionalText(300), search, email];
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.string({ maxLength: 140 }), (schema, text) => {
        const read = schema.safeParse(text);
        if (!read.success || read.data === undefined) return;
        expect(sent(schema, read.data)).toEqual({ wire: read.data, arrived: read.data });
      }),
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 120, unit: "binary-ascii" }), (text) => {
        const [one, many] = [asOneLine(text), `a${text}\tend`];
        expect(optionalLine(120).safeParse(one).data).toBe(one);
        expect(line("a name", 500).safeParse(many).success).toBe(false);
        expect(optionalLine(500).safeParse(many).success).toBe(false);
      }),
    );
    expect(optionalLine(120).safeParse(undefined).success).toBe(true);
    expect(sent(email, email.parse(" Ada@Example.COM ")).arrived).toBe("ada@example.com");
  });
});

const { page, per_page } = pageQuery(10);

test.each<[string, z.ZodType, unknown]>([
  ["an id from 1", id, 0],
  ["an id from 1 in an address", id, "0"],
  ["an organization from 0", organizationFilter, -1],
  ["a page from 1", page, 0],
  ["a page in digits", page, "1.5"],
  ["a row a page", per_page, 0],
  ["100 rows a page", per_page, "101"],
  ["a version from 1", version, 0],
  ["a flag in known words", flag, "yes"],
  ["a known order", sortBy(["name"]), "code"],
  ["a side", side, "dr"],
  ["an existing day", date, "2026-02-29"],
  ["100 characters to search for", search, "a".repeat(101)],
  ["plain text to search for", search, "a\u0000"],
  ["a line that is not blank", line("a name", 3), "  "],
  ["the characters of a line", line("a name", 3), "abcd"],
  ["the characters of an optional line", optionalLine(3), "abcd"],
  ["the characters of a text", optionalText(3), "abcd"],
  ["plain text", optionalText(3), "a\u0000"],
  ["the characters of an address", email, `${"a".repeat(243)}@example.com`],
  ["a mark in order", snapshotToken, "100-20-9-5"],
  ["a mark without repetition", snapshotToken, "100-20-5-5"],
  ["a mark below its end", snapshotToken, "100-20-5-20"],
])("only %s is accepted", (_what, schema, value) => {
  expect(schema.safeParse(value).success).toBe(false);
});

test("the largest values are accepted, a text without the spaces around it", () => {
  expect(per_page.parse("100")).toBe(100);
  expect(search.parse(` ${"a".repeat(100)} `)).toBe("a".repeat(100));
  expect(line("a name", 3).parse(" abc ")).toBe("abc");
  expect(optionalLine(3).parse(" abc ")).toBe("abc");
  expect(optionalText(3).parse(" abc ")).toBe("abc");
  expect(email.safeParse(`${"a".repeat(62)}@example.com`).success).toBe(true);
  expect(snapshotToken.parse("100-20-5-9")).toBe("100-20-5-9");
  expect(snapshotToken.parse("100-20-0-19")).toBe("100-20-0-19");
  expect([page.parse(undefined), per_page.parse(undefined)]).toEqual([1, 10]);
  expect(["true", "1", "false", "0"].map((text) => flag.parse(text))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

const inDigits = "Give the amount in digits with a point before the kobo, such as 1250.00.";

test.each<[string, z.ZodType, unknown, string]>([
  ["an absent day", date, undefined, "Enter a date."],
  ["an empty day", date, null, "Enter a date."],
  ["a day as a number", date, 20_260_305, "Give a date as YYYY-MM-DD."],
  ["a day of another form", date, "05/03/2026", "Give a date that exists, as YYYY-MM-DD."],
  ["an absent amount", money, undefined, "Enter an amount."],
  ["an amount of nothing", money, null, "Enter an amount."],
  ["an empty amount", money, "", "Enter an amount."],
  ["an amount as a number", money, 1250, inDigits],
  ["an amount with commas", money, "1,250", inDigits],
  ["an amount with a sign", money, "-5", "Enter the amount without a sign."],
])("the sentence on %s", (_what, schema, value, sentence) => {
  expect(schema.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([sentence]);
});

test.each([
  ["2026-03-05", "2026-03-05", true],
  ["2026-03-05", "2026-03-06", true],
  ["2026-03-06", "2026-03-05", false],
  ["2026-03-06", undefined, true],
  [undefined, "2026-03-05", true],
  [undefined, undefined, true],
])("days from %s to %s are in order: %s", (start_date, end_date, inOrder) => {
  expect(daysInOrder({ start_date, end_date })).toBe(inOrder);
});
