import { z } from "zod";

import { endpoint, permissions } from "../endpoint.ts";
import { roleNames, userTypes } from "../reference/roles.ts";
import { done, legacyToken } from "../wire/calls.ts";
import { idOut } from "../wire/ids.ts";
import { moment } from "../wire/moment.ts";
import { email } from "../wire/text.ts";

export const loginBody = z.strictObject({
  email,
  password: z
    .string({ error: "Enter your password." })
    .min(1, "Enter your password.")
    .max(500, "Use at most 500 characters."),
  ...legacyToken,
});

const signedIn = z.strictObject({
  access_token: z.string(),
  is_super: z.boolean(),
  admin_id: idOut,
  user_type: z.enum(userTypes),
});

/** The password was correct; `wire/login/second-factor` takes the second factor. */
const secondFactorChallenge = z.strictObject({
  challenge: z.string(),
  expires_at: moment,
});

/** A session, or a challenge for a user with a second factor. */
export const loginData = z.union([signedIn, secondFactorChallenge]);
export type SignedIn = z.output<typeof signedIn>;

export const login = endpoint({
  method: "POST",
  path: "/wire/login",
  summary: "Sign in with email and password",
  access: "public",
  body: loginBody,
  data: loginData,
});

export const loginSecondFactorBody = z.strictObject({
  challenge: z.string({ error: "Sign in again." }).min(1, "Sign in again.").max(200),
  /** The app's six digits, or one of the recovery codes. */
  code: z
    .string({ error: "Enter the code." })
    .trim()
    .min(1, "Enter the code.")
    .max(40, "Enter the 6-digit code from your app, or a recovery code."),
});

export const loginSecondFactor = endpoint({
  method: "POST",
  path: "/wire/login/second-factor",
  summary: "Complete a sign-in with a code from the authenticator app or a recovery code",
  access: "public",
  body: loginSecondFactorBody,
  data: signedIn,
});

export const logout = endpoint({
  method: "POST",
  path: "/wire/logout",
  summary: "Revoke the session of the bearer token",
  access: "session",
  data: done,
});

export const getMe = endpoint({
  method: "GET",
  path: "/wire/me",
  summary: "The signed-in user with permissions and counts for badges",
  access: "session",
  beforeSecondFactor: true,
  data: z.strictObject({
    id: idOut,
    name: z.string(),
    email: z.string(),
    profile_photo: z.string().nullable(),
    user_type: z.enum(userTypes),
    roles: z.array(z.enum(roleNames)),
    /** The organization of an organization's user; null for users of the platform. */
    tenant_id: idOut.nullable(),
    tenant_name: z.string().nullable(),
    company_id: idOut.nullable(),
    permissions: z.array(z.enum(permissions)),
    /** Whether a second factor is set up. */
    second_factor: z.boolean(),
    /**
     * A role requires a second factor that is not set up; every other call is refused until it is.
     */
    second_factor_due: z.boolean(),
    /** Emails and transfers are on hold: they wait until an administrator releases them. */
    outgoing_held: z.boolean(),
    /**
     * The counts for the badges of the sidebar. A count is left out when the user may not act on
     * it. Notifications have a call of their own, because they query many more tables.
     */
    counts: z.strictObject({
      salary_advances: z.int().min(0).optional(),
      payroll_runs: z.int().min(0).optional(),
    }),
  }),
});
