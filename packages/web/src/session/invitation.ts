import type { DataOf } from "@kontor/contract/endpoint";
import { updateMe } from "@kontor/contract/users/account";
import { acceptInvitation, openInvitation } from "@kontor/contract/users/users";

import { call } from "../platform/api.ts";
import { startSession } from "../platform/session.ts";
import { outcomeOf, type Outcome } from "./outcome.ts";

export type Invitation = DataOf<typeof openInvitation>;

/** Reads an invitation without using it. */
export function readInvitation(token: string): Promise<Outcome<Invitation>> {
  return outcomeOf(call(openInvitation, { token }, { quiet: true }));
}

type Acceptance = {
  token: string;
  name: string;
  password: string;
  password_confirmation: string;
};

/**
 * Uses an invitation: sets name and password, starts the session of this tab, and then sets the
 * photo. A refused photo does not affect the account: the user has seen why and can choose another.
 *
 * @returns whether a session was started; otherwise the user must sign in.
 */
export async function redeemInvitation(
  acceptance: Acceptance,
  photo: File | null,
): Promise<Outcome<{ signedIn: boolean }>> {
  const outcome = await outcomeOf(call(acceptInvitation, acceptance));
  if (!outcome.done) return outcome;
  if ("challenge" in outcome.data) return { done: true, data: { signedIn: false } };
  startSession(outcome.data);
  if (photo !== null) {
    const files = { profile_photo: photo };
    await outcomeOf(call(updateMe, { name: acceptance.name }, { files }));
  }
  return { done: true, data: { signedIn: true } };
}
