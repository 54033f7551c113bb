import type { listAccounts, listSubLedgers } from "@kontor/contract/accounting/accounts";
import type { listEntries } from "@kontor/contract/accounting/entries";
import type { getStatement } from "@kontor/contract/accounting/statements";
import type { getDashboard } from "@kontor/contract/dashboard/dashboard";
import type { listEmployees } from "@kontor/contract/employees/employees";
import type { listEmployeeImportRows } from "@kontor/contract/employees/imports";
import type { Permission } from "@kontor/contract/endpoint";
import type { listOrganizations } from "@kontor/contract/organizations/organizations";
import type { listSalaryAdvances } from "@kontor/contract/salary-advances/advances";
import { createRoute, createRouter, redirect } from "@tanstack/react-router";

import { readAddLedgerSearch } from "../accounting/ledgers/new-ledger-search.ts";
import type { AddEntrySearch, RecordSearch } from "../accounting/search.ts";
import type { EmployeeSearch, ImportsSearch } from "../employees/search.ts";
import type { OrganizationSearch } from "../organizations/search.ts";
import { searchParamsOf, listSearchParamsOf } from "../platform/address.ts";
import { PageSpinner } from "../ui/spinner.tsx";
import { app } from "./app-route.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { redirectWhenSessionEnds, requireEntryKind, requireIds } from "./guards.ts";
import { paths } from "./paths.ts";
import { payrollRoutes } from "./payroll-routes.ts";
import { portalRoutes } from "./portal-routes.ts";
import { reportRoutes } from "./report-routes.ts";
import { root } from "./root-route.tsx";
import { screenComponent } from "./screen-component.ts";
import { settingsRoutes } from "./settings-routes.ts";

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => redirect({ to: paths.login, replace: true, throw: true }),
});

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  component: screenComponent(() => import("../session/login-page.tsx"), "LoginPage"),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: "/forgot-password",
  component: screenComponent(
    () => import("../session/forgot-password-page.tsx"),
    "ForgotPasswordPage",
  ),
});

const newPassword = createRoute({
  getParentRoute: () => root,
  path: "/new-password",
  component: screenComponent(() => import("../session/new-password-page.tsx"), "NewPasswordPage"),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: "/invitation",
  component: screenComponent(() => import("../session/invitation-page.tsx"), "InvitationPage"),
});

const appHome = createRoute({
  getParentRoute: () => app,
  path: "/",
  beforeLoad: () => redirect({ to: paths.dashboard, replace: true, throw: true }),
});

// A screen of the app has one route here, in the order of the sidebar, with the permission that its
// calls need, whose component is loaded when it is opened, and its name in `screens` below. The
// sidebar's entries are in shell/navigation.ts.

const dashboard = createRoute({
  getParentRoute: () => app,
  path: "dashboard",
  validateSearch: listSearchParamsOf<typeof getDashboard>(),
  component: screenComponent(() => import("./screens/dashboard-screen.tsx"), "DashboardScreen"),
});

const organizations = createRoute({
  getParentRoute: () => app,
  path: "organizations",
  staticData: { permission: "organizations.read" },
  validateSearch: listSearchParamsOf<typeof listOrganizations>(),
  component: screenComponent(
    () => import("../organizations/organizations-page.tsx"),
    "OrganizationsPage",
  ),
});

const organization = createRoute({
  getParentRoute: () => app,
  path: "organizations/$tenant_id/$company_id",
  staticData: { permission: "organizations.read" },
  validateSearch: searchParamsOf<OrganizationSearch>(),
  component: screenComponent(
    () => import("../organizations/organization-page.tsx"),
    "OrganizationPage",
  ),
});

const salaryAdvances = createRoute({
  getParentRoute: () => app,
  path: "salary-advances",
  staticData: { permission: "salary-advances.read" },
  validateSearch: listSearchParamsOf<typeof listSalaryAdvances>(),
  component: screenComponent(
    () => import("../salary-advances/list/salary-advances-page.tsx"),
    "SalaryAdvancesPage",
  ),
});

