import { kobo } from "@kontor/books/money";
import { describe, expect, it } from "vitest";

import { bankLine, bookItem, comparison } from "../../testing/samples/bank-statements.ts";
import {
  applyDecisions,
  confirmMatches,
  openItemsOf,
  openItemsNet,
  reconcile,
  unmatch,
  emptyDecisions,
} from "./matching.ts";

const shortOf = (matching: ReturnType<typeof applyDecisions>) => ({
  matched: matching.matched.map(({ lines, items }) => [
    lines.map(({ line }) => line),
    items.map(({ entry_id }) => entry_id),
  ]),
  toConfirm: matching.toConfirm.map(({ lines }) => lines[0]?.line),
  unmatchedLines: matching.unmatchedLines.map(({ line }) => line),
  unmatchedItems: matching.unmatchedItems.map(({ entry_id }) => entry_id),
  itemsOutside: matching.itemsOutside.map(({ entry_id }) => entry_id),
});

describe("lines and entries are matched by the comparison and the decisions", () => {
  it("with sure pairs matched and others to confirm", () => {
    expect(shortOf(applyDecisions(comparison(), emptyDecisions))).toEqual({
      matched: [[[5], [61]]],
      toConfirm: [6],
      unmatchedLines: [7],
      unmatchedItems: [64],
      itemsOutside: [],
    });
  });

  it("with what the user confirmed and unmatched, until they decide otherwise", () => {
    const found = comparison();
    const first = applyDecisions(found, emptyDecisions);
    const once = confirmMatches(emptyDecisions, first.toConfirm);
    expect(shortOf(applyDecisions(found, once))).toMatchObject({
      matched: [
        [[5], [61]],
        [[6], [62]],
      ],
      toConfirm: [],
    });
    const [sure, other] = applyDecisions(found, once).matched;
    if (!sure || !other) throw new Error("two matches");
    const unmatched = unmatch(unmatch(once, sure), other);
    expect(shortOf(applyDecisions(found, unmatched))).toMatchObject({
      matched: [],
      toConfirm: [],
      unmatchedLines: [5, 6, 7],
      unmatchedItems: [61, 62, 64],
    });
  });

  it("with several entries of one line, as long as they have its sum", () => {
    const items = [
      bookItem({ amount: kobo(10_000n) }),
      bookItem({ entry_id: 63, amount: kobo(15_000n) }),
    ];
    const found = comparison({ items, lines: [bankLine()], matches: [] });
    const decisions = confirmMatches(emptyDecisions, [{ lines: [bankLine()], items }]);
    expect(shortOf(applyDecisions(found, decisions)).matched).toEqual([[[5], [61, 63]]]);
    const changed = [items[0] ?? bookItem(), bookItem({ entry_id: 63, amount: kobo(15_001n) })];
    expect(shortOf(applyDecisions({ ...found, items: changed }, decisions))).toMatchObject({
      matched: [],
      unmatchedLines: [5],
    });
  });

  it("with no part of a decision whose lines or entries are gone, though their sum is the same", () => {
    const more = bankLine({ line: 8, amount: kobo(100n) });
    const [plus, minus] = [
      bookItem({ entry_id: 63, amount: kobo(100n) }),
      bookItem({ entry_id: 65, amount: kobo(100n), dc: "CR" }),
    ];
    const left = comparison({ lines: [bankLine()], items: [bookItem()], matches: [] });
    for (const match of [
      { lines: [bankLine(), more], items: [bookItem(), plus] },
      { lines: [bankLine()], items: [bookItem(), plus, minus] },
      { lines: [bankLine(), more, { ...more, line: 9, dc: "CR" as const }], items: [bookItem()] },
    ]) {
      expect(shortOf(applyDecisions(left, confirmMatches(emptyDecisions, [match])))).toMatchObject({
        matched: [],
        unmatchedLines: [5],
        itemsOutside: [61],
      });
    }
  });

  it("with no line or entry in a second match", () => {
    const other = bookItem({ entry_id: 63 });
    const again = bankLine({ line: 8 });
    const found = comparison({ lines: [bankLine(), again], items: [bookItem(), other] });
    const byLine = confirmMatches(emptyDecisions, [{ lines: [bankLine()], items: [other] }]);
    expect(shortOf(applyDecisions(found, byLine)).matched).toEqual([[[5], [63]]]);
    const byEntry = confirmMatches(emptyDecisions, [{ lines: [again], items: [bookItem()] }]);
    expect(shortOf(applyDecisions(found, byEntry)).matched).toEqual([[[8], [61]]]);
  });

  it("without any confirmed match of a line or an entry that is unmatched", () => {
    const one = { lines: [5, 8], items: ["61:1", "63:1"] };
    const other = { lines: [6], items: ["62:1"] };
    const decisions = { confirmed: [one, other], unmatchedPairs: [] };
    const left = (line: number, entry_id: number) =>
      unmatch(decisions, { lines: [bankLine({ line })], items: [bookItem({ entry_id })] });
    expect(left(8, 70)).toEqual({ confirmed: [other], unmatchedPairs: ["8|70:1"] });
    expect(left(9, 63).confirmed).toEqual([other]);
    expect(left(9, 70).confirmed).toEqual([one, other]);
  });

  it("with entries outside the days of the statement listed separately", () => {
    const early = bookItem({ entry_id: 60, date: "2026-02-03" });
    const late = bookItem({ entry_id: 66, date: "2026-02-12" });
    const found = comparison({ items: [early, late], matches: [] });
    expect(shortOf(applyDecisions(found, emptyDecisions))).toMatchObject({
      unmatchedItems: [],
      itemsOutside: [60, 66],
    });
  });
});

