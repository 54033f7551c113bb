import { listModules } from "@kontor/contract/modules/modules";
import {
  templateKindByLabel,
  type TemplateLabel,
} from "@kontor/contract/reference/template-labels";
import { listEmailTemplates, resetEmailTemplates } from "@kontor/contract/templates/templates";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { test } from "../testing/page-test.tsx";
import { answer, findDialog, expectMessage, expectSignedOut } from "../testing/questions.ts";
import { refuse } from "../testing/refusal.ts";
import type { EmailTemplate } from "./data.ts";

const address = "/app/settings/email-templates";

const template = (label: TemplateLabel, level: EmailTemplate["level"]): EmailTemplate => ({
  ...templateKindByLabel(label),
  subject: `About ${label}`,
  body: "<p>Hello</p>",
  preview: "Hello",
  placeholders: [],
  level,
  version: level === "built_in" ? 0 : 1,
  updated_at: null,
  organizations_differing: 0,
});

describe("the email templates", () => {
  test("are grouped by subject, changed ones first, and each row opens its editor", async ({
    api,
    open,
  }) => {
    api.on(listEmailTemplates.platform, () => [
      template("password_reset", "built_in"),
      template("employee_registration", "built_in"),
      template("employee_invite", "built_in"),
      template("wallet_deposit", "built_in"),
      template("bank_account_changed", "platform"),
    ]);
    const user = open(address);
    const table = within(await screen.findByRole("table", { name: "Email Templates" }));
    await table.findByText("Wallet Deposit");
    // The title of each template, or the heading above it.
    const shown = () =>
      table
        .getAllByRole("row")
        .slice(1)
        .map((row) => row.querySelector("th, strong")?.textContent);
    expect(shown()).toEqual([
      "Employees",
      "Bank Account Changed",
      "Employee Registration",
      "Employee Invite",
      "Users and sign-in",
      "Password Reset",
      "Wallet",
      "Wallet Deposit",
    ]);
    expect(table.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Subject",
      "Email Body",
      "Action",
    ]);

    // A click beside every button, then the keyboard, which skips the headings.
    const row = table.getByRole("row", { name: /^Employee Invite/ });
    await user.click(within(row).getByText("Hello"));
    const clicked = await findDialog("Edit Template Employee Invite");
    await user.click(await clicked.findByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    table.getByRole("button", { name: /^Employee Invite/ }).focus();
    await user.keyboard("{ArrowDown}");
    expect(table.getByRole("button", { name: /^Password Reset/ })).toHaveFocus();
    await user.keyboard("{Enter}");
    const entered = await findDialog("Edit Template Password Reset");
    await user.click(await entered.findByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

    await user.type(screen.getByRole("searchbox", { name: "Search templates" }), "wallet");
    await waitFor(() => expect(shown()).toEqual(["Wallet", "Wallet Deposit"]));
  });

  test("offer to clear a search that none matches", async ({ api, open }) => {
    api.on(listEmailTemplates.platform, () => [template("wallet_deposit", "built_in")]);
    const user = open(`${address}?search=payslip`);
    expect(await screen.findByText("There are no Email Templates available")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(await screen.findByText("Wallet Deposit")).toBeVisible();
    expect(screen.getByRole("searchbox", { name: "Search templates" })).toHaveValue("");
    expect(window.location.search).toBe("");
  });

  test("show a spinner while loading, and a text when there are none", async ({ api, open }) => {
    api.on(listEmailTemplates.platform, () => []);
    const release = api.hold(listEmailTemplates.platform);
    open(address, { on: "phone" });
    expect(await screen.findByText("Loading Email Templates...")).toBeVisible();
    release();
    expect(await screen.findByText("There are no Email Templates available")).toBeVisible();
  });

  test("can be retried when they cannot be loaded", async ({ api, open }) => {
    api.on(listEmailTemplates.platform, () => refuse("busy"));
    const user = open(address);
    expect(await screen.findByText("This list could not be loaded.")).toBeVisible();
    api.on(listEmailTemplates.platform, () => []);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("There are no Email Templates available")).toBeVisible();
  });

  test("are reset after a confirmation", async ({ api, open }) => {
    api.on(listEmailTemplates.platform, () => []);
    api.on(resetEmailTemplates.platform, () => []);
    const user = open(address);
    await user.click(await screen.findByRole("button", { name: "Reset Templates" }));
    await answer(user, "Reset email templates?", "Cancel");
    expect(api.calls(resetEmailTemplates.platform)).toHaveLength(0);
    await user.click(screen.getByRole("button", { name: "Reset Templates" }));
    await answer(user, "Reset email templates?", "Yes");
    await expectMessage("Email templates have been reset to default.");
  });

  test("are kept when the back button leaves the page below the question", async ({
    api,
    open,
  }) => {
    api.on(listModules.platform, () => []);
    api.on(listEmailTemplates.platform, () => []);
    const user = open("/app/settings/modules");
    const menu = within(await screen.findByRole("navigation", { name: "Settings" }));
    await user.click(menu.getByRole("link", { name: "Email Templates" }));
    await user.click(await screen.findByRole("button", { name: "Reset Templates" }));
    await findDialog("Reset email templates?");
    window.history.back();
    await waitFor(() => expect(window.location.pathname).toBe("/app/settings/modules"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.calls(resetEmailTemplates.platform)).toHaveLength(0);
  });

  test("go to the login page when the session has ended", async ({ api, open }) => {
    api.on(listEmailTemplates.platform, () => []);
    open(address);
    api.endSession();
    await expectSignedOut();
  });
});
