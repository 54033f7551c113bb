export const employeeStatuses = ["ACTIVE", "SUSPENDED", "EXITED"] as const;
export type EmployeeStatus = (typeof employeeStatuses)[number];

export const genders = ["FEMALE", "MALE"] as const;

/** The reasons for leaving, as lists and letters show them. */
export const exitReasons = [
  "RESIGNED",
  "DISMISSED",
  "REDUNDANT",
  "RETIRED",
  "CONTRACT_ENDED",
  "DIED",
  "OTHER",
] as const;
export type ExitReason = (typeof exitReasons)[number];

/**
 * Warnings about an account before money is sent to it. None of them blocks: merged banks keep
 * accounts with the other bank's code, and people write their names in many ways.
 */
export const bankWarnings = [
  "check_digit",
  "name_differs",
  "name_unknown",
  "name_awaited",
  "shared",
] as const;
export type BankWarning = (typeof bankWarnings)[number];

/** The data that payroll needs about an employee, in the order of the page. */
const requirements = [
  ["pay", "Pay", "pay"],
  ["bank_account", "Bank account", "bank"],
  ["state", "State of residence", "personal"],
  ["tax_id", "Tax ID", "statutory"],
  ["rsa_pin", "RSA PIN", "statutory"],
  ["pfa", "Pension fund administrator", "statutory"],
  ["nhf_number", "NHF number", "statutory"],
] as const;

export type PayrollRequirement = (typeof requirements)[number][0];
export type EmployeeSection = (typeof requirements)[number][2] | "job" | "reliefs";

export const payrollRequirements: readonly PayrollRequirement[] = requirements.map(
  ([code]) => code,
);

/** The label of a need, and the section of the employee's page where it is entered. */
export function payrollRequirement(code: PayrollRequirement): {
  title: string;
  section: EmployeeSection;
} {
  const need = requirements.find(([name]) => name === code);
  if (need === undefined) throw new Error(`payroll needs no ${code}`);
  return { title: need[1], section: need[2] };
}

/** The columns by which the list of employees can be sorted. */
export const employeeSorts = [
  "name",
  "staff_no",
  "start_date",
  "department",
  "organization",
  "status",
  "payroll",
  "monthly_pay",
] as const;
