import { kobo } from "@kontor/books/money";
import { describe, expect, it } from "vitest";

import { bankLine, bookItem, comparison } from "../../testing/samples/bank-statements.ts";
import { arrange, confirmed, reconcile, setApart, undecided } from "./arrangement.ts";

const shortOf = (arrangement: ReturnType<typeof arrange>) => ({
  matched: arrangement.matched.map(({ lines, items }) => [
    lines.map(({ line }) => line),
    items.map(({ entry_id }) => entry_id),
  ]),
  toConfirm: arrangement.toConfirm.map(({ lines }) => lines[0]?.line),
  onlyBank: arrangement.onlyBank.map(({ line }) => line),
  onlyBooks: arrangement.onlyBooks.map(({ entry_id }) => entry_id),
  around: arrangement.around.map(({ entry_id }) => entry_id),
});

describe("lines and entries are arranged", () => {
  it("with sure pairs matched and others to confirm", () => {
    expect(shortOf(arrange(comparison(), undecided))).toEqual({
      matched: [[[5], [61]]],
      toConfirm: [6],
      onlyBank: [7],
      onlyBooks: [64],
      around: [],
    });
  });

  it("with what the user confirmed and set apart, until they decide otherwise", () => {
    const found = comparison();
    const first = arrange(found, undecided);
    const once = confirmed(undecided, first.toConfirm);
    expect(shortOf(arrange(found, once))).toMatchObject({
      matched: [
        [[5], [61]],
        [[6], [62]],
      ],
      toConfirm: [],
    });
    const [sure, other] = arrange(found, once).matched;
    if (!sure || !other) throw new Error("two matches");
    const apart = setApart(setApart(once, sure), other);
    expect(shortOf(arrange(found, apart))).toMatchObject({
      matched: [],
      toConfirm: [],
      onlyBank: [5, 6, 7],
      onlyBooks: [61, 62, 64],
    });
  });

  it("with several entries of one line, as long as they have its sum", () => {
    const items = [
      bookItem({ amount: kobo(10_000n) }),
      bookItem({ entry_id: 63, amount: kobo(15_000n) }),
    ];
    const found = comparison({ items, lines: [bankLine()], matches: [] });
    const decisions = confirmed(undecided, [{ lines: [bankLine()], items }]);
    expect(shortOf(arrange(found, decisions)).matched).toEqual([[[5], [61, 63]]]);
    const changed = [items[0] ?? bookItem(), bookItem({ entry_id: 63, amount: kobo(15_001n) })];
    expect(shortOf(arrange({ ...found, items: changed }, decisions))).toMatchObject({
      matched: [],
      onlyBank: [5],
    });
  });

  it("with entries outside the days of the statement apart from the others", () => {
    const early = bookItem({ entry_id: 60, date: "2026-02-03" });
    const late = bookItem({ entry_id: 66, date: "2026-02-12" });
    const found = comparison({ items: [early, late], matches: [] });
    expect(shortOf(arrange(found, undecided))).toMatchObject({ onlyBooks: [], around: [60, 66] });
  });
});

describe("the balance of the ledger leads to that of the bank", () => {
  const termsOf = (found = comparison(), decisions = undecided) => {
    const { bank, terms } = reconcile(found, arrange(found, decisions));
    return { bank, terms: terms.map(({ what, count, net }) => [what, count, net]) };
  };

  it("by what is not matched, and by pairs that are not confirmed", () => {
    expect(termsOf()).toEqual({
      bank: 121_000n,
      terms: [
        ["only_books", 1, 9900n],
        ["to_confirm_books", 1, -1000n],
        ["only_bank", 1, -5000n],
        ["to_confirm_bank", 1, 1000n],
      ],
    });
  });

  it("by entries of other days that were matched, and what was open before", () => {
    const items = [
      bookItem({ date: "2026-02-02" }),
      bookItem({ entry_id: 62, date: "2026-02-13", amount: kobo(1000n) }),
    ];
    // Before the statement, the ledger had that receipt and another ₦70.00 more than the bank.
    const found = comparison({
      items,
      ledger_opening: { amount: kobo(132_000n), side: "DR" },
      ledger_closing: { amount: kobo(132_000n), side: "DR" },
    });
    const decisions = confirmed(undecided, arrange(found, undecided).toConfirm);
    expect(termsOf(found, decisions)).toEqual({
      bank: 121_000n,
      terms: [
        ["only_bank", 1, -5000n],
        ["after", 1, 1000n],
        ["before", 0, -7000n],
      ],
    });
  });

  it("and says what the lines of the file do not explain", () => {
    const found = comparison({ bank_closing: { amount: kobo(121_500n), side: "DR" } });
    expect(termsOf(found).terms).toContainEqual(["breaks", 0, 500n]);
  });

  it("to the balance that the bank should have, when the file has none", () => {
    const found = comparison({ bank_opening: null, bank_closing: null });
    expect(termsOf(found).bank).toBe(121_000n);
  });
});
