import type { listPayslips } from "@kontor/contract/payroll/payslips";
import type { listRuns } from "@kontor/contract/payroll/runs";
import { createRoute } from "@tanstack/react-router";

import { searchParamsOf, listSearchParamsOf } from "../platform/address.ts";
import { app } from "./app-route.ts";
import { requireIds } from "./guards.ts";
import { screenComponent } from "./screen-component.ts";

const runs = createRoute({
  getParentRoute: () => app,
  path: "payroll",
  staticData: { permission: "payroll.read" },
  validateSearch: listSearchParamsOf<typeof listRuns>(),
  component: screenComponent(() => import("../payroll/list/runs-page.tsx"), "RunsPage"),
});

const run = createRoute({
  getParentRoute: () => app,
  path: "payroll/$tenant_id/$company_id/$id",
  staticData: { permission: "payroll.read" },
  validateSearch: listSearchParamsOf<typeof listPayslips>(),
  beforeLoad: requireIds,
  component: screenComponent(() => import("../payroll/run/run-page.tsx"), "RunPage"),
});

const payslip = createRoute({
  getParentRoute: () => app,
  path: "payroll/$tenant_id/$company_id/$id/payslips/$payslip_id",
  staticData: { permission: "payroll.read" },
  beforeLoad: requireIds,
  component: screenComponent(() => import("../payroll/payslip/payslip-page.tsx"), "PayslipPage"),
});

const rehearsal = createRoute({
  getParentRoute: () => app,
  path: "payroll/$tenant_id/$company_id/rehearsal",
  staticData: { permission: "payroll.read" },
  validateSearch: searchParamsOf<{ rehearsal?: number }>(),
  beforeLoad: requireIds,
  component: screenComponent(
    () => import("../payroll/rehearsal/rehearsal-page.tsx"),
    "RehearsalPage",
  ),
});

/** The screens of payroll: the runs, one run, one payslip. */
export const payrollRoutes = [runs, rehearsal, run, payslip] as const;
