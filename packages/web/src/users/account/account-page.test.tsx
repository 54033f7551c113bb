import {
  changeOwnPassword,
  confirmSecondFactor,
  endOtherSessions,
  endOwnSession,
  getSecondFactor,
  listOwnSessions,
  renewRecoveryCodes,
  startSecondFactor,
  updateMe,
} from "@kontor/contract/users/account";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { queryClient } from "../../platform/query-client.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { answer as reply, findDialog, expectMessage } from "../../testing/questions.ts";
import { loseConnection, refuse, refuseAt } from "../../testing/refusal.ts";
import { administrator } from "../../testing/users.ts";

const off = { enabled: false, enabled_at: null, required: false, recovery_codes_left: 0 };
const on = {
  enabled: true,
  enabled_at: new Date("2026-02-01T09:00:00Z"),
  required: false,
  recovery_codes_left: 7,
};
const session = (id: number, device: string, current = false) => ({
  id,
  device,
  address: "192.0.2.7",
  created_at: new Date("2026-03-01T09:00:00Z"),
  last_seen_at: new Date("2026-03-09T09:00:00Z"),
  current,
});

function answer(api: FakeApi) {
  api.on(getSecondFactor, () => off);
  api.on(listOwnSessions, () => [
    session(1, "Firefox on Windows", true),
    session(2, "Safari on iPhone"),
  ]);
}

const leaving = "Leave without saving the codes?";

