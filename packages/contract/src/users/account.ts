import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { newPasswordFields, currentPassword, passwordsMatch } from "../session/password-fields.ts";
import { getMe } from "../session/session.ts";
import { done } from "../wire/calls.ts";
import { id, idOut } from "../wire/ids.ts";
import { moment } from "../wire/moment.ts";
import { line } from "../wire/text.ts";

/** Without a `profile_photo` file the photo stays; `remove_photo` removes it. */
export const updateMeBody = z.strictObject({
  name: line("your name", 120),
  remove_photo: z.enum(["true", "false"], { error: "Send true or false." }).optional(),
});

export const updateMe = endpoint({
  method: "PUT",
  path: "/wire/me",
  summary: "Change your own name and photo",
  access: "session",
  body: updateMeBody,
  files: ["profile_photo"],
  data: getMe.data,
});

/** `present_password` is the current one. */
export const changePasswordBody = z
  .strictObject({ present_password: currentPassword, ...newPasswordFields })
  .refine(...passwordsMatch);

export const changeOwnPassword = endpoint({
  method: "POST",
  path: "/wire/me/password",
  summary: "Change your own password and end all other sessions",
  access: "session",
  beforeSecondFactor: true,
  body: changePasswordBody,
  data: done,
});

export const ownSession = z.strictObject({
  id: idOut,
  /** A readable name, such as "Firefox on Windows". */
  device: z.string(),
  /** The network address of its last use; null for old sessions. */
  address: z.string().nullable(),
  created_at: moment,
  /** Rounded to the minute. */
  last_seen_at: moment,
  /** Whether it is the session of this request. */
  current: z.boolean(),
});

export const listOwnSessions = endpoint({
  method: "GET",
  path: "/wire/me/sessions",
  summary: "Your own active sessions, the current one first, then by last use",
  access: "session",
  data: z.array(ownSession),
});

export const endOwnSession = endpoint({
  method: "DELETE",
  path: "/wire/me/sessions/{id}",
  summary: "End one of your own sessions",
  access: "session",
  params: z.strictObject({ id }),
  data: done,
});

export const endOtherSessions = endpoint({
  method: "DELETE",
  path: "/wire/me/sessions",
  summary: "End all of your own sessions except the current one",
  access: "session",
  data: z.strictObject({ ended: z.int() }),
});

/** The number of recovery codes in a new set. */
export const recoveryCodeCount = 10;

export const secondFactor = z.strictObject({
  enabled: z.boolean(),
  enabled_at: moment.nullable(),
  /** Whether a role of the user requires it, so that it cannot be switched off. */
  required: z.boolean(),
  recovery_codes_left: z.int(),
});

/** The recovery codes are shown only in this response. */
const recoveryCodes = z.strictObject({ recovery_codes: z.array(z.string()) });

export const secondFactorCode = z
  .string({ error: "Enter the 6-digit code from your app." })
  .overwrite((text) => text.replaceAll(/\s/g, ""))
  .regex(/^\d{6}$/, "Enter the 6-digit code from your app.");

export const getSecondFactor = endpoint({
  method: "GET",
  path: "/wire/me/second-factor",
  summary: "The status of your own second factor",
  access: "session",
  beforeSecondFactor: true,
  data: secondFactor,
});

export const startSecondFactor = endpoint({
  method: "POST",
  path: "/wire/me/second-factor",
  summary: "Create a new key for an authenticator app; it takes effect once a code is confirmed",
  access: "session",
  beforeSecondFactor: true,
  body: z.strictObject({ password: currentPassword }),
  data: z.strictObject({
    /** In base32, for typing. */
    secret: z.string(),
    /** The same secret as an `otpauth://totp/…` address, for a QR code. */
    otpauth_url: z.string(),
  }),
});

export const confirmSecondFactor = endpoint({
  method: "POST",
  path: "/wire/me/second-factor/confirm",
  summary: "Switch on the second factor with a code from the app, and get recovery codes",
  access: "session",
  beforeSecondFactor: true,
  body: z.strictObject({ code: secondFactorCode }),
  data: recoveryCodes,
});

export const renewRecoveryCodes = endpoint({
  method: "POST",
  path: "/wire/me/second-factor/recovery-codes",
  summary: "Get new recovery codes; the previous ones stop working",
  access: "session",
  body: z.strictObject({ password: currentPassword }),
  data: recoveryCodes,
});

export const disableSecondFactor = endpoint({
  method: "POST",
  path: "/wire/me/second-factor/disable",
  summary: "Switch off your own second factor, unless a role requires it",
  access: "session",
  body: z.strictObject({ password: currentPassword }),
  data: done,
});
