import type { AccountProvider } from "../provider.ts";

/**
 * The provider used while no bank is connected; its bank name says that it holds no real money. It
 * confirms the presumed holder of every account, except that it does not know accounts ending in
 * 000, and that accounts ending in 111 belong to somebody else. behaviours.ts describes transfers
 * to an account.
 */
export const sandboxAccounts: AccountProvider = {
  name: "sandbox",
  open: ({ reference, account_name }) => {
    const [tenantId = ""] = /\d+/.exec(reference) ?? [];
    const virtual_account_number = `99${tenantId.padStart(8, "0")}`;
    return Promise.resolve({
      bank_name: "Sandbox Bank (no real money)",
      account_name,
      virtual_account_number,
    });
  },
  accountName: ({ account_number, holder }) => {
    if (account_number.endsWith("000")) return Promise.resolve(null);
    const name = account_number.endsWith("111") ? "Sandbox Somebody Else" : holder;
    return Promise.resolve(name.toUpperCase());
  },
};
