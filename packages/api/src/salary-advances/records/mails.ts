import { formatDate, formatMoney } from "@kontor/contract/format";

import { appUrlsOf } from "../../platform/configuration/app-urls.ts";
import type { Context } from "../../platform/scope.ts";
import { sendMail } from "../../templates/send-mail.ts";
import type { AdvanceEmployee } from "./advance-employee.ts";
import type { AdvanceRow } from "./advance.ts";

type Mailed = Pick<AdvanceRow, "tenant_id" | "id" | "amount" | "payback_amount" | "due_date">;

/**
 * Queues a mail to an employee who has an address, about a request that arrived or was decided.
 * Sends none while the organization has the module switched off.
 *
 * @param reason why it was rejected.
 */
export async function mailEmployee(
  context: Pick<Context, "tx" | "environment" | "clock">,
  label: "pending" | "approved" | "rejected",
  advance: Mailed,
  employee: Pick<AdvanceEmployee, "id" | "email" | "first_name" | "last_name">,
  reason = "",
): Promise<void> {
  const { id: employee_id, email, first_name, last_name } = employee;
  if (email === null) return;
  const name = `${first_name} ${last_name}`;
  const { employee_portal_url } = await appUrlsOf(context.tx, context.environment);
  const values = {
    employee_name: name,
    amount: formatMoney(advance.amount),
    advance_link: `${employee_portal_url}/advances/${advance.id}`,
  };
  const to = { tenantId: advance.tenant_id, employee_id, to_name: name, to_email: email };
  if (label === "rejected") {
    const rejection_reason = reason === "" ? "None was given." : reason;
    await sendMail(context, {
      ...to,
      label: "salary_advance_rejected",
      values: { ...values, rejection_reason },
    });
    return;
  }
  await sendMail(context, {
    ...to,
    label: label === "pending" ? "salary_advance_pending" : "salary_advance_approved",
    values: {
      ...values,
      payback_amount: formatMoney(advance.payback_amount),
      due_date: formatDate(advance.due_date),
    },
  });
}
