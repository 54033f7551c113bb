import type { DataOf } from "@kontor/contract/endpoint";
import { getLiterals } from "@kontor/contract/literals";
import { listModules } from "@kontor/contract/modules/modules";
import { addBranch, listBranches } from "@kontor/contract/organizations/branches";
import { getOrganization } from "@kontor/contract/organizations/organizations";
import { listEmailTemplates } from "@kontor/contract/templates/templates";
import { listOrganizationAudit } from "@kontor/contract/users/audit";
import { getOrganizationSignInRules, listOrganizationUsers } from "@kontor/contract/users/users";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, vi } from "vitest";

import { chooseOrganization } from "../platform/organization/scope-filter.ts";
import { expectAccessible } from "../testing/accessible.ts";
import type { FakeApi } from "../testing/fake-api.ts";
import { fillField, pickMatch } from "../testing/fields.ts";
import { test } from "../testing/page-test.tsx";
import { answer, findDialog, expectMessage, expectSignedOut } from "../testing/questions.ts";
import { refuse, refuseAt } from "../testing/refusal.ts";
import { openedOrganization } from "../testing/samples/organizations.ts";
import { longWord } from "../testing/samples/text.ts";
import { staffWith } from "../testing/users.ts";

/** May read an organization and its branches. */
const reader = staffWith("organizations.read");
const editor = staffWith("organizations.read", "organizations.write");
const address = "/app/organizations/7/9";

type Branch = DataOf<typeof listBranches>[number];

function branch(more: Partial<Branch> = {}): Branch {
  return {
    id: 3,
    tenant_id: 7,
    company_id: 9,
    name: "Ikeja Branch",
    code: "LAG-01",
    address: "1 Allen Avenue",
    state_id: 25,
    state: "Lagos",
    local_government_id: 511,
    local_government: "Ikeja",
    created_at: new Date("2026-03-05T13:30:00Z"),
    ...more,
  };
}

function answerPage(api: FakeApi, branches: readonly Branch[] = []) {
  api.on(getOrganization, () => openedOrganization());
  api.on(listBranches, () => ({ data: [...branches], total: branches.length }));
  api.on(getLiterals, () => ({
    states: [
      {
        id: 25,
        name: "Lagos",
        local_governments: [
          { id: 510, name: "Epe" },
          { id: 511, name: "Ikeja" },
        ],
      },
    ],
  }));
}