const salaryAdvance = createRoute({
  getParentRoute: () => app,
  path: "salary-advances/$tenant_id/$company_id/$id",
  staticData: { permission: "salary-advances.read" },
  beforeLoad: requireIds,
  component: screenComponent(
    () => import("../salary-advances/card/advance-page.tsx"),
    "AdvancePage",
  ),
});

const employees = createRoute({
  getParentRoute: () => app,
  path: "employees",
  staticData: { permission: "employees.read" },
  validateSearch: listSearchParamsOf<typeof listEmployees>(),
  component: screenComponent(() => import("../employees/list/employees-page.tsx"), "EmployeesPage"),
});

const employeeImports = createRoute({
  getParentRoute: () => app,
  path: "employees/import",
  staticData: { permission: "employees.import" },
  validateSearch: searchParamsOf<ImportsSearch>(),
  component: screenComponent(() => import("../employees/imports/imports-page.tsx"), "ImportsPage"),
});

const employeeImport = createRoute({
  getParentRoute: () => app,
  path: "employees/import/$tenant_id/$import_id",
  staticData: { permission: "employees.import" },
  validateSearch: listSearchParamsOf<typeof listEmployeeImportRows>(),
  beforeLoad: requireIds,
  component: screenComponent(() => import("../employees/imports/import-page.tsx"), "ImportPage"),
});

const employee = createRoute({
  getParentRoute: () => app,
  path: "employees/$tenant_id/$employee_id",
  staticData: { permission: "employees.read" },
  validateSearch: searchParamsOf<EmployeeSearch>(),
  beforeLoad: requireIds,
  component: screenComponent(() => import("./screens/employee-screen.tsx"), "EmployeeScreen"),
});

const chartOfAccounts = createRoute({
  getParentRoute: () => app,
  path: "chart-accounts",
  staticData: { permission: "accounting.read" },
  validateSearch: listSearchParamsOf<typeof listAccounts>(),
  component: screenComponent(
    () => import("../accounting/chart/chart-of-accounts-page.tsx"),
    "ChartOfAccountsPage",
  ),
});

const addLedger = createRoute({
  getParentRoute: () => app,
  path: "ledgers/add",
  staticData: { permission: "accounting.read" },
  validateSearch: readAddLedgerSearch,
  component: screenComponent(
    () => import("../accounting/ledgers/add-ledger-page.tsx"),
    "AddLedgerPage",
  ),
});

const editLedger = createRoute({
  getParentRoute: () => app,
  path: "ledgers/edit/$ledger_id",
  staticData: { permission: "accounting.read" },
  validateSearch: listSearchParamsOf<typeof listSubLedgers>(),
  beforeLoad: requireIds,
  component: screenComponent(
    () => import("../accounting/ledgers/edit-ledger-page.tsx"),
    "EditLedgerPage",
  ),
});

const editGroup = createRoute({
  getParentRoute: () => app,
  path: "groups/edit/$id",
  staticData: { permission: "accounting.read" },
  validateSearch: searchParamsOf<RecordSearch>(),
  beforeLoad: requireIds,
  component: screenComponent(
    () => import("../accounting/chart/edit-group-page.tsx"),
    "EditGroupPage",
  ),
});

const ledgerStatement = createRoute({
  getParentRoute: () => app,
  path: "ledger-statement/$ledger_id",
  staticData: { permission: "accounting.read" },
  validateSearch: listSearchParamsOf<typeof getStatement>(),
  beforeLoad: requireIds,
  component: screenComponent(
    () => import("../accounting/statement/ledger-statement-page.tsx"),
    "LedgerStatementPage",
  ),
});

const bankStatement = createRoute({
  getParentRoute: () => app,
  path: "ledger-statement/$ledger_id/bank",
  staticData: { permission: "accounting.read" },
  validateSearch: searchParamsOf<RecordSearch>(),
  beforeLoad: requireIds,
  component: screenComponent(
    () => import("../accounting/bank-statement/bank-statement-page.tsx"),
    "BankStatementPage",
  ),
});

