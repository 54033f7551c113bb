import { listAccounts } from "@kontor/contract/accounting/accounts";
import { listEmployeeImports } from "@kontor/contract/employees/imports";
import type { Permission } from "@kontor/contract/endpoint";
import { payVarianceReport } from "@kontor/contract/pay-reports/pay-variance";
import { getMe } from "@kontor/contract/session/session";
import { screen } from "@testing-library/react";
import { describe, expect } from "vitest";

import { sections } from "../reports/sections.ts";
import { test } from "../testing/page-test.tsx";
import { memberOf, staffWith } from "../testing/users.ts";
import { router } from "./router.tsx";
import { navigation, pagesOf } from "./shell/navigation.ts";

/** Screens that every user may open. */
const forAll = new Set(["/app", "/app/dashboard", "/app/account", "/app/$"]);

const reports = Object.values(sections).flatMap((section) => section.reports);

type Route = (typeof router.routesById)[keyof typeof router.routesById];

/** A route's own permission, or that of the section around it. */
function permissionOf({ options, parentRoute }: Route): Permission | undefined {
  const section: Route | undefined = parentRoute;
  return options.staticData?.permission ?? section?.options.staticData?.permission;
}

const routes = Object.values(router.routesById)
  .map((route) => ({
    path: route.fullPath.replace(/(?<=.)\/$/, ""),
    permission: permissionOf(route),
  }))
  .filter(({ path }) => path.startsWith("/app"));

const permissionAt = (path: unknown) => routes.find((route) => route.path === path)?.permission;

const refusal = "Your roles do not include this page. Ask the owner of your organization.";

describe("a screen", () => {
  test("names the permission that its calls take", () => {
    const unguarded = routes
      .filter(({ path, permission }) => permission === undefined && !forAll.has(path))
      .map(({ path }) => path);
    expect(unguarded).toEqual([]);
  });

  test("takes the permission with which the sidebar offers it", () => {
    const offered = pagesOf(navigation);
    expect(offered.map(({ link }) => permissionAt(link.to))).toEqual(
      offered.map(({ permission }) => permission),
    );
  });

  test("of a report belongs to one of those that its section lists", () => {
    const ofReports = routes.map(({ path }) => path).filter((path) => /reports\/\w+\/./.test(path));
    expect(ofReports).not.toEqual([]);
    expect(
      ofReports.filter((path) => !reports.some(({ to }) => path.startsWith(String(to)))),
    ).toEqual([]);
  });

  test("says that no role of the user includes it, and makes no call that would end the session", async ({
    api,
    open,
  }) => {
    const release = api.hold(getMe);
    open("/app/chart-accounts", { as: memberOf(1, "employees.read") });
    // The app shell is shown before the user is loaded.
    expect(await screen.findByRole("link", { name: "Skip to main content" })).toBeInTheDocument();
    release();
    expect(await screen.findByText(refusal)).toBeVisible();
    expect(screen.getByRole("link", { name: "Go to the dashboard" })).toBeVisible();
    expect(api.calls(listAccounts)).toEqual([]);
    expect(sessionStorage.getItem("token")).not.toBeNull();
  });

  for (const report of [
    "payroll/variance",
    "payroll/statutory-schedule",
    "transaction/reconciliation-differences",
  ]) {
    test(`of the report ${report} asks for nothing either`, async ({ api, open }) => {
      open(`/app/reports/${report}`, { as: memberOf(1, "reports.read") });
      expect(await screen.findByText(refusal)).toBeVisible();
      expect(api.calls(payVarianceReport.read)).toEqual([]);
    });
  }

  test("to change something is not for those who may only read", async ({ api, open }) => {
    open("/app/employees/import?tenant_id=1", { as: staffWith("employees.read") });
    expect(
      await screen.findByText("Your roles do not include this page. Ask a platform administrator."),
    ).toBeVisible();
    expect(api.calls(listEmployeeImports)).toEqual([]);
  });

  test("that no role of an organization includes is not to be asked of its owner", async ({
    open,
  }) => {
    open("/app/settings/url-settings", { as: { ...memberOf(1), roles: ["OWNER"] } });
    expect(
      await screen.findByText(
        "Your roles do not include this page. Only the staff of the platform use it.",
      ),
    ).toBeVisible();
  });
});
