import { signed } from "@kontor/books/side";
import {
  maxOpenNarrationLength,
  type compareBankStatement,
} from "@kontor/contract/accounting/bank-statements";
import type { reconcileBank } from "@kontor/contract/accounting/periods";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { formatDate } from "@kontor/contract/format";

export type Comparison = NonNullable<DataOf<typeof compareBankStatement>["comparison"]>;
export type BankLine = Comparison["lines"][number];
export type BookItem = Comparison["items"][number];

/** Bank lines and entries that record the same movements; both sides have the same sum. */
export type Match = { lines: readonly BankLine[]; items: readonly BookItem[] };

/** The user's decisions. Lines are identified by their number, items by {@link itemKey}. */
export type Decisions = {
  /** Matches that were confirmed, or made by hand. */
  confirmed: readonly { lines: readonly number[]; items: readonly string[] }[];
  /** Pairs that the user unmatched, by {@link pairKey}. */
  unmatchedPairs: readonly string[];
};

export const emptyDecisions: Decisions = { confirmed: [], unmatchedPairs: [] };

/** The lines and items of a comparison by whether they are matched. */
export type Matching = {
  /** In the order of the statement. */
  matched: Match[];
  /** Probable pairs that the user has to confirm. */
  toConfirm: Match[];
  unmatchedLines: BankLine[];
  /** Entries in the days of the statement, and those brought forward. */
  unmatchedItems: BookItem[];
  /** Other unmatched entries of the days before and after the statement. */
  itemsOutside: BookItem[];
};

/** Whether a line is of an earlier statement: the books did not have it at its reconciliation. */
export function isBroughtForward({ line }: Pick<BankLine, "line">): boolean {
  return line < 0;
}

/** The name of a line in the middle of a sentence. */
export function lineName(line: Pick<BankLine, "line" | "date">): string {
  return isBroughtForward(line) ? `the line of ${formatDate(line.date)}` : `row ${line.line}`;
}

/** The key of an item; an entry may have several items on the ledger. */
export function itemKey({ entry_id, item }: Pick<BookItem, "entry_id" | "item">): string {
  return `${entry_id}:${item}`;
}

/** The key of a pair of a line and an item. */
export function pairKey(line: number, item: string): string {
  return `${line}|${item}`;
}

/** The sum in kobo, with money received as positive. */
export function netOf(movements: readonly Pick<BankLine, "amount" | "dc">[]): bigint {
  return movements.reduce((sum, { amount, dc }) => sum + signed(dc, amount), 0n);
}

/**
 * Applies the user's decisions to the server's comparison. A decision is ignored once one of its
 * lines or entries is missing or their sums differ, because entries may have been changed since.
 */
export function applyDecisions(comparison: Comparison, decisions: Decisions): Matching {
  const lineBy = new Map(comparison.lines.map((line) => [line.line, line]));
  const itemBy = new Map(comparison.items.map((item) => [itemKey(item), item]));
  const usedLines = new Set<number>();
  const usedItems = new Set<string>();
  const matched: Match[] = [];
  const toConfirm: Match[] = [];
  const take = (match: Match) => {
    for (const { line } of match.lines) usedLines.add(line);
    for (const item of match.items) usedItems.add(itemKey(item));
  };
  for (const { lines, items } of decisions.confirmed) {
    const match = {
      lines: lines.flatMap((line) => lineBy.get(line) ?? []),
      items: items.flatMap((key) => itemBy.get(key) ?? []),
    };
    const whole = match.lines.length === lines.length && match.items.length === items.length;
    if (!whole || netOf(match.lines) !== netOf(match.items)) continue;
    take(match);
    matched.push(match);
  }
  const unmatchedPairs = new Set(decisions.unmatchedPairs);
  for (const found of comparison.matches) {
    const [line, item] = [lineBy.get(found.line), itemBy.get(itemKey(found))];
    if (line === undefined || item === undefined) continue;
    const free = !usedLines.has(line.line) && !usedItems.has(itemKey(item));
    if (!free || unmatchedPairs.has(pairKey(line.line, itemKey(item)))) continue;
    const match = { lines: [line], items: [item] };
    take(match);
    (found.sure ? matched : toConfirm).push(match);
  }
  const place = new Map(comparison.lines.map(({ line }, index) => [line, index]));
  const placeOf = ({ lines: [first] }: Match) => place.get(first?.line ?? -1) ?? place.size;
  const freeItems = comparison.items.filter((item) => !usedItems.has(itemKey(item)));
  return {
    matched: matched.toSorted((one, other) => placeOf(one) - placeOf(other)),
    toConfirm,
    unmatchedLines: comparison.lines.filter(({ line }) => !usedLines.has(line)),
    unmatchedItems: freeItems.filter((item) => isWithin(comparison, item)),
    itemsOutside: freeItems.filter((item) => !isWithin(comparison, item)),
  };
}

