import type { DataOf } from "@kontor/contract/endpoint";
import { portalSignIn, sendPortalCode } from "@kontor/contract/portal/session";

import { call, type CallInput } from "../platform/api.ts";
import { startPortalSession } from "../platform/portal-session.ts";
import { outcomeOf, type Outcome } from "../session/outcome.ts";

type SignedIn = DataOf<typeof portalSignIn>;

/** One of several employments with the same address. */
export type Employment = Extract<SignedIn, { employments: unknown }>["employments"][number];

/** Signed in, or asked to choose an employment. */
export type SignInStep = { signedIn: true } | { signedIn: false; employments: Employment[] };

/**
 * Requests a code by mail. The response is the same for known and unknown addresses.
 *
 * @param quiet the caller shows a refusal, so that no message does.
 */
export function sendCode(email: string, quiet = false): Promise<Outcome<{ done: true }>> {
  return outcomeOf(call(sendPortalCode, { email }, { quiet }));
}

/**
 * Signs in with the mailed code. Returns the reason of a refusal instead of showing it as a
 * message.
 */
export async function signIn(input: CallInput<typeof portalSignIn>): Promise<Outcome<SignInStep>> {
  const outcome = await outcomeOf(call(portalSignIn, input, { quiet: true }));
  if (!outcome.done) return outcome;
  if ("employments" in outcome.data) {
    return { done: true, data: { signedIn: false, employments: outcome.data.employments } };
  }
  startPortalSession(outcome.data.portal_token);
  return { done: true, data: { signedIn: true } };
}
