import { z } from "zod";

import { employeePath, employeeParams } from "../employees/employees.ts";
import { endpoint } from "../endpoint.ts";
import { id, idOut } from "../wire/ids.ts";
import { moment } from "../wire/moment.ts";

/** How long an invitation is valid, in days. */
export const portalInvitationDays = 14;

/** What prevents an employee from using the portal, in the order of the checks. */
export const portalObstacles = [
  /** The record has no email for a sign-in code. */
  "email_missing",
  "employee_suspended",
  "employee_left",
  "organization_suspended",
  "module_off",
] as const;
export type PortalObstacle = (typeof portalObstacles)[number];

/** The maximum number of employees that are named for an address. */
export const maxSharingEmployees = 5;

/** An employee's access to the portal. */
export const portalAccess = z.strictObject({
  /** The address for an invitation; null when the record has none. */
  email: z.string().nullable(),
  obstacle: z.enum(portalObstacles).nullable(),
  /**
   * Others of the organization who have the same email and have not left. A code sent to it opens the
   * portal of each who is invited.
   */
  shared_with: z
    .array(z.strictObject({ employee_id: idOut, name: z.string(), staff_no: z.string() }))
    .max(maxSharingEmployees),
  /** The invitation that was mailed to this address, or null. */
  invitation: z
    .strictObject({
      invited_at: moment,
      invited_by: z.string().nullable(),
      /** When it expires, unless it is accepted earlier. */
      expires_at: moment,
      /** The first sign-in. */
      accepted_at: moment.nullable(),
      last_signed_in_at: moment.nullable(),
    })
    .nullable(),
});

export const getPortalAccess = endpoint({
  method: "GET",
  path: `${employeePath}/portal-invitation`,
  summary: "The portal access of an employee: invitation, last sign-in and obstacles",
  access: "employees.read",
  params: employeeParams,
  data: portalAccess,
});

export const inviteToPortal = endpoint({
  method: "POST",
  path: `${employeePath}/portal-invitation`,
  summary: "Send or resend a portal invitation to an employee by email",
  access: "employees.write",
  params: employeeParams,
  data: portalAccess,
});

/** The maximum number of employees that one call invites. */
export const maxInvitations = 100;

/** The outcome for one of several invitations. */
export const invitationOutcomes = [
  /** It was mailed, possibly again. */
  "INVITED",
  /** The employee has signed in before, so nothing was mailed. */
  "ALREADY_IN",
  "REFUSED",
] as const;

export const inviteSeveralToPortal = endpoint({
  method: "POST",
  path: "/employees/portal-invitations",
  summary: "Send portal invitations to several employees, except those already using the portal",
  access: "employees.write",
  body: z.strictObject({
    employees: z
      .array(z.strictObject({ tenant_id: id, company_id: id, id }))
      .min(1, "Choose at least one.")
      .max(maxInvitations, `Invite at most ${maxInvitations} at once.`),
  }),
  data: z.array(
    z.strictObject({
      id: idOut,
      tenant_id: idOut,
      outcome: z.enum(invitationOutcomes),
      /** Why it was refused, or null. */
      problem: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
    }),
  ),
});
