import { addDays, daysBetween } from "../calendar-date.ts";

/** A line of a bank statement, or an item of the ledger of that account. */
export type Movement = {
  /** The day, `YYYY-MM-DD`. */
  readonly day: string;
  /** In kobo; money that comes in is positive, as a debit of the ledger. */
  readonly net: bigint;
  /** Narration and reference. */
  readonly text: string;
  /**
   * Whether it was open at the reconciliation before the statement; its day is before the statement
   * then.
   */
  readonly open?: boolean;
};

/** A line of the bank and an item of the books that are probably the same movement. */
export type MovementPair = {
  /** Index in the lines of the bank. */
  readonly bank: number;
  /** Index in the items of the books. */
  readonly books: number;
  /**
   * Whether the match is unambiguous: the amount occurs once on both sides within the days
   * compared, or equally often on the same day, or both texts have the same reference, which no
   * other has.
   */
  readonly sure: boolean;
};

/**
 * The maximum number of days between a line and its item, such as a transfer on a Friday that is
 * entered at the end of the next week.
 */
export const MAX_DAYS_APART = 10;

/**
 * The maximum number of days between a sure pair without a reference: a weekend with public
 * holidays.
 */
const MAX_SURE_DAYS_APART = 5;

/**
 * Pairs the lines of a bank statement with the items of the ledger by amount and side, then by a
 * reference that both texts have, then by nearness of day. Each is in at most one pair. The order
 * of the lists decides only between equals, and the time grows in proportion to their length.
 *
 * Lines and items that were open before may be paired over any number of days, the oldest first. If
 * the amount has any of these, a pair is sure only by a reference.
 *
 * @param firstDay the first day of the statement. An earlier item that was not open may belong to
 *   an earlier statement, so it is paired only with a line for which no other item is left, and is
 *   sure only by a reference.
 */
export function pairMovements(
  bank: readonly Movement[],
  books: readonly Movement[],
  firstDay: string,
): MovementPair[] {
  const pairs: MovementPair[] = [];
  const booksByNet = Map.groupBy(books.keys(), (index) => movementAt(books, index).net);
  for (const [net, lines] of Map.groupBy(bank.keys(), (index) => movementAt(bank, index).net)) {
    const items = booksByNet.get(net);
    if (items !== undefined) pairs.push(...pairsOfAmount({ bank, books, lines, items, firstDay }));
  }
  return pairs.toSorted((a, b) => a.bank - b.bank);
}

/** Lines and items of one amount and side, by their indexes. */
type AmountGroup = {
  bank: readonly Movement[];
  books: readonly Movement[];
  lines: readonly number[];
  items: readonly number[];
  firstDay: string;
};

function pairsOfAmount(group: AmountGroup): MovementPair[] {
  const byReference = pairsByReference(group);
  const usedLines = new Set(byReference.map((pair) => pair.bank));
  const usedItems = new Set(byReference.map((pair) => pair.books));
  const rest = {
    ...group,
    lines: group.lines.filter((index) => !usedLines.has(index)),
    items: group.items.filter((index) => !usedItems.has(index)),
  };
  return [...byReference, ...pairsByDay(rest)];
}

/** The words of a text that identify a payment: at least six characters, with a digit. */
function referencesIn(text: string): ReadonlySet<string> {
  const words = text.toUpperCase().match(/[A-Z0-9]{6,}/g) ?? [];
  return new Set(words.filter((word) => /\d/.test(word)));
}

/** Pairs of one line and one item with a reference that no other line or item has. */
function pairsByReference({ bank, books, lines, items }: AmountGroup): MovementPair[] {
  const linesOf = indexesByReference(lines, (index) => referencesIn(movementAt(bank, index).text));
  const itemsOf = indexesByReference(items, (index) => referencesIn(movementAt(books, index).text));
  const itemsOfLine = new Map<number, Set<number>>();
  const linesOfItem = new Map<number, Set<number>>();
  for (const [word, [line, ...moreLines]] of linesOf) {
    const [item, ...moreItems] = itemsOf.get(word) ?? [];
    if (line === undefined || item === undefined) continue;
    if (moreLines.length > 0 || moreItems.length > 0) continue;
    if (!mayBePaired(movementAt(bank, line), movementAt(books, item))) continue;
    itemsOfLine.set(line, (itemsOfLine.get(line) ?? new Set()).add(item));
    linesOfItem.set(item, (linesOfItem.get(item) ?? new Set()).add(line));
  }
  return [...itemsOfLine].flatMap(([line, [item, ...others]]) =>
    item !== undefined && others.length === 0 && linesOfItem.get(item)?.size === 1
      ? [{ bank: line, books: item, sure: true }]
      : [],
  );
}

/** Whether the days are near enough, or one of both was open before. */
function mayBePaired(line: Movement, item: Movement): boolean {
  if (line.open === true || item.open === true) return true;
  return Math.abs(daysBetween(line.day, item.day)) <= MAX_DAYS_APART;
}

