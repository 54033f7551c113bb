import { kobo, type Kobo } from "@kontor/books/money";
import type { ErrorCode } from "@kontor/contract/error-codes";

import {
  currentRevision,
  ledgerById,
  netOf,
  subLedgersOf,
  sum,
  type Model,
  type ModelEntry,
  type ModelItem,
} from "./books-model.ts";
import type { EntryDraft } from "./books-operations.ts";

/**
 * Selects a row by a place, modulo the number of rows, counted from the newest, where most changes
 * happen.
 */
export function pickRow<Row extends { id: number }>(
  rows: ReadonlyMap<number, Row>,
  place: number,
): Row {
  return pickAt(
    [...rows.values()].toSorted((one, other) => one.id - other.id),
    place,
  );
}

function pickAt<Row>(rows: readonly Row[], place: number): Row {
  const row = rows[place % rows.length];
  if (row === undefined) throw new Error("there is no row to pick");
  return row;
}

/**
 * Whether a ledger accepts postings: it is neither a control ledger nor has it sub-ledgers. A
 * revised entry may keep one that it already uses.
 */
function acceptsPostings(model: Model, ledgerId: number, revised: ModelEntry | undefined): boolean {
  const row = model.ledgers.get(ledgerId);
  if (row === undefined || row.control) return false;
  if (subLedgersOf(model, row).length === 0) return true;
  return (
    revised !== undefined &&
    currentRevision(revised).items.some((item) => item.ledger_id === ledgerId)
  );
}

/** The items of a draft, including its defect. `revised` is the entry that they replace. */
export function draftItems(
  model: Model,
  other: Model,
  draft: EntryDraft,
  revised?: ModelEntry,
): ModelItem[] {
  const ids = [...model.ledgers.keys()].toSorted((one, two) => two - one);
  const free =
    draft.defect === "any ledger" ? ids : ids.filter((id) => acceptsPostings(model, id, revised));
  const taken = Array.from({ length: draft.debits + draft.credits }, (_unused, index) => {
    const id = pickAt(free, draft.ledgers[index % draft.ledgers.length] ?? 0);
    free.splice(free.indexOf(id), 1);
    return id;
  });
  if (draft.defect === "foreign ledger") {
    taken[taken.length - 1] = pickAt([...other.ledgers.keys()], draft.ledgers[0] ?? 0);
  }
  const debits = distributeParts(draft, draft.debits);
  const credits = distributeParts(draft, draft.credits);
  if (draft.defect === "unbalanced") debits[0] = kobo((debits[0] ?? 0n) + 1n);
  const items = [
    ...debits.map((amount) => ({ dc: "DR" as const, amount })),
    ...credits.map((amount) => ({ dc: "CR" as const, amount })),
  ].map((item, index): ModelItem => ({
    ...item,
    ledger_id: taken[index] ?? 0,
    narration: `Line ${index + 1}`,
  }));
  return draft.creditFirst ? items.toReversed() : items;
}

/**
 * Distributes the draft's parts over a number of items; a side with more items than parts repeats
 * parts.
 */
function distributeParts({ parts, debits, credits }: EntryDraft, items: number): Kobo[] {
  const amounts = Array.from({ length: items }, () => 0n);
  const count = Math.max(parts.length, debits, credits);
  for (let index = 0; index < count; index++) {
    const at = index % items;
    amounts[at] = (amounts[at] ?? 0n) + (parts[index % parts.length] ?? 0n);
  }
  return amounts.map(kobo);
}

/**
 * The reasons for which a request with these entries would be refused; empty when they may be
 * posted. `revised` is the entry that the only one of them replaces.
 */
export function draftRefusals(
  model: Model,
  entries: readonly (readonly ModelItem[])[],
  revised?: ModelEntry,
): Set<ErrorCode> {
  const unbalanced = entries.filter((items) => sum(items.map(netOf)) !== 0n).length;
  const refusals = new Set<ErrorCode>();
  if (unbalanced === 1) refusals.add("entry_unbalanced");
  if (unbalanced > 1) refusals.add("validation_failed");
  for (const { ledger_id } of entries.flat()) {
    if (!model.ledgers.has(ledger_id)) refusals.add("not_found");
    else if (ledgerById(model, ledger_id).control) refusals.add("ledger_controlled");
    else if (!acceptsPostings(model, ledger_id, revised)) refusals.add("ledger_closed_to_postings");
  }
  return refusals;
}
