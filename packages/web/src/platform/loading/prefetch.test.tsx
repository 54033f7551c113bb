import { listAccounts } from "@kontor/contract/accounting/accounts";
import { getDashboard } from "@kontor/contract/dashboard/dashboard";
import { listEmployees } from "@kontor/contract/employees/employees";
import { permissions as everyPermission } from "@kontor/contract/endpoint";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { listRuns } from "@kontor/contract/payroll/runs";
import { getMe } from "@kontor/contract/session/session";
import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";

import { token } from "../../testing/fake-api.ts";
import { test } from "../../testing/page-test.tsx";
import { answerBooks } from "../../testing/samples/accounting.ts";
import { listedOrganization } from "../../testing/samples/organizations.ts";
import { administrator, staffWith } from "../../testing/users.ts";
import { rememberPermissions, startSession } from "../session.ts";
import {
  prefetch,
  prefetchCallsOf,
  prefetchedBody,
  isPrefetched,
  takePrefetched,
  allPrefetched,
} from "./prefetch.ts";

/** Addresses, each with the first call of its screen. */
const addresses = [
  ["/app/dashboard", getDashboard],
  ["/app/organizations", listOrganizations],
  ["/app/employees", listEmployees],
  ["/app/payroll", listRuns],
  ["/app/chart-accounts", listAccounts],
] as const;

function signIn(as: string): void {
  startSession({ access_token: as, user_type: "platform", is_super: true, admin_id: 1 });
}

for (const [pathname, list] of addresses) {
  test(`${pathname} takes over the prefetched responses`, async ({ api, open }) => {
    answerBooks(api);
    api.on(listEmployees, () => ({ data: [], total: 0 }));
    api.on(listRuns, () => ({ data: [], total: 0 }));
    api.signIn(administrator);
    signIn(token);
    const calls = prefetchCallsOf({ pathname, search: "" });
    prefetch({ pathname, search: "" });
    expect(calls.map(isPrefetched)).toEqual([true, true]);
    open(pathname);
    await waitFor(() => expect(calls.map(isPrefetched)).toEqual([false, false]));
    expect([api.calls(getMe).length, api.calls(list).length]).toEqual([1, 1]);
  });
}

test("shows the rows of a list in the first render", async ({ api, open }) => {
  api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
  api.signIn(administrator);
  signIn(token);
  prefetch({ pathname: "/app/organizations", search: "" });
  const drawn: (string | null)[] = [];
  const watching = new MutationObserver(() => {
    const table = document.querySelector("table");
    if (table !== null) drawn.push(table.textContent);
  });
  watching.observe(document.body, { childList: true, subtree: true });
  open("/app/organizations", { begin: true });
  expect(await screen.findByRole("link", { name: "Acme Corporation" })).toBeVisible();
  watching.disconnect();
  expect(drawn[0]).toContain("Acme Corporation");
});

test("prefetches only what depends on nothing but the address and the organization", () => {
  const called = (pathname: string, search = "") => prefetchCallsOf({ pathname, search });
  expect(called("/portal")).toEqual([]);
  expect(called("/app/entries")).toEqual(["/wire/me"]);
  expect(called("/app/organizations", "?page=2")).toEqual(["/wire/me"]);
  sessionStorage.setItem("organization_filter", "7");
  expect(called("/app/employees")).toContain("/employees?tenant_id=7&page=1&per_page=25");
  sessionStorage.removeItem("organization_filter");
  localStorage.setItem("chart_folded", "all");
  expect(called("/app/chart-accounts")).toEqual(["/wire/me"]);
  localStorage.removeItem("chart_folded");
});

test("requests no list that the user of the tab may not read", async ({ api, open }) => {
  const isAsked = (pathname: string) => prefetchCallsOf({ pathname, search: "" }).length > 1;
  answerBooks(api);
  for (const [pathname, { access }] of addresses) {
    rememberPermissions(everyPermission.filter((each) => each !== access));
    expect([pathname, isAsked(pathname)]).toEqual([pathname, access === "session"]);
    rememberPermissions(["reports.read", access]);
    expect([pathname, isAsked(pathname)]).toEqual([pathname, true]);
  }
  open("/app/chart-accounts", { as: staffWith("accounting.read") });
  await waitFor(() => expect(isAsked("/app/employees")).toBe(false));
  expect(isAsked("/app/chart-accounts")).toBe(true);
  signIn("another");
  expect(isAsked("/app/employees")).toBe(true);
});

test("requests only the user while a second factor is due", async ({ api, open }) => {
  open("/app/dashboard", { as: { ...administrator, second_factor_due: true } });
  await waitFor(() => expect(api.calls(getMe)).toHaveLength(1));
  await waitFor(() =>
    expect(prefetchCallsOf({ pathname: "/app/dashboard", search: "" })).toEqual(["/wire/me"]),
  );
});

test("gives the response only to the session that requested it", async ({ api }) => {
  api.signIn(administrator);
  signIn(token);
  const place = { pathname: "/app/settings/modules", search: "" };
  const by = (as: string) => ({ method: "GET", headers: { Authorization: `Bearer ${as}` } });
  prefetch(place);
  await allPrefetched();
  expect(prefetchedBody("/api/wire/me", "somebody-else")).toBeUndefined();
  expect(prefetchedBody("/api/wire/me", token)).toMatchObject({
    data: { email: administrator.email },
  });
  expect(takePrefetched("/api/wire/me", by("somebody-else"))).toBeUndefined();
  expect(isPrefetched("/wire/me")).toBe(false);
  expect(prefetchedBody("/api/wire/me", token)).toBeUndefined();
  prefetch(place);
  expect(takePrefetched("/api/wire/me", by(token))).toBeInstanceOf(Promise);
  expect(takePrefetched("/api/wire/me", by(token))).toBeUndefined();
});
