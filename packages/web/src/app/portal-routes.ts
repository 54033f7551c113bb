import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { root } from "./root-route.tsx";
import { passIntoPortal, requirePortalSession } from "./session-guard.ts";

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/portal/sign-in",
  beforeLoad: passIntoPortal,
  component: lazyRouteComponent(() => import("../portal/sign-in-page.tsx"), "SignInPage"),
});

const portal = createRoute({
  getParentRoute: () => root,
  path: "/portal",
  beforeLoad: requirePortalSession,
  component: lazyRouteComponent(() => import("../portal/portal-shell.tsx"), "PortalShell"),
});

const home = createRoute({
  getParentRoute: () => portal,
  path: "/",
  component: lazyRouteComponent(() => import("../portal/home-page.tsx"), "HomePage"),
});

const ask = createRoute({
  getParentRoute: () => portal,
  path: "ask",
  component: lazyRouteComponent(() => import("../portal/ask-page.tsx"), "AskPage"),
});

/** Where mails about a request lead: the same screen, at that request. */
const advance = createRoute({
  getParentRoute: () => portal,
  path: "advances/$id",
  component: lazyRouteComponent(() => import("../portal/home-page.tsx"), "HomePage"),
});

/** The screens of the employees' portal, which load nothing of the app. */
export const portalRoutes = [signIn, portal.addChildren([home, advance, ask])] as const;
