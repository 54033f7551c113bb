import {
  confirmEmail,
  resetPassword,
  verifyResetCode,
} from "@kontor/contract/session/password-reset";

import { call } from "../platform/api.ts";
import { outcomeOf, type Outcome } from "./outcome.ts";

/** Asks for a code by mail. The response is the same whether the address is known or not. */
export function sendCode(email: string): Promise<Outcome<{ done: true }>> {
  return outcomeOf(call(confirmEmail, { email }));
}

/**
 * Exchanges the mailed code for a token. A wrong code is an error of the field `code`; any other
 * refusal is left to the caller to show.
 */
export async function exchangeCode(
  email: string,
  code: string,
): Promise<Outcome<{ reset_token: string }>> {
  const outcome = await outcomeOf(call(verifyResetCode, { email, code }, { quiet: true }));
  if (outcome.done || outcome.code !== "reset_code_wrong") return outcome;
  return { ...outcome, errors: { code: "This code is not right or no longer valid." } };
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

/**
 * The step of setting a new password. The token is the one-time token that a code was exchanged
 * for.
 */
export type Step =
  | { name: "email" }
  | { name: "code"; email: string }
  | { name: "password"; token: string };

const key = "forgot_password";

/**
 * Stores the step for a reload of this tab, until the page is left. @returns a function that
 * removes it.
 */
export function keepStep(step: Step): () => void {
  sessionStorage.setItem(key, JSON.stringify(step));
  return () => sessionStorage.removeItem(key);
}

/** The step that this tab was at before it was reloaded, or the first one. */
export function storedStep(): Step {
  const stored = sessionStorage.getItem(key);
  // Only this file writes there.
  return stored === null ? { name: "email" } : (JSON.parse(stored) as Step);
}
