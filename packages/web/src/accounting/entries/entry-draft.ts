import { ASSETS, classOf, LIABILITIES } from "@kontor/books/account-code";
import type { DraftItem } from "@kontor/books/entry";
import {
  addItem,
  completeItem,
  offeredSides,
  proposedAmount,
  removeItem,
} from "@kontor/books/entry-builder";
import { printMoney } from "@kontor/books/money";
import { SIDES, type Side } from "@kontor/books/side";
import {
  maxNarrationLength,
  type entry,
  type entryItemBody,
} from "@kontor/contract/accounting/entries";
import { asOneLine } from "@kontor/contract/wire/text";
import type { z } from "zod";

import { changedByBoth, mergeChanges } from "../../platform/form/merge-changes.ts";
import { moneyProblem, type MoneyValue } from "../../ui/form/money-input.tsx";
import type { EntryScreen } from "../entry-screens.ts";

type Entry = z.output<typeof entry>;

/** The ledger of an item: what the form shows of it. */
export type DraftLedger = Pick<
  Entry["items"][number],
  "code" | "name" | "cl_balance" | "cl_balance_dc"
> & { id: number; tenant_id: number; organization_name: string };

/** An item that was added. */
export type BuiltItem = DraftItem & { readonly ledger: DraftLedger };

/** An entry in preparation: the items so far and the fields of the next one. */
export type EntryDraft = {
  readonly items: readonly BuiltItem[];
  /** The items of the entry that is being edited; see books/entry-builder. */
  readonly loaded: readonly BuiltItem[];
  readonly ledger: DraftLedger | null;
  /** The chosen side, which may no longer be available. */
  readonly side: Side | null;
  readonly amount: MoneyValue;
  /** Whether the amount was typed, so that none is proposed. */
  readonly amountTyped: boolean;
  /** Null while the narration of the entry is proposed. */
  readonly narration: string | null;
  /** The item that was deleted last and its position, until the next change. */
  readonly deleted: { readonly item: BuiltItem; readonly index: number } | null;
};

/** What the form starts with. */
export type EntryStart = { entry_date: string; narration: string; draft: EntryDraft };

/** What the form holds. The date may be missing. */
export type TypedEntry = { date: string | null; narration: string; draft: EntryDraft };

/**
 * The actions on a draft: fill in fields of the next item, add it, replace an item, delete one, or
 * undo the last deletion. An item that is added has the narration of the entry unless it got its
 * own.
 */
export type DraftChange =
  | { type: "fill"; fields: Partial<Pick<EntryDraft, "ledger" | "side" | "amount" | "narration">> }
  | { type: "add"; entryNarration: string }
  | { type: "revise"; index: number; item: BuiltItem }
  | { type: "remove"; index: number }
  | { type: "undo" }
  | { type: "replace"; draft: EntryDraft };

const emptyFields = {
  ledger: null,
  side: null,
  amount: null,
  amountTyped: false,
  narration: null,
  deleted: null,
} as const;

/** A new entry, without any item. */
export const emptyDraft: EntryDraft = { items: [], loaded: [], ...emptyFields };

/**
 * An entry that was loaded for editing. Narrations recorded when control characters were still taken
 * become one line, which can be saved again.
 */
export function draftOf(entry: Entry): EntryDraft {
  const items = entry.items.map((item): BuiltItem => ({
    side: item.dc,
    ledgerId: String(item.ledger_id),
    amount: item.amount,
    narration: asOneLine(item.narration),
    ledger: {
      ...item,
      id: item.ledger_id,
      tenant_id: entry.tenant_id,
      organization_name: entry.organization_name,
    },
  }));
  return { items, loaded: items, ...emptyFields };
}

/** The sides that the next item may take. */
export function availableSides({ items, loaded }: EntryDraft): Side[] {
  return offeredSides(items, loaded);
}

/**
 * The side of the next item: the chosen one while it is offered, else the first; null when none is
 * offered.
 */
export function nextSide(draft: EntryDraft): Side | null {
  const sides = availableSides(draft);
  return sides.find((side) => side === draft.side) ?? sides[0] ?? null;
}

/** The amount of the next item: the typed one, else what its side lacks. */
export function nextAmount(draft: EntryDraft): MoneyValue {
  const side = nextSide(draft);
  if (draft.amountTyped || side === null) return draft.amount;
  return proposedAmount(draft.items, side);
}

/** The narration of the next item: what was typed, else that of the entry. */
export function nextNarration(draft: EntryDraft, entryNarration: string): string {
  return draft.narration ?? entryNarration;
}

/** The item that the fields describe, or null while it cannot be added. */
export function nextItem(draft: EntryDraft, entryNarration: string): BuiltItem | null {
  const { ledger } = draft;
  const amount = nextAmount(draft);
  const narration = nextNarration(draft, entryNarration);
  return itemOf({ side: nextSide(draft), ledger, amount, narration });
}

