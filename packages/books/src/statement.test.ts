import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { closing, type Balance } from "./balance.ts";
import { addDays } from "./calendar-date.ts";
import { kobo } from "./money.ts";
import { SIDES, type Side } from "./side.ts";
import {
  closingOfPage,
  comparePostings,
  locatePage,
  openingOfPage,
  pageWindow,
  statementRows,
  type LedgerDay,
  type Posting,
} from "./statement.ts";

function posting(date: string, entryId: string, side: Side, amount: bigint): Posting {
  return { date, entryId, side, amount: kobo(amount) };
}

function balance(side: Side, amount: bigint): Balance {
  return { side, amount: kobo(amount) };
}

function day(date: string, lines: number, debit: bigint, credit: bigint): LedgerDay {
  return { day: date, lines, debit: kobo(debit), credit: kobo(credit) };
}

/** The days that the books would keep for some postings in order. */
function daysOf(postings: readonly Posting[]): LedgerDay[] {
  const byDay = Map.groupBy(postings, ({ date }) => date);
  return [...byDay].map(([date, group]) => {
    const sums = { DR: 0n, CR: 0n };
    for (const { side, amount } of group) sums[side] += amount;
    return day(date, group.length, sums.DR, sums.CR);
  });
}

const amounts = fc.bigInt({ min: 1n, max: 10n ** 15n });
const openings = fc.record({ side: fc.constantFrom(...SIDES), amount: amounts.map(kobo) });

/** The postings of one ledger in order: several a day, days apart, entry ids that gain digits. */
const statements = fc
  .array(fc.tuple(fc.nat({ max: 2 }), fc.constantFrom(...SIDES), amounts), { maxLength: 40 })
  .map((lines) => {
    let date = "2024-02-27";
    return lines.map(([daysLater, side, amount], index) => {
      date = addDays(date, daysLater);
      return posting(date, String(index + 5), side, amount);
    });
  });

describe("comparePostings", () => {
  test("goes by day, then by entry number as a number", () => {
    const ordered = [
      posting("2024-01-31", "12", "DR", 1n),
      posting("2024-02-01", "9", "CR", 1n),
      posting("2024-02-01", "10", "DR", 1n),
      posting("2024-02-01", "9007199254740992", "DR", 1n),
      posting("2024-02-01", "9007199254740993", "DR", 1n),
    ];
    expect(ordered.toReversed().toSorted(comparePostings)).toEqual(ordered);
    expect(
      comparePostings(posting("2024-02-01", "9", "DR", 1n), posting("2024-02-01", "9", "CR", 2n)),
    ).toBe(0);
  });
});

describe("statementRows", () => {
  test("carries the balance from row to row, across zero and back", () => {
    const postings = [
      posting("2024-01-02", "1", "DR", 500n),
      posting("2024-01-02", "2", "CR", 700n),
      posting("2024-01-05", "3", "CR", 1n),
      posting("2024-02-01", "4", "DR", 1n),
      posting("2024-02-01", "11", "DR", 100n),
    ];
    expect(statementRows(balance("DR", 100n), postings)).toEqual([
      { posting: postings[0], balance: balance("DR", 600n) },
      { posting: postings[1], balance: balance("CR", 100n) },
      { posting: postings[2], balance: balance("CR", 101n) },
      { posting: postings[3], balance: balance("CR", 100n) },
      { posting: postings[4], balance: balance("DR", 0n) },
    ]);
  });

  test("has no rows without postings", () => {
    expect(statementRows(balance("CR", 100n), [])).toEqual([]);
  });

  test.each([
    [
      "days out of order",
      posting("2024-01-02", "1", "DR", 5n),
      posting("2024-01-01", "2", "DR", 5n),
    ],
    [
      "entries of a day out of order",
      posting("2024-01-01", "10", "DR", 5n),
      posting("2024-01-01", "9", "DR", 5n),
    ],
    ["an entry twice", posting("2024-01-01", "9", "DR", 5n), posting("2024-01-01", "9", "DR", 5n)],
  ])("refuses %s", (_name, first, second) => {
    expect(() => statementRows(balance("DR", 0n), [first, second])).toThrow(RangeError);
  });

  test("each balance is what a fold over all postings so far gives", () => {
    fc.assert(
      fc.property(openings, statements, (opening, postings) => {
        const rows = statementRows(opening, postings);
        expect(rows.map((row) => row.posting)).toEqual(postings);
        for (const [index, row] of rows.entries()) {
          const upTo = postings.slice(0, index + 1);
          let debit = 0n;
          let credit = 0n;
          for (const { side, amount } of upTo) {
            if (side === "DR") debit += amount;
            else credit += amount;
          }
          expect(row.balance).toEqual(
            closing(opening, { debit: kobo(debit), credit: kobo(credit) }),
          );
        }
      }),
    );
  });
});