const entries = createRoute({
  getParentRoute: () => app,
  path: "entries",
  staticData: { permission: "accounting.read" },
  validateSearch: listSearchParamsOf<typeof listEntries>(),
  component: screenComponent(() => import("../accounting/entries/entries-page.tsx"), "EntriesPage"),
});

const monthEnd = createRoute({
  getParentRoute: () => app,
  path: "month-end",
  staticData: { permission: "accounting.read" },
  validateSearch: searchParamsOf<RecordSearch>(),
  component: screenComponent(
    () => import("../accounting/periods/month-end-page.tsx"),
    "MonthEndPage",
  ),
});

const addEntry = createRoute({
  getParentRoute: () => app,
  path: "entries/receipt/add",
  staticData: { permission: "accounting.read" },
  validateSearch: searchParamsOf<AddEntrySearch>(),
  component: screenComponent(
    () => import("../accounting/entries/add-entry-page.tsx"),
    "AddEntryPage",
  ),
});

const editEntry = createRoute({
  getParentRoute: () => app,
  path: "entries/receipt/edit/$entry_id",
  staticData: { permission: "accounting.read" },
  validateSearch: searchParamsOf<RecordSearch>(),
  beforeLoad: requireIds,
  component: screenComponent(
    () => import("../accounting/entries/edit-entry-page.tsx"),
    "EditEntryPage",
  ),
});

// The other kinds of entries, on the same two pages.

const addOther = createRoute({
  getParentRoute: () => app,
  path: "entries/$kind/add",
  staticData: { permission: "accounting.read" },
  validateSearch: searchParamsOf<AddEntrySearch>(),
  beforeLoad: ({ params: { kind } }) => requireEntryKind(kind),
  component: screenComponent(
    () => import("../accounting/entries/add-entry-page.tsx"),
    "AddEntryPage",
  ),
});

const editOther = createRoute({
  getParentRoute: () => app,
  path: "entries/$kind/edit/$entry_id",
  staticData: { permission: "accounting.read" },
  validateSearch: searchParamsOf<RecordSearch>(),
  beforeLoad: ({ params: { kind, entry_id } }) => {
    requireEntryKind(kind);
    requireIds({ params: { entry_id } });
  },
  component: screenComponent(
    () => import("../accounting/entries/edit-entry-page.tsx"),
    "EditEntryPage",
  ),
});

const account = createRoute({
  getParentRoute: () => app,
  path: "account",
  component: screenComponent(() => import("../users/account/account-page.tsx"), "AccountPage"),
});

/** Every other address of the app shows the not-found page inside the app shell. */
const unknown = createRoute({
  getParentRoute: () => app,
  path: "$",
  component: screenComponent(() => import("./screens/not-found-screen.tsx"), "NotFoundScreen"),
});

const screens = [
  dashboard,
  organizations,
  organization,
  salaryAdvances,
  salaryAdvance,
  employees,
  employeeImports,
  employeeImport,
  employee,
  ...payrollRoutes,
  chartOfAccounts,
  addLedger,
  editLedger,
  editGroup,
  ledgerStatement,
  bankStatement,
  entries,
  addEntry,
  editEntry,
  addOther,
  editOther,
  monthEnd,
  settingsRoutes,
  reportRoutes,
  account,
  unknown,
] as const;

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    login,
    forgotPassword,
    newPassword,
    invitation,
    ...portalRoutes,
    app.addChildren([appHome, ...screens]),
  ]),
  defaultPreload: "intent",
  defaultPendingComponent: PageSpinner,
  // The spinner has its own delay, and an outdated screen is worse than an empty one.
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  defaultErrorComponent: ErrorBoundary,
  // A route refuses an invalid id, which shows the not-found page like any unknown address.
  notFoundMode: "root",
  scrollRestoration: true,
});

redirectWhenSessionEnds(router);

declare module "@tanstack/react-router" {
  // The router requires this to make links typed, and only an interface can be extended.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Register {
    router: typeof router;
  }
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface StaticDataRouteOption {
    /**
     * The permission that the calls of the screen need. For a user without it, the shell shows a
     * message in place of the screen, since a refused call ends the session. A screen without one
     * is for every user, or handles missing permissions itself.
     */
    permission?: Permission;
  }
}
