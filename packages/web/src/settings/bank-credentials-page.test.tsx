import { sandboxConnection } from "@kontor/contract/settings/mail-test";
import {
  getBankCredentials,
  saveBankCredentials,
  testBankCredentials,
} from "@kontor/contract/settings/settings";
import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect } from "vitest";

import { expectAccessible } from "../testing/accessible.ts";
import { fillField } from "../testing/fields.ts";
import { test } from "../testing/page-test.tsx";
import { expectMessage, expectSignedOut } from "../testing/questions.ts";
import { refuse, refuseAt } from "../testing/refusal.ts";
import { staffWith } from "../testing/users.ts";
import type { BankCredentials } from "./data.ts";

const address = "/app/settings/bank-credentials";
const about = "No bank is connected: deposits and withdrawals only move the books.";
const credentials = (more: Partial<BankCredentials> = {}): BankCredentials => ({
  provider: "sandbox",
  providers: [{ name: "sandbox", title: "Sandbox", about }],
  public_key: "",
  secret_key: null,
  webhook_secret: null,
  can_keep_secrets: true,
  version: 2,
  updated_at: null,
  ...more,
});
const present_password = "a long enough password";
/** Types the user's own password, which every change requires. */
const enterPassword = async (user: UserEvent) =>
  fillField(user, screen.getByLabelText("Your Password", { selector: "input" }), present_password);
const stored = { last_four: "wxyz", updated_at: new Date("2026-03-05T13:30:00Z") };

describe("the bank credentials", () => {
  test("show only the last characters of a stored key", async ({ api, open }) => {
    api.on(getBankCredentials, () => credentials());
    const user = open(address, { on: "phone" });
    const secret = await screen.findByLabelText("Secret Key");
    expect(screen.getByText(about)).toBeVisible();
    expect(screen.getAllByText("Not set.")).toHaveLength(2);
    await fillField(user, screen.getByLabelText("Public Key"), "pk_demo_1");
    await fillField(user, secret, "sk_demo_0123456789_wxyz");
    expect(screen.getByText("Save first: the test uses the saved settings.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Test connection" })).toBeDisabled();

    const saved = credentials({ public_key: "pk_demo_1", secret_key: stored, version: 3 });
    api.on(saveBankCredentials, () => saved);
    api.on(getBankCredentials, () => saved);
    await enterPassword(user);
    await user.click(screen.getByRole("button", { name: "Save" }));
    await expectMessage("Bank credentials saved successfully..");
    expect(api.calls(saveBankCredentials)[0]?.input).toEqual({
      provider: "sandbox",
      public_key: "pk_demo_1",
      secret_key: "sk_demo_0123456789_wxyz",
      version: 2,
      present_password,
    });
    expect(
      await screen.findByText("•••• wxyz, set since 05 Mar 2026. Leave this empty to keep it."),
    ).toBeVisible();
    expect(secret).toHaveValue("");
    await expectAccessible();
  });

  test("keep a key whose field is left empty, and remove one on request", async ({ api, open }) => {
    const saved = credentials({ secret_key: stored, webhook_secret: stored });
    api.on(getBankCredentials, () => saved);
    api.on(saveBankCredentials, () => saved);
    const user = open(address);
    await user.click(await screen.findByRole("button", { name: "Remove Secret Key" }));
    expect(screen.getByText("Will be removed when you save.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Keep Secret Key" }));
    await user.click(screen.getByRole("button", { name: "Remove Webhook Secret" }));
    await enterPassword(user);
    await user.click(screen.getByRole("button", { name: "Save" }));
    await expectMessage("Bank credentials saved successfully..");
    expect(api.calls(saveBankCredentials)[0]?.input).toEqual({
      provider: "sandbox",
      public_key: "",
      webhook_secret: "",
      version: 2,
      present_password,
    });
  });

  test("can be tested, and show the provider's response", async ({ api, open }) => {
    api.on(getBankCredentials, () => credentials());
    api.on(testBankCredentials, () => ({
      connected: true,
      sandbox: true,
      message: sandboxConnection,
    }));
    const user = open(address);
    await user.click(await screen.findByRole("button", { name: "Test connection" }));
    expect(await screen.findByText(sandboxConnection)).toBeVisible();
    api.on(testBankCredentials, () => ({
      connected: false,
      sandbox: false,
      message: "The provider does not know this key.",
    }));
    await user.click(screen.getByRole("button", { name: "Test connection" }));
    expect(await screen.findByText("Not connected")).toBeVisible();
    expect(screen.getByText("The provider does not know this key.")).toBeVisible();
  });

  test("say when keys cannot be stored, and why one is refused", async ({ api, open }) => {
    api.on(getBankCredentials, () => credentials({ can_keep_secrets: false }));
    api.on(saveBankCredentials, () => refuseAt("secret_key", "secret_key_missing"));
    const user = open(address);
    expect(await screen.findByText("Keys cannot be stored yet")).toBeVisible();
    expect(screen.getByLabelText("Secret Key")).toBeDisabled();
    expect(screen.getByLabelText("Public Key")).toBeEnabled();
    await fillField(user, screen.getByLabelText("Public Key"), "pk_demo_1");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Enter your password.")).toBeVisible();
    expect(api.calls(saveBankCredentials)).toHaveLength(0);
    await enterPassword(user);
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect((await screen.findAllByText(/^Secrets cannot be stored yet/))[0]).toBeVisible();
    expect(screen.getByLabelText("Public Key")).toHaveValue("pk_demo_1");
  });

  test("can only be read without the permission to change them", async ({ api, open }) => {
    api.on(getBankCredentials, () => credentials({ secret_key: stored }));
    open(address, { as: staffWith("settings.read") });
    expect(await screen.findByLabelText("Secret Key")).toBeDisabled();
    for (const name of ["Save", "Test connection", "Remove Secret Key"]) {
      expect(screen.queryByRole("button", { name })).toBeNull();
    }
  });

  test("can be retried when they cannot be loaded, and go to the login page when the session has ended", async ({
    api,
    open,
  }) => {
    api.on(getBankCredentials, () => refuse("busy"));
    const user = open(address);
    expect(await screen.findByText("The bank credentials could not be loaded.")).toBeVisible();
    api.on(getBankCredentials, () => credentials());
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByLabelText("Public Key")).toBeVisible();
    api.on(testBankCredentials, () => refuse("busy"));
    api.endSession();
    await user.click(screen.getByRole("button", { name: "Test connection" }));
    await expectSignedOut();
  });
});
