import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { checkEntry, entryTotals, type DraftItem, type EntryProblem } from "./entry.ts";
import { kobo, MAX_AMOUNT, type Kobo } from "./money.ts";
import { otherSide, SIDES, signed, type Side } from "./side.ts";

function item(side: Side, ledgerId: string, amount: bigint, narration = "Fuel"): DraftItem {
  return { side, ledgerId, amount: kobo(amount), narration };
}

function problemsOf(items: readonly DraftItem[]): readonly EntryProblem[] {
  const check = checkEntry(items);
  return check.ok ? [] : check.problems;
}

describe("totals", () => {
  test.each([
    ["nothing", [], 0n, 0n, 0n, null],
    ["one debit", [item("DR", "1", 500n)], 500n, 0n, 500n, "CR"],
    ["one credit", [item("CR", "1", 500n)], 0n, 500n, 500n, "DR"],
    ["equal sums", [item("DR", "1", 500n), item("CR", "2", 500n)], 500n, 500n, 0n, null],
    ["a kobo short", [item("DR", "1", 500n), item("CR", "2", 499n)], 500n, 499n, 1n, "CR"],
    [
      "several on a side",
      [item("CR", "1", 300n), item("CR", "2", 400n), item("DR", "3", 600n)],
      600n,
      700n,
      100n,
      "DR",
    ],
  ] as const)("of %s", (_name, items, debit, credit, difference, shortSide) => {
    expect(entryTotals(items)).toEqual({ debit, credit, difference, shortSide });
  });
});

describe("checkEntry refuses", () => {
  test.each<[string, DraftItem[], EntryProblem[]]>([
    ["no items", [], [{ code: "no_items", path: ["items"] }]],
    [
      "debits alone",
      [item("DR", "1", 500n)],
      [{ code: "missing_side", path: ["items"], side: "CR" }],
    ],
    [
      "credits alone",
      [item("CR", "1", 500n), item("CR", "2", 5n)],
      [{ code: "missing_side", path: ["items"], side: "DR" }],
    ],
    [
      "an amount of zero, and a negative one",
      [item("DR", "1", 0n), item("CR", "2", -1n)],
      [
        { code: "amount_not_positive", path: ["items", 0, "amount"] },
        { code: "amount_not_positive", path: ["items", 1, "amount"] },
      ],
    ],
    [
      "an amount over the largest",
      [item("DR", "1", MAX_AMOUNT + 1n), item("CR", "2", MAX_AMOUNT)],
      [{ code: "amount_over_max", path: ["items", 0, "amount"] }],
    ],
    [
      "a narration that is empty or blank",
      [item("DR", "1", 500n, ""), item("CR", "2", 500n, " \t\u00a0\n")],
      [
        { code: "missing_narration", path: ["items", 0, "narration"] },
        { code: "missing_narration", path: ["items", 1, "narration"] },
      ],
    ],
    [
      "a ledger used again, at each later use",
      [item("DR", "7", 500n), item("CR", "7", 300n), item("CR", "8", 100n), item("CR", "7", 100n)],
      [
        { code: "ledger_twice", path: ["items", 1, "ledgerId"] },
        { code: "ledger_twice", path: ["items", 3, "ledgerId"] },
      ],
    ],
    [
      "sums that differ, credit short",
      [item("DR", "1", 125_000n), item("CR", "2", 100_050n)],
      [{ code: "sums_differ", path: ["items"], difference: kobo(24_950n), shortSide: "CR" }],
    ],
    [
      "sums that differ, debit short by a kobo",
      [item("DR", "1", 499n), item("CR", "2", 500n)],
      [{ code: "sums_differ", path: ["items"], difference: kobo(1n), shortSide: "DR" }],
    ],
  ])("%s", (_name, items, problems) => {
    expect(checkEntry(items)).toEqual({ ok: false, problems });
  });
});

describe("checkEntry gives problems in the documented order", () => {
  const everything = [
    item("DR", "1", 500n, ""),
    item("DR", "2", MAX_AMOUNT + 1n),
    item("DR", "1", 0n),
  ];

  test("a missing side, then amounts, narrations and ledgers, regardless of the order of the lines", () => {
    expect(problemsOf(everything)).toEqual([
      { code: "missing_side", path: ["items"], side: "CR" },
      { code: "amount_not_positive", path: ["items", 2, "amount"] },
      { code: "amount_over_max", path: ["items", 1, "amount"] },
      { code: "missing_narration", path: ["items", 0, "narration"] },
      { code: "ledger_twice", path: ["items", 2, "ledgerId"] },
    ]);
  });

  test("an amount over another maximum, or with no maximum", () => {
    const items = [item("DR", "1", MAX_AMOUNT + 1n), item("CR", "2", MAX_AMOUNT + 1n)];
    const problems = (largest: Kobo | null) => {
      const result = checkEntry(items, largest);
      return result.ok ? [] : result.problems.map(({ code }) => code);
    };
    expect(problems(MAX_AMOUNT)).toEqual(["amount_over_max", "amount_over_max"]);
    expect(problems(kobo(MAX_AMOUNT + 1n))).toEqual([]);
    expect(problems(null)).toEqual([]);
  });

  test("the difference comes last", () => {
    expect(
      problemsOf([item("DR", "1", 500n, ""), item("CR", "1", 400n)]).map(({ code }) => code),
    ).toEqual(["missing_narration", "ledger_twice", "sums_differ"]);
  });

  test.each([
    ["a side is missing", [item("DR", "1", 500n), item("DR", "2", 400n)]],
    ["an amount is not positive", [item("DR", "1", 500n), item("CR", "2", 0n)]],
    ["an amount is over the largest", [item("DR", "1", MAX_AMOUNT + 1n), item("CR", "2", 5n)]],
  ])("no difference is reported while %s", (_name, items) => {
    const codes = problemsOf(items).map(({ code }) => code);
    expect(codes).not.toContain("sums_differ");
    expect(codes).toHaveLength(1);
  });
});

