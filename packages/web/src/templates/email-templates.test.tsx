import { listEmailTemplates, resetEmailTemplates } from "@kontor/contract/templates/templates";
import { screen } from "@testing-library/react";
import { describe, expect } from "vitest";

import { test } from "../testing/page-test.tsx";
import { answer, expectMessage, expectSignedOut } from "../testing/questions.ts";
import { refuse } from "../testing/refusal.ts";

const address = "/app/settings/email-templates";

describe("the email templates", () => {
  test("say that they load, and that there are none", async ({ api, open }) => {
    api.on(listEmailTemplates.platform, () => []);
    const release = api.hold(listEmailTemplates.platform);
    open(address, { on: "phone" });
    expect(await screen.findByText("Loading Email Templates...")).toBeVisible();
    release();
    expect(await screen.findByText("There are no Email Templates available")).toBeVisible();
  });

  test("that cannot be loaded can be asked for again", async ({ api, open }) => {
    api.on(listEmailTemplates.platform, () => refuse("busy"));
    const user = open(address);
    expect(await screen.findByText("This list could not be loaded.")).toBeVisible();
    api.on(listEmailTemplates.platform, () => []);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("There are no Email Templates available")).toBeVisible();
  });

  test("are reset after a question", async ({ api, open }) => {
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

  test("lead to the login page when the session has ended", async ({ api, open }) => {
    api.on(listEmailTemplates.platform, () => []);
    open(address);
    api.endSession();
    await expectSignedOut();
  });
});
