/**
 * The addresses that code outside of typed links needs. Screens link to each other with the router's
 * own `to` and `params`, which the compiler checks against router.tsx.
 */
export const paths = {
  login: "/login",
  forgotPassword: "/forgot-password",
  app: "/app",
  dashboard: "/app/dashboard",
} as const;
