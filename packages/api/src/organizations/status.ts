import type { InputOf } from "@kontor/contract/endpoint";
import type { setOrganizationStatus } from "@kontor/contract/organizations/status";
import { sql } from "kysely";

import { audit } from "../platform/audit.ts";
import { enterOrganization } from "../platform/organization/organization.ts";
import type { Context } from "../platform/scope.ts";
import { findOrganization, type Organization } from "./organizations.ts";
import { mailStatusChange } from "./status-mails.ts";

/**
 * Suspends an organization or resumes it. A trigger of the table ends the sessions of its users and
 * employees, also when the status is set by hand. Of two concurrent requests for the same status
 * the second waits for the row and then changes nothing.
 *
 * @throws Refusal `not_found`
 */
export async function setStatus(
  context: Context,
  input: InputOf<typeof setOrganizationStatus>,
): Promise<Organization> {
  const { status, reason = "" } = input;
  const { tenant_id } = await enterOrganization(context, input);
  const suspended = status === "SUSPENDED";
  const { numAffectedRows } = await sql`
    update tenants set status = ${status}, suspended_at = ${suspended ? context.clock.now() : null},
      suspension_reason = ${suspended ? reason : ""}
    where id = ${tenant_id} and status <> ${status}`.execute(context.tx);
  const organization = await findOrganization(context, input);
  if (numAffectedRows === 0n) return organization;
  const before = suspended ? "ACTIVE" : "SUSPENDED";
  const action = suspended ? "organization.suspended" : "organization.resumed";
  await audit(context, tenant_id, action, `organization:${tenant_id}`, {
    before: { status: before },
    after: { status },
    ...(reason === "" ? {} : { reason }),
  });
  await mailStatusChange(context, organization, reason);
  return organization;
}
