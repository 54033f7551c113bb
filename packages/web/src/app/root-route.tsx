import { createRootRoute, Outlet } from "@tanstack/react-router";

import { NotFoundPage } from "./not-found-page.tsx";

/** What all routes hang on: those of the app and those of the employees' portal. */
export const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });
