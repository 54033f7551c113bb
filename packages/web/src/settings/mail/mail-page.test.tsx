import {
  getMailSettings,
  resetMailSettings,
  saveMailSettings,
  testMailSettings,
} from "@kontor/contract/settings/settings";
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect } from "vitest";

import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog, expectMessage, expectSignedOut } from "../../testing/questions.ts";
import { refuse, refuseAt } from "../../testing/refusal.ts";
import { mailSettings, noMailServer } from "../../testing/samples/settings.ts";
import { staffWith } from "../../testing/users.ts";

const address = "/app/settings/mail";
const present_password = "a long enough password";
/** Types the user's own password, which every change requires. */
const enterPassword = async (user: UserEvent) =>
  fillField(user, screen.getByLabelText("Your Password", { selector: "input" }), present_password);
const field = (name: string) => screen.getByRole("textbox", { name });

describe("the mail server", () => {
  test("is entered, refused at its fields, and saved", async ({ api, open }) => {
    api.on(getMailSettings, () => noMailServer);
    const user = open(address);
    expect(await screen.findByText("There is no mail server")).toBeVisible();
    await fillField(user, field("Server"), "not a server");
    await fillField(user, screen.getByLabelText("Port"), "70000");
    await fillField(user, field("Sender Name"), "Kontor");
    await fillField(user, field("Sender Email"), "nobody");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(/^Give the name or address of the server alone/)).toBeVisible();
    expect(screen.getByText(/^Give the port of the server/)).toBeVisible();
    expect(screen.getByText(/^Enter a valid email address/)).toBeVisible();
    expect(field("Server")).toHaveFocus();
    expect(api.calls(saveMailSettings)).toHaveLength(0);

    await fillField(user, field("Server"), "smtp.example.com");
    await fillField(user, screen.getByLabelText("Port"), "465");
    await user.selectOptions(screen.getByLabelText("Security"), "tls");
    await fillField(user, field("User Name"), "kontor");
    await fillField(user, screen.getByLabelText("Password"), "a password of the server");
    await fillField(user, field("Sender Email"), "no-reply@kontor.example");
    await enterPassword(user);
    expect(screen.getByText("Save first: the test uses the saved settings.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Send test mail" })).toBeDisabled();
    const saved = mailSettings({ port: 465, security: "tls" });
    api.on(saveMailSettings, () => saved);
    api.on(getMailSettings, () => saved);
    await user.click(screen.getByRole("button", { name: "Save" }));
    await expectMessage("Mail settings saved successfully..");
    expect(api.calls(saveMailSettings)[0]?.input).toEqual({
      host: "smtp.example.com",
      port: 465,
      security: "tls",
      username: "kontor",
      password: "a password of the server",
      sender_name: "Kontor",
      sender_email: "no-reply@kontor.example",
      reply_to: "",
      version: 0,
      present_password,
    });
    expect(await screen.findByText(/^•••• rver, set since 05 Mar 2026/)).toBeVisible();
    expect(screen.getByLabelText("Password")).toHaveValue("");
    expect(screen.queryByText("There is no mail server")).toBeNull();
  });

  test("keeps its password unless another is typed, which another server requires", async ({
    api,
    open,
  }) => {
    api.on(getMailSettings, () => mailSettings());
    api.on(saveMailSettings, () => refuseAt("password", "mail_password_again"));
    const user = open(address);
    await screen.findByLabelText("Server");
    await fillField(user, field("Server"), "smtp.other.example");
    await enterPassword(user);
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(screen.getByLabelText("Password")).toHaveAttribute("aria-invalid", "true"),
    );
    expect(screen.getByLabelText("Password")).toHaveAccessibleDescription(
      /^Enter the password again\. The stored password is not sent to a different server/,
    );
    expect(api.calls(saveMailSettings)[0]?.input).not.toHaveProperty("password");
    expect(field("Server")).toHaveValue("smtp.other.example");
  });

  test("can be tested, and shows the response", async ({ api, open }) => {
    api.on(getMailSettings, () => mailSettings());
    api.on(testMailSettings, () => ({
      sent: false,
      to_email: "ada@kontor.example",
      server: "smtp.example.com:587",
      message: "smtp.example.com:587 did not accept the user name and the password. Check both.",
    }));
    const user = open(address);
    await user.click(await screen.findByRole("button", { name: "Send test mail" }));
    expect(await screen.findByText("The test email was not sent")).toBeVisible();
    expect(screen.getByText(/did not accept the user name/)).toBeVisible();
  });

  test("of the environment is named, and restored by a reset", async ({ api, open }) => {
    const environment = mailSettings({ source: "environment", password: null, version: 0 });
    api.on(getMailSettings, () => mailSettings());
    api.on(resetMailSettings, () => environment);
    const user = open(address);
    await user.click(await screen.findByRole("button", { name: "Reset" }));
    expect(
      await screen.findByText("The server, user name and password will be removed."),
    ).toBeVisible();
    const form = await findDialog("Reset Mail Settings");
    api.on(resetMailSettings, () => refuseAt("password", "password_wrong"));
    await fillField(user, form.getByLabelText("Your Password", { selector: "input" }), "wrong");
    await user.click(form.getByRole("button", { name: "Reset" }));
    expect((await form.findAllByText("This is not your password. Try again."))[0]).toBeVisible();
    api.on(resetMailSettings, () => environment);
    api.on(getMailSettings, () => environment);
    const own = form.getByLabelText("Your Password", { selector: "input" });
    await fillField(user, own, present_password);
    await user.click(form.getByRole("button", { name: "Reset" }));
    await expectMessage("Mail settings reset successfully..");
    expect(api.calls(resetMailSettings).at(-1)?.input).toEqual({ password: present_password });
    expect(await screen.findByText("The server is set in the environment")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Reset" })).toBeNull();
  });

  test("can only be read without the permission to change it", async ({ api, open }) => {
    api.on(getMailSettings, () => mailSettings());
    open(address, { as: staffWith("settings.read") });
    expect(await screen.findByLabelText("Server")).toBeDisabled();
    for (const name of ["Save", "Reset", "Send test mail"]) {
      expect(screen.queryByRole("button", { name })).toBeNull();
    }
  });

  test("can be retried when it cannot be loaded", async ({ api, open }) => {
    api.on(getMailSettings, () => refuse("busy"));
    const user = open(address);
    expect(await screen.findByText("The mail settings could not be loaded.")).toBeVisible();
    api.on(getMailSettings, () => mailSettings());
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByLabelText("Server")).toBeVisible();
    api.on(testMailSettings, () => refuse("busy"));
    api.endSession();
    await user.click(screen.getByRole("button", { name: "Send test mail" }));
    await expectSignedOut();
  });
});
