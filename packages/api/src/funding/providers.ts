import type { Clock } from "../platform/clock.ts";
import { assertOutsideTransaction, type Database } from "../platform/database/database.ts";
import type { AccountProvider, FundingProvider } from "./provider.ts";
import { sandboxAccounts } from "./sandbox/accounts.ts";
import { openSandbox } from "./sandbox/sandbox.ts";

/** The provider at which new accounts are opened. */
export const currentProvider = sandboxAccounts.name;

/** Whether a provider holds no real money. */
export function isSandbox(provider: string): boolean {
  return provider === sandboxAccounts.name;
}

/**
 * The provider with a given name, for jobs and for the part of an `externalActionRoute` that runs after
 * its transaction. Its calls throw while a transaction is open, because a network call would hold
 * the transaction's locks.
 *
 * @throws Error for an unknown name.
 */
export function providerNamed(name: string): AccountProvider {
  if (!isSandbox(name)) throw new Error(`there is no funding provider called ${name}`);
  return outsideTransactions(sandboxAccounts);
}

/** All providers that send money. Their calls also throw inside a transaction. */
export function openProviders(tools: {
  database: Database;
  clock: Clock;
}): readonly FundingProvider[] {
  return [sendsOutsideTransactions(openSandbox(tools))];
}

/** Wraps a provider so that its calls throw inside a transaction. */
export function outsideTransactions(provider: AccountProvider): AccountProvider {
  return {
    name: provider.name,
    open: async (account, signal) => {
      assertOutsideTransaction("opening a virtual account");
      return provider.open(account, signal);
    },
    accountName: async (account, signal) => {
      assertOutsideTransaction("asking a bank for an account's name");
      return provider.accountName(account, signal);
    },
  };
}

/** Wraps a provider that sends money as {@link outsideTransactions} does. */
export function sendsOutsideTransactions(provider: FundingProvider): FundingProvider {
  return {
    ...provider,
    ...outsideTransactions(provider),
    send: async (transfer, signal) => {
      assertOutsideTransaction("sending money");
      return provider.send(transfer, signal);
    },
    find: async (reference, signal) => {
      assertOutsideTransaction("asking for a transfer");
      return provider.find(reference, signal);
    },
  };
}
