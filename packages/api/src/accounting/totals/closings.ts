import type { AccountClass, CashFlow } from "@kontor/books/account-code";
import { ENTRY_TYPE } from "@kontor/books/entry-number";
import { sql, type RawBuilder } from "kysely";

import {
  inDateRange,
  tenantCondition,
  optionalCondition,
  type DateRange,
} from "../../platform/database/conditions.ts";
import type { Tx } from "../../platform/scope.ts";

/**
 * The condition that an entry `e` closed a year within a range of days, or reversed such a closing.
 * There are few such entries a year.
 *
 * @param recordedUpTo counts only those recorded by that moment.
 */
export function isClosingEntry(days: DateRange, recordedUpTo?: string): RawBuilder<unknown> {
  return sql`e.entry_type_id = ${ENTRY_TYPE.closing.id} and ${inDateRange(sql`e.entry_date`, days)}
    and ${optionalCondition(recordedUpTo, (moment) => sql`e.recorded_at <= ${moment}::timestamptz`)}`;
}

type ClosingMovement = {
  tenant_id: number;
  ledger_id: number;
  class: AccountClass;
  cash_flow: CashFlow;
  /** Debit less credit. */
  net: bigint;
  debit: bigint;
  credit: bigint;
  items: number;
};

/**
 * Selects the movements of each ledger by closing entries in a range of days, which statements of a
 * year leave out. There are few such entries a year.
 *
 * @param tenantId null for all organizations in scope.
 */
export function selectClosingMovements(
  tenantId: number | null,
  days: DateRange,
  recordedUpTo?: string,
): RawBuilder<ClosingMovement> {
  return sql<ClosingMovement>`
    select i.tenant_id, i.ledger_id, g.class, g.cash_flow, sum(case i.dc when 'DR' then i.amount else -i.amount end) as net,
      sum(case i.dc when 'DR' then i.amount else 0 end) as debit,
      sum(case i.dc when 'CR' then i.amount else 0 end) as credit, count(*)::int as items
    from entries e
    join entry_items i on i.tenant_id = e.tenant_id and i.entry_id = e.id and not i.superseded
    join ledgers l on l.tenant_id = i.tenant_id and l.id = i.ledger_id
    join groups g on g.tenant_id = l.tenant_id and g.id = l.group_id
    where ${tenantCondition(sql`e.tenant_id`, tenantId)} and ${isClosingEntry(days, recordedUpTo)}
    group by i.tenant_id, i.ledger_id, g.class, g.cash_flow`;
}

/** Runs {@link selectClosingMovements}. */
export async function closingMovements(
  tx: Tx,
  tenantId: number | null,
  days: DateRange,
  recordedUpTo?: string,
): Promise<ClosingMovement[]> {
  const { rows } = await selectClosingMovements(tenantId, days, recordedUpTo).execute(tx);
  return rows;
}
