import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { addDays, daysBetween } from "../calendar-date.ts";
import { MAX_DAYS_APART, pairMovements, type Movement } from "./bank-match.ts";

const first = "2026-07-01";
const on = (day: string, net: number, text = ""): Movement => ({
  day: `2026-${day}`,
  net: BigInt(net),
  text,
});
const open = (day: string, net: number, text = ""): Movement => ({
  ...on(day, net, text),
  open: true,
});
const pairs = (bank: Movement[], books: Movement[]) =>
  pairMovements(bank, books, first).map(({ bank: line, books: item, sure }) => [line, item, sure]);

describe("a line of the bank is paired with an item of the books", () => {
  it("of the same amount and side, surely where there is no other", () => {
    const bank = [on("07-03", 500), on("07-04", -700), on("07-05", 900)];
    const books = [on("07-04", 700), on("07-07", 500), on("07-05", 901)];
    expect(pairs(bank, books)).toEqual([[0, 1, true]]);
  });

  it("of at most ten days apart, surely of at most five", () => {
    const line = [on("07-12", 500)];
    expect(pairs(line, [on("07-17", 500)])).toEqual([[0, 0, true]]);
    expect(pairs(line, [on("07-18", 500)])).toEqual([[0, 0, false]]);
    expect(pairs(line, [on("07-22", 500)])).toEqual([[0, 0, false]]);
    expect(pairs(line, [on("07-23", 500)])).toEqual([]);
    const named = [on("07-12", 500, "REF00017")];
    expect(pairs(named, [on("07-22", 500, "ref00017")])).toEqual([[0, 0, true]]);
    expect(pairs(named, [on("07-23", 500, "ref00017")])).toEqual([]);
  });

  it("surely where the amount occurs equally often on the same day", () => {
    const bank = [on("07-03", -50), on("07-03", -50), on("07-08", -50)];
    const books = [on("07-03", -50), on("07-03", -50)];
    expect(pairs(bank, books)).toEqual([
      [0, 0, true],
      [1, 1, true],
    ]);
  });

  it("of the nearest day, but not surely, where the amount occurs again", () => {
    const bank = [on("07-03", 500), on("07-06", 500)];
    const books = [on("07-07", 500), on("07-02", 500)];
    expect(pairs(bank, books)).toEqual([
      [0, 1, false],
      [1, 0, false],
    ]);
  });

  it("but not surely, where another line or item of the amount is within ten days", () => {
    const item = [on("07-04", 500)];
    expect(pairs([on("07-03", 500), on("07-06", 500)], item)).toEqual([[0, 0, false]]);
    expect(pairs([on("07-03", 500)], [...item, on("07-13", 500)])).toEqual([[0, 0, false]]);
    expect(pairs([on("07-14", 500)], [...item, on("07-15", 500)])).toEqual([[0, 1, false]]);
    expect(pairs([on("07-04", 500)], [...item, ...item])).toEqual([[0, 0, false]]);
  });

  it("surely by a reference that only both have, before any nearer item", () => {
    const bank = [on("07-03", 500, "NIP/000013240703/ADA"), on("07-03", 500, "NIP transfer")];
    const books = [on("07-03", 500, "Sale"), on("07-09", 500, "nip 000013240703")];
    expect(pairs(bank, books)).toEqual([
      [0, 1, true],
      [1, 0, true],
    ]);
  });

  it("not by words without digits, short numbers, or a number that others have too", () => {
    const bank = [on("07-03", 500, "TRANSFER 12345 0123456789"), on("07-05", 500, "0123456789")];
    const books = [on("07-04", 500, "TRANSFER 12345"), on("07-06", 500, "0123456789")];
    expect(pairs(bank, books)).toEqual([
      [0, 0, false],
      [1, 1, false],
    ]);
  });

  it("not by two references that name different items", () => {
    const bank = [on("07-03", 500, "AAAAA1 BBBBB2")];
    const books = [on("07-04", 500, "AAAAA1"), on("07-05", 500, "BBBBB2")];
    expect(pairs(bank, books)).toEqual([[0, 0, false]]);
    const both = [on("07-06", 500, "AAAAA1 BBBBB2")];
    const lines = [on("07-04", 500, "AAAAA1"), on("07-05", 500, "BBBBB2")];
    expect(pairs(lines, both)).toEqual([[1, 0, false]]);
  });

  it("of the statement's first day as of any other", () => {
    expect(pairs([on("07-01", -50)], [on("07-01", -50)])).toEqual([[0, 0, true]]);
    expect(pairs([on("07-02", -50)], [on("07-04", -50), on("07-01", -50)])).toEqual([
      [0, 1, false],
    ]);
  });

  it("of an earlier statement's days only where nothing else is left, and never surely", () => {
    const bank = [on("07-02", -50), on("07-04", -50)];
    const books = [on("06-30", -50), on("07-06", -50)];
    expect(pairs(bank, books)).toEqual([
      [0, 0, false],
      [1, 1, false],
    ]);
    expect(pairs([on("07-01", -50)], [on("06-30", -50)])).toEqual([[0, 0, false]]);
    const named = pairs([on("07-01", -50, "REF00017")], [on("06-30", -50, "ref00017")]);
    expect(named).toEqual([[0, 0, true]]);
  });
});

