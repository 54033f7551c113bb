import { personalNumbers } from "../../employees/records/personal-numbers.ts";
import {
  resealColumn,
  type ResealResult,
  type ResealTools,
} from "../../platform/configuration/reseal.ts";

/** Reseals the account numbers to which the net pay of an organization's payslips goes. */
export function resealPayslips(tools: ResealTools, tenantId: number): Promise<ResealResult> {
  const numbers = personalNumbers(tools.environment, tenantId);
  return resealColumn(tools, tenantId, {
    table: "payslips",
    column: "account_number_sealed",
    namedBy: "employee_id",
    nameOf: () => numbers.nameOf("account_number"),
    hash: {
      column: "account_number_hash",
      of: (text) => numbers.fingerprint("account_number", text),
    },
  });
}
