import { z } from "zod";

import { passwordSentences } from "../password/sentences.ts";
import { minPasswordLength, passwordWeakness } from "../password/strength.ts";

/**
 * A new password, checked without knowing the user. The server also refuses one made of the user's
 * name or address. Sign-in accepts any text, so that new rules never lock out old passwords.
 */
export const newPassword = z
  .string({ error: passwordSentences.too_short })
  .min(minPasswordLength, { error: passwordSentences.too_short, abort: true })
  .max(200, { error: "Use at most 200 characters.", abort: true })
  .superRefine((text, context) => {
    const weakness = passwordWeakness(text);
    if (weakness !== undefined) {
      context.addIssue({ code: "custom", message: passwordSentences[weakness] });
    }
  });

/**
 * The signed-in user's password, required again before any change that could take over an account.
 */
export const currentPassword = z
  .string({ error: "Enter your password." })
  .min(1, "Enter your password.")
  .max(500, "Use at most 500 characters.");

/** A new password, typed twice; used with {@link repeated}. */
export const newPasswordFields = {
  password: newPassword,
  password_confirmation: z
    .string({ error: "Type the new password again." })
    .max(200, "Use at most 200 characters."),
};

/** The arguments of `refine` that compare the two. */
export const passwordsMatch: [
  (body: { password: string; password_confirmation: string }) => boolean,
  { path: string[]; error: string },
] = [
  (body) => body.password === body.password_confirmation,
  {
    path: ["password_confirmation"],
    error: "The passwords do not match. Enter the same password twice.",
  },
];