describe("the balance of the ledger leads to that of the bank", () => {
  const termsOf = (found = comparison(), decisions = emptyDecisions) => {
    const { bank, terms } = reconcile(found, applyDecisions(found, decisions));
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
    const decisions = confirmMatches(
      emptyDecisions,
      applyDecisions(found, emptyDecisions).toConfirm,
    );
    expect(termsOf(found, decisions)).toEqual({
      bank: 121_000n,
      terms: [
        ["only_bank", 1, -5000n],
        ["after", 1, 1000n],
        ["before", 0, -7000n],
      ],
    });
  });

  it("by no pair to confirm whose entry is later, but by one of the last day", () => {
    const [first, , last] = comparison().items;
    if (!first || !last) throw new Error("three items");
    const late = bookItem({ entry_id: 62, date: "2026-02-12", amount: kobo(1000n) });
    const found = comparison({
      items: [first, late, last],
      ledger_closing: { amount: kobo(115_100n), side: "DR" },
    });
    expect(termsOf(found)).toEqual({
      bank: 121_000n,
      terms: [
        ["only_books", 1, 9900n],
        ["only_bank", 1, -5000n],
        ["to_confirm_bank", 1, 1000n],
      ],
    });
    expect(openItemsOf(found, applyDecisions(found, emptyDecisions)).entries).toEqual([64]);
    const onLast = comparison({ items: [first, { ...late, date: "2026-02-11" }, last] });
    const all = confirmMatches(emptyDecisions, applyDecisions(onLast, emptyDecisions).toConfirm);
    expect(termsOf(onLast, all).terms).toEqual([
      ["only_books", 1, 9900n],
      ["only_bank", 1, -5000n],
    ]);
  });

  it("and says what the lines of the file do not explain", () => {
    const found = comparison({ bank_closing: { amount: kobo(121_500n), side: "DR" } });
    expect(termsOf(found).bank).toBe(121_500n);
    expect(termsOf(found).terms).toContainEqual(["breaks", 0, 500n]);
  });

  it("to the balance that the bank should have, when the file has none", () => {
    const found = comparison({ bank_opening: null, bank_closing: null });
    expect(termsOf(found).bank).toBe(121_000n);
  });
});

