import type { Account, ListedAccount } from "@kontor/books/account-totals";

import { changedAccounts } from "./as-recorded.ts";

/** A line of a statement: an account, or a line of another kind. */
type Line<Kind extends string> = {
  readonly kind: Kind;
  readonly account: ListedAccount | null;
};

/**
 * Presents the account of a line of a statement: its organization, whether it has changed, and its
 * name, which is null for a line that is no account.
 *
 * @param figures the ledgers of the statement, or organizations in their place.
 */
export function accountPresenter(
  figures: readonly (Account & { readonly tenantId: number; readonly changed: boolean })[],
) {
  const tenants = new Map(figures.map(({ id, tenantId }) => [id, tenantId]));
  const changed = changedAccounts(figures);
  return <Kind extends string>({ kind, account }: Line<Kind>) => {
    // A statement of several organizations lists each as it lists a ledger.
    const ofOrganization = account !== null && account.groupId === 0;
    return {
      kind: ofOrganization ? ("organization" as const) : kind,
      tenant_id:
        account === null ? null : (tenants.get(account.id) ?? figures[0]?.tenantId ?? null),
      id: account?.id ?? null,
      group_id: account === null || ofOrganization ? null : account.groupId,
      code: account?.code ?? null,
      name: account?.name ?? null,
      changed:
        account !== null && changed.has(`${kind === "group" ? "group" : "ledger"} ${account.id}`),
    };
  };
}