type ItemParts = {
  side: Side | null;
  ledger: DraftLedger | null;
  amount: MoneyValue;
  narration: string;
};

/** The item of these fields, or null while something is missing or too long. */
export function itemOf({ side, ledger, amount, narration }: ItemParts): BuiltItem | null {
  if (ledger === null || typeof amount !== "bigint") return null;
  if (narration.trim().length > maxNarrationLength) return null;
  const ledgerId = String(ledger.id);
  const item = completeItem({ side, ledgerId, amount: printMoney(amount), narration });
  return item && { ...item, ledger };
}

/** What is missing in an item: the field, and a sentence. */
type MissingPart = { field: "ledger" | "amount" | "narration"; message: string };

/** What is missing in the fields of the next item; null when it can be added or no side is open. */
export function missingInItem(draft: EntryDraft, entryNarration: string): MissingPart | null {
  if (nextSide(draft) === null || nextItem(draft, entryNarration) !== null) return null;
  if (draft.ledger === null)
    return { field: "ledger", message: "Choose a ledger before adding the item." };
  const amount = nextAmount(draft);
  if (typeof amount !== "bigint" || amount <= 0n) {
    return { field: "amount", message: "Enter an amount before adding the item." };
  }
  if (nextNarration(draft, entryNarration).trim() === "") {
    return { field: "narration", message: "Enter a narration before adding the item." };
  }
  if (isNarrationTooLong(nextNarration(draft, entryNarration))) {
    return { field: "narration", message: "Correct the item before adding it." };
  }
  const message = moneyProblem(amount, "above-zero") ?? "Correct the item before adding it.";
  return { field: "amount", message };
}

/** Whether the narration of an entry is longer than it may be. */
export function isNarrationTooLong(entryNarration: string): boolean {
  return entryNarration.trim().length > maxNarrationLength;
}

/** What is missing before the entry can be submitted, as a sentence; null when nothing is. */
export function missingInEntry({ items }: EntryDraft, entryNarration: string): string | null {
  if (isNarrationTooLong(entryNarration)) return "Shorten the narration before submitting.";
  if (items.length === 0) return "Add a DR item and a CR item before submitting.";
  const missing = SIDES.find((side) => items.every((item) => item.side !== side));
  return missing === undefined ? null : `Add a ${missing} item before submitting.`;
}

/** Warns of an item that was begun but not added, and so would not be posted, as a sentence. */
export function unaddedItemWarning(draft: EntryDraft): string | undefined {
  const { ledger, amount, amountTyped, narration } = draft;
  if (ledger !== null) return `The item begun above, of ${ledger.name}, is not part of it.`;
  const isBegun = (amountTyped && amount !== null) || (narration ?? "").trim() !== "";
  return isBegun ? "The item begun above is not part of it." : undefined;
}

/** The account classes of cash and bank ledgers; an overdraft is a liability. */
const moneyClasses: readonly string[] = [ASSETS, LIABILITIES];

/**
 * For each kind of entry, the sides that must use ledgers of these classes, and the rule in words.
 */
const moneySideRules: Readonly<
  Record<EntryScreen["kind"], { side: Side | "both"; rule: string } | null>
> = {
  receipt: {
    side: "DR",
    rule: "A receipt debits the cash or bank ledger that the money came into",
  },
  payment: { side: "CR", rule: "A payment credits the cash or bank ledger that the money left" },
  contra: { side: "both", rule: "A contra moves money between cash and bank ledgers" },
  journal: null,
};

/**
 * Warns of an entry whose sides are probably swapped, or whose kind is wrong, as a sentence: a receipt
 * that debits, a payment that credits, or a contra that uses a ledger that is not of cash or bank.
 */
export function moneySideWarning(
  kind: EntryScreen["kind"],
  items: readonly Pick<BuiltItem, "side" | "ledger">[],
): string | undefined {
  const expected = moneySideRules[kind];
  if (expected === null) return undefined;
  const { side, rule } = expected;
  const checked = items.filter((item) => side === "both" || item.side === side);
  const others = checked.filter(({ ledger }) => !moneyClasses.includes(classOf(ledger.code)));
  // One item of cash or bank on the expected side is enough.
  if (others.length === 0 || (side !== "both" && others.length < checked.length)) return undefined;
  const verb = side === "both" ? "uses" : side === "DR" ? "debits" : "credits";
  return `${rule}; this one ${verb} ${listInWords(others.map(({ ledger }) => ledger.name))}.`;
}

