import { formatEntryNumber, entryTypeById } from "@kontor/books/entry-number";
import { kobo, ZERO, type Kobo } from "@kontor/books/money";
import { fromSigned, type Side } from "@kontor/books/side";
import type { ledger } from "@kontor/contract/accounting/accounts";
import type { entry, entryRevision, entryRow } from "@kontor/contract/accounting/entries";
import type { group } from "@kontor/contract/accounting/groups";
import type { statement } from "@kontor/contract/accounting/statements";
import type { z } from "zod";

import { lagosDate } from "../../platform/clock.ts";
import {
  balanceOf,
  currentRevision,
  groupById,
  ledgerById,
  ledgersIn,
  ledgerLines,
  movementsAfter,
  netOf,
  openingBalanceOf,
  subLedgersOf,
  sum,
  type Model,
  type ModelEntry,
  type ModelGroup,
  type ModelItem,
  type ModelLedger,
  type ModelLine,
} from "./books-model.ts";

/** The expected responses of the books, computed from the model only. */

type Range = { start_date?: string; end_date?: string };
export type Paging = { page: number; per_page: number };

export function sidedFields<Name extends string>(
  field: Name,
  net: bigint,
): Record<Name, Kobo> & Record<`${Name}_dc`, Side> {
  const { amount, side } = fromSigned(net);
  return { [field]: amount, [`${field}_dc`]: side } as Record<Name, Kobo> &
    Record<`${Name}_dc`, Side>;
}

export function pageOf<Row>(rows: readonly Row[], { page, per_page }: Paging): Row[] {
  return rows.slice((page - 1) * per_page, page * per_page);
}

const inRange =
  ({ start_date, end_date }: Range) =>
  (day: string): boolean =>
    (start_date === undefined || day >= start_date) && (end_date === undefined || day <= end_date);

export function expectedGroup(model: Model, row: ModelGroup): z.output<typeof group> {
  const held = ledgersIn(model, row).length;
  return {
    id: row.id,
    tenant_id: model.tenant_id,
    organization_name: model.organization_name,
    code: row.code,
    name: row.name,
    class: row.class,
    seeded: row.seeded,
    control_group_delete: !row.seeded && held === 0,
    cash_flow: row.cash_flow,
    // Only the group of the standard chart that holds the Funding account is cash in these books.
    holds_funding: row.cash_flow === "cash",
    ledgers_count: held,
    version: row.version,
  };
}

export function expectedLedger(
  model: Model,
  row: ModelLedger,
  createdAt: Date,
): z.output<typeof ledger> {
  const { code, name } = groupById(model, row.group_id);
  const today = lagosDate(createdAt);
  const own = balanceOf(model, row) - movementsAfter(model, row, today);
  const subs = subLedgersOf(model, row);
  const later = sum([row, ...subs].map((each) => movementsAfter(model, each, today)));
  const below = sum(
    subs.map((each) => balanceOf(model, each) - movementsAfter(model, each, today)),
  );
  return {
    id: row.id,
    tenant_id: model.tenant_id,
    org_name: model.organization_name,
    group_id: row.group_id,
    group_code: code,
    group_name: name,
    parent_ledger_id: row.parent_ledger_id,
    parent_ledger_name:
      row.parent_ledger_id === null ? null : ledgerById(model, row.parent_ledger_id).name,
    code: row.code,
    name: row.name,
    op_balance: row.op_balance,
    op_balance_dc: row.op_balance_dc,
    ...sidedFields("cl_balance", own + below),
    ...sidedFields("own_balance", own),
    ...sidedFields("after_today", later),
    notes: "",
    count_sub_ledgers: subs.length,
    control: row.control,
    // The first group of the standard chart is cash. It holds the Funding account, which is
    // controlled, and Bank clearing.
    bank: !row.control && code === "01-01" && row.code !== "01-01-0002",
    version: row.version,
    created_at: createdAt,
  };
}

function entryLabels(row: ModelEntry): { entry_type_label: string; ent_number: string } {
  const type = entryTypeById(row.entry_type_id);
  if (type === undefined) throw new Error(`the model has an entry of type ${row.entry_type_id}`);
  return { entry_type_label: type.label, ent_number: formatEntryNumber(type.prefix, row.number) };
}

export function expectedEntry(
  model: Model,
  row: ModelEntry,
  recordedAt: Date,
): z.output<typeof entry> {
  const { date, narration, items } = currentRevision(row);
  const today = lagosDate(recordedAt);
  return {
    id: row.id,
    tenant_id: model.tenant_id,
    organization_name: model.organization_name,
    entry_type_id: row.entry_type_id,
    ...entryLabels(row),
    date,
    narration,
    revision: row.revisions.length,
    recorded_at: recordedAt,
    reversed_by: null,
    reverses: null,
    items: items.map((item) => {
      const account = ledgerById(model, item.ledger_id);
      return {
        ...withLedgerName(model, item),
        dr_amount: item.dc === "DR" ? item.amount : ZERO,
        cr_amount: item.dc === "CR" ? item.amount : ZERO,
        ...sidedFields(
          "cl_balance",
          balanceOf(model, account) - movementsAfter(model, account, today),
        ),
      };
    }),
  };
}

/** An item with the present code and name of its ledger. */
function withLedgerName(model: Model, item: ModelItem) {
  const { code, name } = ledgerById(model, item.ledger_id);
  return { ...item, code, name };
}