/** Whether the bank should have an item by the end of the statement, as far as is known. */
function isWithin({ first_day, last_day }: Comparison, { date, carried }: BookItem): boolean {
  return carried || (date >= first_day && date <= last_day);
}

/** The decisions after matches were confirmed or made. */
export function confirmMatches(decisions: Decisions, matches: readonly Match[]): Decisions {
  const made = matches.map(({ lines, items }) => ({
    lines: lines.map(({ line }) => line),
    items: items.map(itemKey),
  }));
  return { ...decisions, confirmed: [...decisions.confirmed, ...made] };
}

/** The decisions after the user unmatched the lines and entries of a match. */
export function unmatch(decisions: Decisions, match: Match): Decisions {
  const lines = new Set(match.lines.map(({ line }) => line));
  const items = new Set(match.items.map(itemKey));
  const pairs = [...lines].flatMap((line) => [...items].map((item) => pairKey(line, item)));
  return {
    confirmed: decisions.confirmed.filter(
      (each) =>
        ![...each.lines].some((line) => lines.has(line)) &&
        !each.items.some((key) => items.has(key)),
    ),
    unmatchedPairs: [...decisions.unmatchedPairs, ...pairs],
  };
}

/** A term of the reconciliation: its amount in kobo is added with its sign. */
export type ReconciliationTerm = { what: ReconciliationTermKind; count: number; net: bigint };
export type ReconciliationTermKind =
  | "only_books"
  | "only_bank"
  | "to_confirm_books"
  | "to_confirm_bank"
  | "after"
  | "before"
  | "breaks";

/**
 * The terms that reconcile the ledger's balance on the last day with the bank's. Probable pairs that
 * are not confirmed count as unmatched. If the file has no balances, the sum is the balance that the
 * bank should have, provided that nothing was unmatched before the first day.
 */
export function reconcile(comparison: Comparison, matching: Matching) {
  const { bank_opening, bank_closing } = comparison;
  const { toConfirm, unmatchedLines, unmatchedItems } = matching;
  const after = matchedAfter(comparison, matching).map(({ item }) => item);
  const waitingItems = toConfirm
    .flatMap((match) => match.items)
    .filter((item) => isWithin(comparison, item));
  const waitingLines = toConfirm.flatMap((match) => match.lines);
  const ledger = signed(comparison.ledger_closing.side, comparison.ledger_closing.amount);
  const opening = signed(comparison.ledger_opening.side, comparison.ledger_opening.amount);
  const ofBank = (sided: typeof bank_opening) =>
    sided === null ? null : signed(sided.side, sided.amount);
  const bankOpening = ofBank(bank_opening);
  const bank = ofBank(bank_closing);
  const before =
    bankOpening === null
      ? 0n
      : differenceBroughtForward(comparison, matching) - (opening - bankOpening);
  const terms: ReconciliationTerm[] = [
    { what: "only_books", count: unmatchedItems.length, net: -netOf(unmatchedItems) },
    { what: "to_confirm_books", count: waitingItems.length, net: -netOf(waitingItems) },
    { what: "only_bank", count: unmatchedLines.length, net: netOf(unmatchedLines) },
    { what: "to_confirm_bank", count: waitingLines.length, net: netOf(waitingLines) },
    { what: "after", count: after.length, net: netOf(after) },
    { what: "before", count: 0, net: before },
  ];
  const explained = terms.reduce((sum, { net }) => sum + net, ledger);
  if (bank !== null) terms.push({ what: "breaks", count: 0, net: bank - explained });
  return { ledger, bank: bank ?? explained, terms: terms.filter(({ net }) => net !== 0n) };
}

