/**
 * A step of setting a new password. The token is the one-time token that was exchanged for a code.
 * The email is the initial value of the field in the first step.
 */
export type ResetStep =
  | { name: "email"; email?: string }
  | { name: "code"; email: string }
  | { name: "password"; token: string };

const key = "forgot_password";

/**
 * Stores the step so that it survives a reload of this tab. @returns a function that removes it,
 * for when the user leaves the page.
 */
export function storeResetStep(step: ResetStep): () => void {
  sessionStorage.setItem(key, JSON.stringify(step));
  return () => sessionStorage.removeItem(key);
}

/** The step that this tab was at before it was reloaded or came here, or else the first step. */
export function readResetStep(): ResetStep {
  const stored = sessionStorage.getItem(key);
  // Only this file writes this key.
  return stored === null ? { name: "email" } : (JSON.parse(stored) as ResetStep);
}
