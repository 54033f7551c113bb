import { addMonths } from "@kontor/books/calendar-date";
import { kobo, MAX_AMOUNT, printMoney, shownSum } from "@kontor/books/money";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";

import {
  amount,
  amountFromZero,
  asOneLine,
  date,
  email,
  flag,
  id,
  line,
  money,
  moment,
  optionalLine,
  optionalText,
  organizationFilter,
  pageQuery,
  search,
  side,
  sortBy,
  version,
} from "./wire.ts";

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
const anyKobo = fc.bigInt(0n, 10n ** 24n).map(shownSum);
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
