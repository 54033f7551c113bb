import { signed } from "@kontor/books/side";
import {
  openNarration,
  type compareBankStatement,
} from "@kontor/contract/accounting/bank-statements";
import type { reconcileBank } from "@kontor/contract/accounting/periods";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { formatDate } from "@kontor/contract/format";

export type Comparison = NonNullable<DataOf<typeof compareBankStatement>["comparison"]>;
export type BankLine = Comparison["lines"][number];
export type BookItem = Comparison["items"][number];

/** Lines of the bank and entries of the books that are the same movements, together of one sum. */
export type Match = { lines: readonly BankLine[]; items: readonly BookItem[] };

/** What the user decided, by the numbers of lines and the keys of items. */
export type Decisions = {
  /** Matches that were confirmed, or made by hand. */
  confirmed: readonly { lines: readonly number[]; items: readonly string[] }[];
  /** Pairs that were set apart, by {@link pairKey}. */
  apart: readonly string[];
};

export const undecided: Decisions = { confirmed: [], apart: [] };

export type Arrangement = {
  /** In the order of the statement. */
  matched: Match[];
  /** Probable pairs that the user has to look at. */
  toConfirm: Match[];
  onlyBank: BankLine[];
  /** Entries in the days of the statement, and those brought forward. */
  onlyBooks: BookItem[];
  /** Other unmatched entries of the days before and after the statement. */
  around: BookItem[];
};

/** Whether a line is of an earlier statement: the books did not have it at its reconciliation. */
export function isBroughtForward({ line }: Pick<BankLine, "line">): boolean {
  return line < 0;
}

/** What a line is called in the middle of a sentence. */
export function lineName(line: Pick<BankLine, "line" | "date">): string {
  return isBroughtForward(line) ? `the line of ${formatDate(line.date)}` : `row ${line.line}`;
}

/** An entry's item; an entry may have several on the ledger. */
export function itemKey({ entry_id, item }: Pick<BookItem, "entry_id" | "item">): string {
  return `${entry_id}:${item}`;
}

/** A pair of a line and an item. */
export function pairKey(line: number, item: string): string {
  return `${line}|${item}`;
}

/** The sum in kobo, money in positive. */
export function netOf(movements: readonly Pick<BankLine, "amount" | "dc">[]): bigint {
  return movements.reduce((sum, { amount, dc }) => sum + signed(dc, amount), 0n);
}

/**
 * Combines the comparison with what the user decided. A decision lasts while its lines and entries
 * exist and have the same sum; an entry may have been changed since.
 */
export function arrange(comparison: Comparison, decisions: Decisions): Arrangement {
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
  const apart = new Set(decisions.apart);
  for (const found of comparison.matches) {
    const [line, item] = [lineBy.get(found.line), itemBy.get(itemKey(found))];
    if (line === undefined || item === undefined) continue;
    const free = !usedLines.has(line.line) && !usedItems.has(itemKey(item));
    if (!free || apart.has(pairKey(line.line, itemKey(item)))) continue;
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
    onlyBank: comparison.lines.filter(({ line }) => !usedLines.has(line)),
    onlyBooks: freeItems.filter((item) => isWithin(comparison, item)),
    around: freeItems.filter((item) => !isWithin(comparison, item)),
  };
}

/** Whether the bank should have an item by the end of the statement, as far as is known. */
function isWithin({ first_day, last_day }: Comparison, { date, carried }: BookItem): boolean {
  return carried || (date >= first_day && date <= last_day);
}

/** The decisions after matches were confirmed or made. */
export function confirmed(decisions: Decisions, matches: readonly Match[]): Decisions {
  const made = matches.map(({ lines, items }) => ({
    lines: lines.map(({ line }) => line),
    items: items.map(itemKey),
  }));
  return { ...decisions, confirmed: [...decisions.confirmed, ...made] };
}

/** The decisions after a match was set apart: its lines and entries are not matched any more. */
export function setApart(decisions: Decisions, match: Match): Decisions {
  const lines = new Set(match.lines.map(({ line }) => line));
  const items = new Set(match.items.map(itemKey));
  const pairs = [...lines].flatMap((line) => [...items].map((item) => pairKey(line, item)));
  return {
    confirmed: decisions.confirmed.filter(
      (each) =>
        ![...each.lines].some((line) => lines.has(line)) &&
        !each.items.some((key) => items.has(key)),
    ),
    apart: [...decisions.apart, ...pairs],
  };
}

