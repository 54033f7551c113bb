import { login, loginSecondFactor, type SignedIn } from "@kontor/contract/session/session";

import { call } from "../platform/api.ts";
import { startSession } from "../platform/session.ts";
import { outcomeOf, type Outcome } from "./outcome.ts";

/** The user is signed in, or must still enter a code of the second factor. */
export type SignInStep = { signedIn: true } | { signedIn: false; challenge: string };

/** Signs in by password and stores the new session for this tab. The caller must show a refusal. */
export async function signIn(credentials: {
  email: string;
  password: string;
}): Promise<Outcome<SignInStep>> {
  const outcome = await outcomeOf(call(login, credentials, { quiet: true }));
  if (!outcome.done) return outcome;
  if ("challenge" in outcome.data) {
    return { done: true, data: { signedIn: false, challenge: outcome.data.challenge } };
  }
  return storeSession(outcome.data);
}

/**
 * Completes a sign-in with a code of the authenticator app or a recovery code, and stores the
 * session for this tab.
 */
export async function signInByCode(challenge: string, code: string): Promise<Outcome<SignInStep>> {
  const outcome = await outcomeOf(call(loginSecondFactor, { challenge, code }));
  return outcome.done ? storeSession(outcome.data) : outcome;
}

function storeSession(session: SignedIn): Outcome<SignInStep> {
  startSession(session);
  return { done: true, data: { signedIn: true } };
}
