import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { done, legacyToken } from "../wire/calls.ts";
import { email } from "../wire/text.ts";
import { newPasswordFields, passwordsMatch } from "./password-fields.ts";

export const confirmEmail = endpoint({
  method: "POST",
  path: "/wire/confirm-email",
  summary:
    "Email a 6-digit code and a link for a new password; the response is the same for unknown addresses",
  access: "public",
  body: z.strictObject({ email, ...legacyToken }),
  data: done,
});

export const verifyResetCode = endpoint({
  method: "POST",
  path: "/wire/verify-reset-code",
  summary: "Exchange the emailed code for a reset token",
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
    /** The token received for a code, or the token of the mailed link. */
    reset_token: z.string({ error: "Start again with your email." }).min(1).max(200),
    ...newPasswordFields,
    ...legacyToken,
  })
  .refine(...passwordsMatch);

export const resetPassword = endpoint({
  method: "POST",
  path: "/wire/reset-password",
  summary: "Set a new password and revoke all sessions of the user",
  access: "public",
  body: resetPasswordBody,
  data: done,
});
