import type { AccountClass, CashFlow } from "@kontor/books/account-code";
import { sql, type RawBuilder } from "kysely";

import { inDateRange, tenantCondition } from "../../platform/database/conditions.ts";
import type { Tx } from "../../platform/scope.ts";
import type { Days } from "./ledger-totals.ts";
import { changedEntries } from "./recorded.ts";

/** The cash received (positive) or paid for a ledger of an investing or financing group, in kobo. */
type ActivityCash = {
  tenant_id: number;
  ledger_id: number;
  class: AccountClass;
  cash_flow: CashFlow;
  amount: bigint;
};

/** The ledgers of one organization whose entries are read, and the moment of recording, if any. */
type LedgerSelection = {
  tenantId: number;
  ledgerIds: readonly number[];
  recordedUpTo: string | undefined;
};

/**
 * The cash received and paid in a range of days for the ledgers of investing and financing groups.
 *
 * An entry that moves cash on balance attributes it to its items on the other side than cash, in
 * proportion to their amounts, each rounded so that they add up. So a purchase of ₦150 of which ₦100
 * is paid and ₦50 owed is a payment of ₦100. An entry that moves no cash, such as depreciation or a
 * transfer between banks, attributes nothing.
 *
 * Totals by ledger cannot tell which entries moved cash, so the entries of these ledgers are read.
 * Their ledgers have few: equipment, loans, capital.
 *
 * @param selection null for all organizations in scope.
 */
export async function cashOfActivities(
  tx: Tx,
  days: Days,
  selection: LedgerSelection | null,
): Promise<ActivityCash[]> {
  if (selection?.ledgerIds.length === 0) return [];
  const tenantId = selection?.tenantId ?? null;
  // For one organization each table is filtered by its id; for all, tables are joined by tenant.
  const same = (table: string) =>
    tenantId === null
      ? sql`${sql.ref(`${table}.tenant_id`)} = m.tenant_id`
      : sql`${sql.ref(`${table}.tenant_id`)} = ${tenantId}`;
  const { rows } = await sql<ActivityCash>`
    with ${changedEntriesTable(selection)} moving as materialized (${movingEntries(days, selection)}), items as (
      select i.tenant_id, i.entry_id, i.line, i.ledger_id, g.class, g.cash_flow,
        case i.dc when 'DR' then i.amount else -i.amount end as net
      from moving m
      join entry_items i on ${same("i")} and i.entry_id = m.entry_id and i.revision = m.revision
      join ledgers l on ${same("l")} and l.id = i.ledger_id
      join groups g on ${same("g")} and g.id = l.group_id
    ), moved as (
      select i.*, sum(i.net) filter (where i.cash_flow = 'cash') over (partition by i.entry_id) as cash from items i
    ), attributed as (
      select o.*, sum(abs(o.net)) over (partition by o.entry_id) as whole,
        sum(abs(o.net)) over (partition by o.entry_id order by o.line) as up_to
      from moved o where o.cash_flow <> 'cash' and sign(o.net) = -sign(o.cash)
    )
    select a.tenant_id, a.ledger_id, a.class, a.cash_flow,
      sum(div(a.cash * a.up_to, a.whole) - div(a.cash * (a.up_to - abs(a.net)), a.whole))::bigint as amount
    from attributed a where a.cash_flow in ('investing', 'financing')
    group by a.tenant_id, a.ledger_id, a.class, a.cash_flow`.execute(tx);
  return rows;
}

/** The entries of the days with items on the ledgers, by their revision. */
function movingEntries(days: Days, selection: LedgerSelection | null): RawBuilder<unknown> {
  const inRange = sql`not i.superseded and ${inDateRange(sql`i.day`, days)}`;
  if (selection === null) {
    return sql`
      select distinct i.tenant_id, i.entry_id, i.revision from groups g
      join ledgers l on l.tenant_id = g.tenant_id and l.group_id = g.id
      join entry_items i on i.tenant_id = l.tenant_id and i.ledger_id = l.id and ${inRange}
      where g.cash_flow in ('investing', 'financing')`;
  }
  const { tenantId, ledgerIds, recordedUpTo } = selection;
  const present = sql`
    select distinct i.entry_id, i.revision from entry_items i
    where ${tenantCondition(sql`i.tenant_id`, tenantId)} and i.ledger_id = any (${[...ledgerIds]}::bigint[]) and ${inRange}`;
  if (recordedUpTo === undefined) return present;
  return sql`
    ${present} and not exists (select from changed c where c.id = i.entry_id)
    union all
    select c.id, c.revision_then from changed c
    where c.revision_then is not null and ${inDateRange(sql`c.date_then`, days)}`;
}

/** The entries recorded since the moment, with their revisions at it. */
function changedEntriesTable(selection: LedgerSelection | null): RawBuilder<unknown> {
  if (selection?.recordedUpTo === undefined) return sql``;
  return sql`changed as materialized (${changedEntries(selection.tenantId, selection.recordedUpTo)}),`;
}
