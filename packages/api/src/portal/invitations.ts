import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { formatLongMoment } from "@kontor/contract/format";
import {
  maxSharingEmployees,
  portalInvitationDays,
  type getPortalAccess,
  type inviteSeveralToPortal,
  type inviteToPortal,
  type PortalObstacle,
} from "@kontor/contract/portal/invitation";
import { sql } from "kysely";

import { employeeRowAt, lockEmployee, type EmployeeRow } from "../employees/records/employee.ts";
import { statusOn } from "../employees/records/status.ts";
import { requireModule } from "../modules/module-gate.ts";
import { audit } from "../platform/audit.ts";
import { appUrlsOf } from "../platform/configuration/app-urls.ts";
import { atMostOne, exactlyOne } from "../platform/database/rows.ts";
import { applyIndependently } from "../platform/organization/apply-independently.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Context, Tx } from "../platform/scope.ts";
import { sendMail } from "../templates/send-mail.ts";
import { addressHash, deleteUnusedAddress, portalObstacleOf } from "./accounts.ts";

const day = 24 * 60 * 60 * 1000;

type PortalAccess = DataOf<typeof getPortalAccess>;

/** An employee's access to the portal. @throws Refusal `not_found` */
export async function portalAccessOf(
  context: Context,
  input: InputOf<typeof getPortalAccess>,
): Promise<PortalAccess> {
  const { row } = await employeeRowAt(context, input);
  return accessOf(context, row);
}

/**
 * Mails an employee an invitation. If the address has changed, sessions of the former one end.
 *
 * @throws Refusal `not_found`; `portal_email_missing`, `portal_not_active`, `module_off`,
 *   `portal_organization_suspended`.
 */
export async function invite(
  context: Context,
  input: InputOf<typeof inviteToPortal>,
): Promise<PortalAccess> {
  const { tx, actor } = context;
  const row = await lockEmployee(context, input);
  const { email } = row;
  if (email === null) throw new Refusal("portal_email_missing", { name: nameOf(row) });
  const organization = await organizationOf(tx, row.tenant_id);
  await requireInvitable(tx, row, organization.name);
  const invitation = { email: email.toLowerCase(), organization: organization.name };
  const expires_at = await saveInvitation(context, row, invitation.email);
  const { employee_portal_url } = await appUrlsOf(tx, context.environment);
  await sendMail(context, {
    tenantId: row.tenant_id,
    label: "employee_invite",
    employee_id: row.id,
    to_name: nameOf(row),
    to_email: invitation.email,
    values: {
      employee_name: row.first_name,
      inviter_name: actor.name,
      // The browser does not send the part after the #. It fills in the address, and submitting it
      // requests the code.
      invite_link: `${employee_portal_url}/sign-in#${encodeURIComponent(invitation.email)}`,
      expiry_date: formatLongMoment(expires_at),
    },
  });
  await audit(context, row.tenant_id, "portal.invited", `employee:${row.id}`);
  return accessOf(context, row);
}

/**
 * Mails invitations to several employees independently. Skips employees who have already signed in
 * at their present address.
 *
 * @throws Refusal `not_found` when one is of an organization that the caller may not enter.
 */
export async function inviteSeveral(
  context: Context,
  { employees }: InputOf<typeof inviteSeveralToPortal>,
): Promise<DataOf<typeof inviteSeveralToPortal>> {
  const outcomes = await applyIndependently(context, employees, async (employee) => {
    const { invitation } = await portalAccessOf(context, employee);
    if (invitation !== null && invitation.accepted_at !== null) return "ALREADY_IN";
    await invite(context, employee);
    return "INVITED";
  });
  return employees.map(({ id, tenant_id }, place) => {
    const { result = null, refusal = null } = outcomes[place] ?? {};
    const problem = refusal && { code: refusal.code, message: refusal.message };
    return { id, tenant_id, outcome: result ?? "REFUSED", problem };
  });
}

