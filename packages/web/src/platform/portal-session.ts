/**
 * An employee's portal session in this tab. It is separate from a user's session: neither is sent
 * with the other's calls, and ending one does not end the other.
 */
const key = "portal_token";

/** The address that an employee opened before signing in. */
const wantedKey = "portal_wanted";

const endListeners = new Set<() => void>();

/** The bearer token of the portal; null when no employee is signed in. */
export function readPortalToken(): string | null {
  return sessionStorage.getItem(key);
}

/** Stores a sign-in for this tab. */
export function startPortalSession(token: string): void {
  sessionStorage.setItem(key, token);
}

/**
 * Remembers the address that an employee opened before signing in, for example the payslip linked
 * in a mail.
 */
export function rememberPortalRoute(href: string): void {
  sessionStorage.setItem(wantedKey, href);
}

/**
 * Returns the remembered portal address and forgets it. Null when it is not an address of the
 * portal.
 */
export function takePortalRoute(): string | null {
  const href = sessionStorage.getItem(wantedKey);
  sessionStorage.removeItem(wantedKey);
  return href !== null && /^\/portal(?:[/?#]|$)/.test(href) ? href : null;
}

/** Ends the session, after signing out or when the server no longer accepts it. */
export function endPortalSession(): void {
  sessionStorage.removeItem(key);
  for (const listener of endListeners) listener();
}

/** Calls the listener whenever a portal session ends. @returns a function that stops listening. */
export function onPortalSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}
