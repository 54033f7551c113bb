import {
  listEmailTemplates,
  previewEmailTemplate,
  resetEmailTemplate,
  saveEmailTemplate,
  sendTestEmailTemplate,
} from "@kontor/contract/templates/templates";
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect } from "vitest";

import { expectAccessible } from "../testing/accessible.ts";
import { chooseMenuItem } from "../testing/menus.ts";
import { test } from "../testing/page-test.tsx";
import { answer, findDialog, expectMessage } from "../testing/questions.ts";
import { refuse, refuseAt } from "../testing/refusal.ts";
import { fillRichText } from "../testing/rich-text.ts";
import { longWord } from "../testing/samples/text.ts";
import { staffWith } from "../testing/users.ts";
import type { EmailTemplate } from "./data.ts";

const address = "/app/settings/email-templates";
const of = <Each,>(endpoints: { platform: Each }) => endpoints.platform;

const template = (more: Partial<EmailTemplate> = {}): EmailTemplate => ({
  id: 22,
  label: "new_notice",
  title: "New Notice",
  module: null,
  subject: "A notice of {{company_name}}",
  body: "<p>Dear {{employee_name}}</p>",
  preview: "Dear Demo Employee",
  placeholders: [
    { name: "company_name", title: "company name", sample: "Acme Limited" },
    { name: "employee_name", title: "employee name", sample: "Demo Employee" },
  ],
  level: "built_in",
  version: 0,
  updated_at: null,
  organizations_differing: 0,
  ...more,
});
const own = (more: Partial<EmailTemplate> = {}) =>
  template({
    level: "platform",
    version: 4,
    updated_at: new Date("2026-03-05T13:30:00Z"),
    ...more,
  });

async function openDialog(user: UserEvent, title = "New Notice") {
  await chooseMenuItem(user, `Actions for ${title}`, "Edit Template");
  const form = await findDialog(`Edit Template ${title}`);
  await form.findByRole("textbox", { name: "Email Body" });
  return form;
}

