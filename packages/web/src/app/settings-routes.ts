import type { listMails } from "@kontor/contract/settings/mails";
import type { listPlatformAudit } from "@kontor/contract/users/audit";
import type { listPlatformUsers } from "@kontor/contract/users/users";
import { createRoute, redirect } from "@tanstack/react-router";

import { searchParamsOf, listSearchParamsOf, type ListSearch } from "../platform/address.ts";
import { app } from "./app-route.ts";
import { paths } from "./paths.ts";
import { screenComponent } from "./screen-component.ts";

const settings = createRoute({
  getParentRoute: () => app,
  path: "settings",
  staticData: { permission: "settings.read" },
  component: screenComponent(() => import("../settings/settings-layout.tsx"), "SettingsLayout"),
});

const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: "/",
  beforeLoad: () => redirect({ to: paths.settings, replace: true, throw: true }),
});

const moduleSettings = createRoute({
  getParentRoute: () => settings,
  path: "modules",
  component: screenComponent(() => import("../settings/defaults/modules-page.tsx"), "ModulesPage"),
});

const mailSettings = createRoute({
  getParentRoute: () => settings,
  path: "mail",
  // The outbox once had this address. Links with its filters are redirected.
  beforeLoad: ({ location }) => {
    const search: ListSearch<typeof listMails> = location.search;
    if (search.status !== undefined) {
      redirect({ to: "/app/settings/outbox", search, replace: true, throw: true });
    }
  },
  component: screenComponent(() => import("../settings/mail/mail-page.tsx"), "MailPage"),
});

const outbox = createRoute({
  getParentRoute: () => settings,
  path: "outbox",
  validateSearch: listSearchParamsOf<typeof listMails>(),
  component: screenComponent(() => import("../settings/mail/outbox-page.tsx"), "OutboxPage"),
});

const urlSettings = createRoute({
  getParentRoute: () => settings,
  path: "url-settings",
  component: screenComponent(() => import("../settings/url-settings-page.tsx"), "UrlSettingsPage"),
});

const bankCredentials = createRoute({
  getParentRoute: () => settings,
  path: "bank-credentials",
  component: screenComponent(
    () => import("../settings/bank-credentials-page.tsx"),
    "BankCredentialsPage",
  ),
});

const emailTemplates = createRoute({
  getParentRoute: () => settings,
  path: "email-templates",
  validateSearch: searchParamsOf<{ search?: string | undefined }>(),
  component: screenComponent(
    () => import("../settings/defaults/email-templates-page.tsx"),
    "EmailTemplatesPage",
  ),
});

const jobOffer = createRoute({
  getParentRoute: () => settings,
  path: "job-offer",
  component: screenComponent(
    () => import("../settings/defaults/job-offer-page.tsx"),
    "JobOfferPage",
  ),
});

const salaryAdvanceConfig = createRoute({
  getParentRoute: () => settings,
  path: "salary-advance-config",
  component: screenComponent(
    () => import("../settings/defaults/salary-advance-config-page.tsx"),
    "SalaryAdvanceConfigPage",
  ),
});

const fundingLimits = createRoute({
  getParentRoute: () => settings,
  path: "funding-limits",
  component: screenComponent(
    () => import("../settings/defaults/funding-limits-page.tsx"),
    "FundingLimitsPage",
  ),
});

const payrollSettings = createRoute({
  getParentRoute: () => settings,
  path: "payroll-settings",
  component: screenComponent(
    () => import("../settings/defaults/payroll-settings-page.tsx"),
    "PayrollSettingsPage",
  ),
});

const userSettings = createRoute({
  getParentRoute: () => settings,
  path: "users",
  validateSearch: listSearchParamsOf<typeof listPlatformUsers>(),
  component: screenComponent(() => import("../settings/users-page.tsx"), "UsersPage"),
});

const signInRules = createRoute({
  getParentRoute: () => settings,
  path: "sign-in-rules",
  component: screenComponent(() => import("../settings/sign-in-rules-page.tsx"), "SignInRulesPage"),
});

const auditLog = createRoute({
  getParentRoute: () => settings,
  path: "audit-log",
  validateSearch: listSearchParamsOf<typeof listPlatformAudit>(),
  component: screenComponent(() => import("../settings/audit-log-page.tsx"), "AuditLogPage"),
});

/** Settings with its pages, in the order of its side menu. */
export const settingsRoutes = settings.addChildren([
  settingsHome,
  moduleSettings,
  mailSettings,
  outbox,
  urlSettings,
  bankCredentials,
  emailTemplates,
  jobOffer,
  salaryAdvanceConfig,
  fundingLimits,
  payrollSettings,
  userSettings,
  signInRules,
  auditLog,
]);