/** "Rent", "Rent and Sales", "Rent, Sales and 3 more". */
function listInWords(names: readonly string[]): string {
  const [first = "", second = "", ...more] = names;
  if (names.length < 2) return first;
  return more.length === 0
    ? `${first} and ${second}`
    : `${first}, ${second} and ${more.length} more`;
}

/** The draft after a change; the same draft when the change is not possible. */
export function changeDraft(draft: EntryDraft, change: DraftChange): EntryDraft {
  switch (change.type) {
    case "fill": {
      const amountTyped = draft.amountTyped || change.fields.amount !== undefined;
      return { ...draft, ...change.fields, amountTyped };
    }
    case "replace": {
      return change.draft;
    }
    case "revise": {
      return { ...draft, items: draft.items.with(change.index, change.item) };
    }
    case "remove": {
      const { index } = change;
      const item = draft.items[index];
      return {
        ...draft,
        items: removeItem(draft.items, index),
        deleted: item === undefined ? null : { item, index },
      };
    }
    case "undo": {
      return canUndo(draft) ? restoreDeleted(draft) : draft;
    }
    case "add":
    default: {
      const item = nextItem(draft, change.entryNarration);
      if (item === null) return draft;
      return { ...draft, items: addItem(draft.items, item, draft.loaded), ...emptyFields };
    }
  }
}

/** Whether the deleted item can be put back: its side and its ledger are still free. */
export function canUndo({ items, loaded, deleted }: EntryDraft): boolean {
  if (deleted === null) return false;
  const { side, ledgerId } = deleted.item;
  // The very first item takes DR, but a restored item keeps its own side.
  const free = items.length === 0 || offeredSides(items, loaded).includes(side);
  return free && items.every((item) => item.ledgerId !== ledgerId);
}

function restoreDeleted(draft: EntryDraft): EntryDraft {
  const { items, deleted } = draft;
  if (deleted === null) return draft;
  return { ...draft, items: items.toSpliced(deleted.index, 0, deleted.item), deleted: null };
}

/** The items as they are sent. */
export function itemsToSend(items: readonly BuiltItem[]): z.output<typeof entryItemBody>[] {
  return items.map(({ side, ledger, amount, narration }) => ({
    dc: side,
    amount,
    ledger_id: ledger.id,
    narration,
  }));
}

/** Whether two lists hold the same items in the same order. */
export function areSameItems(one: readonly BuiltItem[], other: readonly BuiltItem[]): boolean {
  return (
    one.length === other.length &&
    one.every((item, index) => {
      const twin = other[index];
      return (
        item.side === twin?.side &&
        item.ledgerId === twin.ledgerId &&
        item.amount === twin.amount &&
        item.narration === twin.narration
      );
    })
  );
}

/** Whether leaving would lose anything typed or changed. */
export function isEntryTouched(start: EntryStart, { date, narration, draft }: TypedEntry): boolean {
  return date !== start.entry_date || narration !== start.narration || isDraftTouched(draft);
}

/** The same of the items alone. */
export function isDraftTouched(draft: EntryDraft): boolean {
  return unaddedItemWarning(draft) !== undefined || !areSameItems(draft.items, draft.loaded);
}

/**
 * Merges an edit with what another user saved meanwhile. Items that the user changed are kept as a
 * whole: they balance together, so a mixture of two lists could be an entry that nobody intended.
 *
 * @param started the version that the edit began with.
 * @param changesRow whether the user changed fields of an item that it does not have yet.
 * @returns what the form holds then, and sentences about what both users changed, by field.
 */
export function mergeEntry(
  started: EntryStart,
  { date, narration, draft }: TypedEntry,
  latest: EntryStart,
  changesRow: boolean,
): TypedEntry & { conflicts: Record<string, string> } {
  const head = mergeChanges<Head>(headOf(started), { entry_date: date, narration }, headOf(latest));
  const conflicts = Object.fromEntries(head.conflicts.map((field) => [field, changedByBoth]));
  const { items: startedItems } = started.draft;
  const { items: latestItems } = latest.draft;
  const keepsItems = changesRow || !areSameItems(draft.items, startedItems);
  const items = keepsItems ? draft.items : latestItems;
  if (!areSameItems(items, latestItems) && !areSameItems(latestItems, startedItems)) {
    conflicts["items"] =
      "Somebody else also changed the items. Yours are kept; please compare them with the history below.";
  }
  const isLedgerUsed = items.some(({ ledger }) => ledger.id === draft.ledger?.id);
  const ledger = isLedgerUsed ? null : draft.ledger;
  return {
    date: head.values.entry_date,
    narration: head.values.narration,
    draft: { ...draft, items, loaded: latestItems, ledger },
    conflicts,
  };
}

type Head = { entry_date: string | null; narration: string };

function headOf({ entry_date, narration }: EntryStart): Head {
  return { entry_date, narration };
}
