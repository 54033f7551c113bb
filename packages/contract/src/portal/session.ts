import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { done } from "../wire/calls.ts";
import { date } from "../wire/dates.ts";
import { id, idOut } from "../wire/ids.ts";
import { moment } from "../wire/moment.ts";
import { email } from "../wire/text.ts";

/** How long a mailed code is valid, in minutes. */
export const portalCodeMinutes = 10;

export const sendPortalCodeBody = z.strictObject({ email });

export const sendPortalCode = endpoint({
  method: "POST",
  path: "/portal/code",
  summary: "Email an employee a sign-in code; the response is the same for unknown addresses",
  access: "public",
  body: sendPortalCodeBody,
  data: done,
});

const employmentOut = { tenant_id: idOut, employee_id: idOut };

/** One of the employments that an address belongs to. */
const employment = z.strictObject({
  ...employmentOut,
  organization: z.string(),
  /** First and last name, and the staff number: two people may share an address. */
  name: z.string(),
  staff_no: z.string(),
});

const portalSession = z.strictObject({
  portal_token: z.string(),
  /** The latest moment at which the session ends. */
  expires_at: moment,
});

/**
 * The code was right, and the address belongs to several employments: repeating the call with one
 * of them opens the session.
 */
const portalChoice = z.strictObject({ employments: z.array(employment).min(2) });

export const portalSignInBody = z.strictObject({
  email,
  code: z
    .string({ error: "Enter the 6-digit code." })
    .trim()
    .regex(/^\d{6}$/, "Enter the 6-digit code."),
  /** The employment, when the address belongs to several. */
  employment: z.strictObject({ tenant_id: id, employee_id: id }).optional(),
});

export const portalSignIn = endpoint({
  method: "POST",
  path: "/portal/sign-in",
  summary: "Sign in to the employee portal with the emailed code",
  access: "public",
  body: portalSignInBody,
  data: z.union([portalSession, portalChoice]),
});

export const portalMe = endpoint({
  method: "GET",
  path: "/portal/me",
  summary: "The signed-in employee, as recorded by the organization",
  access: "portal",
  data: z.strictObject({
    /** Identifies the employee, also in later sessions. */
    employment: z.strictObject(employmentOut),
    /** First and last name. */
    name: z.string(),
    first_name: z.string(),
    staff_no: z.string(),
    designation: z.string(),
    department: z.string(),
    branch: z.string().nullable(),
    start_date: date,
    /** The last day of work, if known. */
    exit_date: date.nullable(),
    email: z.string(),
    phone: z.string(),
    /** The bank account for pay; only the end of its number is shown. */
    bank: z
      .strictObject({
        bank_name: z.string(),
        account_number: z.string(),
        account_name: z.string(),
      })
      .nullable(),
    organization: z.strictObject({
      name: z.string(),
      logo_url: z.string().nullable(),
      brand_color: z.string(),
      /** The contact for questions. */
      support_email: z.string(),
    }),
    /** Whether emails and transfers of the whole platform are on hold, as in a restored copy. */
    outgoing_held: z.boolean(),
    expires_at: moment,
  }),
});

export const portalSignOut = endpoint({
  method: "POST",
  path: "/portal/sign-out",
  summary: "Sign out of the employee portal",
  access: "portal",
  data: done,
});
