import { getOrganization } from "@kontor/contract/organizations/organizations";
import {
  changeOrganizationRoles,
  deactivatePlatformUser,
  getOrganizationSignInRules,
  inviteOrganizationUser,
  listOrganizationUsers,
  listPlatformUsers,
  reactivatePlatformUser,
  resendPlatformInvitation,
} from "@kontor/contract/users/users";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../testing/accessible.ts";
import { fillField } from "../testing/fields.ts";
import { chooseMenuItem } from "../testing/menus.ts";
import { test } from "../testing/page-test.tsx";
import { answer, expectMessage } from "../testing/questions.ts";
import { refuse, refuseAt } from "../testing/refusal.ts";
import { openedOrganization } from "../testing/samples/organizations.ts";
import { staffWith } from "../testing/users.ts";
import type { User } from "./data.ts";

const someone = (change: Partial<User> = {}): User => ({
  id: 3,
  name: "Bola Bello",
  email: "bola@kontor.example",
  profile_photo: null,
  roles: ["ACCOUNTANT"],
  status: "ACTIVE",
  last_signed_in_at: new Date("2026-03-09T09:00:00Z"),
  second_factor: false,
  invitation_expires_at: null,
  created_at: new Date("2026-01-09T09:00:00Z"),
  version: 4,
  ...change,
});

describe("the users of the platform", () => {
  test("are listed with roles, status and second factor, and can be searched", async ({
    api,
    open,
  }) => {
    api.on(listPlatformUsers, ({ search }) =>
      search ? { data: [], total: 0 } : { data: [someone()], total: 1 },
    );
    const user = open("/app/settings/users");
    const table = within(await screen.findByRole("table", { name: "Users" }));
    expect(await table.findByText("Bola Bello")).toBeVisible();
    expect(table.getByText("Accountant")).toBeVisible();
    expect(table.getByText("Active")).toBeVisible();
    await expectAccessible();
    await user.type(screen.getByLabelText("Search users"), "nobody");
    expect(await screen.findByText("No users found")).toBeVisible();
  });

  test("link to the audit log of each", async ({ api, open }) => {
    api.on(listPlatformUsers, () => ({ data: [someone()], total: 1 }));
    const user = open("/app/settings/users");
    await user.click(await screen.findByRole("button", { name: "Actions for Bola Bello" }));
    expect(await screen.findByRole("menuitem", { name: "Audit Log" })).toHaveAttribute(
      "href",
      "/app/settings/audit-log?subject=user%3A3",
    );
  });

  test("show an error when they cannot be loaded, also on a phone", async ({ api, open }) => {
    api.on(listPlatformUsers, () => refuse("busy"));
    open("/app/settings/users", { on: "phone" });
    expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
  });

  test("are deactivated after a confirmation, and reactivated with the password", async ({
    api,
    open,
  }) => {
    let status: User["status"] = "ACTIVE";
    api.on(listPlatformUsers, () => ({ data: [someone({ status })], total: 1 }));
    api.on(deactivatePlatformUser, () => someone({ status: (status = "DEACTIVATED") }));
    api.on(reactivatePlatformUser, () => refuseAt("password", "password_wrong"));
    const user = open("/app/settings/users");
    await chooseMenuItem(user, "Actions for Bola Bello", "Deactivate");
    await answer(user, "Deactivate Bola Bello?", "Yes");
    await expectMessage("Bola Bello has been deactivated.");
    await chooseMenuItem(user, "Actions for Bola Bello", "Reactivate");
    const dialog = within(await screen.findByRole("dialog", { name: "Reactivate Bola Bello" }));
    await fillField(user, dialog.getByLabelText("Your Password"), "wrong");
    await user.click(dialog.getByRole("button", { name: "Reactivate" }));
    expect(await dialog.findByText("This is not your password. Try again.")).toBeVisible();
    await expectAccessible();
    api.on(reactivatePlatformUser, () => someone({ status: (status = "ACTIVE") }));
    await fillField(user, dialog.getByLabelText("Your Password"), "right");
    await user.click(dialog.getByRole("button", { name: "Reactivate" }));
    await expectMessage("Bola Bello can sign in again.");
  });

  test("are invited again", async ({ api, open }) => {
    const invited = someone({
      status: "INVITED",
      invitation_expires_at: new Date("2026-03-12T09:00:00Z"),
    });
    api.on(listPlatformUsers, () => ({ data: [invited], total: 1 }));
    api.on(resendPlatformInvitation, () => invited);
    const user = open("/app/settings/users");
    await chooseMenuItem(user, "Actions for Bola Bello", "Send Invitation Again");
    await expectMessage("A new invitation is on its way to bola@kontor.example.");
  });
});

