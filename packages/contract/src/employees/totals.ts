import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { money } from "../wire/money.ts";
import { employeeFilters } from "./employees.ts";

export const getEmployeeTotals = endpoint({
  method: "GET",
  path: "/employees/totals",
  summary: "The total monthly pay of the employees that match the filters, without leavers",
  access: "employees.read",
  query: z.strictObject(employeeFilters),
  /**
   * Null without the permission to see pay, and when more than 50,000 rates would have to be added
   * up.
   */
  data: z.strictObject({ employees: z.int().min(0), monthly_pay: money }).nullable(),
});