describe("the page of an organization", () => {
  test("links users who may read the audit log to the organization's own history", async ({
    api,
    open,
  }) => {
    answerPage(api);
    open(address, { as: staffWith("organizations.read", "audit.read") });
    const card = within(await screen.findByRole("region", { name: "Organization" }));
    const link = card.getByRole("link", { name: "History" });
    expect(link).toHaveAttribute("href", expect.stringContaining("/app/organizations/7/9?"));
    expect(link).toHaveAttribute("href", expect.stringMatching(/tab=audit-log.*organization%3A7/));
  });

  test("shows name, code and facts", async ({ api, open }) => {
    answerPage(api);
    api.on(getOrganization, () =>
      openedOrganization({
        state: "Lagos",
        emp_prefix: "ACM",
        about: "<p>Makers of <strong>steel</strong></p>",
        employee_benefits: "<p>Health cover</p>",
      }),
    );
    open(address, { as: reader });
    const card = within(await screen.findByRole("region", { name: "Organization" }));
    expect(card.getByRole("heading", { name: "Acme Corporation" })).toBeVisible();
    for (const text of [
      "acme-corp",
      "active",
      "office@acme-corp.example",
      "Bola Ade",
      "bola@acme-corp.example",
      "support@acme-corp.example",
      "12 Marina, Lagos Island, Lagos",
      "ACM",
      "Health cover",
    ]) {
      expect(card.getByText(text)).toBeVisible();
    }
    expect(card.getByText("steel").tagName).toBe("STRONG");
    expect(card.queryByRole("button", { name: "Edit Organization" })).toBeNull();
    expect(document.title).toBe("Acme Corporation – Kontor");
    await expectAccessible();
  });

  test("shows markup in a name as typed, and stores the branding", async ({ api, open }) => {
    answerPage(api);
    const name = `Whole & <b>Sons</b> ${longWord}`;
    api.on(getOrganization, () => openedOrganization({ name, logo_url: null }));
    open(address, { as: reader, on: "phone" });
    expect(await screen.findByRole("heading", { name, level: 2 })).toBeVisible();
    expect(localStorage.getItem("company_name")).toBe(name);
    expect(localStorage.getItem("brand_color")).toBe("#004AAD");
    expect(localStorage.getItem("company_logo")).toBeNull();
  });

  test("updates the name of the chosen organization", async ({ api, open }) => {
    answerPage(api);
    chooseOrganization({ tenantId: 7, name: "Acme before" });
    open(address, { as: reader });
    expect(
      await screen.findByRole("heading", { name: "Acme Corporation", level: 2 }),
    ).toBeVisible();
    expect(sessionStorage.getItem("organization_filter_name")).toBe("Acme Corporation");
  });

  test("has the tabs that the user may see, with the open one in the address", async ({
    api,
    open,
  }) => {
    answerPage(api);
    const user = open(`${address}?tab=branches`, { on: "phone" });
    const tabs = await screen.findAllByRole("tab");
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      "Company Accounts",
      "Modules",
      "Email Templates",
      "Job Offer Template",
      "Salary Advance Config",
      "Funding Limits",
      "Payroll Settings",
      "Branches",
      "Users",
      "Audit Log",
    ]);
    expect(screen.getByRole("tab", { name: "Branches" })).toHaveAttribute("aria-selected", "true");
    expect(await screen.findByText("There are no branches available")).toBeVisible();
    await user.tab();
  });

  test("stays where it is scrolled to when a tab is chosen", async ({ api, open }) => {
    answerPage(api);
    api.on(listModules.organization, () => []);
    const user = open(`${address}?tab=branches`, { on: "phone" });
    expect(await screen.findByText("There are no branches available")).toBeVisible();
    const scrolled = vi.spyOn(window, "scrollTo");
    await user.click(screen.getByRole("tab", { name: "Modules" }));
    expect(await screen.findByRole("list", { name: "Modules" })).toBeInTheDocument();
    expect(window.location.search).toBe("?tab=modules");
    expect(scrolled).not.toHaveBeenCalled();
    scrolled.mockRestore();
  });

  for (const [tab, box] of [
    ["branches", "Search branches"],
    ["users", "Search users"],
    ["audit-log", "Search the audit log"],
    ["email-templates", "Search templates"],
  ] as const) {
    test(`stays where it is scrolled to while something is searched for in ${tab}`, async ({
      api,
      open,
    }) => {
      answerPage(api);
      api.on(listOrganizationUsers, () => ({ data: [], total: 0 }));
      api.on(getOrganizationSignInRules, () => ({ second_factor_roles: [], version: 0 }));
      api.on(listOrganizationAudit, () => ({ data: [], total: 0 }));
      api.on(listEmailTemplates.organization, () => []);
      const user = open(`${address}?tab=${tab}`, { on: "phone" });
      const search = await screen.findByRole("searchbox", { name: box });
      const scrolled = vi.spyOn(window, "scrollTo");
      await fillField(user, search, "ada");
      await waitFor(() => expect(window.location.search).toBe(`?tab=${tab}&search=ada`));
      expect(scrolled).not.toHaveBeenCalled();
      scrolled.mockRestore();
    });
  }

  for (const [on, first] of [
    ["phone", "card"],
    ["tablet", "card"],
    ["desktop", "tabs"],
  ] as const) {
    test(`has the ${first} first on a ${on}, as it is seen`, async ({ api, open }) => {
      answerPage(api);
      open(`${address}?tab=branches`, { on });
      const card = await screen.findByRole("region", { name: "Organization" });
      const tabs = screen.getByRole("tablist", { name: "About Acme Corporation" });
      const order = card.compareDocumentPosition(tabs);
      expect(order).toBe(
        first === "card" ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING,
      );
    });
  }

  test("shows that an organization does not exist", async ({ api, open }) => {
    api.on(getOrganization, () => refuse("not_found", { what: "The organization" }));
    open(address);
    expect(await screen.findByText("The organization was not found.")).toBeVisible();
    expect(screen.getByRole("link", { name: "To the organizations" })).toHaveAttribute(
      "href",
      "/app/organizations",
    );
  });

  test("shows the same for an address without an id, and requests nothing", async ({ open }) => {
    open("/app/organizations/seven/9");
    expect(await screen.findByText("The organization was not found.")).toBeVisible();
  });

  test("can be retried when it cannot be loaded", async ({ api, open }) => {
    answerPage(api);
    api.on(getOrganization, () => refuse("busy"));
    const user = open(address, { as: reader });
    expect(await screen.findByText("The organization could not be loaded.")).toBeVisible();
    answerPage(api);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(
      await screen.findByRole("heading", { name: "Acme Corporation", level: 2 }),
    ).toBeVisible();
  });

  test("goes to the login page when the session has ended, and is remembered", async ({
    api,
    open,
  }) => {
    answerPage(api);
    open(`${address}?tab=branches`);
    api.endSession();
    await expectSignedOut();
    expect(sessionStorage.getItem("remembered_route")).toBe(`${address}?tab=branches`);
  });
});

