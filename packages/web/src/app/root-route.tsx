import { createRootRoute, Outlet } from "@tanstack/react-router";
import { Suspense } from "react";

import { lazyComponent } from "../platform/loading/lazy-component.ts";
import { preloadScreen } from "../platform/loading/screen-files.ts";

// Loaded on demand, since few addresses are unknown.
const NotFoundPage = lazyComponent(() => import("./not-found-page.tsx"), "NotFoundPage");

/** The root of all routes: those of the app and those of the employees' portal. */
export const root = createRootRoute({
  component: Outlet,
  notFoundComponent: () => (
    <Suspense>
      <NotFoundPage />
    </Suspense>
  ),
  // For each screen that is opened or preloaded.
  beforeLoad: ({ location }) => preloadScreen(location.pathname),
});
