import { CONTRIBUTION_SCHEMES } from "@kontor/payroll/pay/contribution";
import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { id, idOut, organizationParams } from "../wire/ids.ts";
import { money } from "../wire/money.ts";
import { month, signedMoney } from "./runs.ts";

/**
 * The run of `to_pay` that contains the error, when it is approved but its pay has not arrived yet;
 * null when the pay has arrived.
 */
const unpaidRunId = idOut.nullable();

export const getPayCorrections = endpoint({
  method: "GET",
  path: "/organizations/{tenant_id}/{company_id}/employees/{id}/pay-corrections",
  summary:
    "What months that were paid, and what came once, still owe an employee or were paid too much, and months in which others alone were paid",
  access: "employees.pay.read",
  params: organizationParams.extend({ id }),
  data: z.strictObject({
    /**
     * Whether the regular run of the last month is over, so that only an off-cycle run can still
     * pay corrections.
     */
    left: z.boolean(),
    /** By month, the earliest first; negative when too much was paid. */
    corrections: z.array(z.strictObject({ month, amount: signedMoney, to_pay_in: unpaidRunId })),
    /**
     * One-off items that were changed after they were paid, and settlement items of a leaver that
     * were never paid, by month, the earliest first.
     */
    items: z.array(
      z.strictObject({
        name: z.string(),
        month,
        /** Whether it is a deduction and not an earning. */
        deduction: z.boolean(),
        /** The amount still owed; negative when too much was paid. */
        amount: signedMoney,
        /** Its treatment when it was paid, if that has changed since; otherwise null. */
        paid_as: z
          .strictObject({ deduction: z.boolean(), taxable: z.boolean(), pensionable: z.boolean() })
          .nullable(),
        to_pay_in: unpaidRunId,
      }),
    ),
    /**
     * One-off items that the payslip of their month does not contain, because they were recorded
     * later or nothing could be deducted. No payroll includes them automatically.
     */
    left_out_items: z.array(
      z.strictObject({ name: z.string(), month, deduction: z.boolean(), amount: money }),
    ),
    /** The earliest first. */
    unpaid_months: z.array(month),
    /**
     * For a leaver: contributions of employee and employer on overpaid pay, which no later pay can
     * offset. The settling run warns of them.
     */
    overpaid_contributions: z.array(
      z.strictObject({ scheme: z.enum(CONTRIBUTION_SCHEMES), amount: money }),
    ),
    /**
     * Approved payslips of the employee whose pay has not arrived, the earliest month first. Excess
     * amounts in them are not overpaid yet.
     */
    to_pay: z.array(
      z.strictObject({
        run_id: idOut,
        /** Such as PR-000012. */
        run_number: z.string(),
        month,
        net: money,
        /** Whether a transfer is in transit. */
        under_way: z.boolean(),
        /** Whether no payment of the run has been sent, so that it can still be reversed. */
        reversible: z.boolean(),
      }),
    ),
  }),
});