/** The indexes at which each word occurs. */
function indexesByReference(
  indexes: readonly number[],
  wordsOf: (index: number) => ReadonlySet<string>,
): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const index of indexes) {
    for (const word of wordsOf(index)) found.set(word, [...(found.get(word) ?? []), index]);
  }
  return found;
}

/** The number of movements within the days compared. */
function countWithinDays(on: ReadonlyMap<string, readonly number[]>, day: string): number {
  let count = 0;
  for (let apart = -MAX_DAYS_APART; apart <= MAX_DAYS_APART; apart++) {
    count += on.get(addDays(day, apart))?.length ?? 0;
  }
  return count;
}

/**
 * The nearest pairs: first those of the same day, then those one day apart, and so on; then those
 * of lines and items that were open before; then those of earlier items that were not open.
 */
function pairsByDay(group: AmountGroup): MovementPair[] {
  const { bank, books, firstDay } = group;
  const isSure = surenessOf(group);
  const lines = new Set(sortedByDay(bank, group.lines));
  const isEarly = (index: number) =>
    movementAt(books, index).day < firstDay && movementAt(books, index).open !== true;
  const items = new Set(sortedByDay(books, group.items).filter((index) => !isEarly(index)));
  const pairs: MovementPair[] = [];
  const pair = (line: number, item: number) => {
    lines.delete(line);
    items.delete(item);
    pairs.push({ bank: line, books: item, sure: isSure(line, item) });
  };
  pairNearDays({ bank, books, lines, items, pair });
  pairOpen({ bank, books, lines, items, pair });
  items.clear();
  for (const index of sortedByDay(books, group.items).filter(isEarly)) items.add(index);
  pairNearDays({ bank, books, lines, items, pair });
  return pairs;
}

/** Whether a pair that was found by its days is sure; see {@link Pair}. */
function surenessOf({ bank, books, lines, items, firstDay }: AmountGroup) {
  const linesOn = Map.groupBy(lines, (index) => movementAt(bank, index).day);
  const itemsOn = Map.groupBy(items, (index) => movementAt(books, index).day);
  const someOpen =
    lines.some((index) => movementAt(bank, index).open) ||
    items.some((index) => movementAt(books, index).open);
  return (line: number, item: number): boolean => {
    const [lineDay, itemDay] = [movementAt(bank, line).day, movementAt(books, item).day];
    if (someOpen || itemDay < firstDay) return false;
    if (lineDay === itemDay && linesOn.get(lineDay)?.length === itemsOn.get(itemDay)?.length) {
      return true;
    }
    const near = Math.abs(daysBetween(lineDay, itemDay)) <= MAX_SURE_DAYS_APART;
    return (
      near && countWithinDays(itemsOn, lineDay) === 1 && countWithinDays(linesOn, itemDay) === 1
    );
  };
}

/**
 * Sorted by day. Within a day, open ones come last, because they may still be paired over more
 * days.
 */
function sortedByDay(movements: readonly Movement[], indexes: readonly number[]): number[] {
  const keyOf = (index: number) => {
    const { day, open = false } = movementAt(movements, index);
    return `${day} ${Number(open)}`;
  };
  return indexes.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b))));
}

/**
 * Lines and items that are not paired yet, in their order, and the function that pairs two of them.
 */
type Unpaired = Pick<AmountGroup, "bank" | "books"> & {
  lines: ReadonlySet<number>;
  items: ReadonlySet<number>;
  pair: (line: number, item: number) => void;
};

function pairNearDays({ bank, books, lines, items, pair }: Unpaired): void {
  const waiting = Map.groupBy(items, (index) => movementAt(books, index).day);
  for (let apart = 0; apart <= MAX_DAYS_APART; apart++) {
    for (const line of lines) {
      const { day } = movementAt(bank, line);
      // An entry usually comes after the bank's day, so that is looked at first.
      const near = [...new Set([addDays(day, apart), addDays(day, -apart)])];
      const itemDay = near.find((each) => (waiting.get(each)?.length ?? 0) > 0);
      const item = itemDay === undefined ? undefined : waiting.get(itemDay)?.shift();
      if (item !== undefined) pair(line, item);
    }
  }
}

/**
 * Pairs lines and items that were open before: first open items with new lines, then open lines
 * with new items, then open lines with open items.
 */
function pairOpen({ bank, books, lines, items, pair }: Unpaired): void {
  for (const [openLines, openItems] of [
    [false, true],
    [true, false],
    [true, true],
  ] as const) {
    const left = [...items].filter(
      (index) => (movementAt(books, index).open ?? false) === openItems,
    );
    for (const line of lines) {
      if ((movementAt(bank, line).open ?? false) !== openLines) continue;
      const item = left.shift();
      if (item !== undefined) pair(line, item);
    }
  }
}

function movementAt(movements: readonly Movement[], index: number): Movement {
  const movement = movements[index];
  if (movement === undefined) throw new RangeError(`There is no movement ${index}.`);
  return movement;
}
