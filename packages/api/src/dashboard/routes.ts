import { getDashboard } from "@kontor/contract/dashboard/dashboard";

import { parallelReadRoute, type Route } from "../platform/http/serve.ts";
import { dashboard } from "./dashboard.ts";

export const dashboardRoutes: readonly Route[] = [parallelReadRoute(getDashboard, dashboard)];
