import type { DataOf } from "@kontor/contract/endpoint";
import { listBranches } from "@kontor/contract/organizations/branches";
import { getOrganization } from "@kontor/contract/organizations/organizations";
import { setOrganizationStatus } from "@kontor/contract/organizations/status";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect } from "vitest";

import { expectAccessible } from "../testing/accessible.ts";
import type { FakeApi } from "../testing/fake-api.ts";
import { fillField } from "../testing/fields.ts";
import { test } from "../testing/page-test.tsx";
import { answer, findDialog, expectMessage, expectSignedOut } from "../testing/questions.ts";
import { refuse, refuseAt } from "../testing/refusal.ts";
import { openedOrganization } from "../testing/samples/organizations.ts";
import { longWord } from "../testing/samples/text.ts";
import { staffWith } from "../testing/users.ts";

type Organization = DataOf<typeof getOrganization>;

const address = "/app/organizations/7/9?tab=branches";
const administrator = staffWith("organizations.read", "organizations.suspend");
const reader = staffWith("organizations.read", "organizations.write");
const suspended = {
  status: "SUSPENDED",
  suspended_at: new Date("2026-03-09T23:30:00Z"),
  suspension_reason: "Unpaid fees",
} as const;

/** An organization whose status the call changes. */
function answerPage(api: FakeApi, more: Partial<Organization> = {}) {
  let organization = openedOrganization(more);
  api.on(listBranches, () => ({ data: [], total: 0 }));
  api.on(getOrganization, () => organization);
  api.on(setOrganizationStatus, ({ status, reason = "" }) => {
    const active = { status, suspended_at: null, suspension_reason: "" };
    organization = openedOrganization(
      status === "ACTIVE" ? active : { ...suspended, suspension_reason: reason },
    );
    return organization;
  });
}

const card = async () => within(await screen.findByRole("region", { name: "Organization" }));
const suspendButton = () => screen.findByRole("button", { name: "Suspend Organization" });
/** Enters the password that both changes ask for. */
const enterPassword = (user: UserEvent, form: Awaited<ReturnType<typeof findDialog>>) =>
  fillField(user, form.getByLabelText("Your Password"), "four words in a row");
const resumeButton = () => screen.findByRole("button", { name: "Resume Organization" });

