import { defaultPayrollSettings, type PayrollSettings } from "@kontor/payroll/pay/settings";

/** How an organization pays its people: the pay day, and whether the Labour Act binds. */
export function paySettings(): PayrollSettings {
  return defaultPayrollSettings;
}
