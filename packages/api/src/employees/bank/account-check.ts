import type { checkBankAccount, correctAccountName } from "@kontor/contract/employees/bank";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";

import { currentProvider, providerNamed } from "../../funding/providers.ts";
import { outgoingHold } from "../../platform/configuration/outgoing.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Context } from "../../platform/scope.ts";
import {
  isSharedAccount,
  accountWarningsOf,
  type Account,
  type AccountFacts,
} from "../records/account-warnings.ts";
import { employeeRowAt } from "../records/employee.ts";
import { personalNumbers } from "../records/personal-numbers.ts";

/** How long a user filling in a form waits for the bank, in milliseconds. */
const timeout = 15_000;

/**
 * Prepares to ask the bank for an account's holder. The bank must be called after the transaction.
 *
 * @returns the function that calls the bank; while calls to banks are on hold, one that calls nobody
 * and does not know the holder.
 * @throws Refusal `not_found`, `secret_key_missing`
 */
export async function prepareHolderInquiry(
  context: Context,
  input: Account & { tenant_id: number; company_id: number; id: number },
): Promise<() => Promise<AccountFacts & { holder: string }>> {
  const { row } = await employeeRowAt(context, input);
  const holder = `${row.first_name} ${row.middle_name} ${row.last_name}`.replaceAll(/\s+/g, " ");
  const numbers = personalNumbers(context.environment, row.tenant_id);
  const fingerprint = numbers.fingerprint("account_number", input.account_number);
  const shared = await isSharedAccount(context, row, fingerprint);
  const held = await outgoingHold(context.tx);
  return async () => {
    if (held !== null) return { provider_name: null, shared, holder };
    const { bank_code, account_number } = input;
    const provider = providerNamed(currentProvider);
    const provider_name = await provider.accountName(
      { bank_code, account_number, holder },
      AbortSignal.timeout(timeout),
    );
    return { provider_name, shared, holder };
  };
}

/**
 * Prepares to ask the bank for the holder of an employee's present account, whose name is corrected.
 *
 * @returns the function that calls the bank, and returns the account with the facts.
 * @throws Refusal `not_found`, `account_missing`, `secret_key_missing`
 */
export async function preparePresentHolderInquiry(
  context: Context,
  input: InputOf<typeof correctAccountName>,
): Promise<() => Promise<AccountFacts & { account: Account }>> {
  const { row } = await employeeRowAt(context, input);
  const { tenant_id, bank_code, account_number_sealed } = row;
  const numbers = personalNumbers(context.environment, tenant_id);
  const account_number = numbers.open("account_number", account_number_sealed);
  if (bank_code === null || account_number === null) throw new Refusal("account_missing");
  const account = { bank_code, account_number };
  const inquire = await prepareHolderInquiry(context, { ...input, ...account });
  return async () => ({ ...(await inquire()), account });
}

/**
 * Asks the bank for an account's holder and returns the warnings. @throws Refusal as {@link
 * prepareHolderInquiry}
 */
export async function accountCheck(
  context: Context,
  input: InputOf<typeof checkBankAccount>,
): Promise<() => Promise<DataOf<typeof checkBankAccount>>> {
  const inquire = await prepareHolderInquiry(context, input);
  return async () => {
    const { holder, ...facts } = await inquire();
    return { account_name: facts.provider_name, warnings: accountWarningsOf(input, facts, holder) };
  };
}
