import type { DraftItem } from "@kontor/books/entry";
import {
  addItem,
  completeItem,
  offeredSides,
  proposedAmount,
  removeItem,
} from "@kontor/books/entry-builder";
import { printMoney } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";
import type { entry, entryItemBody } from "@kontor/contract/accounting/entries";
import type { z } from "zod";

import type { MoneyValue } from "../../ui/form/money-input.tsx";

type Entry = z.output<typeof entry>;

/** A ledger of an item, as far as the form shows it. */
export type DraftLedger = Pick<
  Entry["items"][number],
  "code" | "name" | "cl_balance" | "cl_balance_dc"
> & { id: number; tenant_id: number; organization_name: string };

/** An item that was added. */
export type BuiltItem = DraftItem & { readonly ledger: DraftLedger };

/** An entry while it is put together: the items so far and the fields of the next one. */
export type EntryDraft = {
  readonly items: readonly BuiltItem[];
  /** The items that the entry came with when it is edited; see books/entry-builder. */
  readonly loaded: readonly BuiltItem[];
  readonly ledger: DraftLedger | null;
  /** The side that somebody chose, which may no longer be on offer. */
  readonly side: Side | null;
  readonly amount: MoneyValue;
  /** Somebody typed the amount, so that no other is proposed. */
  readonly amountTyped: boolean;
  readonly narration: string;
};

/** What somebody does to a draft: fills in fields of the next item, adds it, or removes an item. */
export type DraftChange =
  | { type: "fill"; fields: Partial<Pick<EntryDraft, "ledger" | "side" | "amount" | "narration">> }
  | { type: "add" }
  | { type: "remove"; index: number }
  | { type: "replace"; draft: EntryDraft };

const emptyFields = {
  ledger: null,
  side: null,
  amount: null,
  amountTyped: false,
  narration: "",
} as const;

/** A new entry, without any item. */
export const emptyDraft: EntryDraft = { items: [], loaded: [], ...emptyFields };

/** An entry that was loaded for editing. */
export function draftOf(entry: Entry): EntryDraft {
  const items = entry.items.map((item): BuiltItem => ({
    side: item.dc,
    ledgerId: String(item.ledger_id),
    amount: item.amount,
    narration: item.narration,
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
export function sidesOnOffer({ items, loaded }: EntryDraft): Side[] {
  return offeredSides(items, loaded);
}

/** The side of the next item: the chosen one while it is on offer, else the first; null when none is. */
export function nextSide(draft: EntryDraft): Side | null {
  const sides = sidesOnOffer(draft);
  return sides.find((side) => side === draft.side) ?? sides[0] ?? null;
}

/** The amount of the next item: what was typed, else what its side lacks. */
export function nextAmount(draft: EntryDraft): MoneyValue {
  const side = nextSide(draft);
  if (draft.amountTyped || side === null) return draft.amount;
  return proposedAmount(draft.items, side);
}

/** The item that the fields describe, or null while it cannot be added. */
export function nextItem(draft: EntryDraft): BuiltItem | null {
  const { ledger, narration } = draft;
  const amount = nextAmount(draft);
  if (ledger === null || typeof amount !== "bigint") return null;
  const item = completeItem({
    side: nextSide(draft),
    ledgerId: String(ledger.id),
    amount: printMoney(amount),
    narration,
  });
  return item && { ...item, ledger };
}

/** The draft after a change; unchanged when an item is added that is not complete. */
export function changeDraft(draft: EntryDraft, change: DraftChange): EntryDraft {
  if (change.type === "fill") {
    const amountTyped = draft.amountTyped || change.fields.amount !== undefined;
    return { ...draft, ...change.fields, amountTyped };
  }
  if (change.type === "replace") return change.draft;
  if (change.type === "remove") return { ...draft, items: removeItem(draft.items, change.index) };
  const item = nextItem(draft);
  if (item === null) return draft;
  return { ...draft, items: addItem(draft.items, item, draft.loaded), ...emptyFields };
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
export function sameItems(one: readonly BuiltItem[], other: readonly BuiltItem[]): boolean {
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

/** Whether anything was typed or changed that leaving would lose. */
export function isDraftTouched(draft: EntryDraft): boolean {
  return (
    draft.ledger !== null ||
    draft.narration.trim() !== "" ||
    (draft.amountTyped && draft.amount !== null) ||
    !sameItems(draft.items, draft.loaded)
  );
}