describe("the users of an organization", () => {
  const address = "/app/organizations/7/9?tab=users";

  test("are invited with roles; invalid input is kept", async ({ api, open }) => {
    api.on(getOrganization, () => openedOrganization());
    api.on(getOrganizationSignInRules, () => ({ second_factor_roles: [], version: 0 }));
    api.on(listOrganizationUsers, () => ({ data: [], total: 0 }));
    api.on(inviteOrganizationUser, () =>
      refuseAt("email", "email_taken", { email: "chidi@acme.example" }),
    );
    let user = open(address);
    expect(await screen.findByText("There are no users yet")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Invite User" }));
    let dialog = within(await screen.findByRole("dialog", { name: "Invite User" }));
    await user.click(dialog.getByRole("button", { name: "Send Invitation" }));
    expect(await dialog.findByText("Choose at least one role.")).toBeVisible();
    await fillField(user, dialog.getByLabelText("Name"), "Chidi Okafor");
    await fillField(user, dialog.getByLabelText("Email"), "chidi@acme.example");
    await user.click(dialog.getByLabelText("HR"));
    await user.click(dialog.getByLabelText("Bookkeeper"));
    await fillField(user, dialog.getByLabelText("Your Password"), "my password");
    await user.click(dialog.getByRole("button", { name: "Send Invitation" }));
    await waitFor(() => expect(dialog.getByLabelText("Email")).toBeInvalid());
    expect(dialog.getByLabelText("Name")).toHaveValue("Chidi Okafor");
    await expectAccessible();
    const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith("kontor:draft"));
    await waitFor(() => expect(drafts()).toHaveLength(1));
    cleanup();

    // The page was lost. All input except the password is offered again.
    expect(JSON.stringify(localStorage)).not.toContain("my password");
    user = open(address);
    await user.click(await screen.findByRole("button", { name: "Invite User" }));
    dialog = within(await screen.findByRole("dialog", { name: "Invite User" }));
    expect(dialog.getByText(/^You started this invitation on /)).toBeVisible();
    // A user who types another invitation instead is not asked, and the first one is kept.
    await user.type(dialog.getByLabelText("Name"), "B");
    expect(dialog.queryByText(/^You started/)).toBeNull();
    await user.clear(dialog.getByLabelText("Name"));
    await user.click(dialog.getByRole("button", { name: "Go on with it" }));
    expect(dialog.getByLabelText("Name")).toHaveValue("Chidi Okafor");
    expect(dialog.getByLabelText("Bookkeeper")).toBeChecked();
    expect(dialog.getByLabelText("Your Password")).toHaveValue("");
    await fillField(user, dialog.getByLabelText("Your Password"), "my password");
    api.on(inviteOrganizationUser, ({ email, name }) => someone({ email, name }));
    await fillField(user, dialog.getByLabelText("Email"), "chidi.okafor@acme.example");
    await user.click(dialog.getByRole("button", { name: "Send Invitation" }));
    await expectMessage("The invitation is on its way to chidi.okafor@acme.example.");
    expect(api.calls(inviteOrganizationUser).at(-1)?.input.roles).toEqual(["HR", "BOOKKEEPER"]);
    expect(drafts()).toEqual([]);
  });

  test("change roles, except the last owner", async ({ api, open }) => {
    api.on(getOrganization, () => openedOrganization());
    const owner = someone({ roles: ["OWNER"] });
    api.on(getOrganizationSignInRules, () => ({ second_factor_roles: [], version: 0 }));
    api.on(listOrganizationUsers, () => ({ data: [owner], total: 1 }));
    api.on(changeOrganizationRoles, () => refuse("last_owner", { name: "Bola Bello" }));
    const user = open(address);
    await chooseMenuItem(user, "Actions for Bola Bello", "Change Roles");
    const dialog = within(await screen.findByRole("dialog", { name: "Roles of Bola Bello" }));
    expect(dialog.getByLabelText("Owner")).toBeChecked();
    // The roles are chosen first, and the password confirms them.
    await waitFor(() => expect(dialog.getByLabelText("Owner")).toHaveFocus());
    await user.click(dialog.getByLabelText("Owner"));
    await user.click(dialog.getByLabelText("Viewer"));
    await fillField(user, dialog.getByLabelText("Your Password"), "my password");
    await user.click(dialog.getByRole("button", { name: "Change Roles" }));
    await expectMessage(
      "Bola Bello is the last owner of the organization. Make somebody else one first.",
    );
    expect(dialog.getByLabelText("Viewer")).toBeChecked();
    expect(api.calls(changeOrganizationRoles).map(({ input }) => input)).toMatchObject([
      { tenant_id: 7, company_id: 9, id: 3, version: 4, roles: ["VIEWER"] },
    ]);
  });

  test("whose roles somebody else changed meanwhile are merged, not overwritten", async ({
    api,
    open,
  }) => {
    api.on(getOrganization, () => openedOrganization());
    api.on(getOrganizationSignInRules, () => ({ second_factor_roles: [], version: 0 }));
    api.on(listOrganizationUsers, () => ({ data: [someone({ roles: ["HR"] })], total: 1 }));
    const changed = someone({ roles: ["HR", "BOOKKEEPER"], version: 5 });
    api.on(changeOrganizationRoles, ({ version }) =>
      version === 5 ? someone({ roles: ["HR"], version: 6 }) : refuse("changed_meanwhile"),
    );
    const user = open(address);
    await chooseMenuItem(user, "Actions for Bola Bello", "Change Roles");
    const form = within(await screen.findByRole("dialog", { name: "Roles of Bola Bello" }));
    await fillField(user, form.getByLabelText("Your Password"), "my password");
    api.on(listOrganizationUsers, () => ({ data: [changed], total: 1 }));
    await user.click(form.getByRole("button", { name: "Change Roles" }));
    expect(await form.findByText(/^Somebody else changed these roles/)).toBeVisible();
    await user.click(form.getByRole("button", { name: "Load latest version" }));
    await waitFor(() => expect(form.getByLabelText("Bookkeeper")).toBeChecked());
    expect(form.getByLabelText("Your Password")).toHaveValue("my password");
    await user.click(form.getByRole("button", { name: "Change Roles" }));
    await expectMessage("The roles of Bola Bello have been changed.");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.calls(listOrganizationUsers).at(-2)?.input).toMatchObject({
      search: "bola@kontor.example",
    });
  });

  test("are read-only without the permission to change them", async ({ api, open }) => {
    api.on(getOrganization, () => openedOrganization());
    api.on(getOrganizationSignInRules, () => ({ second_factor_roles: [], version: 0 }));
    api.on(listOrganizationUsers, () => ({ data: [someone()], total: 1 }));
    open(address, { as: staffWith("organizations.read", "users.read") });
    expect(await screen.findByText("Bola Bello")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Invite User" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Actions for Bola Bello" })).toBeNull();
  });
});
