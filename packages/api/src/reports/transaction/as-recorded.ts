import type { Account } from "@kontor/books/account-totals";

import { booksFilter, booksTenant } from "../../accounting/books-tenant.ts";
import { refuseFutureMoment } from "../../accounting/totals/recorded.ts";
import type { Context } from "../../platform/scope.ts";

type Filter = {
  tenant_id?: number | undefined;
  recorded_up_to?: string | undefined;
  group_id?: number | undefined;
};

/**
 * The organization of a report, null for all. Books as of an earlier moment and the ledgers of a
 * group are available for one organization only.
 *
 * @throws Refusal `not_found`, `module_off`; `organization_required` for an earlier moment or a
 *   group of all; `moment_in_future` at `recorded_up_to`.
 */
export async function reportTenant(context: Context, filter: Filter): Promise<number | null> {
  const { tenant_id, recorded_up_to, group_id } = filter;
  refuseFutureMoment(context.clock, recorded_up_to);
  if (recorded_up_to === undefined && group_id === undefined) {
    return booksFilter(context, tenant_id);
  }
  // 0 means all organizations.
  return booksTenant(context, tenant_id === 0 ? undefined : tenant_id);
}

/**
 * Keys of the accounts that include a changed ledger: "ledger 7" for itself and its parent, "group
 * 3" for its group.
 */
export function changedAccounts(
  ledgers: readonly (Account & { readonly changed: boolean })[],
): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const ledger of ledgers) {
    if (!ledger.changed) continue;
    changed.add(`ledger ${ledger.id}`).add(`group ${ledger.group.id}`);
    if (ledger.parentId !== null) changed.add(`ledger ${ledger.parentId}`);
  }
  return changed;
}
