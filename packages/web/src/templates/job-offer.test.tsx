import { getOrganization } from "@kontor/contract/organizations/organizations";
import {
  jobOfferTemplate,
  missingOfferLink,
  previewJobOfferTemplate,
  printJobOfferTemplate,
} from "@kontor/contract/templates/job-offer";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../testing/accessible.ts";
import { test } from "../testing/page-test.tsx";
import { answer, expectMessage, expectSignedOut } from "../testing/questions.ts";
import { refuse, refuseAt } from "../testing/refusal.ts";
import { fillRichText } from "../testing/rich-text.ts";
import { openedOrganization } from "../testing/samples/organizations.ts";
import { staffWith } from "../testing/users.ts";
import type { JobOffer } from "./data.ts";

const inSettings = "/app/settings/job-offer";
const onTab = "/app/organizations/7/9?tab=job-offer";

const names = [
  { name: "offer_link", title: "offer link", sample: "https://kontor.example/offer" },
  { name: "job_name", title: "job name", sample: "Accounts Officer" },
];
const letter = (more: Partial<JobOffer> = {}): JobOffer => ({
  id: 1,
  subject: "<p>Join us as {{job_name}}</p>",
  body: "<p>Accept at {{offer_link}}</p>",
  subject_placeholders: names.slice(1),
  body_placeholders: names,
  warnings: [],
  level: "built_in",
  version: 0,
  updated_at: null,
  ...more,
});
const field = (name: string) => screen.findByRole("textbox", { name });

