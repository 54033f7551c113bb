import { createRootRoute, Outlet } from "@tanstack/react-router";

import { fetchFilesOf } from "../platform/part/screen-files.ts";
import { NotFoundPage } from "./not-found-page.tsx";

/** What all routes hang on: those of the app and those of the employees' portal. */
export const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  // Of each screen that is opened or about to be.
  beforeLoad: ({ location }) => fetchFilesOf(location.pathname),
});
