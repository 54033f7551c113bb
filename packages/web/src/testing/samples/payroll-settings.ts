import { kobo } from "@kontor/books/money";

import type { PayrollSettings } from "../../employees/payroll-settings.ts";

export const payrollSettingsInEffect = (more: Partial<PayrollSettings> = {}): PayrollSettings => ({
  pay_day: 25,
  proration: "calendar_days",
  pension_base: "basic_housing_transport",
  pension_employee: 8,
  pension_employer: 10,
  nhf_active: false,
  nhf_base: "basic",
  nsitf_active: true,
  nsitf_base: "gross",
  itf_active: false,
  itf_base: "gross",
  floor_amount: kobo(0n),
  floor_percentage: 0,
  labour_act: "warning",
  separate_people: true,
  level: "built_in",
  version: 0,
  updated_at: null,
  ...more,
});
