import { refuseInsideTransaction } from "../platform/database/database.ts";

/**
 * Opens virtual bank accounts into which an organization's funds are paid, and knows whose accounts are.
 * Every call goes over a network and may take long, fail, or succeed without our hearing of it.
 */
export type FundingProvider = {
  readonly name: string;
  /**
   * Opens an account, or finds the one that was opened by the same reference: asking again after an
   * unknown outcome opens no second one.
   *
   * @param signal ends the call, whose outcome is unknown then.
   */
  open(
    account: { reference: string; account_name: string },
    signal: AbortSignal,
  ): Promise<VirtualAccount>;
  /**
   * The name under which a bank has an account; null where it knows none or does not say.
   *
   * @param account.holder whom it is believed to belong to, which some providers compare and all may ignore.
   */
  accountName(account: {
    bank_code: string;
    account_number: string;
    holder: string;
  }): Promise<string | null>;
};

export type VirtualAccount = {
  bank_name: string;
  account_name: string;
  virtual_account_number: string;
};

/**
 * The provider while no bank is connected; its bank name says that no real money is there. It takes every
 * account for its believed holder's, but for those that end in 000, which it does not know, and in 111,
 * which are somebody else's.
 */
const sandbox: FundingProvider = {
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

/** The name of the provider that new accounts are opened at. */
export const currentProvider = sandbox.name;

/** Whether no real money is at a provider. */
export function isSandbox(provider: string): boolean {
  return provider === sandbox.name;
}

/**
 * The provider of a name, for jobs and for the part of an `outsideRoute` that runs after its transaction.
 * Each of its calls throws where a transaction is open: a network call would hold its locks.
 *
 * @throws Error for a name that there is no provider of.
 */
export function providerNamed(name: string): FundingProvider {
  if (name !== sandbox.name) throw new Error(`there is no funding provider called ${name}`);
  return outsideTransactions(sandbox);
}

/** The provider, whose calls throw inside a transaction. */
export function outsideTransactions(provider: FundingProvider): FundingProvider {
  return {
    name: provider.name,
    open: async (account, signal) => {
      refuseInsideTransaction("opening a virtual account");
      return provider.open(account, signal);
    },
    accountName: async (account) => {
      refuseInsideTransaction("asking a bank for an account's name");
      return provider.accountName(account);
    },
  };
}
