import { getOrganization } from "@kontor/contract/organizations/organizations";
import {
  getOrganizationSignInRules,
  getPlatformSignInRules,
  listOrganizationUsers,
  saveOrganizationSignInRules,
  savePlatformSignInRules,
} from "@kontor/contract/users/users";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../testing/accessible.ts";
import { fillField } from "../testing/fields.ts";
import { test } from "../testing/page-test.tsx";
import { answer, expectMessage, expectSignedOut } from "../testing/questions.ts";
import { loseConnection, refuse, refuseAt } from "../testing/refusal.ts";
import { openedOrganization } from "../testing/samples/organizations.ts";
import { memberOf, staffWith } from "../testing/users.ts";

const address = "/app/settings/sign-in-rules";
const password = "a long enough password";
const wrong = "This is not your password. Try again.";
const none = { second_factor_roles: [], version: 0 };

describe("the sign-in rules of the platform", () => {
  test("require a second factor of roles, confirmed by the password", async ({ api, open }) => {
    api.on(getPlatformSignInRules, () => none);
    api.on(savePlatformSignInRules, () => refuseAt("password", "password_wrong"));
    const user = open(address);
    const role = await screen.findByRole("checkbox", { name: "Accountant" });
    expect(role).not.toBeChecked();
    // The roles are chosen first, and the password confirms them.
    expect(screen.getByLabelText("Your Password", { selector: "input" })).not.toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Save" }));
    const own = screen.getByLabelText("Your Password", { selector: "input" });
    expect(await screen.findByText("Enter your password.")).toBeVisible();
    expect(api.calls(savePlatformSignInRules)).toHaveLength(0);
    await user.click(role);
    await fillField(user, own, "wrong");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(own).toHaveAccessibleDescription(expect.stringContaining(wrong)));
    expect(role).toBeChecked();
    api.on(savePlatformSignInRules, ({ second_factor_roles }) => ({
      second_factor_roles,
      version: 1,
    }));
    await fillField(user, own, password);
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Save" }));
    await expectMessage("Sign-in rules saved successfully..");
    expect(api.calls(savePlatformSignInRules).at(-1)?.input).toEqual({
      second_factor_roles: ["ACCOUNTANT"],
      version: 0,
      password,
    });
    expect(own).toHaveValue("");
  });

  test("warn the user when they apply to the user", async ({ api, open }) => {
    api.on(getPlatformSignInRules, () => none);
    const user = open(address);
    await user.click(await screen.findByRole("checkbox", { name: "Administrator" }));
    expect(screen.getByText(/You have one of these roles and no second factor yet/)).toBeVisible();
    await expectAccessible();
    await user.click(screen.getByRole("link", { name: "Audit Log" }));
    await answer(user, "Leave without saving?", "Cancel");
  });

  test("are merged with what another user saved, and kept without a response", async ({
    api,
    open,
  }) => {
    api.on(getPlatformSignInRules, () => none);
    api.on(savePlatformSignInRules, () => loseConnection());
    const user = open(address);
    await user.click(await screen.findByRole("checkbox", { name: "Reviewer" }));
    await fillField(user, screen.getByLabelText("Your Password", { selector: "input" }), password);
    const save = screen.getByRole("button", { name: "Save" });
    await user.click(save);
    await waitFor(() => expect(api.calls(savePlatformSignInRules)).toHaveLength(1));
    await waitFor(() => expect(save).toBeEnabled());
    api.on(savePlatformSignInRules, () => refuse("changed_meanwhile"));
    await user.click(save);
    api.on(getPlatformSignInRules, () => ({
      second_factor_roles: ["VIEWER" as const],
      version: 4,
    }));
    await user.click(await screen.findByRole("button", { name: "Load latest version" }));
    expect(await screen.findByText(/Somebody else also changed this/)).toBeVisible();
    expect(screen.getByRole("checkbox", { name: "Reviewer" })).toBeChecked();
  });

  test("are read-only without the permission to change them", async ({ api, open }) => {
    api.on(getPlatformSignInRules, () => ({
      second_factor_roles: ["ADMINISTRATOR" as const],
      version: 1,
    }));
    open(address, { as: staffWith("settings.read", "platform-users.read"), on: "phone" });
    expect(await screen.findByRole("checkbox", { name: "Administrator" })).toBeDisabled();
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
    expect(screen.queryByLabelText("Your Password")).toBeNull();
  });

  test("show an error when they cannot be loaded, and go to the login page when the session has ended", async ({
    api,
    open,
  }) => {
    const release = api.hold(getPlatformSignInRules);
    api.on(getPlatformSignInRules, () => refuse("busy"));
    const user = open(address);
    release();
    expect(await screen.findByText("The sign-in rules could not be loaded.")).toBeVisible();
    api.endSession();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await expectSignedOut();
  });
});

test("an owner requires a second factor in their organization", async ({ api, open }) => {
  api.on(getOrganization, () => openedOrganization());
  api.on(listOrganizationUsers, () => ({ data: [], total: 0 }));
  api.on(getOrganizationSignInRules, () => ({
    second_factor_roles: ["OWNER" as const],
    version: 2,
  }));
  api.on(saveOrganizationSignInRules, ({ second_factor_roles }) => ({
    second_factor_roles,
    version: 3,
  }));
  const as = memberOf(7, "organizations.read", "users.read", "users.write");
  const user = open("/app/organizations/7/9?tab=users", { as });
  const panel = within(await screen.findByRole("region", { name: "Second Factor" }));
  const disburser = await panel.findByRole("checkbox", { name: "Disburser" });
  // The panel is below the users: someone who types a shortcut there must not type it into a
  // password.
  expect(panel.getByLabelText("Your Password", { selector: "input" })).not.toHaveFocus();
  await user.click(disburser);
  await fillField(user, panel.getByLabelText("Your Password", { selector: "input" }), password);
  await user.click(panel.getByRole("button", { name: "Save" }));
  await expectMessage("Sign-in rules saved successfully..");
  expect(api.calls(saveOrganizationSignInRules)[0]?.input).toEqual({
    tenant_id: 7,
    company_id: 9,
    second_factor_roles: ["OWNER", "DISBURSER"],
    version: 2,
    password,
  });
});