/**
 * The known excess of the ledger over the bank before the first day: entries brought forward, and
 * earlier entries that are matched now, less lines brought forward. Any other difference is unexplained.
 */
function differenceBroughtForward(comparison: Comparison, { matched }: Matching): bigint {
  const { first_day, items, lines } = comparison;
  const matchedEarly = matched
    .flatMap((match) => match.items)
    .filter(({ date, carried }) => date < first_day && !carried);
  const carried = items.filter((item) => item.carried);
  return netOf(carried) + netOf(matchedEarly) - netOf(lines.filter(isBroughtForward));
}

/** Entries after the last day that are matched, each with the first line of its match. */
function matchedAfter({ last_day }: Comparison, { matched }: Matching) {
  // An entry and its reversal are matched without a line.
  const none = { date: last_day, narration: "", reference: "" };
  return matched.flatMap(({ lines: [line = none], items }) =>
    items.filter(({ date }) => date > last_day).map((item) => ({ item, line })),
  );
}

/** The open items of a comparison, as they are recorded with the reconciliation. */
export type OpenItems = NonNullable<InputOf<typeof reconcileBank>["compared"]>;

/**
 * The open items on the last day: entries without a line of the bank, and lines without an entry up
 * to that day, even if an entry dated later matches them. Pairs that are not confirmed are open.
 */
export function openItemsOf(comparison: Comparison, matching: Matching): OpenItems {
  const { ledger_closing } = comparison;
  const { toConfirm, unmatchedLines, unmatchedItems } = matching;
  const waiting = toConfirm.flatMap((match) => match.items);
  const entries = [...unmatchedItems, ...waiting.filter((item) => isWithin(comparison, item))];
  const lines = [...unmatchedLines, ...toConfirm.flatMap((match) => match.lines)];
  const later = matchedAfter(comparison, matching);
  const open = [
    ...lines.map((line) => ({ line, amount: line.amount, dc: line.dc })),
    ...later.map(({ item: { amount, dc }, line }) => ({ line, amount, dc })),
  ];
  return {
    ledger_balance: ledger_closing.amount,
    ledger_balance_dc: ledger_closing.side,
    entries: entries.map(({ entry_id }) => entry_id),
    lines: open.map(({ line, amount, dc }) => ({
      date: line.date,
      amount,
      dc,
      narration: openLineNarration(line),
    })),
  };
}

/**
 * The text stored with an open line: narration and reference. The narration is cut first, so that
 * the reference stays whole.
 */
function openLineNarration({
  narration,
  reference,
}: Pick<BankLine, "narration" | "reference">): string {
  const separator = " · ";
  const end =
    reference === "" ? "" : `${separator}${reference}`.slice(0, maxOpenNarrationLength / 2);
  const start = narration.slice(0, maxOpenNarrationLength - end.length).trim();
  return start === "" ? end.replace(separator, "") : `${start}${end}`;
}

/** The net of the open items in kobo: by how much they make the ledger exceed the bank. */
export function openItemsNet(comparison: Comparison, { entries, lines }: OpenItems): bigint {
  const open = new Set(entries);
  const items = comparison.items.filter(({ entry_id }) => open.has(entry_id));
  return netOf(items) - netOf(lines);
}
