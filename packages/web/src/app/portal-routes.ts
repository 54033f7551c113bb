import { createRoute } from "@tanstack/react-router";

import { redirectSignedInToPortal, requireIds, requirePortalSession } from "./guards.ts";
import { root } from "./root-route.tsx";
import { screenComponent } from "./screen-component.ts";

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/portal/sign-in",
  beforeLoad: redirectSignedInToPortal,
  component: screenComponent(() => import("../portal/sign-in-page.tsx"), "SignInPage"),
});

const portal = createRoute({
  getParentRoute: () => root,
  path: "/portal",
  beforeLoad: requirePortalSession,
  component: screenComponent(() => import("../portal/portal-shell.tsx"), "PortalShell"),
});

const home = createRoute({
  getParentRoute: () => portal,
  path: "/",
  component: screenComponent(() => import("../portal/home-page.tsx"), "HomePage"),
});

const ask = createRoute({
  getParentRoute: () => portal,
  path: "ask",
  component: screenComponent(
    () => import("../portal/request-advance-page.tsx"),
    "RequestAdvancePage",
  ),
});

/** The link in mails about an advance request: the same screen, opened at that request. */
const advance = createRoute({
  getParentRoute: () => portal,
  path: "advances/$id",
  beforeLoad: requireIds,
  component: screenComponent(() => import("../portal/home-page.tsx"), "HomePage"),
});

const payslips = createRoute({
  getParentRoute: () => portal,
  path: "payslips",
  component: screenComponent(() => import("../portal/payslips/payslips-page.tsx"), "PayslipsPage"),
});

const payslip = createRoute({
  getParentRoute: () => portal,
  path: "payslips/$payslip_id",
  beforeLoad: requireIds,
  component: screenComponent(() => import("../portal/payslips/payslip-page.tsx"), "PayslipPage"),
});

/** The screens of the employees' portal, which load nothing of the app. */
export const portalRoutes = [
  signIn,
  portal.addChildren([home, payslips, payslip, advance, ask]),
] as const;
