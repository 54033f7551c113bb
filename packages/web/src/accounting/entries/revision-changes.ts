import type { entryRevision } from "@kontor/contract/accounting/entries";
import { formatDate, formatMoney } from "@kontor/contract/format";
import type { z } from "zod";

export type Revision = z.output<typeof entryRevision>;
type Item = Revision["items"][number];

/** One difference between two revisions. A missing value is null. */
export type RevisionChange = { what: string; before: string | null; after: string | null };

/** The changes of a revision from the previous one: date, narration, then its items in order. */
export function revisionChanges(before: Revision, after: Revision): RevisionChange[] {
  // A ledger is used once in an entry, so that it identifies the item.
  const earlier = new Map(before.items.map((item) => [item.ledger_id, item]));
  const later = new Set(after.items.map((item) => item.ledger_id));
  const removed = before.items.filter((item) => !later.has(item.ledger_id));
  const nameOf = ledgerNamesIn([...before.items, ...after.items]);
  return [
    ...difference("Date", formatDate(before.date), formatDate(after.date)),
    ...difference("Narration", before.narration || null, after.narration || null),
    ...removed.map((item) => ({ what: nameOf(item), before: itemText(item), after: null })),
    ...after.items.flatMap((item) => itemChanges(nameOf(item), earlier.get(item.ledger_id), item)),
  ];
}

function itemChanges(name: string, before: Item | undefined, after: Item): RevisionChange[] {
  if (before === undefined) return [{ what: name, before: null, after: itemText(after) }];
  return [
    ...difference(name, itemText(before), itemText(after)),
    ...difference(`Narration of ${name}`, before.narration, after.narration),
  ];
}

function difference(what: string, before: string | null, after: string | null): RevisionChange[] {
  return before === after ? [] : [{ what, before, after }];
}

/** Names the ledger of an item, with its code if another one of these has the same name. */
function ledgerNamesIn(items: readonly Item[]): (item: Item) => string {
  const byName = Map.groupBy(items, ({ name }) => name);
  return ({ ledger_id, name, code }) =>
    byName.get(name)?.some((other) => other.ledger_id !== ledger_id) === true
      ? `${name} (${code})`
      : name;
}

function itemText({ dc, amount }: Item): string {
  return `${dc} ${formatMoney(amount)}`;
}
