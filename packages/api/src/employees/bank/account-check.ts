import type { BankWarning, checkBankAccount } from "@kontor/contract/employees/bank";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { isNubanDoubtful } from "@kontor/payroll/identity-numbers";
import { sql } from "kysely";

import { currentProvider, providerNamed } from "../../funding/providers.ts";
import type { Context } from "../../platform/scope.ts";
import { employeeRowAt, type EmployeeRow } from "../records/employee.ts";
import { personalNumbers } from "../records/personal-numbers.ts";
import { namesAgree } from "./names.ts";

type Account = { bank_code: string; account_number: string };

/** What is known of an account before anything is saved: what the bank calls it, and who else has it. */
export type AccountFacts = { provider_name: string | null; shared: boolean };

/**
 * Asks whose account it is. The bank is asked once the transaction has ended.
 *
 * @returns what to call then.
 * @throws Refusal `not_found`, `secret_key_missing`
 */
export async function askBank(
  context: Context,
  input: Account & { tenant_id: number; company_id: number; id: number },
): Promise<() => Promise<AccountFacts & { holder: string }>> {
  const { row } = await employeeRowAt(context, input);
  const holder = `${row.first_name} ${row.middle_name} ${row.last_name}`.replaceAll(/\s+/g, " ");
  const shared = await isShared(context, row, input.account_number);
  return async () => {
    const { bank_code, account_number } = input;
    const provider = providerNamed(currentProvider);
    const provider_name = await provider.accountName({ bank_code, account_number, holder });
    return { provider_name, shared, holder };
  };
}

/** Asks whose account it is, and says what to look at twice. @throws Refusal as {@link askBank} */
export async function accountCheck(
  context: Context,
  input: InputOf<typeof checkBankAccount>,
): Promise<() => Promise<DataOf<typeof checkBankAccount>>> {
  const ask = await askBank(context, input);
  return async () => {
    const { holder, ...facts } = await ask();
    return { account_name: facts.provider_name, warnings: warningsOf(input, facts, holder) };
  };
}

/** What to look at twice about an account. @param name the name that it is to have */
export function warningsOf(account: Account, facts: AccountFacts, name: string): BankWarning[] {
  const { provider_name, shared } = facts;
  const warnings: BankWarning[] = [];
  if (isNubanDoubtful(account.bank_code, account.account_number)) warnings.push("check_digit");
  if (provider_name === null) warnings.push("name_unknown");
  else if (!namesAgree(name, provider_name)) warnings.push("name_differs");
  if (shared) warnings.push("shared");
  return warnings;
}

/** Whether another employee of the company is paid to the account. */
export async function isShared(
  { tx, environment }: Pick<Context, "tx" | "environment">,
  { tenant_id, company_id, id }: Pick<EmployeeRow, "tenant_id" | "company_id" | "id">,
  accountNumber: string,
): Promise<boolean> {
  const sealed = personalNumbers(environment, tenant_id).seal("account_number", accountNumber);
  const { rows } = await sql`
    select from employees e
    where e.tenant_id = ${tenant_id} and e.company_id = ${company_id}
      and e.account_number_hash = ${sealed?.hash ?? null} and e.id <> ${id} limit 1`.execute(tx);
  return rows.length > 0;
}