describe("the job offer letter", () => {
  test("is submitted, and warns when a candidate could not answer it", async ({ api, open }) => {
    api.on(getOrganization, () => openedOrganization());
    api.on(jobOfferTemplate.get.organization, () => letter());
    const user = open(onTab);
    expect(await field("Subject")).toHaveTextContent("Join us as job name");
    expect(screen.getByText("Built-in")).toBeVisible();
    expect(screen.queryByText(missingOfferLink)).toBeNull();
    await fillRichText("Body", "<p>Start soon</p>");
    expect(await screen.findByText(missingOfferLink)).toBeVisible();
    await expectAccessible();

    const saved = letter({ body: "<p>Start soon</p>", level: "organization", version: 1 });
    api.on(jobOfferTemplate.save.organization, () => saved);
    api.on(jobOfferTemplate.get.organization, () => saved);
    await user.click(screen.getByRole("button", { name: "Submit" }));
    await expectMessage("Offer Letter submitted");
    expect(api.calls(jobOfferTemplate.save.organization)[0]?.input).toEqual({
      tenant_id: 7,
      company_id: 9,
      id: 1,
      subject: "<p>Join us as {{job_name}}</p>",
      body: "<p>Start soon</p>",
      version: 0,
    });
    expect(await screen.findByText("Organization’s own")).toBeVisible();
  });

  test("requires a subject and a body, and allows no unknown placeholder", async ({
    api,
    open,
  }) => {
    api.on(jobOfferTemplate.get.platform, () => letter({ organizations_differing: 0 }));
    const user = open(inSettings, { on: "phone" });
    await fillRichText("Subject", "<p></p>");
    await fillRichText("Body", "<p></p>");
    await user.click(screen.getByRole("button", { name: "Submit" }));
    expect(await screen.findByText("Enter a subject.")).toBeVisible();
    expect(screen.getByText("Enter a body.")).toBeVisible();
    expect(api.calls(jobOfferTemplate.save.platform)).toHaveLength(0);

    const problem = "There is no placeholder {{nobody}} here.";
    api.on(jobOfferTemplate.save.platform, () =>
      refuseAt("body", "placeholder_unknown", { problem }),
    );
    await fillRichText("Subject", "<p>Hello</p>");
    await fillRichText("Body", "<p>{{nobody}}</p>");
    await user.click(screen.getByRole("button", { name: "Submit" }));
    expect(await screen.findByText(problem)).toBeVisible();
    expect(await field("Body")).toHaveTextContent("nobody");
  });

  test("warns about a mistyped placeholder before it is submitted", async ({ api, open }) => {
    api.on(jobOfferTemplate.get.platform, () => letter({ organizations_differing: 0 }));
    open(inSettings, { on: "phone" });
    expect(await field("Body")).toBeVisible();
    expect(screen.queryByText(/not a placeholder/)).toBeNull();
    await fillRichText("Subject", "<p>Join us, @canddiate_name</p>");
    expect(await screen.findByText(/^“@canddiate_name” is not a placeholder/)).toBeVisible();
    await fillRichText("Subject", "<p>Join us, {{job_name}}</p>");
    await waitFor(() => expect(screen.queryByText(/not a placeholder/)).toBeNull());
  });

  test("refuses a subject that is too long for an email", async ({ api, open }) => {
    api.on(jobOfferTemplate.get.platform, () => letter({ organizations_differing: 0 }));
    const user = open(inSettings);
    await fillRichText("Subject", `<p>${"é".repeat(201)}</p>`);
    await user.click(screen.getByRole("button", { name: "Submit" }));
    expect(await screen.findByText("Use at most 200 characters.")).toBeVisible();
    expect(api.calls(jobOfferTemplate.save.platform)).toHaveLength(0);
  });

  test("is previewed and printed as typed", async ({ api, open }) => {
    api.on(jobOfferTemplate.get.platform, () => letter({ organizations_differing: 0 }));
    api.on(previewJobOfferTemplate.platform, ({ body }) => ({
      subject: "Join us",
      html: `<html><body>${body}</body></html>`,
      warnings: [],
    }));
    api.on(
      printJobOfferTemplate.platform,
      () => new File(["%PDF"], "job-offer.pdf", { type: "application/pdf" }),
    );
    const user = open(inSettings);
    await fillRichText("Body", "<p>As typed {{offer_link}}</p>");
    await user.click(screen.getByRole("tab", { name: "Preview" }));
    const frame = await screen.findByTitle("Preview of the letter");
    expect(frame).toHaveAttribute("sandbox", "");
    expect(frame.getAttribute("srcdoc")).toContain("As typed");
    await user.click(screen.getByRole("button", { name: "Download PDF" }));
    await waitFor(() =>
      expect(api.calls(printJobOfferTemplate.platform)[0]?.input).toMatchObject({
        body: "<p>As typed {{offer_link}}</p>",
      }),
    );
    api.on(printJobOfferTemplate.platform, () => refuseAt("body", "body_missing"));
    await user.click(screen.getByRole("button", { name: "Download PDF" }));
    expect((await screen.findAllByText("Enter a body."))[0]).toBeVisible();
  });

  test("returns to the default after a confirmation", async ({ api, open }) => {
    api.on(getOrganization, () => openedOrganization());
    api.on(jobOfferTemplate.get.organization, () =>
      letter({ level: "organization", version: 3, subject: "<p>Ours</p>" }),
    );
    const user = open(onTab);
    expect(await field("Subject")).toHaveTextContent("Ours");
    await user.click(screen.getByRole("button", { name: "Reset" }));
    expect(
      await screen.findByText(
        "The company’s own letter is removed, and the platform’s is used again.",
      ),
    ).toBeVisible();
    await answer(user, "Reset Template?", "Cancel");
    expect(api.calls(jobOfferTemplate.reset.organization)).toHaveLength(0);
    api.on(jobOfferTemplate.reset.organization, () => letter());
    api.on(jobOfferTemplate.get.organization, () => letter());
    await user.click(screen.getByRole("button", { name: "Reset" }));
    await answer(user, "Reset Template?", "Yes");
    await expectMessage("Template reset successfully.");
    await waitFor(async () => expect(await field("Subject")).toHaveTextContent("Join us as"));
  });

  test("is not lost without a confirmation", async ({ api, open }) => {
    api.on(getOrganization, () => openedOrganization());
    api.on(jobOfferTemplate.get.organization, () => letter());
    const user = open(onTab);
    await fillRichText("Subject", "<p>Unsaved</p>");
    await user.click(screen.getByRole("tab", { name: "Modules" }));
    await answer(user, "Leave without saving?", "Cancel");
    expect(await field("Subject")).toHaveTextContent("Unsaved");
    await user.click(screen.getByRole("link", { name: "Dashboard" }));
    await answer(user, "Leave without saving?", "Yes");
    await waitFor(() => expect(window.location.pathname).toBe("/app/dashboard"));
  });

  test("can only be read without the permission to change it", async ({ api, open }) => {
    api.on(getOrganization, () => openedOrganization());
    api.on(jobOfferTemplate.get.organization, () => letter());
    open(onTab, { as: staffWith("organizations.read", "configuration.read") });
    expect(await field("Subject")).toHaveAttribute("contenteditable", "false");
    expect(screen.queryByRole("button", { name: "Submit" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Reset" })).toBeNull();
    expect(screen.getByRole("button", { name: "Download PDF" })).toBeEnabled();
  });

  test("can be retried when it cannot be loaded, and goes to the login page when the session has ended", async ({
    api,
    open,
  }) => {
    api.on(jobOfferTemplate.get.platform, () => refuse("busy"));
    const user = open(inSettings);
    expect(await screen.findByText("The job offer template could not be loaded.")).toBeVisible();
    api.on(jobOfferTemplate.get.platform, () => letter({ organizations_differing: 0 }));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await field("Subject")).toBeVisible();
    api.on(printJobOfferTemplate.platform, () => refuse("busy"));
    api.endSession();
    await user.click(screen.getByRole("button", { name: "Download PDF" }));
    await expectSignedOut();
  });
});
