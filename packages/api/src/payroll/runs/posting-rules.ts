import type { Side } from "@kontor/books/side";

import type { LedgerPurpose } from "../../accounting/chart/standard-chart.ts";

/**
 * The amounts that payslips post to each ledger, as sums of their columns: Dr staff costs by
 * component and the employer's contributions; Cr liabilities to authorities and employees, and
 * recovered advances. The calculation has taken pay that was not earned from the components.
 */
export const postingRules = [
  { purpose: "basic_salaries", dc: "DR", columns: ["basic"] },
  { purpose: "housing_allowances", dc: "DR", columns: ["housing"] },
  { purpose: "transport_allowances", dc: "DR", columns: ["transport"] },
  { purpose: "other_allowances", dc: "DR", columns: ["other"] },
  { purpose: "other_pay", dc: "DR", columns: ["items"] },
  { purpose: "pension_cost", dc: "DR", columns: ["pension_employer"] },
  { purpose: "nsitf_cost", dc: "DR", columns: ["nsitf"] },
  { purpose: "itf_cost", dc: "DR", columns: ["itf"] },
  { purpose: "paye_payable", dc: "CR", columns: ["paye"] },
  { purpose: "pension_payable", dc: "CR", columns: ["pension_employee", "pension_employer"] },
  { purpose: "nhf_payable", dc: "CR", columns: ["nhf"] },
  { purpose: "nsitf_payable", dc: "CR", columns: ["nsitf"] },
  { purpose: "itf_payable", dc: "CR", columns: ["itf"] },
  { purpose: "payroll_deductions_payable", dc: "CR", columns: ["other_deductions"] },
  { purpose: "salary_advances_receivable", dc: "CR", columns: ["advance_principal"] },
  { purpose: "salary_advance_interest", dc: "CR", columns: ["advance_interest"] },
  { purpose: "net_salaries_payable", dc: "CR", columns: ["net"] },
] as const satisfies readonly { purpose: LedgerPurpose; dc: Side; columns: readonly string[] }[];
