import type { BankWarning } from "@kontor/contract/reference/employees";
import { isNubanDoubtful } from "@kontor/payroll/identity-numbers";
import { sql } from "kysely";

import type { Context } from "../../platform/scope.ts";
import { namesAgree } from "./account-names.ts";

export type Account = { bank_code: string; account_number: string };
type EmployeeKey = { tenant_id: number; company_id: number; id: number };

/**
 * The known facts of an account: the holder's name at the bank, whether another employee has it,
 * and whether the bank's answer is still awaited.
 */
export type AccountFacts = {
  provider_name: string | null;
  shared: boolean;
  /** A job is asking the bank and has no answer yet. */
  awaited?: boolean;
};

/** The warnings to show about an account. @param name the expected holder */
export function accountWarningsOf(
  account: Account,
  facts: AccountFacts,
  name: string,
): BankWarning[] {
  const { provider_name, shared, awaited = false } = facts;
  const warnings: BankWarning[] = [];
  if (isNubanDoubtful(account.bank_code, account.account_number)) warnings.push("check_digit");
  if (awaited) warnings.push("name_awaited");
  else if (provider_name === null) warnings.push("name_unknown");
  else if (!namesAgree(name, provider_name)) warnings.push("name_differs");
  if (shared) warnings.push("shared");
  return warnings;
}

/** Whether another employee of the company is paid to the account with this fingerprint. */
export async function isSharedAccount(
  { tx }: Pick<Context, "tx">,
  { tenant_id, company_id, id }: EmployeeKey,
  fingerprint: Buffer,
): Promise<boolean> {
  const { rows } = await sql`
    select from employees e
    where e.tenant_id = ${tenant_id} and e.company_id = ${company_id}
      and e.account_number_hash = ${fingerprint} and e.id <> ${id} limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * The changes of an employee's account for which the bank's answer is awaited; null stands for the
 * present account.
 */
export async function awaitedAccounts(
  { tx }: Pick<Context, "tx">,
  { tenant_id, id }: Pick<EmployeeKey, "tenant_id" | "id">,
): Promise<(number | null)[]> {
  const { rows } = await sql<{ change_id: number | null }>`
    select change_id from bank_inquiries
    where tenant_id = ${tenant_id} and employee_id = ${id}`.execute(tx);
  return rows.map(({ change_id }) => change_id);
}