describe("checkEntry accepts", () => {
  test.each<[string, DraftItem[], bigint]>([
    ["one debit and one credit", [item("DR", "1", 500n), item("CR", "2", 500n)], 500n],
    ["the credit first", [item("CR", "2", 1n), item("DR", "1", 1n)], 1n],
    ["the largest amount", [item("DR", "1", MAX_AMOUNT), item("CR", "2", MAX_AMOUNT)], MAX_AMOUNT],
    [
      "several items on a side",
      [item("DR", "1", 300n), item("CR", "3", 500n), item("DR", "2", 200n)],
      500n,
    ],
    [
      "ids that differ only beyond a double's precision",
      [item("DR", "9007199254740993", 5n), item("CR", "9007199254740992", 5n)],
      5n,
    ],
  ])("%s", (_name, items, total) => {
    const check = checkEntry(items);
    if (!check.ok) throw new Error(JSON.stringify(check.problems));
    expect(check.entry.items).toEqual(items);
    expect(check.entry.total).toBe(total);
  });

  test("and copies the items, so later changes of the list have no effect", () => {
    const items = [item("DR", "1", 500n), item("CR", "2", 500n)];
    const check = checkEntry(items);
    items.push(item("CR", "3", 1n));
    expect(check.ok && check.entry.items).toHaveLength(2);
  });
});

describe("checkEntry, for random items", () => {
  const drafts = fc.array(
    fc.record({
      side: fc.constantFrom(...SIDES),
      ledgerId: fc.integer({ min: 1, max: 30 }).map(String),
      // A small range of mostly valid amounts, so that valid entries are generated often enough.
      amount: fc.integer({ min: 0, max: 9 }).map((n) => kobo(n === 0 ? 0n : BigInt((n % 3) + 1))),
      narration: fc.constantFrom("Fuel", "Rent", "Toll", "Rates", " "),
    }),
    { maxLength: 6 },
  );

  test("an entry is accepted exactly when every rule holds", () => {
    fc.assert(
      fc.property(drafts, (items) => {
        const net = items.reduce((sum, { side, amount }) => sum + signed(side, amount), 0n);
        const lawful =
          items.some(({ side }) => side === "DR") &&
          items.some(({ side }) => side === "CR") &&
          items.every(({ amount }) => amount > 0n && amount <= MAX_AMOUNT) &&
          items.every(({ narration }) => narration !== " ") &&
          new Set(items.map(({ ledgerId }) => ledgerId)).size === items.length &&
          net === 0n;
        expect(checkEntry(items).ok).toBe(lawful);
      }),
      { numRuns: 1000 },
    );
  });

  test("adding the reported difference to the short side balances the sums", () => {
    const positive = fc.bigInt({ min: 1n, max: MAX_AMOUNT / 10n });
    const sides = fc.array(fc.tuple(fc.constantFrom(...SIDES), positive), { maxLength: 6 });
    fc.assert(
      fc.property(sides, positive, positive, (more, debit, credit) => {
        const items = [["DR", debit] as const, ["CR", credit] as const, ...more].map(
          ([side, amount], index) => item(side, String(index), amount),
        );
        const differ = problemsOf(items).find((problem) => problem.code === "sums_differ");
        const repaired =
          differ === undefined
            ? items
            : [...items, item(differ.shortSide, "last", differ.difference)];
        expect(checkEntry(repaired).ok).toBe(true);
      }),
    );
  });

  test("swapping all sides changes only the sides in the result", () => {
    fc.assert(
      fc.property(drafts, (items) => {
        const turned = items.map((each) => ({ ...each, side: otherSide(each.side) }));
        const expected = problemsOf(items).map((problem) => {
          if (problem.code === "missing_side") return { ...problem, side: otherSide(problem.side) };
          if (problem.code !== "sums_differ") return problem;
          return { ...problem, shortSide: otherSide(problem.shortSide) };
        });
        expect(problemsOf(turned)).toEqual(expected);
      }),
    );
  });
});
