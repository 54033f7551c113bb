import { login } from "@kontor/contract/session";

import { fieldErrorsOf } from "../platform/api-problem.ts";
import { call } from "../platform/api.ts";
import { startSession } from "../platform/session.ts";

/**
 * Signs in and keeps the session for this tab.
 *
 * @returns null when signed in, else what to show at the fields; anything else has been shown as a message.
 */
export async function signIn(credentials: {
  email: string;
  password: string;
}): Promise<Record<string, string> | null> {
  try {
    const answer = await call(login, credentials);
    if ("challenge" in answer) return { password: "This account asks for a second factor." };
    startSession(answer);
    return null;
  } catch (error) {
    return fieldErrorsOf(error);
  }
}
