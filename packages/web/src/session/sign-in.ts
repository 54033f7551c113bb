import { login } from "@kontor/contract/session";

import { AnswerLost, ApiFailure } from "../platform/api-failure.ts";
import { call } from "../platform/api.ts";
import { startSession } from "../platform/session.ts";
import type { CredentialErrors, Credentials } from "./credentials.ts";

/**
 * Signs in and keeps the session for this tab.
 *
 * @returns null when signed in, else what to show at the fields; the user has been told the rest.
 */
export async function signIn(credentials: Credentials): Promise<CredentialErrors | null> {
  try {
    startSession(await call(login, credentials));
    return null;
  } catch (error) {
    if (error instanceof ApiFailure) {
      return Object.fromEntries(error.errors.map(({ path, message }) => [path, message]));
    }
    if (error instanceof AnswerLost) return {};
    throw error;
  }
}
