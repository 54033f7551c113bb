import { createRoute } from "@tanstack/react-router";

import { requireSession } from "./guards.ts";
import { root } from "./root-route.tsx";
import { screenPart } from "./screen-part.ts";

/** The frame of every screen of the app, which wants a session. */
export const app = createRoute({
  getParentRoute: () => root,
  path: "/app",
  beforeLoad: requireSession,
  component: screenPart(() => import("./shell/shell.tsx"), "Shell"),
});
