import { getDashboard } from "@kontor/contract/dashboard/dashboard";

import { route, type Route } from "../platform/http/serve.ts";
import { dashboard } from "./dashboard.ts";

export const dashboardRoutes: readonly Route[] = [route(getDashboard, dashboard)];
