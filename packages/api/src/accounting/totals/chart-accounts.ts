import type { AccountClass, CashFlow } from "@kontor/books/account-code";
import type { Account } from "@kontor/books/account-totals";
import { sql } from "kysely";

import { withCachedPlan } from "../../platform/database/limited-client.ts";
import type { Tx } from "../../platform/scope.ts";

/** An account with its category in the statement of cash flows. */
export type ChartAccount = Account & { readonly cashFlow: CashFlow };

type GroupRow = Account["group"] & { class: AccountClass; cash_flow: CashFlow };
type LedgerRow = Pick<Account, "id" | "code" | "name"> & {
  group_id: number;
  parent_ledger_id: number | null;
  sequence: number;
};

/**
 * A ledger with its sort keys: of its group, of its parent or itself in the group, and below its
 * parent.
 */
type SortableAccount = { account: ChartAccount; group: number; ledger: number; below: number };

/**
 * The ledgers of an organization in the order of the chart, a parent before its sub-ledgers.
 *
 * They are sorted here, in a tenth of the time that the database takes to sort by four columns; the
 * database would also repeat the group for each of them.
 */
export async function chartAccounts(tx: Tx, tenantId: number): Promise<ChartAccount[]> {
  const { rows: ledgers } = await withCachedPlan(sql<LedgerRow>`
    select id, code, name, group_id, parent_ledger_id, sequence from ledgers
    where tenant_id = ${tenantId}`).execute(tx);
  // Read after the ledgers, so that the group of each ledger is included.
  const { rows: groups } = await withCachedPlan(sql<GroupRow>`
    select id, code, name, class, cash_flow from groups where tenant_id = ${tenantId} order by class, sequence`).execute(
    tx,
  );
  return sortAccounts(groups, ledgers);
}

/** @param groups in their order. */
function sortAccounts(groups: readonly GroupRow[], ledgers: readonly LedgerRow[]): ChartAccount[] {
  const places = new Map(groups.map((row, place) => [row.id, { ...groupOf(row), place }]));
  const sequences = new Map(ledgers.map(({ id, sequence }) => [id, sequence]));
  const placed = ledgers.flatMap((row): SortableAccount[] => {
    const found = places.get(row.group_id);
    // The ledger and its group were deleted between the two statements.
    if (found === undefined) return [];
    const { id, code, name, parent_ledger_id: parentId, sequence } = row;
    const { group, accountClass, cashFlow, place } = found;
    const account = { id, code, name, accountClass, cashFlow, group, parentId };
    const parent = parentId === null ? undefined : sequences.get(parentId);
    return [
      parent === undefined
        ? { account, group: place, ledger: sequence, below: 0 }
        : { account, group: place, ledger: parent, below: sequence },
    ];
  });
  placed.sort(
    (one, other) => one.group - other.group || one.ledger - other.ledger || one.below - other.below,
  );
  return placed.map(({ account }) => account);
}

function groupOf({ id, code, name, class: accountClass, cash_flow: cashFlow }: GroupRow) {
  return { accountClass, cashFlow, group: { id, code, name } };
}
