import { abs, kobo, MAX_AMOUNT, type Kobo } from "./money.ts";
import { SIDES, type Side, type SidedAmount } from "./side.ts";

/** One line of a proposed entry; its amount is in kobo. */
export type DraftItem = SidedAmount & {
  /** The ledger's id, a decimal string as on the wire. */
  readonly ledgerId: string;
  readonly narration: string;
};

/**
 * The sums of a set of items, in kobo. `difference` is the amount missing on the short side; it is
 * zero, and `shortSide` null, when the sums agree.
 */
export type EntryTotals = {
  readonly debit: Kobo;
  readonly credit: Kobo;
  readonly difference: Kobo;
  readonly shortSide: Side | null;
};

const checked: unique symbol = Symbol("checked");

/**
 * Items that passed {@link checkEntry}. Only that function can set the brand, so functions that
 * take a checked entry need not check it again. `total` is the sum of each side, in kobo.
 */
export type CheckedEntry<Item extends DraftItem = DraftItem> = {
  readonly items: readonly Item[];
  readonly total: Kobo;
  readonly [checked]: true;
};

/** Where a problem is: the items as a whole, or one field of one item, counted from zero. */
export type EntryPath =
  | readonly ["items"]
  | readonly ["items", number, "amount" | "narration" | "ledgerId"];

/**
 * Why items do not make a valid entry. `side` is the side without an item; `difference` is in kobo,
 * and `shortSide` is the smaller side.
 */
export type EntryProblem =
  | { readonly code: "no_items"; readonly path: EntryPath }
  | { readonly code: "missing_side"; readonly path: EntryPath; readonly side: Side }
  | { readonly code: "amount_not_positive"; readonly path: EntryPath }
  | { readonly code: "amount_over_max"; readonly path: EntryPath }
  | { readonly code: "missing_narration"; readonly path: EntryPath }
  | { readonly code: "ledger_twice"; readonly path: EntryPath }
  | {
      readonly code: "sums_differ";
      readonly path: EntryPath;
      readonly difference: Kobo;
      readonly shortSide: Side;
    };

/** A checked entry, or all problems in the order documented at {@link checkEntry}. */
export type EntryCheck<Item extends DraftItem = DraftItem> =
  | { readonly ok: true; readonly entry: CheckedEntry<Item> }
  | { readonly ok: false; readonly problems: readonly EntryProblem[] };

/** Adds up the debits and credits of the items and determines the short side and the difference. */
export function entryTotals(items: readonly SidedAmount[]): EntryTotals {
  let debit = 0n;
  let credit = 0n;
  for (const { side, amount } of items) {
    if (side === "DR") debit += amount;
    else credit += amount;
  }
  const difference = abs(kobo(debit - credit));
  let shortSide: Side | null = null;
  if (debit !== credit) shortSide = debit < credit ? "DR" : "CR";
  return { debit: kobo(debit), credit: kobo(credit), difference, shortSide };
}

function amountProblems(items: readonly DraftItem[], largest: Kobo | null): EntryProblem[] {
  const notPositive: EntryProblem[] = [];
  const overMax: EntryProblem[] = [];
  for (const [index, { amount }] of items.entries()) {
    const path = ["items", index, "amount"] as const;
    if (amount <= 0n) notPositive.push({ code: "amount_not_positive", path });
    else if (largest !== null && amount > largest) overMax.push({ code: "amount_over_max", path });
  }
  return [...notPositive, ...overMax];
}

function narrationProblems(items: readonly DraftItem[]): EntryProblem[] {
  const problems: EntryProblem[] = [];
  for (const [index, { narration }] of items.entries()) {
    if (narration.trim() !== "") continue;
    problems.push({ code: "missing_narration", path: ["items", index, "narration"] });
  }
  return problems;
}

function ledgerProblems(items: readonly DraftItem[]): EntryProblem[] {
  const problems: EntryProblem[] = [];
  const seen = new Set<string>();
  for (const [index, { ledgerId }] of items.entries()) {
    if (seen.has(ledgerId)) {
      problems.push({ code: "ledger_twice", path: ["items", index, "ledgerId"] });
    }
    seen.add(ledgerId);
  }
  return problems;
}

/**
 * Checks that items make a valid entry: at least one debit and one credit, every amount above zero
 * and at most {@link MAX_AMOUNT}, a narration for every item, no ledger twice, and equal sums.
 *
 * Returns all problems, by kind in this order, and within a kind by line:
 * 1. `no_items`: there is no item; no other problem is reported then.
 * 2. `missing_side`: no item on DR, or none on CR.
 * 3. `amount_not_positive`
 * 4. `amount_over_max`
 * 5. `missing_narration`: empty or only spaces.
 * 6. `ledger_twice`: at the second and every later use.
 * 7. `sums_differ`: reported only when both sides exist and every amount is valid, because
 * otherwise the difference follows from a problem above and would change with its correction.
 *
 * @param largest the largest amount allowed in an item; null for no limit, where an item is the sum
 * of many postings.
 */
export function checkEntry<Item extends DraftItem>(
  items: readonly Item[],
  largest: Kobo | null = MAX_AMOUNT,
): EntryCheck<Item> {
  if (items.length === 0) return { ok: false, problems: [{ code: "no_items", path: ["items"] }] };

  const missing = SIDES.filter((side) => !items.some((item) => item.side === side));
  const sides = missing.map((side): EntryProblem => ({
    code: "missing_side",
    path: ["items"],
    side,
  }));
  const amounts = amountProblems(items, largest);
  const problems = [...sides, ...amounts, ...narrationProblems(items), ...ledgerProblems(items)];

  if (sides.length > 0 || amounts.length > 0) return { ok: false, problems };

  const { debit, difference, shortSide } = entryTotals(items);
  if (shortSide !== null) {
    problems.push({ code: "sums_differ", path: ["items"], difference, shortSide });
  }
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, entry: { items: [...items], total: debit, [checked]: true } };
}