describe("suspending an organization", () => {
  test("says what follows, asks for a reason and marks the card", async ({ api, open }) => {
    answerPage(api);
    const user = open(address, { as: administrator });
    expect((await card()).getByText("active")).toBeVisible();
    await user.click(await suspendButton());
    const form = await findDialog("Suspend Organization");
    for (const text of [
      "stays suspended until somebody resumes it:",
      "Its users are signed out now and cannot sign in. The portal is closed to its employees.",
      "Approved salary advances wait. Payments that were sent before are completed.",
      "Platform staff can still read its records, keep its books and pay its payroll.",
      "Nothing is deleted.",
    ]) {
      expect(form.getByText(text, { exact: false })).toBeVisible();
    }
    expect(form.getByLabelText("Reason")).toHaveAccessibleDescription(
      "Emailed to the owners and the super admin exactly as you write it, and kept in the history.",
    );
    const submit = form.getByRole("button", { name: "Suspend" });
    expect(submit).toHaveAttribute("aria-disabled", "true");
    expect(submit).toHaveAccessibleDescription(
      "Enter why the organization is suspended. 1 more field to go.",
    );
    await expectAccessible();
    await fillField(user, form.getByLabelText("Reason"), " Fees of May are unpaid ");
    expect(submit).toHaveAccessibleDescription("Enter your password.");
    await enterPassword(user, form);
    await user.dblClick(submit);
    await expectMessage("Organization suspended successfully..");
    expect(await (await card()).findByText("suspended")).toBeVisible();
    const notice = within(screen.getByRole("note"));
    expect(notice.getByText("Suspended since 10 Mar 2026")).toBeVisible();
    expect(notice.getByText("Fees of May are unpaid")).toBeVisible();
    await waitFor(async () => expect(await resumeButton()).toHaveFocus());
    const [call, ...others] = api.calls(setOrganizationStatus);
    expect(others).toEqual([]);
    expect(call?.input).toEqual({
      tenant_id: 7,
      company_id: 9,
      status: "SUSPENDED",
      reason: "Fees of May are unpaid",
      password: "four words in a row",
    });
    expect(call?.headers.get("Idempotency-Key")).toMatch(/^[\da-f-]{36}$/);
    await expectAccessible();
  });

  test("refuses a reason that is too long, and keeps it", async ({ api, open }) => {
    answerPage(api);
    const user = open(address, { as: administrator, on: "phone" });
    await user.click(await suspendButton());
    const form = await findDialog("Suspend Organization");
    const reason = form.getByLabelText("Reason");
    await fillField(user, reason, "x".repeat(301));
    await enterPassword(user, form);
    await user.click(form.getByRole("button", { name: "Suspend" }));
    expect(reason).toBeInvalid();
    expect(reason).toHaveValue("x".repeat(301));
    expect(api.calls(setOrganizationStatus)).toEqual([]);
    await user.click(form.getByRole("button", { name: "Cancel" }));
    await answer(user, "Leave without saving?", "Yes");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect((await card()).getByText("active")).toBeVisible();
  });

  test("keeps the reason when it is refused", async ({ api, open }) => {
    answerPage(api);
    api.on(setOrganizationStatus, () => refuse("busy"));
    const user = open(address, { as: administrator });
    await user.click(await suspendButton());
    const form = await findDialog("Suspend Organization");
    await fillField(user, form.getByLabelText("Reason"), "Unpaid fees");
    await enterPassword(user, form);
    await user.click(form.getByRole("button", { name: "Suspend" }));
    await expectMessage("The server is busy. Try again in a moment.");
    expect(form.getByLabelText("Reason")).toHaveValue("Unpaid fees");
    expect((await card()).getByText("active")).toBeVisible();
  });

  test("shows a wrong password at its field, and keeps the reason on the device only", async ({
    api,
    open,
  }) => {
    answerPage(api);
    api.on(setOrganizationStatus, () => refuseAt("password", "password_wrong"));
    const user = open(address, { as: administrator });
    await user.click(await suspendButton());
    const form = await findDialog("Suspend Organization");
    await fillField(user, form.getByLabelText("Reason"), "Unpaid fees");
    await enterPassword(user, form);
    await user.click(form.getByRole("button", { name: "Suspend" }));
    expect(await form.findByText("This is not your password. Try again.")).toBeVisible();
    expect(form.getByLabelText("Your Password")).toBeInvalid();
    const kept = Object.values(localStorage).join(" ");
    expect(kept).toContain("Unpaid fees");
    expect(kept).not.toContain("four words");
  });

  test("goes to the login page when the session has ended", async ({ api, open }) => {
    answerPage(api);
    const user = open(address, { as: administrator });
    await user.click(await suspendButton());
    const form = await findDialog("Suspend Organization");
    await fillField(user, form.getByLabelText("Reason"), "Unpaid fees");
    await enterPassword(user, form);
    api.endSession();
    await user.click(form.getByRole("button", { name: "Suspend" }));
    await expectSignedOut();
  });

  test("is offered to administrators only", async ({ api, open }) => {
    answerPage(api);
    open(address, { as: reader });
    const buttons = (await card()).getAllByRole("button");
    expect(buttons.map(({ textContent }) => textContent)).toEqual(["Edit Organization"]);
  });
});

describe("a suspended organization", () => {
  test("is resumed, without a reason if there is none", async ({ api, open }) => {
    answerPage(api, suspended);
    const user = open(address, { as: administrator, on: "phone" });
    expect(await screen.findByText("Unpaid fees")).toBeVisible();
    await user.click(await resumeButton());
    const form = await findDialog("Resume Organization");
    for (const text of [
      "is active again at once:",
      "Its users can sign in, and its employees can use the portal. Everybody has to sign in anew.",
      "Approved salary advances that waited are sent, as far as the wallet covers them.",
    ]) {
      expect(form.getByText(text, { exact: false })).toBeVisible();
    }
    await expectAccessible();
    await enterPassword(user, form);
    await user.click(form.getByRole("button", { name: "Resume" }));
    await expectMessage("Organization resumed successfully..");
    expect(await (await card()).findByText("active")).toBeVisible();
    expect(screen.queryByText("Unpaid fees")).toBeNull();
    expect(await suspendButton()).toBeVisible();
    expect(api.calls(setOrganizationStatus).map(({ input }) => input)).toEqual([
      {
        tenant_id: 7,
        company_id: 9,
        status: "ACTIVE",
        reason: "",
        password: "four words in a row",
      },
    ]);
  });

  test("shows all staff since when and why, with a long reason", async ({ api, open }) => {
    answerPage(api, { ...suspended, suspension_reason: `Because of ${longWord}` });
    open(address, { as: reader, on: "phone" });
    expect(await screen.findByText(`Because of ${longWord}`)).toBeVisible();
    expect(screen.getByText("Suspended since 10 Mar 2026")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Resume Organization" })).toBeNull();
    await expectAccessible();
  });

  test("says what it means if no reason was recorded", async ({ api, open }) => {
    answerPage(api, { status: "SUSPENDED" });
    open(address, { as: reader });
    expect(await screen.findByText("Suspended")).toBeVisible();
    expect(screen.getByText("Its users and employees cannot sign in.")).toBeVisible();
  });
});
