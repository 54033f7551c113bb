import { z } from "zod";

import { endpoint, type Permission } from "./endpoint.ts";
import { done, email, idOut } from "./wire.ts";

/**
 * `platform` administers everything, `staff` reviews advances and keeps the books of all
 * organizations, `organization` belongs to one tenant and sees nothing else.
 */
export const userTypes = ["platform", "staff", "organization"] as const;
export type UserType = (typeof userTypes)[number];

export const passwordMinimum = 12;
export const passwordRule = `Use at least ${passwordMinimum} characters; a few words in a row are easy to keep in mind.`;

/** A password that somebody sets. Sign-in takes any text, so that a rule never tells about old passwords. */
export const newPassword = z
  .string({ error: passwordRule })
  .min(passwordMinimum, passwordRule)
  .max(200, "Use at most 200 characters.");

/** `token` is a legacy field of older clients: accepted, never read. */
const legacyToken = { token: z.string().max(500).optional() };

export const loginBody = z.strictObject({
  email,
  password: z.string({ error: "Enter your password." }).min(1, "Enter your password.").max(500),
  ...legacyToken,
});

export const login = endpoint({
  method: "POST",
  path: "/wire/login",
  summary: "Sign in with email and password",
  access: "public",
  body: loginBody,
  data: z.strictObject({
    access_token: z.string(),
    is_super: z.boolean(),
    admin_id: idOut,
    user_type: z.enum(userTypes),
  }),
});

export const logout = endpoint({
  method: "POST",
  path: "/wire/logout",
  summary: "Revoke the session of the bearer token",
  access: "session",
  data: done,
});

export const me = endpoint({
  method: "GET",
  path: "/wire/me",
  summary: "The signed-in user, the permissions held, and counts for badges",
  access: "session",
  data: z.strictObject({
    name: z.string(),
    email: z.string(),
    profile_photo: z.string().nullable(),
    user_type: z.enum(userTypes),
    tenant_id: idOut.nullable(),
    permissions: z.array(z.string() as z.ZodType<Permission, Permission>),
    counts: z.record(z.string(), z.int()),
  }),
});

export const confirmEmail = endpoint({
  method: "POST",
  path: "/wire/confirm-email",
  summary: "Mail a 6-digit code for a new password; the response is the same for unknown addresses",
  access: "public",
  body: z.strictObject({ email, ...legacyToken }),
  data: done,
});

export const verifyResetCode = endpoint({
  method: "POST",
  path: "/wire/verify-reset-code",
  summary: "Exchange the mailed code for a reset token",
  access: "public",
  body: z.strictObject({
    email,
    code: z
      .string({ error: "Enter the 6-digit code." })
      .trim()
      .regex(/^\d{6}$/, "Enter the 6-digit code."),
    ...legacyToken,
  }),
  data: z.strictObject({ reset_token: z.string() }),
});

export const resetPasswordBody = z
  .strictObject({
    reset_token: z.string({ error: "Start again with your email." }).min(1).max(200),
    password: newPassword,
    password_confirmation: z.string({ error: "Type the new password again." }).max(200),
    ...legacyToken,
  })
  .refine((body) => body.password === body.password_confirmation, {
    path: ["password_confirmation"],
    error: "The two passwords differ. Type the same one twice.",
  });

export const resetPassword = endpoint({
  method: "POST",
  path: "/wire/reset-password",
  summary: "Set a new password and revoke all sessions of the user",
  access: "public",
  body: resetPasswordBody,
  data: done,
});