describe("the user's own account", () => {
  test("changes the name and the photo", async ({ api, open }) => {
    answer(api);
    api.on(updateMe, ({ name }) => ({ ...administrator, name }));
    const user = open("/app/account");
    await fillField(user, await screen.findByLabelText("Name"), "Ada Obi");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await expectMessage("Your profile has been saved.");
    expect(api.calls(updateMe).map(({ input }) => input)).toEqual([{ name: "Ada Obi" }]);
    await expectAccessible();
  });

  test("says at the photo that it is refused, until another one is chosen", async ({
    api,
    open,
  }) => {
    answer(api);
    const refusal = "This file is not a PNG, JPG, WebP or GIF image. Choose another file.";
    api.on(updateMe, () => refuseAt("profile_photo", "image_invalid", { reason: refusal }));
    const user = open("/app/account");
    const choose = await screen.findByRole("button", { name: "Choose Photo" });
    const chooser = document.querySelector<HTMLInputElement>("input[type=file]");
    if (!chooser) throw new Error("There is no field for the photo.");
    await user.upload(chooser, new File(["text"], "me.png", { type: "image/png" }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(choose).toHaveAccessibleDescription(refusal));
    await waitFor(() => expect(choose).toHaveFocus());
    await expectAccessible();
    await user.upload(chooser, new File(["picture"], "me.jpg", { type: "image/jpeg" }));
    expect(choose).not.toHaveAccessibleDescription();
    api.on(updateMe, ({ name }) => ({ ...administrator, name }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    await expectMessage("Your profile has been saved.");
    expect(api.calls(updateMe).map(({ files }) => Object.keys(files ?? {}))).toEqual([
      ["profile_photo"],
      ["profile_photo"],
    ]);
  });

  test("keeps typed input while the name is being saved", async ({ api, open }) => {
    answer(api);
    api.on(updateMe, ({ name }) => ({ ...administrator, name }));
    const user = open("/app/account", { on: "phone" });
    const name = await screen.findByLabelText("Name");
    await fillField(user, name, "Ada");
    const release = api.hold(updateMe);
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(api.calls(updateMe)).toHaveLength(1));
    await user.type(name, " Obi");
    release();
    await expectMessage("Your profile has been saved.");
    expect(name).toHaveValue("Ada Obi");
    await waitFor(() => expect(JSON.stringify(localStorage)).toContain("Ada Obi"));
    await user.click(screen.getByRole("link", { name: "Dashboard" }));
    await reply(user, "Leave without saving?", "Cancel");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(api.calls(updateMe).map(({ input }) => input.name)).toEqual(["Ada", "Ada Obi"]),
    );
    await waitFor(() => expect(JSON.stringify(localStorage)).not.toContain("Ada Obi"));
  });

  test("changes the password, and shows the error of a wrong one at its field", async ({
    api,
    open,
  }) => {
    answer(api);
    api.on(changeOwnPassword, () => refuseAt("present_password", "password_wrong"));
    const user = open("/app/account", { on: "phone" });
    await fillField(user, await screen.findByLabelText("Current Password"), "wrong");
    expect(screen.getByRole("button", { name: "Show or hide the current password" })).toBeVisible();
    await fillField(user, screen.getByLabelText("New Password"), "four plain words here");
    await fillField(user, screen.getByLabelText("Confirm New Password"), "four plain word here");
    await user.click(screen.getByRole("button", { name: "Change Password" }));
    expect(await screen.findByText(/The passwords do not match/)).toBeVisible();
    await fillField(user, screen.getByLabelText("Confirm New Password"), "four plain words here");
    await user.click(screen.getByRole("button", { name: "Change Password" }));
    expect(await screen.findByText("This is not your password. Try again.")).toBeVisible();
    expect(screen.getByLabelText("New Password")).toHaveValue("four plain words here");
    api.on(changeOwnPassword, () => ({ done: true as const }));
    await fillField(user, screen.getByLabelText("Current Password"), "right");
    await user.click(screen.getByRole("button", { name: "Change Password" }));
    await expectMessage("Your password has been changed. All other sessions have ended.");
    expect(screen.getByLabelText("New Password")).toHaveValue("");
  });

  test("shows the user's sessions, and ends them", async ({ api, open }) => {
    answer(api);
    api.on(endOwnSession, () => ({ done: true as const }));
    api.on(endOtherSessions, () => {
      api.on(listOwnSessions, () => [session(1, "Firefox on Windows", true)]);
      return { ended: 1 };
    });
    const user = open("/app/account");
    const sessions = within(await screen.findByRole("region", { name: "Sessions" }));
    expect(await sessions.findByText("Firefox on Windows")).toBeVisible();
    // A chip, whose words are never cut off on a phone.
    expect(sessions.getByText("This device")).toHaveAttribute("data-tone", "busy");
    await user.click(sessions.getByRole("button", { name: "End the session of Safari on iPhone" }));
    await waitFor(() => expect(api.calls(endOwnSession)).toHaveLength(1));
    await user.click(sessions.getByRole("button", { name: "End All Others" }));
    await reply(user, "End all other sessions?", "Yes");
    await expectMessage("All other sessions have ended.");
    // The pressed button is gone.
    await waitFor(() => expect(screen.getByRole("region", { name: "Sessions" })).toHaveFocus());
  });

  test("sets up the second factor, and shows the recovery codes once", async ({ api, open }) => {
    answer(api);
    const codes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-${index}`);
    api.on(startSecondFactor, () => ({
      secret: "JBSWY3DPEHPK3PXP",
      otpauth_url: "otpauth://totp/Kontor:ada?secret=JBSWY3DPEHPK3PXP&issuer=Kontor",
    }));
    api.on(confirmSecondFactor, () => refuseAt("code", "second_factor_wrong"));
    const user = open("/app/account");
    const panel = within(await screen.findByRole("region", { name: "Second Factor" }));
    await user.click(await panel.findByRole("button", { name: "Set Up" }));
    // Each step focuses its first field.
    expect(panel.getByLabelText("Your Password")).toHaveFocus();
    await user.keyboard("my password{Enter}");
    expect(await panel.findByRole("img", { name: /QR code/ })).toBeVisible();
    expect(panel.getByLabelText("6-digit Code")).toHaveFocus();
    expect(panel.getByText("JBSW Y3DP EHPK 3PXP")).toBeVisible();
    await expectAccessible();
    await fillField(user, panel.getByLabelText("6-digit Code"), "111111");
    await user.click(panel.getByRole("button", { name: "Switch On" }));
    await waitFor(() => expect(panel.getByLabelText("6-digit Code")).toBeInvalid());
    api.on(confirmSecondFactor, () => ({ recovery_codes: codes }));
    api.on(getSecondFactor, () => on);
    await fillField(user, panel.getByLabelText("6-digit Code"), "222222");
    await user.click(panel.getByRole("button", { name: "Switch On" }));
    expect(await panel.findAllByRole("listitem")).toHaveLength(10);
    expect(panel.getByRole("list", { name: "Recovery codes" })).toHaveFocus();
    expect(panel.getByRole("button", { name: "Done" })).toBeDisabled();
    // A user who returns from another tab, such as a password manager's, triggers a reload of all
    // queries.
    await queryClient.invalidateQueries();
    expect(await panel.findByText("On")).toHaveAttribute("data-tone", "good");
    expect(panel.getAllByRole("listitem")).toHaveLength(10);
    await user.click(panel.getByLabelText("I have saved these codes"));
    await user.click(panel.getByRole("button", { name: "Done" }));
    expect(await panel.findByText(/7 recovery codes are left/)).toBeVisible();
  });

  test("is shown as on when the response that switched it on was lost", async ({ api, open }) => {
    answer(api);
    api.on(getSecondFactor, () => off);
    api.on(startSecondFactor, () => ({
      secret: "JBSWY3DPEHPK3PXP",
      otpauth_url: "otpauth://totp/Kontor:ada?secret=JBSWY3DPEHPK3PXP&issuer=Kontor",
    }));
    api.on(confirmSecondFactor, loseConnection);
    const user = open("/app/account");
    const panel = within(await screen.findByRole("region", { name: "Second Factor" }));
    await user.click(await panel.findByRole("button", { name: "Set Up" }));
    await user.keyboard("my password{Enter}");
    await user.type(await panel.findByLabelText("6-digit Code"), "222222{Enter}");
    expect(await screen.findByText(/The server cannot be reached/)).toBeVisible();
    api.on(confirmSecondFactor, () => refuse("second_factor_on"));
    api.on(getSecondFactor, () => on);
    await user.click(panel.getByRole("button", { name: "Switch On" }));
    expect(await panel.findByText(/7 recovery codes are left/)).toBeVisible();
    expect(panel.queryByLabelText("6-digit Code")).toBeNull();
  });

  test("keeps new recovery codes until the user has saved them", async ({ api, open }) => {
    answer(api);
    api.on(getSecondFactor, () => on);
    api.on(renewRecoveryCodes, () => ({ recovery_codes: ["abcd-efgh-1", "abcd-efgh-2"] }));
    const user = open("/app/account", { on: "phone" });
    const panel = within(await screen.findByRole("region", { name: "Second Factor" }));
    await user.click(await panel.findByRole("button", { name: "New Recovery Codes" }));
    const renewal = await findDialog("New recovery codes");
    await fillField(user, renewal.getByLabelText("Your Password"), "my password");
    await user.click(renewal.getByRole("button", { name: "Create Codes" }));
    const codes = await screen.findByRole("list", { name: "Recovery codes" });
    expect(codes).toHaveFocus();
    expect(screen.queryByRole("dialog")).toBeNull();
    await expectAccessible();
    await user.keyboard("{Escape}");
    expect(codes).toBeVisible();
    const closing = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);

    const link = screen.getByRole("link", { name: "Dashboard" });
    await user.click(link);
    await expectMessage("The codes will not be shown again.");
    await reply(user, leaving, "Cancel");
    expect(codes).toBeVisible();
    expect(window.location.pathname).toBe("/app/account");
    // The user may leave saved codes without "Done". They are not shown on return.
    await user.click(panel.getByLabelText("I have saved these codes"));
    await user.click(link);
    await waitFor(() => expect(window.location.pathname).toBe("/app/dashboard"));
    window.history.back();
    await waitFor(() => expect(screen.getByText(/7 recovery codes are left/)).toBeVisible());
    expect(screen.queryByRole("list", { name: "Recovery codes" })).toBeNull();
  });

  test("shows that the sessions could not be loaded", async ({ api, open }) => {
    api.on(getSecondFactor, () => ({ ...on, required: true }));
    api.on(listOwnSessions, () => refuse("busy"));
    open("/app/account");
    const panel = within(await screen.findByRole("region", { name: "Second Factor" }));
    expect(await panel.findByText(/Your role requires it/)).toBeVisible();
    expect(panel.queryByRole("button", { name: "Switch Off" })).toBeNull();
    expect(await screen.findByText(/Your sessions could not be loaded/)).toBeVisible();
  });
});
