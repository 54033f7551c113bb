import { CONTRIBUTION_SCHEMES } from "@kontor/payroll/pay/contribution";
import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { id, idOut, money, organizationPath } from "../wire.ts";
import { month, signedMoney } from "./runs.ts";

/**
 * The run of `to_pay` that has what is wrong, so that it was approved and did not reach the employee; null
 * where it did.
 */
const toPayIn = idOut.nullable();

export const getPayCorrections = endpoint({
  method: "GET",
  path: "/organizations/{tenant_id}/{company_id}/employees/{id}/pay-corrections",
  summary:
    "What months that were paid, and what came once, still owe an employee or were paid too much, and months in which others alone were paid",
  access: "employees.pay.read",
  params: organizationPath.extend({ id }),
  data: z.strictObject({
    /**
     * Whether the regular run of the last month is over, so that only an off-cycle run can still
     * pay corrections.
     */
    left: z.boolean(),
    /** The earliest month first; negative when too much was paid. */
    corrections: z.array(z.strictObject({ month, amount: signedMoney, to_pay_in: toPayIn })),
    /**
     * One-off items that were changed after they were paid, and what is still owed to a leaver at
     * the end and was never paid, each with its month, the earliest first.
     */
    items: z.array(
      z.strictObject({
        name: z.string(),
        month,
        /** Whether it is a deduction, so that it was deducted and not paid. */
        deduction: z.boolean(),
        /** What is still owed of it; negative when too much was paid. */
        amount: signedMoney,
        /** How it was taxed when it was paid, where that is otherwise now; null where it is not. */
        paid_as: z.strictObject({ taxable: z.boolean(), pensionable: z.boolean() }).nullable(),
        to_pay_in: toPayIn,
      }),
    ),
    /**
     * One-off items of months that the employee was paid for without them, because they were recorded later
     * or nothing could be deducted. No payroll takes them up by itself.
     */
    left_out_items: z.array(
      z.strictObject({ name: z.string(), month, deduction: z.boolean(), amount: money }),
    ),
    /** The earliest first. */
    unpaid_months: z.array(month),
    /**
     * For a leaver: what employee and employer contributed on overpaid pay that no later pay can be set
     * against, as the run that settles it will warn.
     */
    overpaid_contributions: z.array(
      z.strictObject({ scheme: z.enum(CONTRIBUTION_SCHEMES), amount: money }),
    ),
    /**
     * Approved payslips of the employee whose money has not arrived, the earliest month first. What is too
     * much in them was not overpaid yet.
     */
    to_pay: z.array(
      z.strictObject({
        run_id: idOut,
        /** Such as PR-000012. */
        run_number: z.string(),
        month,
        net: money,
        /** Whether a transfer is on its way. */
        under_way: z.boolean(),
        /** Whether nothing of the run was sent yet, so that it can still be reversed. */
        reversible: z.boolean(),
      }),
    ),
  }),
});