/** Stores the invitation in place of the previous one. @returns when it expires. */
async function saveInvitation(context: Context, row: EmployeeRow, email: string): Promise<Date> {
  const { tx, actor } = context;
  const { tenant_id, id } = row;
  const now = context.clock.now();
  const expires_at = new Date(now.getTime() + portalInvitationDays * day);
  const former = await formerAddress(tx, row, email);
  // Sessions of another address must not become valid again.
  await sql`
    update portal_sessions set revoked_at = ${now}
    where tenant_id = ${tenant_id} and employee_id = ${id} and revoked_at is null
      and exists (select from portal_accounts a
        where a.tenant_id = ${tenant_id} and a.employee_id = ${id} and a.email <> ${email})`.execute(
    tx,
  );
  await sql`
    insert into portal_accounts as a
      (tenant_id, employee_id, email, invited_at, invited_by, expires_at)
    values (${tenant_id}, ${id}, ${email}, ${now}, ${actor.user_id}, ${expires_at})
    on conflict (tenant_id, employee_id) do update set email = excluded.email,
      invited_at = excluded.invited_at, invited_by = excluded.invited_by, expires_at = excluded.expires_at,
      accepted_at = case when a.email = excluded.email then a.accepted_at end,
      last_signed_in_at = case when a.email = excluded.email then a.last_signed_in_at end`.execute(
    tx,
  );
  await sql`insert into portal_addresses (address_hash, tenant_id)
    values (${addressHash(email)}, ${tenant_id}) on conflict do nothing`.execute(tx);
  if (former !== undefined) await deleteUnusedAddress(tx, tenant_id, former);
  return expires_at;
}

/** The other address at which the employee was invited before. */
async function formerAddress(
  tx: Tx,
  { tenant_id, id }: EmployeeRow,
  email: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select email from portal_accounts
    where tenant_id = ${tenant_id} and employee_id = ${id} and email <> ${email}`.execute(tx);
  return atMostOne(rows)?.email;
}

/** @throws Refusal with the reason why an invitation is impossible. */
async function requireInvitable(tx: Tx, row: EmployeeRow, organization: string): Promise<void> {
  const { status } = row;
  if (status !== "ACTIVE") {
    const words = status === "EXITED" ? "no longer employed" : "suspended";
    throw new Refusal("portal_not_active", { name: nameOf(row), status: words });
  }
  const obstacle = await obstacleOfEmployee(tx, row);
  // Either module opens the portal. The refusal names the one for advances, which most
  // organizations switch on for it.
  if (obstacle === "module_off") await requireModule(tx, row.tenant_id, "salary_advance");
  if (obstacle === "organization_suspended") {
    throw new Refusal("portal_organization_suspended", { organization });
  }
}

async function obstacleOfEmployee(tx: Tx, row: EmployeeRow): Promise<PortalObstacle | null> {
  const { active } = await organizationOf(tx, row.tenant_id);
  const { tenant_id, status } = row;
  return portalObstacleOf(tx, { tenant_id, status, organization_active: active });
}

async function organizationOf(
  tx: Tx,
  tenantId: number,
): Promise<{ name: string; active: boolean }> {
  const { rows } = await sql<{ name: string; active: boolean }>`
    select name, status = 'ACTIVE' as active from tenants where id = ${tenantId}`.execute(tx);
  return exactlyOne(rows);
}

async function accessOf(context: Context, row: EmployeeRow): Promise<PortalAccess> {
  const { tx } = context;
  const { tenant_id, id } = row;
  const email = row.email?.toLowerCase() ?? null;
  const { rows } = await sql<NonNullable<PortalAccess["invitation"]>>`
    select a.invited_at, u.name as invited_by, a.expires_at, a.accepted_at, a.last_signed_in_at
    from portal_accounts a left join users u on u.id = a.invited_by
    where a.tenant_id = ${tenant_id} and a.employee_id = ${id} and a.email = ${email}`.execute(tx);
  return {
    email,
    obstacle: email === null ? "email_missing" : await obstacleOfEmployee(tx, row),
    shared_with: email === null ? [] : await employeesSharing(context, row, email),
    invitation: atMostOne(rows) ?? null,
  };
}

/**
 * Other employees at the same address, by name.
 *
 * @param email in lower case.
 */
async function employeesSharing(
  { tx, clock }: Context,
  { tenant_id, id }: EmployeeRow,
  email: string,
): Promise<PortalAccess["shared_with"]> {
  const { rows } = await sql<PortalAccess["shared_with"][number]>`
    select e.id as employee_id, e.first_name || ' ' || e.last_name as name, e.staff_no
    from employees e
    where e.tenant_id = ${tenant_id} and e.id <> ${id} and lower(e.email) = ${email}
      and ${statusOn(clock.today())} <> 'EXITED'
    order by lower(e.last_name), lower(e.first_name), e.id limit ${maxSharingEmployees}`.execute(
    tx,
  );
  return rows;
}

function nameOf({ first_name, last_name }: EmployeeRow): string {
  return `${first_name} ${last_name}`;
}
