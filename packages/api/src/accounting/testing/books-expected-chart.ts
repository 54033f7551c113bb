import { kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";
import type { accountRow, accountTotals } from "@kontor/contract/accounting/accounts";
import type { z } from "zod";

import { pageOf, sidedFields, type Paging } from "./books-expected.ts";
import {
  balanceOf,
  ledgersIn,
  movementsAfter,
  openingBalanceOf,
  subLedgersOf,
  sum,
  type Model,
  type ModelLedger,
} from "./books-model.ts";

/** The chart of several organizations, in the order of their ids. */
export function expectedAccounts(
  models: readonly Model[],
  query: Paging & { group_id?: number; search?: string },
  today: string,
): { rows: z.output<typeof accountRow>[]; total: number } {
  const all = models.flatMap((model) => expectedAccountRows(model, query.group_id, today));
  const search = query.search?.toLowerCase() ?? "";
  const found = all.filter(({ name, code }) =>
    [name, code].some((text) => text.toLowerCase().includes(search)),
  );
  return { rows: pageOf(found, query), total: found.length };
}

function expectedAccountRows(
  model: Model,
  groupId: number | undefined,
  today: string,
): z.output<typeof accountRow>[] {
  const groups = [...model.groups.values()]
    .filter(({ id }) => groupId === undefined || id === groupId)
    .toSorted((one, other) =>
      one.class === other.class ? one.sequence - other.sequence : one.class < other.class ? -1 : 1,
    );
  return groups.flatMap((row) => {
    const held = ledgersIn(model, row).toSorted((one, other) => one.sequence - other.sequence);
    const parents = held.filter((each) => each.parent_ledger_id === null);
    const later = sum(held.map((each) => movementsAfter(model, each, today)));
    const closing = sum(held.map((each) => balanceOf(model, each))) - later;
    const head = {
      ...rowHead(model, row),
      type: "Group" as const,
      group_id: row.id,
      parent_ledger_id: null,
      ...sidedFields("op_balance", sum(held.map(openingBalanceOf))),
      ...sidedFields("cl_balance", closing),
      ...sidedFields("own_balance", closing),
      ...sidedFields("after_today", later),
      count_sub_ledgers: 0,
      control_group_delete: !row.seeded && held.length === 0,
    };
    const below = parents.flatMap((parent) => [
      parent,
      ...held.filter((each) => each.parent_ledger_id === parent.id),
    ]);
    return [head, ...below.map((each) => ledgerRow(model, each, today))];
  });
}

function rowHead(model: Model, { id, code, name }: { id: number; code: string; name: string }) {
  return {
    id,
    tenant_id: model.tenant_id,
    organization_name: model.organization_name,
    code,
    name,
  };
}

function ledgerRow(model: Model, row: ModelLedger, today: string): z.output<typeof accountRow> {
  const subs = subLedgersOf(model, row);
  const asOf = (each: ModelLedger) => balanceOf(model, each) - movementsAfter(model, each, today);
  const own = asOf(row);
  return {
    ...rowHead(model, row),
    type: "Ledger",
    group_id: row.group_id,
    parent_ledger_id: row.parent_ledger_id,
    ...sidedFields("op_balance", openingBalanceOf(row) + sum(subs.map(openingBalanceOf))),
    ...sidedFields("cl_balance", own + sum(subs.map(asOf))),
    ...sidedFields("own_balance", own),
    ...sidedFields(
      "after_today",
      sum([row, ...subs].map((each) => movementsAfter(model, each, today))),
    ),
    count_sub_ledgers: subs.length,
    control_group_delete: false,
  };
}

export function expectedTotals(models: readonly Model[]): z.output<typeof accountTotals> {
  const each = models.map((model) => ({ model, ...openingSums([...model.ledgers.values()]) }));
  const unbalanced = each
    .filter(({ debit, credit }) => debit !== credit)
    .map(({ model, debit, credit }) => ({
      tenant_id: model.tenant_id,
      organization_name: model.organization_name,
      ...compared(debit, credit),
    }))
    .toSorted((one, other) => (one.organization_name < other.organization_name ? -1 : 1));
  const debit = sum(each.map((sums) => sums.debit));
  const credit = sum(each.map((sums) => sums.credit));
  return { ...compared(debit, credit), unbalanced_count: unbalanced.length, unbalanced };
}

function openingSums(ledgers: readonly ModelLedger[]): { debit: bigint; credit: bigint } {
  const on = (side: Side) =>
    sum(ledgers.filter((row) => row.op_balance_dc === side).map((row) => row.op_balance));
  return { debit: on("DR"), credit: on("CR") };
}

function compared(debit: bigint, credit: bigint) {
  const short: Side | null = debit === credit ? null : debit < credit ? "DR" : "CR";
  const difference = debit < credit ? credit - debit : debit - credit;
  return {
    debit: kobo(debit),
    credit: kobo(credit),
    difference: kobo(difference),
    short_side: short,
  };
}
