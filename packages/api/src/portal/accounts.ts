import type { PortalObstacle } from "@kontor/contract/portal/invitation";
import type { EmployeeStatus } from "@kontor/contract/reference/employees";
import { sql, type RawBuilder } from "kysely";

import { statusOn } from "../employees/records/status.ts";
import { moduleEnabled } from "../modules/module-gate.ts";
import { atMostOne } from "../platform/database/rows.ts";
import { tokenHash } from "../platform/http/authenticate.ts";
import { setTenant, type Tx } from "../platform/scope.ts";

/** An employee who was invited at the address that their record still has. */
export type PortalAccount = {
  tenant_id: number;
  company_id: number;
  employee_id: number;
  email: string;
  first_name: string;
  last_name: string;
  staff_no: string;
  organization: string;
  organization_active: boolean;
  status: EmployeeStatus;
  exit_date: string | null;
  /** When access to the portal was last restored; null if never. */
  open_since: Date | null;
  /** The end of the invitation, and whether it was accepted. */
  invited_until: Date;
  accepted: boolean;
};

/** Addresses are stored as a hash where the scope of organizations does not protect them. */
export function addressHash(email: string): Buffer {
  return tokenHash(email);
}

/**
 * Stops an address from opening the portal of an organization, unless an employee there has an
 * invitation at it. The organization must be in scope.
 *
 * @param email in lower case.
 */
export async function deleteUnusedAddress(tx: Tx, tenantId: number, email: string): Promise<void> {
  await sql`
    delete from portal_addresses p
    where p.tenant_id = ${tenantId} and p.address_hash = ${addressHash(email)}
      and not exists (select from portal_accounts a
        where a.tenant_id = ${tenantId} and a.email = ${email})`.execute(tx);
}

/**
 * The accounts of an address in all organizations that invited it. Changes the scope to the last of
 * them.
 *
 * @param email in lower case.
 */
export async function portalAccountsOf(
  tx: Tx,
  email: string,
  today: string,
): Promise<PortalAccount[]> {
  const { rows } = await sql<{ tenant_id: number }>`
    select tenant_id from portal_addresses where address_hash = ${addressHash(email)}
    order by tenant_id`.execute(tx);
  const accounts: PortalAccount[] = [];
  for (const { tenant_id } of rows) {
    await setTenant(tx, tenant_id);
    accounts.push(...(await selectAccounts(tx, tenant_id, today, sql`a.email = ${email}`)));
  }
  return accounts;
}

/** An employee's account; the organization must be in scope. */
export async function portalAccountOf(
  tx: Tx,
  employee: { tenant_id: number; employee_id: number },
  today: string,
): Promise<PortalAccount | undefined> {
  const { tenant_id, employee_id } = employee;
  return atMostOne(await selectAccounts(tx, tenant_id, today, sql`a.employee_id = ${employee_id}`));
}

async function selectAccounts(
  tx: Tx,
  tenantId: number,
  today: string,
  condition: RawBuilder<unknown>,
): Promise<PortalAccount[]> {
  const { rows } = await sql<PortalAccount>`
    select a.tenant_id, e.company_id, a.employee_id, a.email, e.first_name, e.last_name, e.staff_no,
      t.name as organization, t.status = 'ACTIVE' as organization_active, ${statusOn(today)} as status,
      e.exit_date, e.portal_open_since as open_since, a.expires_at as invited_until, a.accepted_at is not null as accepted
    from portal_accounts a
    join employees e on e.tenant_id = ${tenantId} and e.id = a.employee_id and lower(e.email) = a.email
    join tenants t on t.id = ${tenantId}
    where a.tenant_id = ${tenantId} and ${condition}
    order by a.employee_id`.execute(tx);
  return rows;
}

type Standing = Pick<PortalAccount, "organization_active" | "status" | "tenant_id">;

/** What keeps an employee out of the portal, if anything; the organization must be in scope. */
export async function portalObstacleOf(
  tx: Tx,
  { organization_active, status, tenant_id }: Standing,
): Promise<Exclude<PortalObstacle, "email_missing"> | null> {
  if (status === "EXITED") return "employee_left";
  if (status === "SUSPENDED") return "employee_suspended";
  if (!organization_active) return "organization_suspended";
  return (await hasPortal(tx, tenant_id)) ? null : "module_off";
}

/**
 * Whether the organization has a portal: it shows payslips and salary advances, so either module
 * opens it.
 */
export async function hasPortal(tx: Tx, tenantId: number): Promise<boolean> {
  return (
    (await moduleEnabled(tx, tenantId, "salary_advance")) ||
    (await moduleEnabled(tx, tenantId, "payroll"))
  );
}