describe("what was open at the reconciliation before", () => {
  /** A cheque of ₦70.00, and a charge of ₦5.00, of January; the charge is in the books by now. */
  const cheque = bookItem({
    entry_id: 50,
    date: "2026-01-28",
    amount: kobo(7000n),
    dc: "CR",
    carried: true,
  });
  const charge = bookItem({ entry_id: 67, date: "2026-02-06", amount: kobo(500n), dc: "CR" });
  const line = bankLine({
    line: -2,
    date: "2026-01-31",
    narration: "",
    amount: kobo(500n),
    dc: "CR",
  });
  const plain = comparison();
  const found = comparison({
    items: [cheque, ...plain.items, charge],
    lines: [line, ...plain.lines],
    matches: [...plain.matches, { line: -2, entry_id: 67, item: 1, sure: false }],
    // January ended with ₦65.00 less in the ledger than at the bank: the cheque without the charge.
    ledger_opening: { amount: kobo(93_500n), side: "DR" },
    ledger_closing: { amount: kobo(109_100n), side: "DR" },
  });
  const termsOf = (decisions = emptyDecisions) => {
    const { ledger, bank, terms } = reconcile(found, applyDecisions(found, decisions));
    expect(terms.reduce((sum, { net }) => sum + net, ledger)).toBe(bank);
    return terms.map(({ what, count, net }) => [what, count, net]);
  };

  it("is only in the books or only in the bank as long as it is not matched", () => {
    expect(shortOf(applyDecisions(found, emptyDecisions))).toMatchObject({
      toConfirm: [6, -2],
      unmatchedItems: [50, 64],
      itemsOutside: [],
    });
    expect(termsOf()).toEqual([
      ["only_books", 2, 16_900n],
      ["to_confirm_books", 2, -500n],
      ["only_bank", 1, -5000n],
      ["to_confirm_bank", 2, 500n],
    ]);
  });

  it("explains the difference from before, however it is matched", () => {
    const all = confirmMatches(emptyDecisions, applyDecisions(found, emptyDecisions).toConfirm);
    expect(termsOf(all)).toEqual([
      ["only_books", 2, 16_900n],
      ["only_bank", 1, -5000n],
    ]);
    const presented = bankLine({ line: 9, amount: kobo(7000n), dc: "CR", date: "2026-02-10" });
    const cleared = {
      ...found,
      lines: [...found.lines, presented],
      bank_closing: { amount: kobo(114_000n), side: "DR" as const },
    };
    const decisions = confirmMatches(all, [{ lines: [presented], items: [cheque] }]);
    const { bank, terms } = reconcile(cleared, applyDecisions(cleared, decisions));
    expect([bank, terms.map(({ what, net }) => [what, net])]).toEqual([
      114_000n,
      [
        ["only_books", 9900n],
        ["only_bank", -5000n],
      ],
    ]);
  });

  it("is recorded again with what is open now, which explains the bank's balance", () => {
    const decisions = confirmMatches(
      emptyDecisions,
      applyDecisions(found, emptyDecisions).toConfirm,
    );
    const open = openItemsOf(found, applyDecisions(found, decisions));
    expect(open).toEqual({
      ledger_balance: 109_100n,
      ledger_balance_dc: "DR",
      entries: [50, 64],
      lines: [{ date: "2026-02-10", amount: 5000n, dc: "CR", narration: "STAMP DUTY" }],
    });
    expect(109_100n - openItemsNet(found, open)).toBe(121_000n);
  });

  it("has lines whose entry is dated after the statement, and pairs that are not confirmed", () => {
    const late = bookItem({ entry_id: 70, date: "2026-02-13", amount: kobo(5000n), dc: "CR" });
    const items = [...plain.items, late];
    const withLate = comparison({ items });
    const [duty] = withLate.lines.slice(-1);
    const decisions = confirmMatches(emptyDecisions, [
      { lines: duty ? [duty] : [], items: [late] },
    ]);
    const open = openItemsOf(withLate, applyDecisions(withLate, decisions));
    expect([open.entries, open.lines]).toEqual([
      [64, 62],
      [
        { date: "2026-02-09", amount: 1000n, dc: "DR", narration: "POS · S10001" },
        { date: "2026-02-10", amount: 5000n, dc: "CR", narration: "STAMP DUTY" },
      ],
    ]);
    expect(116_100n - openItemsNet(withLate, open)).toBe(121_000n);
  });

  it("has what the lines say, cut to what is kept but with the reference", () => {
    const said = (narration: string, reference: string) => {
      const lines = [bankLine({ line: 9, narration, reference })];
      const only = comparison({ lines, items: [], matches: [] });
      return openItemsOf(only, applyDecisions(only, emptyDecisions)).lines[0]?.narration;
    };
    expect(said("NIP FROM ADA", "S10001")).toBe("NIP FROM ADA · S10001");
    expect(said("", "S10001")).toBe("S10001");
    expect(said("", "")).toBe("");
    expect(said("A".repeat(300), "S10001")).toBe(`${"A".repeat(91)} · S10001`);
    expect(said("A".repeat(300), "1".repeat(300))).toBe(`${"A".repeat(50)} · ${"1".repeat(47)}`);
  });

  it("has an entry of its days and the reversal after them, matched without a line", () => {
    const entry = bookItem({ entry_id: 71, date: "2026-02-10", amount: kobo(3000n) });
    const reversal = bookItem({ ...entry, entry_id: 72, date: "2026-02-14", dc: "CR" });
    const withBoth = comparison({ items: [...comparison().items, entry, reversal] });
    const decisions = confirmMatches(emptyDecisions, [{ lines: [], items: [entry, reversal] }]);
    expect(openItemsOf(withBoth, applyDecisions(withBoth, decisions)).lines).toContainEqual({
      date: "2026-02-11",
      amount: 3000n,
      dc: "CR",
      narration: "",
    });
  });
});
