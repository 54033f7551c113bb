import type { Account } from "@kontor/books/account-totals";

import { booksFilter, booksOf } from "../../accounting/tenant-of.ts";
import type { Context } from "../../platform/scope.ts";

type Filter = { tenant_id?: number | undefined; recorded_up_to?: string | undefined };

/**
 * The organization of a report, null for all. Books as of an earlier moment are available for one
 * organization only.
 *
 * @throws Refusal `not_found`, `module_off`; `organization_required` for an earlier moment of all.
 */
export async function booksRecorded(context: Context, filter: Filter): Promise<number | null> {
  if (filter.recorded_up_to === undefined) return booksFilter(context, filter.tenant_id);
  // 0 means all organizations.
  return booksOf(context, filter.tenant_id === 0 ? undefined : filter.tenant_id);
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