describe("pageWindow", () => {
  test.each([
    // page, per page, total → page shown, pages, offset, rows
    [1, 10, 0, 1, 1, 0, 0],
    [1, 10, 1, 1, 1, 0, 1],
    [1, 10, 10, 1, 1, 0, 10],
    [1, 10, 11, 1, 2, 0, 10],
    [2, 10, 11, 2, 2, 10, 1],
    [3, 10, 11, 2, 2, 10, 1],
    [0, 10, 11, 1, 2, 0, 10],
    [-4, 10, 11, 1, 2, 0, 10],
    [99, 10, 0, 1, 1, 0, 0],
    [3, 1, 3, 3, 3, 2, 1],
    [1_000_000, 10, 10_000_000, 1_000_000, 1_000_000, 9_999_990, 10],
  ])("page %s of %s rows each, %s in all", (asked, perPage, total, page, pages, offset, rows) => {
    expect(pageWindow(asked, perPage, total)).toEqual({
      page,
      perPage,
      total,
      pages,
      offset,
      rows,
    });
  });

  test.each([
    [1, 0, 5],
    [1, -1, 5],
    [1, 10, -1],
    [1.5, 10, 5],
    [1, 2.5, 5],
    [1, 10, 5.5],
    [Number.NaN, 10, 5],
    [Number.POSITIVE_INFINITY, 10, 5],
  ])("refuses page %s of %s rows each, %s in all", (page, perPage, total) => {
    expect(() => pageWindow(page, perPage, total)).toThrow(RangeError);
  });

  test("the pages tile the whole: each row is on exactly one of them, in order", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.nat({ max: 500 }), (perPage, total) => {
        const { pages } = pageWindow(1, perPage, total);
        let covered = 0;
        for (let page = 1; page <= pages; page += 1) {
          const window = pageWindow(page, perPage, total);
          expect(window).toMatchObject({ page, pages, offset: covered });
          expect(window.rows).toBeGreaterThanOrEqual(total === 0 ? 0 : 1);
          expect(window.rows).toBeLessThanOrEqual(perPage);
          covered += window.rows;
        }
        expect(covered).toBe(total);
      }),
    );
  });
});

describe("locatePage", () => {
  const days = [
    day("2024-01-02", 3, 500n, 200n),
    day("2024-01-03", 0, 0n, 0n),
    day("2024-01-07", 10, 1000n, 0n),
    day("2024-02-01", 1, 0n, 50n),
  ];

  test.each([
    [0, "2024-01-02", 0, 0n, 0n],
    [2, "2024-01-02", 2, 0n, 0n],
    [3, "2024-01-07", 0, 500n, 200n],
    [12, "2024-01-07", 9, 500n, 200n],
    [13, "2024-02-01", 0, 1500n, 200n],
  ])("offset %s is on %s after %s lines", (offset, date, skip, debit, credit) => {
    expect(locatePage(days, offset)).toEqual({ day: date, skip, before: { debit, credit } });
  });

  test.each([14, 15, 1_000_000])("offset %s is past the end", (offset) => {
    expect(locatePage(days, offset)).toBeNull();
  });

  test("nothing is on a ledger without days", () => {
    expect(locatePage([], 0)).toBeNull();
  });

  test("reads no further day once it has found the page", () => {
    function* once() {
      yield day("2024-01-02", 3, 500n, 200n);
      throw new Error("read too far");
    }
    expect(locatePage(once(), 2)?.day).toBe("2024-01-02");
  });

  test.each([-1, 0.5, Number.NaN])("refuses the offset %s", (offset) => {
    expect(() => locatePage(days, offset)).toThrow(RangeError);
  });

  test("refuses days that do not ascend", () => {
    expect(() => locatePage(days.toReversed(), 13)).toThrow(RangeError);
    expect(() => locatePage([...days.slice(0, 1), ...days.slice(0, 1)], 5)).toThrow(RangeError);
  });
});

describe("openingOfPage and closingOfPage", () => {
  test("the first page opens with the statement's opening balance", () => {
    expect(openingOfPage(balance("CR", 40n))).toEqual(balance("CR", 40n));
  });

  test("a later page opens after the earlier days and the skipped postings", () => {
    const before = { debit: kobo(500n), credit: kobo(200n) };
    const skipped = [posting("2024-01-07", "1", "CR", 400n), posting("2024-01-07", "2", "DR", 1n)];
    expect(openingOfPage(balance("CR", 40n), before, skipped)).toEqual(balance("CR", 139n));
  });

  test("a page without rows closes as it opened", () => {
    expect(closingOfPage(balance("CR", 40n), [])).toEqual(balance("CR", 40n));
  });

  test("page by page, through the days, a statement reads as it does in one piece", () => {
    fc.assert(
      fc.property(
        openings,
        statements,
        fc.integer({ min: 1, max: 12 }),
        (opening, postings, perPage) => {
          const days = daysOf(postings);
          const paged = [];
          let lastClosing: Balance = closingOfPage(opening, []);
          const { pages } = pageWindow(1, perPage, postings.length);
          for (let page = 1; page <= pages; page += 1) {
            const window = pageWindow(page, perPage, postings.length);
            const start = locatePage(days, window.offset);
            const fromDay = postings.filter(({ date }) => start !== null && date >= start.day);
            const skip = start?.skip ?? 0;
            const shown = fromDay.slice(skip, skip + window.rows);
            const pageOpening = openingOfPage(opening, start?.before, fromDay.slice(0, skip));
            expect(pageOpening).toEqual(lastClosing);
            lastClosing = closingOfPage(pageOpening, shown);
            paged.push(...statementRows(pageOpening, shown));
          }
          expect(paged).toEqual(statementRows(opening, postings));
          expect(lastClosing).toEqual(closingOfPage(opening, postings));
        },
      ),
    );
  });
});