describe("the dialog of an email template", () => {
  test("saves subject and body with their placeholders", async ({ api, open }) => {
    api.on(of(listEmailTemplates), () => [template()]);
    const user = open(address);
    const form = await openDialog(user);
    expect(form.getByText("Built-in")).toBeVisible();
    expect(form.getByRole("textbox", { name: "Subject" })).toHaveTextContent(
      "A notice of company name",
    );
    await expectAccessible();
    await fillRichText("Subject", "<p>News of {{company_name}} &amp; us</p>");
    await fillRichText("Email Body", "<p>Hello {{employee_name}}</p>");
    const saved = own({ subject: "News of {{company_name}} & us" });
    api.on(of(saveEmailTemplate), () => saved);
    api.on(of(listEmailTemplates), () => [saved]);
    await user.click(form.getByRole("button", { name: "Save" }));
    await expectMessage("Email Template edited successfully..");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.calls(of(saveEmailTemplate))[0]?.input).toEqual({
      id: 22,
      subject: "News of {{company_name}} & us",
      body: "<p>Hello {{employee_name}}</p>",
      version: 0,
    });
    expect(await screen.findByText("News of {{company_name}} & us")).toBeVisible();
  });

  test("names an unknown placeholder, in the preview and at its field", async ({ api, open }) => {
    const sentence = "There is no placeholder {{nobody_knows}} here.";
    api.on(of(listEmailTemplates), () => [template()]);
    api.on(of(previewEmailTemplate), () =>
      refuseAt("body", "placeholder_unknown", { problem: sentence }),
    );
    api.on(of(saveEmailTemplate), () =>
      refuseAt("body", "placeholder_unknown", { problem: sentence }),
    );
    const user = open(address);
    const form = await openDialog(user);
    await fillRichText("Email Body", "<p>Dear {{nobody_knows}}</p>");
    await user.click(form.getByRole("tab", { name: "Preview" }));
    expect(await form.findByRole("alert")).toHaveTextContent(sentence);
    // The fields with the message come back into view.
    await user.click(form.getByRole("button", { name: "Save" }));
    const body = form.getByRole("textbox", { name: "Email Body" });
    await waitFor(() => expect(body).toHaveAttribute("aria-invalid", "true"));
    expect(form.getByRole("tab", { name: "Edit" })).toHaveAttribute("aria-selected", "true");
    expect(form.getByText(sentence)).toBeVisible();

    await user.click(form.getByRole("button", { name: "Cancel" }));
    // Enter keeps what was typed.
    const leaving = await findDialog("Leave without saving?");
    await waitFor(() => expect(leaving.getByRole("button", { name: "Cancel" })).toHaveFocus());
    await user.keyboard("{Enter}");
    await waitFor(() =>
      expect(screen.queryByRole("dialog", { name: "Leave without saving?" })).toBeNull(),
    );
    expect(body).toHaveTextContent("nobody_knows");
    await user.click(form.getByRole("button", { name: "Close" }));
    await answer(user, "Leave without saving?", "Yes");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("warns about a mistyped placeholder, in the subject or the body", async ({ api, open }) => {
    api.on(of(listEmailTemplates), () => [template()]);
    const user = open(address);
    await openDialog(user);
    await fillRichText("Subject", "<p>News of @compny</p>");
    await fillRichText("Email Body", "<p>Hello @employe_name, write to a@kontor.example</p>");
    expect(
      await screen.findByText(/^“@compny” and “@employe_name” are not placeholders/),
    ).toBeVisible();
  });

  test("requires a subject and a body", async ({ api, open }) => {
    api.on(of(listEmailTemplates), () => [template()]);
    const user = open(address);
    const form = await openDialog(user);
    await fillRichText("Subject", "<p></p>");
    await fillRichText("Email Body", "<p></p>");
    await user.click(form.getByRole("button", { name: "Save" }));
    expect(await form.findByText("Enter a subject.")).toBeVisible();
    expect(form.getByText("Enter a body.")).toBeVisible();
    expect(api.calls(of(saveEmailTemplate))).toHaveLength(0);
  });

  test("previews the typed text in a frame that runs nothing", async ({ api, open }) => {
    api.on(of(listEmailTemplates), () => [template()]);
    api.on(of(previewEmailTemplate), ({ subject, body }) => ({
      subject: `${subject} (sample)`,
      html: `<html><body>${body}</body></html>`,
      text: "",
    }));
    const release = api.hold(of(previewEmailTemplate));
    const user = open(address, { on: "phone" });
    const form = await openDialog(user);
    await fillRichText("Subject", `<p>${longWord}</p>`);
    await user.click(form.getByRole("tab", { name: "Preview" }));
    expect(await form.findByRole("status", { name: "Loading" })).toBeVisible();
    release();
    expect(await form.findByText(`${longWord} (sample)`)).toBeVisible();
    const frame = form.getByTitle("Preview of the email");
    expect(frame).toHaveAttribute("sandbox", "");
    expect(frame.getAttribute("srcdoc")).toContain("<p>Dear {{employee_name}}</p>");
  });

  test("mails the typed text to the signed-in user", async ({ api, open }) => {
    api.on(of(listEmailTemplates), () => [template()]);
    api.on(of(sendTestEmailTemplate), () => ({ to_email: "ada@kontor.example" }));
    const user = open(address);
    const form = await openDialog(user);
    await fillRichText("Subject", "<p>Tried</p>");
    await user.click(form.getByRole("button", { name: "Send test" }));
    await expectMessage("A test email is on its way to ada@kontor.example.");
    expect(api.calls(of(sendTestEmailTemplate))[0]?.input).toMatchObject({
      id: 22,
      subject: "Tried",
    });
    api.on(of(sendTestEmailTemplate), () => refuseAt("subject", "subject_missing"));
    await user.click(form.getByRole("button", { name: "Send test" }));
    expect(await form.findByText("Enter a subject.")).toBeVisible();
  });

  test("keeps the typed text when another user saved meanwhile, and takes over the rest", async ({
    api,
    open,
  }) => {
    api.on(of(listEmailTemplates), () => [template()]);
    api.on(of(saveEmailTemplate), () => refuse("changed_meanwhile"));
    const user = open(address);
    const form = await openDialog(user);
    expect(form.queryByRole("button", { name: "Reset" })).toBeNull();
    await fillRichText("Subject", "<p>Mine</p>");
    await user.click(form.getByRole("button", { name: "Save" }));
    expect(
      await form.findByText(/^Somebody else changed this template while you were working/),
    ).toBeVisible();
    expect(form.getByRole("button", { name: "Save" })).toBeDisabled();
    api.on(of(listEmailTemplates), () => [own({ subject: "Theirs", body: "<p>Their words</p>" })]);
    await user.click(form.getByRole("button", { name: "Load latest version" }));
    await waitFor(() =>
      expect(form.getByRole("textbox", { name: "Email Body" })).toHaveTextContent("Their words"),
    );
    expect(form.getByRole("textbox", { name: "Subject" })).toHaveTextContent("Mine");
    expect(form.getAllByText(/Somebody else also changed this/)).toHaveLength(1);
  });

  test("resets one template after a confirmation", async ({ api, open }) => {
    api.on(of(listEmailTemplates), () => [own({ subject: "Ours" })]);
    const user = open(address);
    const form = await openDialog(user);
    api.on(of(resetEmailTemplate), () => template());
    api.on(of(listEmailTemplates), () => [template()]);
    await user.click(form.getByRole("button", { name: "Reset" }));
    await answer(user, "Reset Template?", "Yes");
    await expectMessage("Template reset successfully.");
    expect(api.calls(of(resetEmailTemplate))[0]?.input).toEqual({ id: 22 });
    await waitFor(() =>
      expect(form.getByRole("textbox", { name: "Subject" })).toHaveTextContent("A notice of"),
    );
  });

  test("is read-only without the permission to change it", async ({ api, open }) => {
    api.on(of(listEmailTemplates), () => [own()]);
    const user = open(address, { as: staffWith("settings.read", "configuration.read") });
    const form = await openDialog(user);
    for (const name of ["Save", "Send test", "Reset"]) {
      expect(form.queryByRole("button", { name })).toBeNull();
    }
    expect(form.getByRole("textbox", { name: "Subject" })).toHaveAttribute(
      "contenteditable",
      "false",
    );
  });
});
