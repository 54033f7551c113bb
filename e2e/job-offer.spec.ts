import { readFile } from "node:fs/promises";

import { expect } from "@playwright/test";

import { openTab, configurationTest as test, replaceText } from "./pages/configuration.ts";
import { answerQuestion } from "./pages/question.ts";
import { expectAccessible } from "./pages/session.ts";

test.describe("the job offer template", () => {
  test("is written, previewed, exported, submitted and reset", async ({ page, found }) => {
    const panel = await openTab(page, found, "Job Offer Template");
    const subject = panel.getByRole("textbox", { name: "Subject" });
    const body = panel.getByRole("textbox", { name: "Body" });
    await expect(body).toBeVisible();
    await expect(panel.getByText("Built-in")).toBeVisible();
    await expectAccessible(page);

    const ofSubject = panel.getByRole("toolbar", { name: "Formatting of Subject" });
    await expect(ofSubject.getByRole("button")).toHaveCount(3);
    for (const name of ["Bold", "Italic", "Underline"]) {
      await expect(ofSubject.getByRole("button", { name })).toBeVisible();
    }
    const ofBody = panel.getByRole("toolbar", { name: "Formatting of Body" });
    for (const name of ["Bulleted list", "Numbered list", "Link", "Text colour", "Text size"]) {
      await expect(ofBody.getByRole("button", { name })).toBeVisible();
    }

    await replaceText(subject, "Join us as @");
    const offers = page.getByRole("listbox", { name: "Placeholders" });
    await expect(offers.getByRole("option")).toHaveText(["job name", "company name"]);
    await subject.press("Enter");
    await subject.press("ControlOrMeta+a");
    await ofSubject.getByRole("button", { name: "Bold" }).click();
    await replaceText(body, "Start on @");
    await expect(offers.getByRole("option")).toHaveText([
      "offer link",
      "job name",
      "location name",
      "designation name",
      "grade level name",
      "company name",
      "delivery format",
      "job type",
      "start date",
      "offer deadline",
      "salary",
    ]);
    await body.pressSequentially("start d");
    await body.press("Enter");
    const warning = panel.getByText("The body has no {{offer_link}}", { exact: false });
    await expect(warning).toBeVisible();

    await panel.getByRole("tab", { name: "Preview" }).click();
    const frame = panel.getByTitle("Preview of the letter");
    await expect(frame).toHaveAttribute("sandbox", "");
    await expect(frame.contentFrame().getByText("Join us as Accounts Officer")).toBeVisible();
    await expect(frame.contentFrame().getByText("Start on 1 October 2026")).toBeVisible();
    await expectAccessible(page);

    // What is typed is exported before it is submitted.
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      panel.getByRole("button", { name: "Download PDF" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    const bytes = await readFile(await download.path());
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(bytes.length).toBeGreaterThan(5000);

    await panel.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByText("Offer Letter submitted")).toBeVisible();
    await expect(panel.getByText("Organization’s own")).toBeVisible();
    await page.reload();
    await expect(subject).toHaveText("Join us as job name");
    await expect(subject.locator("strong")).toHaveText(/^Join us as/);
    await expect(warning).toBeVisible();

    await panel.getByRole("button", { name: "Reset" }).click();
    await answerQuestion(page, "Reset Template?", "Yes");
    await expect(page.getByText("Template reset successfully.")).toBeVisible();
    await expect(panel.getByText("Built-in")).toBeVisible();
    await expect(warning).toHaveCount(0);
  });
});