/** A term of the reconciliation, in kobo, signed as it is added. */
export type Term = { what: TermName; count: number; net: bigint };
export type TermName =
  | "only_books"
  | "only_bank"
  | "to_confirm_books"
  | "to_confirm_bank"
  | "after"
  | "before"
  | "breaks";

/**
 * What leads from the balance of the ledger on the last day to that of the bank. Probable pairs
 * that are not confirmed count as unmatched. Without the bank's balances the sum is what the bank
 * should have, if nothing was unmatched before the first day.
 */
export function reconcile(comparison: Comparison, arrangement: Arrangement) {
  const { bank_opening, bank_closing } = comparison;
  const { toConfirm, onlyBank, onlyBooks } = arrangement;
  const after = matchedAfter(comparison, arrangement).map(({ item }) => item);
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
    bankOpening === null ? 0n : broughtForward(comparison, arrangement) - (opening - bankOpening);
  const terms: Term[] = [
    { what: "only_books", count: onlyBooks.length, net: -netOf(onlyBooks) },
    { what: "to_confirm_books", count: waitingItems.length, net: -netOf(waitingItems) },
    { what: "only_bank", count: onlyBank.length, net: netOf(onlyBank) },
    { what: "to_confirm_bank", count: waitingLines.length, net: netOf(waitingLines) },
    { what: "after", count: after.length, net: netOf(after) },
    { what: "before", count: 0, net: before },
  ];
  const explained = terms.reduce((sum, { net }) => sum + net, ledger);
  if (bank !== null) terms.push({ what: "breaks", count: 0, net: bank - explained });
  return { ledger, bank: bank ?? explained, terms: terms.filter(({ net }) => net !== 0n) };
}

/**
 * What the ledger had more than the bank before the first day, as far as is known: entries that were
 * brought forward or matched now, less lines that were. The rest is not explained.
 */
function broughtForward(comparison: Comparison, { matched }: Arrangement): bigint {
  const { first_day, items, lines } = comparison;
  const matchedEarly = matched
    .flatMap((match) => match.items)
    .filter(({ date, carried }) => date < first_day && !carried);
  const carried = items.filter((item) => item.carried);
  return netOf(carried) + netOf(matchedEarly) - netOf(lines.filter(isBroughtForward));
}

/** Entries after the last day that are matched, each with the first line of its match. */
function matchedAfter({ last_day }: Comparison, { matched }: Arrangement) {
  // An entry and its reversal are matched without a line.
  const none = { date: last_day, narration: "", reference: "" };
  return matched.flatMap(({ lines: [line = none], items }) =>
    items.filter(({ date }) => date > last_day).map((item) => ({ item, line })),
  );
}

/** What a comparison leaves open, as it is recorded with the reconciliation. */
export type LeftOpen = NonNullable<InputOf<typeof reconcileBank>["compared"]>;

/**
 * What is open on the last day: entries that the bank has not shown, and lines that the books did
 * not have by then, also those whose entry is dated later. Pairs that are not confirmed are open.
 */
export function leftOpen(comparison: Comparison, arrangement: Arrangement): LeftOpen {
  const { ledger_closing } = comparison;
  const { toConfirm, onlyBank, onlyBooks } = arrangement;
  const waiting = toConfirm.flatMap((match) => match.items);
  const entries = [...onlyBooks, ...waiting.filter((item) => isWithin(comparison, item))];
  const lines = [...onlyBank, ...toConfirm.flatMap((match) => match.lines)];
  const later = matchedAfter(comparison, arrangement);
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
      narration: narrationToKeep(line),
    })),
  };
}

/** What a line says, so that it can be entered later: its whole reference, and the narration before it. */
function narrationToKeep({
  narration,
  reference,
}: Pick<BankLine, "narration" | "reference">): string {
  const separator = " · ";
  const end = reference === "" ? "" : `${separator}${reference}`.slice(0, openNarration / 2);
  const start = narration.slice(0, openNarration - end.length).trim();
  return start === "" ? end.replace(separator, "") : `${start}${end}`;
}

/** The sum of what was left open, in kobo: what the ledger has more than the bank because of it. */
export function leftOpenNet(comparison: Comparison, { entries, lines }: LeftOpen): bigint {
  const open = new Set(entries);
  const items = comparison.items.filter(({ entry_id }) => open.has(entry_id));
  return netOf(items) - netOf(lines);
}