export function expectedHistory(
  model: Model,
  row: ModelEntry,
  recorded: { by: string; at: Date },
): z.output<typeof entryRevision>[] {
  return row.revisions
    .map(({ date, narration, items }, index) => ({
      revision: index + 1,
      current: index + 1 === row.revisions.length,
      recorded_by: recorded.by,
      recorded_at: recorded.at,
      date,
      narration,
      items: items.map((item) => withLedgerName(model, item)),
    }))
    .toReversed();
}

function netOfLines(lines: readonly ModelLine[]): bigint {
  return sum(lines.map(({ item }) => netOf(item)));
}

function sumOf(lines: readonly ModelLine[], side: Side): Kobo {
  return kobo(sum(lines.map(({ item }) => (item.dc === side ? item.amount : 0n))));
}

export function expectedStatement(
  model: Model,
  row: ModelLedger,
  query: Range & Paging,
  { today, createdAt }: { today: string; createdAt: Date },
): z.output<typeof statement> & { total: number; page: number } {
  const lines = ledgerLines(model, row.id);
  const chosen = lines.filter(({ date }) => inRange(query)(date));
  const earlier = lines.filter(({ date }) => date < (query.start_date ?? ""));
  const skipped = chosen.slice(0, (query.page - 1) * query.per_page);
  const opening = openingBalanceOf(row);
  const before = opening + netOfLines(earlier) + netOfLines(skipped);
  const onPage = pageOf(chosen, query);
  const upToToday = lines.filter(({ date }) => date <= today);
  return {
    ledger: expectedLedger(model, row, createdAt),
    total: chosen.length,
    page: query.page,
    total_debit: sumOf(chosen, "DR"),
    total_credit: sumOf(chosen, "CR"),
    rows: onPage.map((line, index) => ({
      ...expectedStatementLine(model, line),
      ...runningBalance(before + netOfLines(onPage.slice(0, index + 1))),
    })),
    ...sidedFields("opening_balance", opening),
    opened_on: [lagosDate(createdAt), ...lines.map(({ date }) => date)].toSorted()[0] ?? "",
    ...sidedFields("closing_balance", opening + netOfLines(upToToday)),
    ...sidedFields("after_today", movementsAfter(model, row, today)),
    ...sidedFields("current_opening_balance", before),
    ...sidedFields("current_closing_balance", before + netOfLines(onPage)),
  };
}

function runningBalance(net: bigint): { balance: Kobo; dc: Side } {
  const { amount, side } = fromSigned(net);
  return { balance: amount, dc: side };
}

function expectedStatementLine(model: Model, { entry: row, date, item, line }: ModelLine) {
  const { items, narration } = currentRevision(row);
  const other = items.findIndex(({ dc }) => dc !== item.dc);
  const [first = 0, second = 0] = [line, other].toSorted((one, two) => one - two);
  const pair = [first, second].map((at) => {
    const { dc, code, name } = withLedgerName(model, items[at] ?? item);
    return { dc, code, name };
  });
  const [item_first, item_second] = pair;
  if (item_first === undefined || item_second === undefined) throw new Error("two lines are shown");
  return {
    entry_id: row.id,
    line: line + 1,
    entry_type_id: row.entry_type_id,
    ent_number: entryLabels(row).ent_number,
    date,
    narration,
    item_first,
    item_second,
    more_items: items.length - 2,
    item_debit_amount: item.dc === "DR" ? item.amount : ZERO,
    item_credit_amount: item.dc === "CR" ? item.amount : ZERO,
    since: null,
    in_reversal: false,
    locked: false,
  };
}

/** The list of entries of several organizations, newest first. */
export function expectedEntries(
  models: readonly Model[],
  query: Range & Paging & { ledger_id?: number },
): { rows: z.output<typeof entryRow>[]; total: number } {
  const all = models.flatMap((model) => [...model.entries.values()].map((row) => ({ model, row })));
  const found = all.filter(({ row }) => {
    const { date, items } = currentRevision(row);
    const named =
      query.ledger_id === undefined || items.some((item) => item.ledger_id === query.ledger_id);
    return named && inRange(query)(date);
  });
  const ordered = found.toSorted((one, other) => {
    const [left, right] = [currentRevision(one.row).date, currentRevision(other.row).date];
    return left === right ? other.row.id - one.row.id : left < right ? 1 : -1;
  });
  return {
    rows: pageOf(ordered, query).map(({ model, row }) => expectedEntryRow(model, row)),
    total: found.length,
  };
}

function expectedEntryRow(model: Model, row: ModelEntry): z.output<typeof entryRow> {
  const { date, narration, items } = currentRevision(row);
  const debits = items.filter(({ dc }) => dc === "DR");
  const firstOn = (side: Side) => {
    const item = items.find(({ dc }) => dc === side);
    if (item === undefined) throw new Error(`entry ${row.id} of the model has no ${side} item`);
    return ledgerById(model, item.ledger_id);
  };
  return {
    id: row.id,
    tenant_id: model.tenant_id,
    organization_name: model.organization_name,
    entry_type_id: row.entry_type_id,
    ...entryLabels(row),
    date,
    debit_name: firstOn("DR").name,
    debit_code: firstOn("DR").code,
    credit_name: firstOn("CR").name,
    credit_code: firstOn("CR").code,
    amount: kobo(sum(debits.map(({ amount }) => amount))),
    narration,
    in_reversal: false,
    locked: false,
  };
}
