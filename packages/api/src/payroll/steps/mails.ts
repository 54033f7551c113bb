import { kobo } from "@kontor/books/money";
import { formatCount, formatDate, formatMoney } from "@kontor/contract/format";
import type { OrganizationRole } from "@kontor/contract/reference/roles";
import { monthName } from "@kontor/payroll/month";
import { sql } from "kysely";

import { appUrlsOf } from "../../platform/configuration/app-urls.ts";
import type { Context } from "../../platform/scope.ts";
import { sendMail } from "../../templates/send-mail.ts";
import type { RunRow } from "../runs/row.ts";

/** The placeholders of every mail about a run. */
async function factsOf({ tx, environment }: Context, row: RunRow) {
  const { public_url } = await appUrlsOf(tx, environment);
  return {
    payroll_period:
      row.title === "" ? monthName(row.period) : `${monthName(row.period)}, ${row.title}`,
    employee_count: formatCount(row.people),
    net_total: formatMoney(kobo(row.net)),
    payment_date: formatDate(row.payday),
    payroll_link: `${public_url}/app/payroll/${row.tenant_id}/${row.company_id}/${row.id}`,
  };
}

/**
 * Active users of the organization with one of the roles, without the caller, who has just acted.
 */
async function holdersOf(
  { tx, actor }: Context,
  tenantId: number,
  roles: readonly OrganizationRole[],
): Promise<{ name: string; email: string }[]> {
  const { rows } = await sql<{ name: string; email: string }>`
    select name, email from users
    where tenant_id = ${tenantId} and not deactivated and roles && ${[...roles]}::text[]
      and id <> ${actor.user_id}
    order by id`.execute(tx);
  return rows;
}

/** Asks the owners to approve a run. The scope must be the organization. */
export async function mailApprovers(context: Context, row: RunRow): Promise<void> {
  const values = {
    ...(await factsOf(context, row)),
    prepared_by: context.actor.name,
    gross_total: formatMoney(kobo(row.gross)),
  };
  for (const { name, email } of await holdersOf(context, row.tenant_id, ["OWNER"])) {
    await sendMail(context, {
      tenantId: row.tenant_id,
      label: "payroll_pending_md_approval",
      to_name: name,
      to_email: email,
      values: { ...values, approver_name: name },
    });
  }
}

/**
 * Asks the users who pay to release the payment of an approved run: those whose role that is, or the
 * owners when there are none. The scope must be the organization.
 */
export async function mailDisbursers(context: Context, row: RunRow): Promise<void> {
  const values = { ...(await factsOf(context, row)), approved_by: context.actor.name };
  const disbursers = await holdersOf(context, row.tenant_id, ["DISBURSER"]);
  const owners = disbursers.length > 0 ? [] : await holdersOf(context, row.tenant_id, ["OWNER"]);
  for (const { name, email } of [...disbursers, ...owners]) {
    await sendMail(context, {
      tenantId: row.tenant_id,
      label: "payroll_pending_disbursement_approval",
      to_name: name,
      to_email: email,
      values: { ...values, approver_name: name },
    });
  }
}