describe("what was open before the statement is paired", () => {
  it("over any number of days, but only surely by a reference", () => {
    expect(pairs([on("07-20", -500)], [open("05-02", -500)])).toEqual([[0, 0, false]]);
    const named = [open("05-02", -500, "Cheque CHQ000417")];
    expect(pairs([on("07-20", -500, "chq000417 clearing")], named)).toEqual([[0, 0, true]]);
  });

  it("and leaves no other pair of the amount sure, for either could be meant", () => {
    expect(pairs([on("07-08", -50)], [open("06-02", -50), on("07-08", -50)])).toEqual([
      [0, 1, false],
    ]);
    expect(pairs([open("05-31", -50), on("07-08", -50)], [on("07-08", -50)])).toEqual([
      [1, 0, false],
    ]);
  });

  it("as a line of the bank that the books have at last", () => {
    expect(pairs([open("05-31", -50)], [on("07-08", -50)])).toEqual([[0, 0, false]]);
  });

  it("after what is nearer, the oldest first", () => {
    const bank = [on("07-20", -50), on("07-21", -50)];
    const books = [open("06-02", -50), open("05-02", -50), on("07-21", -50)];
    expect(pairs(bank, books)).toEqual([
      [0, 1, false],
      [1, 2, false],
    ]);
  });

  it("before earlier items that were not open", () => {
    expect(pairs([on("07-02", -50)], [on("06-30", -50), open("05-02", -50)])).toEqual([
      [0, 1, false],
    ]);
  });
});

describe("whatever the lists are", () => {
  const movement = fc.record({
    day: fc.integer({ min: -15, max: 30 }).map((days) => addDays(first, days)),
    net: fc.constantFrom(-2n, -1n, 1n, 2n),
    text: fc.constantFrom("", "REF001", "REF002", "NIP REF003"),
    open: fc.boolean(),
  });
  const lists = fc.tuple(fc.array(movement), fc.array(movement));

  it("each is in at most one pair, of one amount and near days", () => {
    fc.assert(
      fc.property(lists, ([bank, books]) => {
        const found = pairMovements(bank, books, first);
        expect(new Set(found.map((pair) => pair.bank)).size).toBe(found.length);
        expect(new Set(found.map((pair) => pair.books)).size).toBe(found.length);
        for (const pair of found) {
          const [line, item] = [bank[pair.bank], books[pair.books]];
          expect(line?.net).toBe(item?.net);
          if (line?.open || item?.open) continue;
          const apart = daysBetween(line?.day ?? "", item?.day ?? "");
          expect(Math.abs(apart)).toBeLessThanOrEqual(MAX_DAYS_APART);
        }
      }),
    );
  });

  it("no line stays alone beside an item that it could be paired with", () => {
    fc.assert(
      fc.property(lists, ([bank, books]) => {
        const found = pairMovements(bank, books, first);
        const lines = new Set(found.map((pair) => pair.bank));
        const items = new Set(found.map((pair) => pair.books));
        const leftLines = bank.filter((_line, index) => !lines.has(index));
        const leftItems = books.filter((_item, index) => !items.has(index));
        for (const line of leftLines) {
          const fitting = leftItems.filter(
            ({ day, net, open: wasOpen }) =>
              net === line.net &&
              (wasOpen ||
                (line.open && day >= first) ||
                Math.abs(daysBetween(line.day, day)) <= MAX_DAYS_APART),
          );
          expect(fitting).toEqual([]);
        }
      }),
    );
  });

  it("as many are paired in the other order of the lists", () => {
    fc.assert(
      fc.property(lists, ([bank, books]) => {
        const sure = (pair: { sure: boolean }) => pair.sure;
        const found = pairMovements(bank, books, first);
        const turned = pairMovements(bank.toReversed(), books.toReversed(), first);
        expect(turned.length).toBe(found.length);
        expect(turned.filter(sure).length).toBe(found.filter(sure).length);
      }),
    );
  });
});
