import { draftKeyPrefix, removeDrafts } from "./session.ts";

/**
 * An employee's portal session in this tab. It is separate from a user's session: neither is sent
 * with the other's calls, and ending one does not end the other.
 */
const tokenKey = "portal_token";

/** The address that an employee opened before signing in. */
const rememberedRouteKey = "portal_wanted";

/** The employee whose drafts are stored on the device. Like the drafts, it outlives an expired session. */
const employeeKey = "portal_employee";

const endListeners = new Set<() => void>();

/** The bearer token of the portal; null when no employee is signed in. */
export function readPortalToken(): string | null {
  return sessionStorage.getItem(tokenKey);
}

/** Whether an address belongs to the employees' portal, which is independent of the app. */
export function isPortalPath(pathname: string): boolean {
  return /^\/portal(?:\/|$)/.test(pathname);
}

/** Stores a sign-in for this tab. */
export function startPortalSession(token: string): void {
  sessionStorage.setItem(tokenKey, token);
}

/**
 * Remembers the address that an employee opened before signing in, for example the payslip linked
 * in a mail.
 */
export function rememberPortalRoute(href: string): void {
  sessionStorage.setItem(rememberedRouteKey, href);
}

/**
 * Returns the remembered portal address and forgets it. Null when it is not an address of the
 * portal.
 */
export function takeRememberedPortalRoute(): string | null {
  const href = sessionStorage.getItem(rememberedRouteKey);
  sessionStorage.removeItem(rememberedRouteKey);
  return href !== null && /^\/portal(?:[/?#]|$)/.test(href) ? href : null;
}

/** Remembers the employee of the session, under whom the device keeps drafts. */
export function rememberEmployee(employment: { tenant_id: number; employee_id: number }): void {
  const { tenant_id, employee_id } = employment;
  sessionStorage.setItem(employeeKey, `portal-${tenant_id}-${employee_id}`);
}

/**
 * The local storage key of the employee's draft on a screen of the portal, which other employees on
 * the same device are not offered. Null when nobody is signed in.
 */
export function portalDraftKey(screen: string): string | null {
  const employee = sessionStorage.getItem(employeeKey);
  return employee === null ? null : draftKeyPrefix(employee) + screen;
}

/** Ends the session and removes the employee's drafts, as the employee's own logout does. */
export function clearPortalSession(): void {
  const employee = sessionStorage.getItem(employeeKey);
  if (employee !== null) removeDrafts(employee);
  sessionStorage.removeItem(employeeKey);
  expirePortalSession();
}

/** Ends the session when the server no longer accepts it. */
export function expirePortalSession(): void {
  sessionStorage.removeItem(tokenKey);
  for (const listener of endListeners) listener();
}

/** Calls the listener whenever a portal session ends. @returns a function that stops listening. */
export function onPortalSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}
