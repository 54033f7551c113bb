import { createRootRoute, Outlet } from "@tanstack/react-router";
import { Suspense } from "react";

import { lazyPart } from "../platform/part/lazy-part.ts";
import { fetchFilesOf } from "../platform/part/screen-files.ts";

// Few addresses lead nowhere.
const NotFoundPage = lazyPart(() => import("./not-found-page.tsx"), "NotFoundPage");

/** What all routes hang on: those of the app and those of the employees' portal. */
export const root = createRootRoute({
  component: Outlet,
  notFoundComponent: () => (
    <Suspense>
      <NotFoundPage />
    </Suspense>
  ),
  // Of each screen that is opened or about to be.
  beforeLoad: ({ location }) => fetchFilesOf(location.pathname),
});
