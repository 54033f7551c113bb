/**
 * The rules of the form that builds an entry item by item. The first item takes DR and the next one
 * the opposite side. Each side is offered once, and a ledger that is in use is not offered again.
 * Removing an item frees its side and its ledger.
 *
 * An entry that is being edited may have several items on one side. As loaded, no side is on offer.
 * Each removed item frees its own place, so the entry can be rebuilt with as many items as it had.
 * Functions that need this take these items as `loaded`; a new entry has none.
 *
 * The form accepts an entry once both sides exist, whatever their sums: `checkEntry` decides
 * whether these agree.
 */

import { entryTotals, type DraftItem } from "./entry.ts";
import { parseMoneyInput } from "./money-input.ts";
import { MAX_AMOUNT, type Kobo } from "./money.ts";
import { SIDES, type Side, type SidedAmount } from "./side.ts";

type Sided = { readonly side: Side };
type OfLedger = { readonly ledgerId: string };

/** The values of the form's fields; null where nothing is chosen yet. */
export type ItemFields = {
  readonly side: Side | null;
  readonly ledgerId: string | null;
  /** As typed, "1,250.5". */
  readonly amount: string;
  readonly narration: string;
};

function countOn(side: Side, items: readonly Sided[]): number {
  return items.filter((item) => item.side === side).length;
}

/**
 * The sides that the next item may take: only DR when there is no item yet, and then every side
 * with a free place. Empty when no place is free.
 *
 * @param loaded the items of the entry as it was loaded for editing.
 */
export function offeredSides(items: readonly Sided[], loaded: readonly Sided[] = []): Side[] {
  if (items.length === 0) return ["DR"];
  return SIDES.filter((side) => countOn(side, items) < Math.max(1, countOn(side, loaded)));
}

/**
 * The amount in kobo that would balance the entry when `side` is the short one. Null when it is
 * not, or when the amount is too large for one item.
 */
export function proposedAmount(items: readonly SidedAmount[], side: Side): Kobo | null {
  const { difference, shortSide } = entryTotals(items);
  return shortSide === side && difference <= MAX_AMOUNT ? difference : null;
}

/**
 * The item that the form's fields describe, with its narration trimmed. Null while a field is
 * missing or the amount is not allowed in an item. The Add button is enabled when this is not null.
 */
export function completeItem(fields: ItemFields): DraftItem | null {
  const { side, ledgerId } = fields;
  const amount = parseMoneyInput(fields.amount);
  const narration = fields.narration.trim();
  if (side === null || ledgerId === null || ledgerId === "" || narration === "") return null;
  if (typeof amount !== "bigint" || amount <= 0n || amount > MAX_AMOUNT) return null;
  return { side, ledgerId, amount, narration };
}

/**
 * Appends an item.
 *
 * @throws RangeError when the item's side is not on offer or its ledger is in use.
 */
export function addItem<Item extends Sided & OfLedger>(
  items: readonly Item[],
  item: Item,
  loaded: readonly Sided[] = [],
): Item[] {
  if (!offeredSides(items, loaded).includes(item.side)) {
    throw new RangeError(`The side ${item.side} is not on offer.`);
  }
  if (items.some(({ ledgerId }) => ledgerId === item.ledgerId)) {
    throw new RangeError(`The ledger ${item.ledgerId} is already in use.`);
  }
  return [...items, item];
}

/**
 * Removes the item at `index`, counted from zero; its side and ledger are on offer again.
 *
 * @throws RangeError when there is no item at `index`.
 */
export function removeItem<Item>(items: readonly Item[], index: number): Item[] {
  if (!Number.isInteger(index) || index < 0 || index >= items.length) {
    throw new RangeError(`There is no item ${index}.`);
  }
  return items.toSpliced(index, 1);
}

/** Whether the entry can be submitted: it has at least one item on each side. */
export function canSubmit(items: readonly Sided[]): boolean {
  return SIDES.every((side) => countOn(side, items) > 0);
}
