import { createRoute } from "@tanstack/react-router";

import { requireSession } from "./guards.ts";
import { root } from "./root-route.tsx";
import { screenComponent } from "./screen-component.ts";

/** The layout route of all screens of the app. It requires a session. */
export const app = createRoute({
  getParentRoute: () => root,
  path: "/app",
  beforeLoad: requireSession,
  component: screenComponent(() => import("./shell/shell.tsx"), "Shell"),
});
