import { listBranches } from "@kontor/contract/organizations/branches";
import { getOrganization, listOrganizations } from "@kontor/contract/organizations/organizations";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../testing/accessible.ts";
import { fillField } from "../testing/fields.ts";
import { test } from "../testing/page-test.tsx";
import { expectMessage, expectSignedOut } from "../testing/questions.ts";
import { refuse } from "../testing/refusal.ts";
import { listedOrganization, openedOrganization } from "../testing/samples/organizations.ts";
import { longWord } from "../testing/samples/text.ts";
import { memberOf, staffWith } from "../testing/users.ts";

const table = () => screen.findByRole("table", { name: "Organizations" });

describe("the organizations", () => {
  test("are a table with a link to each of them", async ({ api, open }) => {
    api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
    const user = open("/app/organizations");
    const row = within(await table());
    expect(await row.findByRole("link", { name: "Acme Corporation" })).toHaveAttribute(
      "href",
      "/app/organizations/7/9",
    );
    expect(row.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "#",
      "Company Logo",
      "Tenant Code",
      "Company Name",
      "Created On",
      "Actions",
    ]);
    await user.click(row.getByRole("button", { name: "Actions for Acme Corporation" }));
    const view = await screen.findByRole("menuitem", { name: "View" });
    expect(view).toHaveAttribute("href", "/app/organizations/7/9");
    api.on(getOrganization, () => refuse("not_found", { what: "The organization" }));
    await user.click(view);
    await screen.findByText("The organization was not found.");
    // Neither the menu nor its button is there any more.
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  });

  test("show whose books are switched off", async ({ api, open }) => {
    const without = listedOrganization({ tenant_id: 8, name: "Zuma Hotels", accounting_off: true });
    api.on(listOrganizations, () => ({ data: [listedOrganization(), without], total: 2 }));
    open("/app/organizations", { on: "phone" });
    expect(await screen.findByRole("link", { name: /^Zuma Hotels/ })).toHaveTextContent(
      "Zuma Hotels Accounting off",
    );
    expect(screen.getAllByText("Accounting off")).toHaveLength(1);
    await expectAccessible();
  });

  test("show which are suspended", async ({ api, open }) => {
    const suspended = listedOrganization({
      tenant_id: 8,
      name: "Zuma Hotels",
      status: "SUSPENDED",
    });
    api.on(listOrganizations, () => ({ data: [listedOrganization(), suspended], total: 2 }));
    open("/app/organizations", { on: "phone" });
    expect(await screen.findByRole("link", { name: /^Zuma Hotels/ })).toHaveTextContent(
      "Zuma Hotels Suspended",
    );
    expect(screen.getAllByText("Suspended")).toHaveLength(1);
    await expectAccessible();
  });

  test("are added by users with the permission, which an owner of one does not have", async ({
    api,
    open,
  }) => {
    api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
    open("/app/organizations", { as: staffWith("organizations.read", "organizations.write") });
    expect(await table()).toBeVisible();
    expect(screen.queryByRole("button", { name: "Add Organization" })).toBeNull();
  });

  test("redirect users of one organization to its page", async ({ api, open }) => {
    api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
    api.on(getOrganization, () => openedOrganization());
    api.on(listBranches, () => ({ data: [], total: 0 }));
    open("/app/organizations", { as: memberOf(7, "organizations.read") });
    expect(await screen.findByRole("tab", { name: "Branches" })).toBeVisible();
    expect(window.location.pathname).toBe("/app/organizations/7/7");
    expect(screen.queryByRole("table", { name: "Organizations" })).toBeNull();
  });

  test("show a text when there are none", async ({ api, open }) => {
    api.on(listOrganizations, () => ({ data: [], total: 0 }));
    open("/app/organizations");
    expect(await screen.findByText("There are no orgs available")).toBeVisible();
  });

  test("show a spinner while they load", async ({ api, open }) => {
    api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
    const release = api.hold(listOrganizations);
    open("/app/organizations");
    expect(await screen.findByRole("status", { name: "Loading Organizations" })).toBeVisible();
    release();
    expect(await screen.findByText("Acme Corporation")).toBeVisible();
  });

  test("can be retried when they cannot be loaded", async ({ api, open }) => {
    api.on(listOrganizations, () => refuse("busy"));
    const user = open("/app/organizations");
    expect(await screen.findByText("This list could not be loaded.")).toBeVisible();
    await expectMessage("The server is busy. Try again in a moment.");
    api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
    expect(await screen.findByText("Acme Corporation")).toBeVisible();
  });

  test("go to the login page when the session has ended", async ({ api, open }) => {
    const user = open("/app/organizations?search=acme");
    api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
    await screen.findByText("Acme Corporation");
    api.endSession();
    await user.click(screen.getByRole("button", { name: "Tenant Code" }));
    await expectSignedOut();
    expect(sessionStorage.getItem("token")).toBeNull();
    expect(sessionStorage.getItem("remembered_route")).toBe(
      "/app/organizations?search=acme&sort=code",
    );
  });

  test("with long names keep their code and menu", async ({ api, open }) => {
    api.on(listOrganizations, () => ({ data: [listedOrganization({ name: longWord })], total: 1 }));
    open("/app/organizations", { on: "phone" });
    expect(await screen.findByRole("link", { name: longWord })).toBeVisible();
    expect(screen.getByRole("button", { name: `Actions for ${longWord}` })).toBeVisible();
    await expectAccessible();
  });

  test("are added only with the permission", async ({ api, open }) => {
    api.on(listOrganizations, () => ({ data: [], total: 0 }));
    open("/app/organizations", { as: staffWith("organizations.read") });
    expect(await screen.findByText("There are no orgs available")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Add Organization" })).toBeNull();
  });

  test("are searched, with the text in the address", async ({ api, open }) => {
    api.on(listOrganizations, ({ search = "" }) => ({
      data: search === "nobody" ? [] : [listedOrganization({ name: `Found by "${search}"` })],
      total: search === "nobody" ? 0 : 1,
    }));
    const user = open("/app/organizations?search=office%40acme");
    const box = await screen.findByRole("searchbox", { name: "Search organizations" });
    expect(box).toHaveValue("office@acme");
    expect(await screen.findByText('Found by "office@acme"')).toBeVisible();
    await fillField(user, box, "nobody");
    expect(await screen.findByText("There are no orgs available")).toBeVisible();
    expect(window.location.search).toBe("?search=nobody");
    await user.click(screen.getByRole("button", { name: "Clear search" }));
    expect(await screen.findByText('Found by ""')).toBeVisible();
    expect(window.location.search).toBe("");
  });

  test("are sorted by a column in both directions", async ({ api, open }) => {
    api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
    const user = open("/app/organizations");
    await screen.findByText("Acme Corporation");
    for (const [header, sort, direction] of [
      ["Tenant Code", "code", "ascending"],
      ["Company Name", "name", "ascending"],
      ["Company Name", "-name", "descending"],
      ["Created On", "created_at", "ascending"],
    ] as const) {
      await user.click(screen.getByRole("button", { name: header }));
      await waitFor(() => expect(window.location.search).toBe(`?sort=${sort}`));
      expect(screen.getByRole("columnheader", { name: header })).toHaveAttribute(
        "aria-sort",
        direction,
      );
      expect(api.calls(listOrganizations).at(-1)?.input.sort).toBe(sort);
    }
  });

  test("come in pages of 25, and a page beyond the last redirects to it", async ({ api, open }) => {
    api.on(listOrganizations, ({ page }) => ({
      data: page <= 2 ? [listedOrganization({ name: `On page ${page}` })] : [],
      total: 26,
    }));
    const user = open("/app/organizations?sort=nonsense&page=9");
    expect(await screen.findByText("On page 2")).toBeVisible();
    expect(window.location.search).toMatch(/page=2$/);
    expect(screen.getByRole("cell", { name: "26" })).toBeVisible();
    expect(screen.getByText("26–26 of 26")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Page 1" }));
    expect(await screen.findByText("On page 1")).toBeVisible();
    expect(api.calls(listOrganizations).at(-1)?.input).toEqual({ page: 1, per_page: 25 });
  });

  test("go back from a page whose rows are gone to the page before it", async ({ api, open }) => {
    api.on(listOrganizations, ({ page }) => ({
      data: page <= 2 ? [listedOrganization({ name: `On page ${page}` })] : [],
      total: page === 1 ? 51 : 26,
    }));
    const user = open("/app/organizations");
    await user.click(await screen.findByRole("button", { name: "Page 3" }));
    expect(await screen.findByText("On page 2")).toBeVisible();
    expect(window.location.search).toBe("?page=2");
    window.history.back();
    expect(await screen.findByText("On page 1")).toBeVisible();
    expect(window.location.search).toBe("");
  });
});
