import type { DataOf } from "@kontor/contract/endpoint";
import { portalSignIn, sendPortalCode } from "@kontor/contract/portal/session";

import { call, type CallInput } from "../platform/api.ts";
import { startPortalSession } from "../platform/portal-session.ts";
import { outcomeOf, type Outcome } from "../session/outcome.ts";

type SignedIn = DataOf<typeof portalSignIn>;

/** One of several employments that an address belongs to. */
export type Employment = Extract<SignedIn, { employments: unknown }>["employments"][number];

/** Signed in, or still to be asked which employment it is about. */
export type SignInStep = { signedIn: true } | { signedIn: false; employments: Employment[] };

/** Asks for a code by mail. The response is the same whether the address is known or not. */
export function sendCode(email: string): Promise<Outcome<{ done: true }>> {
  return outcomeOf(call(sendPortalCode, { email }));
}

/** Signs in with the mailed code. The reason of a refusal is not shown as a message but given back. */
export async function signIn(input: CallInput<typeof portalSignIn>): Promise<Outcome<SignInStep>> {
  const outcome = await outcomeOf(call(portalSignIn, input, { quiet: true }));
  if (!outcome.done) return outcome;
  if ("employments" in outcome.data) {
    return { done: true, data: { signedIn: false, employments: outcome.data.employments } };
  }
  startPortalSession(outcome.data.portal_token);
  return { done: true, data: { signedIn: true } };
}
