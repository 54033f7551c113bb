import type { Account } from "@kontor/books/account-totals";

import { booksFilter, booksOf } from "../../accounting/tenant-of.ts";
import type { Context } from "../../platform/scope.ts";

type Asked = { tenant_id?: number | undefined; recorded_up_to?: string | undefined };

/**
 * The organization of a report, null for all; as they were the books are shown of one.
 *
 * @throws Refusal `not_found`, `module_off`; `organization_required` for all as they were.
 */
export async function booksRecorded(context: Context, asked: Asked): Promise<number | null> {
  if (asked.recorded_up_to === undefined) return booksFilter(context, asked.tenant_id);
  // 0 is all organizations.
  return booksOf(context, asked.tenant_id === 0 ? undefined : asked.tenant_id);
}

/** The accounts in which a ledger that changed is added up: "ledger 7" of itself and its parent, "group 3". */
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
