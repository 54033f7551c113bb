import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { exitReasons } from "../reference/employees.ts";
import { date } from "../wire/dates.ts";
import { amount, money } from "../wire/money.ts";
import { optionalLine, optionalText, line } from "../wire/text.ts";
import { version } from "../wire/version.ts";
import { employee, employeePath, employeeParams } from "./employees.ts";
import { payItem, payItemKinds } from "./pay.ts";

/**
 * An amount owed when an employee leaves: to the employee (EARNING) or by the employee (DEDUCTION).
 */
const owed = z.strictObject({
  name: line("what is owed", 80),
  kind: z.enum(payItemKinds, { error: "Choose EARNING or DEDUCTION." }),
  amount,
  taxable: z.boolean({ error: "Say true or false." }),
});

/**
 * A repeated call replaces the earlier exit. Payroll then pays or recovers the difference to what
 * was paid meanwhile.
 */
export const leaveEmployment = endpoint({
  method: "PUT",
  path: `${employeePath}/exit`,
  summary: "End an employment, with last day, reason and amounts still owed by either side",
  access: "employees.write",
  params: employeeParams,
  body: z.strictObject({
    /** The last day of work, past or future. */
    exit_date: date,
    reason: z.enum(exitReasons, { error: "Choose a reason from the list." }),
    note: optionalText(500),
    /** Paid or deducted once, in the pay of the last month. */
    owed: z.array(owed).max(50, "Give at most 50 items."),
    version,
  }),
  data: employee,
});

export const cancelExit = endpoint({
  method: "DELETE",
  path: `${employeePath}/exit`,
  summary: "Undo an end of employment that was entered by mistake, with its amounts owed",
  access: "employees.write",
  params: employeeParams,
  query: z.strictObject({ version }),
  data: employee,
});

export const returnToWork = endpoint({
  method: "POST",
  path: `${employeePath}/return`,
  summary: "Rehire a former employee; the record and its history continue",
  access: "employees.write",
  params: employeeParams,
  body: z.strictObject({ start_date: date, version }),
  data: employee,
});

export const suspendEmployee = endpoint({
  method: "PUT",
  path: `${employeePath}/suspension`,
  summary: "Suspend an employee or end the suspension",
  access: "employees.write",
  params: employeeParams,
  body: z
    .strictObject({
      suspended: z.boolean({ error: "Say true or false." }),
      reason: optionalLine(300),
      version,
    })
    .refine(({ suspended, reason }) => !suspended || Boolean(reason), {
      path: ["reason"],
      error: "Enter why the employee is suspended.",
    }),
  data: employee,
});

/** What the last payroll has to settle. Advances are settled by their own feature. */
export const getSettlement = endpoint({
  method: "GET",
  path: `${employeePath}/settlement`,
  summary: "Amounts owed by either side when an employee leaves, and the payrolls that settle them",
  access: "employees.pay.read",
  params: employeeParams,
  data: z.strictObject({
    exit_date: z.string(),
    /** Calendar days of the last month within the employment, and all days of the month. */
    days_employed: z.int(),
    days_in_month: z.int(),
    /** The rate in effect on the last day, or null. */
    monthly_pay: money.nullable(),
    owed: z.array(
      payItem.extend({
        /** The approved payroll that has the item, and whether the employee was paid by it; null without one. */
        payroll: z.strictObject({ month: z.string(), paid: z.boolean() }).nullable(),
      }),
    ),
    to_employee: money,
    from_employee: money,
  }),
});
