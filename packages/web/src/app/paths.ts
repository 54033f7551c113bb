/**
 * The addresses for code that cannot use typed links. Screens link to each other with the router's
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
