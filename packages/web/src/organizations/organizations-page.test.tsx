import { listOrganizations } from "@kontor/contract/organizations";
import { screen, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../testing/accessible.ts";
import { test } from "../testing/page-test.tsx";
import { expectMessage, expectSignedOut } from "../testing/questions.ts";
import { refuse } from "../testing/refusal.ts";
import { listedOrganization } from "../testing/samples/organizations.ts";
import { longWord } from "../testing/samples/text.ts";
import { staffWith } from "../testing/users.ts";

const table = () => screen.findByRole("table", { name: "Organizations" });

describe("the organizations", () => {
  test("are a table that leads to each of them", async ({ api, open }) => {
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
    expect(await screen.findByRole("menuitem", { name: "View" })).toHaveAttribute(
      "href",
      "/app/organizations/7/9",
    );
  });

  test("say that there are none", async ({ api, open }) => {
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

  test("that cannot be loaded can be asked for again", async ({ api, open }) => {
    api.on(listOrganizations, () => refuse("busy"));
    const user = open("/app/organizations");
    expect(await screen.findByText("This list could not be loaded.")).toBeVisible();
    await expectMessage("The server is busy. Try again in a moment.");
    api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Acme Corporation")).toBeVisible();
  });

  test("of a dead session lead to the login page", async ({ api, open }) => {
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

  test("are added only by who may", async ({ api, open }) => {
    api.on(listOrganizations, () => ({ data: [], total: 0 }));
    open("/app/organizations", { as: staffWith("organizations.read") });
    expect(await screen.findByText("There are no orgs available")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Add Organization" })).toBeNull();
  });
});
