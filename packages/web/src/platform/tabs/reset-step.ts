/**
 * The step of setting a new password. The token is the one-time token that a code was exchanged
 * for. The email of the first step is what the field begins with.
 */
export type Step =
  | { name: "email"; email?: string }
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

/** The step that this tab was at before it was reloaded or came here, or the first one. */
export function storedStep(): Step {
  const stored = sessionStorage.getItem(key);
  // Only this file writes there.
  return stored === null ? { name: "email" } : (JSON.parse(stored) as Step);
}
