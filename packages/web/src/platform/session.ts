/** The session of this tab, in session storage under the names that the product has always used. */
const keys = {
  token: "token",
  userType: "user_type",
  isSuper: "is_super",
  adminId: "admin_id",
  rememberedRoute: "remembered_route",
  permissions: "permissions",
} as const;

/** The response of a successful sign-in. */
export type SignIn = {
  access_token: string;
  user_type: string;
  is_super: boolean;
  admin_id: number;
};

type EndListener = (token: string | null) => void;
type StartListener = (replaced: boolean) => void;
const endListeners = new Set<EndListener>();
const startListeners = new Set<StartListener>();

/** The bearer token; null when nobody is signed in. */
export function readToken(): string | null {
  return sessionStorage.getItem(keys.token);
}

/** The sign-in stored in this tab; null when nobody is signed in. */
export function readSession(): SignIn | null {
  const access_token = readToken();
  if (access_token === null) return null;
  return {
    access_token,
    user_type: sessionStorage.getItem(keys.userType) ?? "",
    is_super: sessionStorage.getItem(keys.isSuper) === "true",
    admin_id: Number(sessionStorage.getItem(keys.adminId)),
  };
}

/** Whether the user of this tab belongs to one organization, rather than to the platform. */
export function isOrganizationUser(): boolean {
  return sessionStorage.getItem(keys.userType) === "organization";
}

/**
 * Who can give the user of this tab more roles, in the middle of a sentence. An organization has an
 * owner; the platform has administrators, whom users of an organization may not know.
 */
export function roleGranter(): string {
  return isOrganizationUser() ? "the owner of your organization" : "a platform administrator";
}

/** Stores a sign-in for this tab. */
export function startSession(signIn: SignIn): void {
  const replaced = readToken() !== null;
  sessionStorage.setItem(keys.token, signIn.access_token);
  sessionStorage.setItem(keys.userType, signIn.user_type);
  sessionStorage.setItem(keys.isSuper, String(signIn.is_super));
  sessionStorage.setItem(keys.adminId, String(signIn.admin_id));
  sessionStorage.removeItem(keys.permissions);
  for (const listener of startListeners) listener(replaced);
}

/**
 * Remembers what the user of this tab may call, so that the next load of a page requests nothing
 * that would be refused (loading/prefetch.ts).
 */
export function rememberPermissions(permissions: readonly string[]): void {
  sessionStorage.setItem(keys.permissions, permissions.join(" "));
}

/**
 * Calls the listener after each sign-in, with whether it replaced a session of this tab that had
 * not ended, perhaps of another user. @returns a function that stops listening.
 */
export function onSessionStart(listener: StartListener): () => void {
  startListeners.add(listener);
  return () => startListeners.delete(listener);
}

/**
 * The start of the local storage keys of the drafts of a user, or of an employee in the portal.
 *
 * @param owner differs between users and employees.
 */
export const draftKeyPrefix = (owner: string): string => `kontor:draft:${owner}:`;

/**
 * The local storage key of the signed-in user's draft on a screen. The draft outlives the session
 * and is removed by a logout. Null when nobody is signed in.
 */
export function draftKey(screen: string): string | null {
  const user = sessionStorage.getItem(keys.adminId);
  return user === null ? null : draftKeyPrefix(user) + screen;
}

/**
 * The local storage key of a setting of the signed-in user, which outlives a logout. Null when
 * nobody is signed in.
 */
export function userSettingKey(what: string): string | null {
  const user = sessionStorage.getItem(keys.adminId);
  return user === null ? null : `kontor:user:${user}:${what}`;
}

/**
 * Stores a text on this device, beyond the session; null removes it. If the device has no space
 * left, the text is not stored, and nothing is thrown.
 *
 * @param key null stores nothing.
 */
export function storeOnDevice(key: string | null, text: string | null): void {
  if (key === null) return;
  if (text === null) {
    localStorage.removeItem(key);
    return;
  }
  try {
    localStorage.setItem(key, text);
  } catch {
    // A later read returns the earlier text or none, as on another device.
  }
}

/** Removes all drafts of an owner; see {@link draftKeyPrefix}. */
export function removeDrafts(owner: string): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(draftKeyPrefix(owner))) localStorage.removeItem(key);
  }
}

/** Removes the session and the user's drafts, as the user's own logout does. */
export function clearSession(): void {
  const user = sessionStorage.getItem(keys.adminId);
  if (user !== null) removeDrafts(user);
  const token = readToken();
  sessionStorage.clear();
  for (const listener of endListeners) listener(token);
}

/** Drops a session that the server no longer accepts, and remembers the user's address. */
export function expireSession(location: Location): void {
  const token = readToken();
  sessionStorage.removeItem(keys.token);
  sessionStorage.removeItem(keys.userType);
  rememberRoute(location.pathname + location.search);
  for (const listener of endListeners) listener(token);
}

/**
 * Calls the listener with the token whenever a session ends, by logout or by the server. The app
 * then closes its dialogs and goes to the login page; platform code knows no routes.
 *
 * @returns a function that stops listening.
 */
export function onSessionEnd(listener: EndListener): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Remembers the address that a user opened before signing in. Public pages are not remembered. */
export function rememberRoute(href: string): void {
  if (/^\/app(?:[/?#]|$)/.test(href)) sessionStorage.setItem(keys.rememberedRoute, href);
}

/** Returns the remembered address and forgets it. Null when it has no path segment. */
export function takeRememberedRoute(): string | null {
  const href = sessionStorage.getItem(keys.rememberedRoute);
  sessionStorage.removeItem(keys.rememberedRoute);
  return href !== null && /^\/[^/?#]/.test(href) ? href : null;
}
