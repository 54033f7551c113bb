import { notFound } from "@tanstack/react-router";

/**
 * The addresses that code outside of typed links needs. Screens link to each other with the router's
 * own `to` and `params`, which the compiler checks against router.tsx.
 */
export const paths = {
  login: "/login",
  forgotPassword: "/forgot-password",
  newPassword: "/new-password",
  invitation: "/invitation",
  app: "/app",
  dashboard: "/app/dashboard",
  /** The first page of Settings. */
  settings: "/app/settings/modules",
  portal: "/portal",
  portalSignIn: "/portal/sign-in",
} as const;

/** Whether an address is one of the employees' portal, which knows nothing of the app. */
export function isOfPortal(pathname: string): boolean {
  return pathname === paths.portal || pathname.startsWith(`${paths.portal}/`);
}

/**
 * For `beforeLoad` of a screen whose address names rows: an id is a whole number above zero, and an
 * address without one is as unknown as any other.
 *
 * @throws what the router shows the not-found page for.
 */
export function requireIds({ params }: { params: Readonly<Record<string, string>> }): void {
  for (const id of Object.values(params)) {
    if (!/^[1-9]\d{0,14}$/.test(id)) notFound({ throw: true });
  }
}

/**
 * For `beforeLoad` of the screens of entries, whose address names the kind.
 *
 * @throws what the router shows the not-found page for.
 */
export function requireEntryKind(kind: string): void {
  if (!/^(?:receipt|payment|contra|journal)$/.test(kind)) notFound({ throw: true });
}
