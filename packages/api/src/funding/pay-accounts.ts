import { sql } from "kysely";

import type { Context } from "../platform/scope.ts";

/** Opens virtual bank accounts into which an organization's funds are paid. */
export type FundingProvider = {
  readonly name: string;
  open(account: { tenant_id: number; account_name: string }): Promise<VirtualAccount>;
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
export const sandboxProvider: FundingProvider = {
  name: "sandbox",
  open: ({ tenant_id, account_name }) =>
    Promise.resolve({
      bank_name: "Sandbox Bank (no real money)",
      account_name,
      virtual_account_number: `99${String(tenant_id).padStart(8, "0")}`,
    }),
  accountName: ({ account_number, holder }) => {
    if (account_number.endsWith("000")) return Promise.resolve(null);
    const name = account_number.endsWith("111") ? "Sandbox Somebody Else" : holder;
    return Promise.resolve(name.toUpperCase());
  },
};

/** Opens the pay account of a new company on its funding ledger. The scope must be the tenant. */
export async function openPayAccount(
  context: Pick<Context, "tx" | "clock">,
  provider: FundingProvider,
  account: { tenant_id: number; company_id: number; ledger_id: number; account_name: string },
): Promise<void> {
  const opened = await provider.open(account);
  await sql`
    insert into pay_accounts (tenant_id, company_id, ledger_id, provider, bank_name, account_name,
      virtual_account_number, created_at)
    values (${account.tenant_id}, ${account.company_id}, ${account.ledger_id}, ${provider.name},
      ${opened.bank_name}, ${opened.account_name}, ${opened.virtual_account_number}, ${context.clock.now()})`.execute(
    context.tx,
  );
}
