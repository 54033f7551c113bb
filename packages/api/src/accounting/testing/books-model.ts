import type { AccountClass, CashFlow } from "@kontor/books/account-code";
import type { Kobo } from "@kontor/books/money";
import { signed, type Side } from "@kontor/books/side";

/**
 * A model of books in memory, as simple as possible: nothing is stored twice, and every balance is
 * added up from the items. The property tests compare the real books with it.
 */
export type Model = {
  tenant_id: number;
  organization_name: string;
  groups: Map<number, ModelGroup>;
  ledgers: Map<number, ModelLedger>;
  entries: Map<number, ModelEntry>;
  /** The last sequence allotted in each class, whether or not its group still exists. */
  groupSequences: Map<AccountClass, number>;
  /** The last number allotted of each entry type. */
  numbers: Map<number, bigint>;
};

export type ModelGroup = {
  id: number;
  code: string;
  name: string;
  class: AccountClass;
  cash_flow: CashFlow;
  sequence: number;
  seeded: boolean;
  ledgerSequence: number;
  version: number;
};

export type ModelLedger = {
  id: number;
  group_id: number;
  parent_ledger_id: number | null;
  code: string;
  sequence: number;
  name: string;
  op_balance: Kobo;
  op_balance_dc: Side;
  /** Whether the system posts to it, so that it cannot be a parent. */
  hasPurpose: boolean;
  /** Whether it accepts no manual entries and has a fixed opening balance. */
  control: boolean;
  version: number;
};

export type ModelItem = { dc: Side; amount: Kobo; ledger_id: number; narration: string };

export type ModelRevision = { date: string; narration: string; items: readonly ModelItem[] };

/** The last revision is the current one. */
export type ModelEntry = {
  id: number;
  entry_type_id: number;
  number: bigint;
  revisions: ModelRevision[];
};

/** One item of the current revision of an entry, as a line of its ledger. */
export type ModelLine = { entry: ModelEntry; date: string; item: ModelItem; line: number };

export function currentRevision(entry: ModelEntry): ModelRevision {
  const current = entry.revisions.at(-1);
  if (current === undefined) throw new Error("an entry has at least one revision");
  return current;
}

export function netOf(item: { dc: Side; amount: Kobo }): bigint {
  return signed(item.dc, item.amount);
}

export function sum(nets: Iterable<bigint>): bigint {
  let total = 0n;
  for (const net of nets) total += net;
  return total;
}

/** The lines of a ledger by day and then by entry. */
export function ledgerLines(model: Model, ledgerId: number): ModelLine[] {
  const lines: ModelLine[] = [];
  for (const entry of model.entries.values()) {
    const { date, items } = currentRevision(entry);
    const line = items.findIndex((item) => item.ledger_id === ledgerId);
    const item = items[line];
    if (item !== undefined) lines.push({ entry, date, item, line });
  }
  return lines.toSorted((one, other) =>
    one.date === other.date ? one.entry.id - other.entry.id : one.date < other.date ? -1 : 1,
  );
}

export function openingBalanceOf(ledger: ModelLedger): bigint {
  return signed(ledger.op_balance_dc, ledger.op_balance);
}

/** A ledger's own balance after all postings, debit positive. */
export function balanceOf(model: Model, ledger: ModelLedger): bigint {
  const lines = ledgerLines(model, ledger.id);
  return lines.reduce((net, { item }) => net + netOf(item), openingBalanceOf(ledger));
}

/** The movements of a ledger by entries dated after a day, debit positive. */
export function movementsAfter(model: Model, ledger: ModelLedger, day: string): bigint {
  const later = ledgerLines(model, ledger.id).filter(({ date }) => date > day);
  return later.reduce((net, { item }) => net + netOf(item), 0n);
}

export function subLedgersOf(model: Model, ledger: ModelLedger): ModelLedger[] {
  return [...model.ledgers.values()].filter((each) => each.parent_ledger_id === ledger.id);
}

export function ledgersIn(model: Model, group: ModelGroup): ModelLedger[] {
  return [...model.ledgers.values()].filter((each) => each.group_id === group.id);
}

export function ledgerById(model: Model, id: number): ModelLedger {
  const ledger = model.ledgers.get(id);
  if (ledger === undefined) throw new Error(`the model has no ledger ${id}`);
  return ledger;
}

export function groupById(model: Model, id: number): ModelGroup {
  const group = model.groups.get(id);
  if (group === undefined) throw new Error(`the model has no group ${id}`);
  return group;
}

export function entryById(model: Model, id: number): ModelEntry {
  const entry = model.entries.get(id);
  if (entry === undefined) throw new Error(`the model has no entry ${id}`);
  return entry;
}
