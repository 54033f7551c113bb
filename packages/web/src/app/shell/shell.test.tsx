import { countNotifications } from "@kontor/contract/notifications/notifications";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { countWaitingRuns } from "@kontor/contract/payroll/runs";
import { countPendingAdvances } from "@kontor/contract/salary-advances/advances";
import { logout } from "@kontor/contract/session/session";
import { confirmSecondFactor, startSecondFactor } from "@kontor/contract/users/account";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { queryClient } from "../../platform/query-client.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import { chooseMenuItem } from "../../testing/menus.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog } from "../../testing/questions.ts";
import { loseConnection, refuse } from "../../testing/refusal.ts";
import { longWord } from "../../testing/samples/text.ts";
import { administrator, memberOf, staffWith } from "../../testing/users.ts";

const entries = () =>
  within(screen.getByRole("navigation", { name: "Main" }))
    .getAllByRole("link")
    .map(({ textContent }) => textContent);

describe("the sidebar", () => {
  test("links an administrator to every page, and shows who is signed in", async ({ open }) => {
    open("/app");
    const sidebar = within(await screen.findByRole("complementary", { name: "Sidebar" }));
    expect(await sidebar.findByText("Ada Administrator")).toBeVisible();
    expect(sidebar.getByText("ada@kontor.example")).toBeVisible();
    expect(entries()).toEqual([
      "Dashboard",
      "Organizations",
      "Salary Advance",
      "Employees",
      "Payroll",
      "Chart of Accounts",
      "Entries",
      "Month-end",
      "Settings",
      "Reports",
    ]);
    expect(sidebar.getByRole("region", { name: "Accounting" })).toBeVisible();
    expect(window.location.pathname).toBe("/app/dashboard");
    const shortcuts = within(await screen.findByRole("navigation", { name: "Quick links" }));
    expect(document.title).toBe("Dashboard – Kontor");
    expect(shortcuts.getByRole("link", { name: /Chart of Accounts/ })).toBeVisible();
    await expectAccessible();
  });

  test("shows counts of waiting items, and works without them when they fail", async ({
    api,
    open,
  }) => {
    api.on(countPendingAdvances, () => ({ pending: 12 }));
    open("/app/dashboard", { as: memberOf(7, "salary-advances.read", "salary-advances.decide") });
    const link = await screen.findByRole("link", { name: "Salary Advance 12 waiting" });
    expect(link).toHaveAttribute("href", "/app/salary-advances");
    api.on(countPendingAdvances, () => refuse("busy"));
    await queryClient.invalidateQueries();
    await waitFor(() => expect(api.calls(countPendingAdvances).length).toBeGreaterThan(1));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("shows the counts that came with the user without requesting them again", async ({
    api,
    open,
  }) => {
    const user = memberOf(
      7,
      "salary-advances.read",
      "salary-advances.decide",
      "payroll.read",
      "payroll.approve",
    );
    open("/app/dashboard", {
      as: { ...user, counts: { salary_advances: 3, payroll_runs: 1 } },
    });
    expect(await screen.findByRole("link", { name: "Salary Advance 3 waiting" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Payroll 1 waiting" })).toBeVisible();
    await screen.findByRole("navigation", { name: "Quick links" });
    expect(api.calls(countPendingAdvances)).toHaveLength(0);
    expect(api.calls(countWaitingRuns)).toHaveLength(0);
    // After a decision the counts are requested.
    api.on(countPendingAdvances, () => ({ pending: 2 }));
    await queryClient.invalidateQueries({ queryKey: ["salary-advances"] });
    expect(await screen.findByRole("link", { name: "Salary Advance 2 waiting" })).toBeVisible();
  });

  test("links an organization's bookkeeper only to the books", async ({ open }) => {
    open("/app/dashboard", { as: memberOf(7, "accounting.read") });
    await screen.findByRole("link", { name: "Chart of Accounts" });
    expect(entries()).toEqual(["Dashboard", "Chart of Accounts", "Entries", "Month-end"]);
  });

  test("takes long names", async ({ open }) => {
    const email = `${longWord}@kontor.example`;
    open("/app/dashboard", { as: { ...administrator, name: longWord, email }, on: "phone" });
    expect(await screen.findByText(longWord)).toBeVisible();
    expect(screen.getByTitle(email)).toHaveTextContent(email);
  });

  test("slides in on a phone, and closes when a page is chosen", async ({ api, open }) => {
    api.on(listOrganizations, () => ({ data: [], total: 0 }));
    const user = open("/app/dashboard", { on: "phone" });
    await user.click(await screen.findByRole("button", { name: "Open menu" }));
    const menu = await findDialog("Menu");
    await user.click(await menu.findByRole("link", { name: "Organizations" }));
    expect(await screen.findByText("There are no orgs available")).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Back" }));
    await waitFor(() => expect(window.location.pathname).toBe("/app/dashboard"));
    expect(await screen.findByRole("heading", { name: "Dashboard" })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Open menu" })).toHaveAttribute(
      "aria-expanded",
      "false",
    );
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("gives the focus back to its button on a phone when Escape closes it", async ({ open }) => {
    const user = open("/app/dashboard", { on: "phone" });
    const button = await screen.findByRole("button", { name: "Open menu" });
    button.focus();
    await user.keyboard("{Enter}");
    const menu = await findDialog("Menu");
    await waitFor(() => expect(menu.getByRole("link", { name: /^Kontor/ })).toHaveFocus());
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(button).toHaveFocus());
  });

  test("closes on a phone when the open page is chosen", async ({ api, open }) => {
    api.on(listOrganizations, () => ({ data: [], total: 0 }));
    const user = open("/app/organizations?search=acme", { on: "phone" });
    await user.click(await screen.findByRole("button", { name: "Open menu" }));
    const menu = await findDialog("Menu");
    await user.click(await menu.findByRole("link", { name: "Organizations" }));
    await waitFor(() => expect(window.location.search).toBe(""));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("logging out", () => {
  test("clears the session and the stored branding", async ({ api, open }) => {
    localStorage.setItem("company_name", "Acme Corporation");
    localStorage.setItem("brand_color", "#004AAD");
    api.on(logout, () => ({ done: true as const }));
    const user = open("/app/dashboard");
    await user.click(await screen.findByRole("button", { name: "Logout" }));
    await waitFor(() => expect(screen.getByRole("heading", { name: "Welcome" })).toBeVisible());
    expect([sessionStorage.getItem("token"), localStorage.length]).toEqual([null, 0]);
    expect(api.calls(logout)).toHaveLength(1);
  });

  test("also works when the server cannot be reached", async ({ api, open }) => {
    api.on(logout, loseConnection);
    const user = open("/app/dashboard");
    await user.click(await screen.findByRole("button", { name: "Logout" }));
    await waitFor(() => expect(screen.getByRole("heading", { name: "Welcome" })).toBeVisible());
    expect(sessionStorage.getItem("token")).toBeNull();
  });
});

describe("the app shell", () => {
  test("shows a bar while a request runs, and a banner while the server cannot be reached", async ({
    api,
    open,
  }) => {
    api.on(listOrganizations, loseConnection);
    api.on(countNotifications, loseConnection);
    const release = api.hold(listOrganizations);
    open("/app/organizations", { as: staffWith("organizations.read") });
    // It is off for a moment once the user is known, and on again for the screen's own call.
    await waitFor(() => {
      expect(api.calls(listOrganizations)).toHaveLength(1);
      expect(screen.getByRole("progressbar", { name: "Loading" })).toBeVisible();
    });
    release();
    expect(await screen.findByText(/The server cannot be reached/)).toBeVisible();
  });

  test("ends the session when the server refuses a permission", async ({ api, open }) => {
    api.on(listOrganizations, () => refuse("forbidden"));
    open("/app/organizations");
    await waitFor(() => expect(screen.getByRole("heading", { name: "Welcome" })).toBeVisible());
    expect(
      await screen.findByText("Your account may not do this. Ask a platform administrator."),
    ).toBeVisible();
  });

  test("shows the not-found page for an unknown address", async ({ open }) => {
    open("/app/nowhere");
    expect(await screen.findByRole("heading", { name: "Page not found" })).toBeVisible();
    // Inside the app the navigation stays.
    expect(await screen.findByRole("link", { name: "Chart of Accounts" })).toBeVisible();
  });

  test("shows it for an address in which a percent sign stands for itself", async ({ open }) => {
    open("/%25E0%25A4%25A");
    expect(await screen.findByRole("heading", { name: "Page not found" })).toBeVisible();
  });

  test("stays around an address with a word for an id, but not around an unknown one", async ({
    open,
  }) => {
    open("/app/ledger-statement/nonsense");
    expect(
      await screen.findByText("The address may be wrong, or the page may have moved."),
    ).toBeVisible();
    await waitFor(() => expect(document.title).toBe("Page not found – Kontor"));
    expect(await screen.findByRole("link", { name: "Chart of Accounts" })).toBeVisible();
    cleanup();
    open("/nowhere/at/all");
    await waitFor(() => {
      expect(screen.getByRole("heading", { name: "Page not found" })).toBeVisible();
      expect(screen.queryByRole("link", { name: "Chart of Accounts" })).toBeNull();
    });
  });

  test("changes the theme in the account menu", async ({ open }) => {
    const user = open("/app/dashboard");
    for (const [label, scheme] of [
      ["Light", "light"],
      ["Dark", "dark"],
    ] as const) {
      await chooseMenuItem(user, /^Account menu/, label);
      expect(document.documentElement).toHaveAttribute("data-mantine-color-scheme", scheme);
    }
    await user.click(screen.getByRole("button", { name: /^Account menu/ }));
    expect(await screen.findByRole("menuitem", { name: "Dark chosen" })).toBeVisible();
    await user.click(screen.getByRole("menuitem", { name: "As the system" }));
  });

  test("opens and closes the account menu by keyboard", async ({ open }) => {
    const user = open("/app/dashboard");
    const button = () => screen.getByRole("button", { name: "Account menu AA" });
    await waitFor(() => expect(button()).toHaveAttribute("aria-expanded", "false"));
    // The first click loads the menu, which replaces the clicked button by its own.
    for (let press = 1; press <= 2; press++) {
      button().focus();
      await user.keyboard("{Enter}");
      const menu = await screen.findByRole("menu", { name: "Account menu AA" });
      expect(within(menu).getByText("ada@kontor.example")).toBeVisible();
      expect(button()).toHaveAttribute("aria-expanded", "true");
      await waitFor(() => expect(menu).toContainElement(document.activeElement as HTMLElement));
      await user.keyboard("{ArrowDown}");
      expect(document.activeElement).toHaveAttribute("role", "menuitem");
      await user.keyboard("{Escape}");
      await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
      await waitFor(() => expect(button()).toHaveFocus());
    }
  });

  test("shows users of an organization only that organization", async ({ open }) => {
    open("/app/dashboard", { as: memberOf(7, "organizations.read", "accounting.read") });
    const main = within(await screen.findByRole("navigation", { name: "Main" }));
    expect(await main.findByRole("link", { name: "Organization" })).toHaveAttribute(
      "href",
      "/app/organizations/7/7",
    );
    expect(main.queryByRole("link", { name: "Organizations" })).toBeNull();
    expect(main.queryByRole("link", { name: "Settings" })).toBeNull();
  });

  test("shows only the setup to users whose role requires a second factor", async ({
    api,
    open,
  }) => {
    api.on(listOrganizations, () => refuse("second_factor_required"));
    open("/app/organizations", { as: { ...administrator, second_factor_due: true } });
    expect(await screen.findByRole("heading", { name: "Set up your second factor" })).toBeVisible();
    expect(screen.queryByRole("table")).toBeNull();
    await expectAccessible();
  });

  test("shows the recovery codes of a required second factor until they are saved", async ({
    api,
    open,
  }) => {
    const due = { ...administrator, second_factor_due: true };
    api.on(listOrganizations, () => ({ data: [], total: 0 }));
    api.on(startSecondFactor, () => ({
      secret: "JBSWY3DPEHPK3PXP",
      otpauth_url: "otpauth://totp/Kontor:ada?secret=JBSWY3DPEHPK3PXP&issuer=Kontor",
    }));
    api.on(confirmSecondFactor, () => {
      api.signIn({ ...due, second_factor: true, second_factor_due: false });
      return { recovery_codes: ["abcd-efgh-1"] };
    });
    const user = open("/app/organizations", { as: due });
    await user.type(await screen.findByLabelText("Your Password"), "my password{Enter}");
    await user.type(await screen.findByLabelText("6-digit Code"), "222222{Enter}");
    expect(await screen.findByText("abcd-efgh-1")).toBeVisible();
    // A user who returns from another tab triggers a reload of all queries, after which no second
    // factor is due.
    await queryClient.invalidateQueries();
    expect(screen.getByText("abcd-efgh-1")).toBeVisible();
    await user.click(screen.getByLabelText("I have saved these codes"));
    await user.click(screen.getByRole("button", { name: "Done" }));
    expect(await screen.findByText("There are no orgs available")).toBeVisible();
  });
});
