import {
  confirmEmail,
  resetPassword,
  verifyResetCode,
} from "@kontor/contract/session/password-reset";

import { call } from "../platform/api.ts";
import { outcomeOf, type Outcome } from "./outcome.ts";

/** Requests a code by mail. The response is the same for a known and an unknown address. */
export function sendCode(email: string): Promise<Outcome<{ done: true }>> {
  return outcomeOf(call(confirmEmail, { email }));
}

/**
 * Exchanges the mailed code for a token. A wrong code is an error of the field `code`; the caller
 * must show any other refusal.
 */
export async function exchangeCode(
  email: string,
  code: string,
): Promise<Outcome<{ reset_token: string }>> {
  const outcome = await outcomeOf(call(verifyResetCode, { email, code }, { quiet: true }));
  if (outcome.done || outcome.code !== "reset_code_wrong") return outcome;
  return { ...outcome, errors: { code: "This code is wrong or has expired." } };
}

/** Sets the new password and ends every session of the user. */
export function setPassword(
  token: string,
  password: string,
  again: string,
): Promise<Outcome<{ done: true }>> {
  return outcomeOf(
    call(resetPassword, { reset_token: token, password, password_confirmation: again }),
  );
}
