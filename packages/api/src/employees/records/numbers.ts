import type { readPersonalNumbers } from "@kontor/contract/employees/employees";
import type { DataOf, InputOf } from "@kontor/contract/endpoint";

import { audit } from "../../platform/audit.ts";
import { enterTenant, type Context } from "../../platform/scope.ts";
import { employeeRowAt } from "./employee.ts";
import { personalNumbers } from "./personal-numbers.ts";

/**
 * The full personal numbers of an employee, for editing. The audit log records each read.
 *
 * @throws Refusal `not_found`, `secret_unreadable`, `secret_key_missing`
 */
export async function readNumbersOf(
  context: Context,
  input: InputOf<typeof readPersonalNumbers>,
): Promise<DataOf<typeof readPersonalNumbers>> {
  const { row } = await employeeRowAt(context, input);
  const numbers = personalNumbers(context.environment, row.tenant_id);
  await enterTenant(context, row.tenant_id);
  await audit(context, row.tenant_id, "employee.numbers-read", `employee:${row.id}`);
  return {
    nin: numbers.open("nin", row.nin_sealed),
    tax_id: numbers.open("tax_id", row.tax_id_sealed),
    rsa_pin: numbers.open("rsa_pin", row.rsa_pin_sealed),
    account_number: numbers.open("account_number", row.account_number_sealed),
  };
}
