import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Balance } from "./balance.ts";
import { addDays } from "./calendar-date.ts";
import { kobo } from "./money.ts";
import { SIDES, type Side } from "./side.ts";
import { comparePostings, statementRows, type Posting } from "./statement.ts";

function posting(date: string, entryId: string, side: Side, amount: bigint): Posting {
  return { date, entryId, side, amount: kobo(amount) };
}

function balance(side: Side, amount: bigint): Balance {
  return { side, amount: kobo(amount) };
}

const amounts = fc.bigInt({ min: 1n, max: 10n ** 15n });
const openings = fc.record({ side: fc.constantFrom(...SIDES), amount: amounts.map(kobo) });

/**
 * The postings of one ledger in order: several a day, on days with gaps, with entry ids of
 * increasing length.
 */
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
  test("sorts by day, then by entry number as a number", () => {
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

  test("sorts the postings of one entry by its lines", () => {
    const lines = [1, 2, 10].map((line) => ({ ...posting("2024-02-01", "9", "DR", 1n), line }));
    expect(lines.toReversed().toSorted(comparePostings)).toEqual(lines);
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

  test("each balance equals the sum of all postings so far", () => {
    fc.assert(
      fc.property(openings, statements, (opening, postings) => {
        const rows = statementRows(opening, postings);
        expect(rows.map((row) => row.posting)).toEqual(postings);
        for (const [index, row] of rows.entries()) {
          const upTo = postings.slice(0, index + 1);
          const net = [opening, ...upTo].reduce(
            (total, { side, amount }) => (side === "DR" ? total + amount : total - amount),
            0n,
          );
          expect(row.balance.amount).toBe(net < 0n ? -net : net);
          expect(row.balance.side).toBe(net < 0n ? "CR" : "DR");
        }
      }),
    );
  });
});
