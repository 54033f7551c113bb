import { kobo } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import type { getFinancials, getPayAccount } from "@kontor/contract/funding/funding";

type Financials = DataOf<typeof getFinancials>;
type Transaction = Financials["transactions"][number];
type PayAccount = DataOf<typeof getPayAccount>;

/** A deposit of ₦125,000.50. */
export function transaction(more: Partial<Transaction> = {}): Transaction {
  return {
    id: 31,
    action: "DEPOSIT",
    purpose: null,
    amount: kobo(12_500_050n),
    description: "Float of the week",
    status: "COMPLETED",
    created_at: new Date("2026-03-05T13:30:00Z"),
    entry_id: 41,
    entry_type_id: 10,
    ent_number: "DEP-000001",
    corrects: null,
    corrected_by: null,
    ...more,
  };
}

/** A balance of ₦1,250,000.00 and one transaction. */
export function financials(more: Partial<Financials> = {}): Financials {
  return {
    balance: kobo(125_000_000n),
    balance_dc: "DR",
    ledger_id: 51,
    deposit_limit: kobo(5_000_000_000n),
    completed_deposits: kobo(125_000_000n),
    completed_withdrawals: kobo(0n),
    transactions: [transaction()],
    ...more,
  };
}

/** An open account. */
export function payAccount(): PayAccount {
  return {
    status: "OPEN",
    bank_name: "Sandbox Bank (no real money)",
    account_name: "Acme Corporation",
    virtual_account_number: "9900000007",
    provider: "sandbox",
    sandbox: true,
  };
}

/** An account that the provider has not opened yet. */
export function openingPayAccount(): PayAccount {
  return { ...payAccount(), status: "OPENING", bank_name: null, virtual_account_number: null };
}