describe("the branches", () => {
  test("are a table, with a dash for missing values", async ({ api, open }) => {
    answerPage(api, [
      branch(),
      branch({ id: 4, name: longWord, code: "", address: "", state: null, local_government: null }),
    ]);
    open(`${address}?tab=branches`, { as: reader, on: "phone" });
    const table = within(await screen.findByRole("table", { name: "Branches" }));
    for (const text of ["Ikeja Branch", "LAG-01", "1 Allen Avenue", "Lagos", "Ikeja", longWord]) {
      expect(await table.findByText(text)).toBeVisible();
    }
    expect(table.getAllByLabelText("none")).toHaveLength(4);
    expect(screen.queryByRole("button", { name: "Add Branch" })).toBeNull();
    await expectAccessible();
  });

  test("can be retried when they cannot be loaded", async ({ api, open }) => {
    answerPage(api, [branch()]);
    api.on(listBranches, () => refuse("busy"));
    const user = open(`${address}?tab=branches`, { as: reader });
    expect(await screen.findByText("This list could not be loaded.")).toBeVisible();
    answerPage(api, [branch()]);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Ikeja Branch")).toBeVisible();
  });

  test("are added with a local government of the chosen state", async ({ api, open }) => {
    answerPage(api);
    api.on(addBranch, () => branch());
    const release = api.hold(addBranch);
    const user = open(address, { as: editor });
    await user.click(await screen.findByRole("button", { name: "Add Branch" }));
    const form = await findDialog("Add Branch");
    const submit = form.getByRole("button", { name: "Submit" });
    expect(submit).toHaveAttribute("aria-disabled", "true");
    await fillField(user, form.getByLabelText("Name"), "Ikeja Branch");
    await fillField(user, form.getByLabelText("Code"), "LAG-01");
    const local = () => form.getByRole("combobox", { name: "Local Government" });
    expect(local()).toBeDisabled();
    await pickMatch(user, form.getByRole("combobox", { name: "State" }), "Lagos");
    await pickMatch(user, local(), "Ikeja");
    await expectAccessible();
    await user.dblClick(submit);
    answerPage(api, [branch()]);
    release();
    await expectMessage("Branch added successfully..");
    expect(await screen.findByRole("cell", { name: "Ikeja Branch" })).toBeVisible();
    expect(api.calls(addBranch).map(({ input }) => input)).toEqual([
      {
        tenant_id: 7,
        company_id: 9,
        name: "Ikeja Branch",
        code: "LAG-01",
        address: "",
        state_id: 25,
        local_government_id: 511,
      },
    ]);
  });

  test("keep the input when the code is taken, and ask before it is lost", async ({
    api,
    open,
  }) => {
    answerPage(api);
    api.on(addBranch, ({ code = "" }) => refuseAt("code", "branch_code_taken", { code }));
    const user = open(address, { as: editor });
    await user.click(await screen.findByRole("button", { name: "Add Branch" }));
    const form = await findDialog("Add Branch");
    await fillField(user, form.getByLabelText("Name"), "Second Branch");
    await fillField(user, form.getByLabelText("Code"), "LAG-01");
    await user.click(form.getByRole("button", { name: "Submit" }));
    await waitFor(() =>
      expect(form.getByLabelText("Code")).toHaveAccessibleDescription(
        "The code LAG-01 is taken by another branch of this organization. Choose another.",
      ),
    );
    expect(form.getByLabelText("Name")).toHaveValue("Second Branch");
    await user.click(form.getByRole("button", { name: "Cancel" }));
    await answer(user, "Leave without saving?", "Yes");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});
