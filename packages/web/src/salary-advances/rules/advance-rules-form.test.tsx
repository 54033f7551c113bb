import { kobo } from "@kontor/books/money";
import { getOrganization } from "@kontor/contract/organizations/organizations";
import { advanceRules } from "@kontor/contract/salary-advances/advance-rules";
import { previewAdvanceRules } from "@kontor/contract/salary-advances/preview";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { test } from "../../testing/page-test.tsx";
import { answer, expectMessage } from "../../testing/questions.ts";
import { refuse, refuseAt } from "../../testing/refusal.ts";
import { fillRichText } from "../../testing/rich-text.ts";
import { openedOrganization } from "../../testing/samples/organizations.ts";
import { staffWith } from "../../testing/users.ts";
import type { AdvanceRules } from "./data.ts";

const inSettings = "/app/settings/salary-advance-config";
const onTab = "/app/organizations/7/9?tab=salary-advance-config";

const rules = (more: Partial<AdvanceRules> = {}): AdvanceRules => ({
  max_percentage: 50,
  interest_rate: 0,
  terms: "<p>Terms</p>",
  auto_approval: 0,
  level: "built_in",
  version: 0,
  updated_at: null,
  ...more,
});
const saved = { version: 3, updated_at: new Date("2026-03-05T13:30:00Z") };

const none = { approved: 0, waiting: 0, refused: 0, interest: kobo(0n) };
const noRequests = {
  requests: 0,
  start_date: "2026-01-01",
  end_date: "2026-03-31",
  present: none,
  proposed: none,
};

describe("the rules for salary advances", () => {
  test("of the platform can be saved and reset in Settings", async ({ api, open }) => {
    api.on(previewAdvanceRules.platform, () => noRequests);
    api.on(advanceRules.get.platform, () => rules({ organizations_differing: 2 }));
    const user = open(inSettings);
    expect(await screen.findByText("2 organizations differ")).toBeVisible();
    const own = rules({
      ...saved,
      level: "platform",
      max_percentage: 40,
      organizations_differing: 1,
    });
    api.on(advanceRules.save.platform, () => own);
    api.on(advanceRules.get.platform, () => own);
    await user.clear(screen.getByLabelText("Max Percentage"));
    await user.type(screen.getByLabelText("Max Percentage"), "40");
    await user.click(screen.getByRole("button", { name: "Save Configuration" }));
    await expectMessage("Configuration saved successfully..");
    expect(api.calls(advanceRules.save.platform)[0]?.input).toMatchObject({
      max_percentage: 40,
      version: 0,
    });
    expect(screen.getByText("Platform default")).toBeVisible();

    api.on(advanceRules.reset.platform, () => rules({ organizations_differing: 1 }));
    api.on(advanceRules.get.platform, () => rules({ organizations_differing: 1 }));
    await user.click(screen.getByRole("button", { name: "Reset" }));
    await answer(user, "Reset salary advance config?", "Yes");
    await expectMessage("Configuration reset successfully..");
    expect(screen.getByLabelText("Max Percentage")).toHaveValue("50%");
    await expectAccessible();
  });

  test("of an organization merge another user's changes into untouched fields", async ({
    api,
    open,
  }) => {
    api.on(getOrganization, () => openedOrganization());
    api.on(previewAdvanceRules.organization, () => noRequests);
    api.on(advanceRules.get.organization, () => rules());
    const user = open(onTab);
    await user.clear(await screen.findByLabelText("Max Percentage"));
    await user.type(screen.getByLabelText("Max Percentage"), "40");
    api.on(advanceRules.save.organization, () => refuse("changed_meanwhile"));
    await user.click(screen.getByRole("button", { name: "Save Configuration" }));
    expect(
      await screen.findByText("Somebody else changed this configuration while you were working"),
    ).toBeVisible();
    expect(screen.getByRole("button", { name: "Save Configuration" })).toBeDisabled();

    const theirs = rules({
      ...saved,
      level: "organization",
      max_percentage: 60,
      interest_rate: 12,
    });
    api.on(advanceRules.get.organization, () => theirs);
    // The button that was pressed is disabled now, so it cannot keep the focus.
    expect(screen.getByRole("button", { name: "Load latest version" })).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Load latest version" }));
    await waitFor(() => expect(screen.getByLabelText("Interest Rate")).toHaveValue("12%"));
    expect(screen.getByLabelText("Max Percentage")).toHaveValue("40%");
    expect(screen.getByText(/Somebody else also changed this/)).toBeVisible();

    const both = { ...theirs, max_percentage: 40, version: 4 };
    api.on(advanceRules.save.organization, () => both);
    api.on(advanceRules.get.organization, () => both);
    await user.click(screen.getByRole("button", { name: "Save Configuration" }));
    await expectMessage("Configuration saved successfully..");
    expect(api.calls(advanceRules.save.organization).at(-1)?.input).toMatchObject({
      tenant_id: 7,
      company_id: 9,
      max_percentage: 40,
      interest_rate: 12,
      version: 3,
    });
  });

  test("leave the focus on the tab, from which the arrow keys go on to the next one", async ({
    api,
    open,
  }) => {
    api.on(getOrganization, () => openedOrganization());
    api.on(advanceRules.get.organization, () => rules());
    const release = api.hold(advanceRules.get.organization);
    open(onTab);
    const tab = await screen.findByRole("tab", { name: "Salary Advance Config" });
    tab.focus();
    release();
    expect(await screen.findByLabelText("Max Percentage")).toBeVisible();
    expect(tab).toHaveFocus();
  });

  test("can only be read without the permission to change them", async ({ api, open }) => {
    api.on(getOrganization, () => openedOrganization());
    api.on(advanceRules.get.organization, () => rules());
    open(onTab, { as: staffWith("organizations.read", "configuration.read") });
    expect(await screen.findByLabelText("Max Percentage")).toBeDisabled();
    expect(screen.queryByRole("button", { name: "Save Configuration" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Reset" })).toBeNull();
  });

  test("that cannot be loaded can be retried", async ({ api, open }) => {
    api.on(advanceRules.get.platform, () => refuse("busy"));
    const user = open(inSettings);
    expect(await screen.findByText("The salary advance config could not be loaded.")).toBeVisible();
    api.on(advanceRules.get.platform, () => rules({ organizations_differing: 0 }));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByLabelText("Max Percentage")).toHaveValue("50%");
  });

  test("calculate an example while the user types, and are refused out of range", async ({
    api,
    open,
  }) => {
    api.on(previewAdvanceRules.platform, () => noRequests);
    api.on(advanceRules.get.platform, () => rules({ organizations_differing: 0 }));
    const user = open(inSettings, { on: "phone" });
    const rate = await screen.findByLabelText("Interest Rate");
    expect(screen.getByText("Max % of gross monthly salary")).toBeVisible();
    expect(screen.getByText("Annual interest rate (0 for interest-free)")).toBeVisible();
    const example = screen.getByRole("region", { name: "Worked example" });
    expect(example).toHaveTextContent("₦100,000 for 30 days at 0% → ₦100,000");
    await user.click(rate);
    await user.keyboard("{ArrowUp}{ArrowUp}{ArrowDown}");
    expect(rate).toHaveValue("0.01%");
    await user.clear(rate);
    await user.type(rate, "12.5");
    expect(example).toHaveTextContent("₦100,000 for 30 days at 12.5% → ₦101,027.40");
    await user.clear(rate);
    await user.type(rate, "100.01");
    await user.clear(screen.getByLabelText("Max Percentage"));
    await user.type(screen.getByLabelText("Max Percentage"), "201");
    await user.click(screen.getByRole("button", { name: "Save Configuration" }));
    expect(
      await screen.findByText("Give a rate from 0 to 100 with at most two decimals."),
    ).toBeVisible();
    expect(screen.getByText("Give a whole percentage from 0 to 200.")).toBeVisible();
    expect(screen.getByLabelText("Max Percentage")).toHaveFocus();
    for (const [typed, kept] of [
      ["-5", "-5%"],
      ["0.015", "0.015%"],
    ] as const) {
      await user.clear(rate);
      await user.type(rate, typed);
      await user.tab();
      expect(rate).toHaveValue(kept);
      expect(
        screen.getByText("Give a rate from 0 to 100 with at most two decimals."),
      ).toBeVisible();
    }
    await user.clear(screen.getByLabelText("Max Percentage"));
    await user.type(screen.getByLabelText("Max Percentage"), "50.5");
    await user.tab();
    expect(screen.getByLabelText("Max Percentage")).toHaveValue("50.5%");
    expect(screen.getByText("Give a whole percentage from 0 to 200.")).toBeVisible();
    await user.clear(rate);
    expect(example).toHaveTextContent("Enter a rate");
    expect(api.calls(advanceRules.save.platform)).toHaveLength(0);
  });

  test("need terms without unknown placeholders", async ({ api, open }) => {
    const problem = "There is no placeholder {{everybody}} here.";
    api.on(advanceRules.get.platform, () => rules({ organizations_differing: 0 }));
    api.on(advanceRules.save.platform, ({ terms }) =>
      terms === ""
        ? refuseAt("terms", "terms_missing")
        : refuseAt("terms", "placeholder_unknown", { problem }),
    );
    const user = open(inSettings);
    await fillRichText("Terms", "<p></p>");
    expect(
      screen.getByText("Employees must accept these terms before requesting an advance"),
    ).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Save Configuration" }));
    const terms = screen.getByRole("textbox", { name: "Terms" });
    await waitFor(() => expect(terms).toHaveAccessibleDescription(/Enter the terms\./));
    await fillRichText("Terms", "<p>Terms of @company</p>");
    expect(await screen.findByText(/^“@company” is not a placeholder/)).toBeVisible();
    await fillRichText("Terms", "<p>Terms for {{everybody}}</p>");
    await user.click(screen.getByRole("button", { name: "Save Configuration" }));
    await waitFor(() => expect(terms).toHaveAccessibleDescription(new RegExp(problem)));
    expect(terms).toHaveAttribute("aria-invalid", "true");
    expect(terms).toHaveTextContent("Terms for {{everybody}}");
  });

  test("show the outcome for the last 90 days before they are saved", async ({ api, open }) => {
    api.on(advanceRules.get.platform, () => rules({ organizations_differing: 0 }));
    api.on(previewAdvanceRules.platform, () => ({
      requests: 48,
      start_date: "2026-01-01",
      end_date: "2026-03-31",
      present: { approved: 0, waiting: 41, refused: 7, interest: kobo(41_250_33n) },
      proposed: { approved: 38, waiting: 0, refused: 10, interest: kobo(30_020_10n) },
    }));
    const user = open(inSettings);
    const shown = within(await screen.findByRole("region", { name: "Last 90 days" }));
    expect(shown.getByText(/Change a rule to see/)).toBeVisible();
    await user.click(screen.getByRole("radio", { name: "Yes" }));
    const table = within(await shown.findByRole("table"));
    expect(
      table
        .getAllByRole("row")
        .map((row) => [...row.children].map(({ textContent }) => textContent).join(" | ")),
    ).toEqual([
      "48 requests | Now | New rules",
      "Approved at once | 0 | 38",
      "Waiting for a decision | 41 | 0",
      "Refused | 7 | 10",
      "Interest | ₦41,250.33 | ₦30,020.10",
    ]);
    expect(shown.getByRole("status")).toHaveTextContent(
      "Approved at once: 0 now, 38 then. Waiting for a decision: 41 now, 0 then. Refused: 7 now, 10 then. Interest: ₦41,250.33 now, ₦30,020.10 then.",
    );
    expect(api.calls(previewAdvanceRules.platform)[0]?.input).toEqual({
      max_percentage: 50,
      interest_rate: 0,
      auto_approval: 1,
    });
    await expectAccessible();
    await user.click(screen.getByRole("radio", { name: "No" }));
    expect(await shown.findByText(/Change a rule to see/)).toBeVisible();
    expect(api.calls(advanceRules.save.platform)).toHaveLength(0);
  });

  test("count one request in the singular", async ({ api, open }) => {
    api.on(advanceRules.get.platform, () => rules({ organizations_differing: 0 }));
    const outcome = { approved: 1, waiting: 0, refused: 0, interest: kobo(0n) };
    api.on(previewAdvanceRules.platform, () => ({
      requests: 1,
      start_date: "2026-01-01",
      end_date: "2026-03-31",
      present: outcome,
      proposed: outcome,
    }));
    const user = open(inSettings);
    await user.click(await screen.findByRole("radio", { name: "Yes" }));
    expect(await screen.findByRole("columnheader", { name: "1 request" })).toBeVisible();
  });

  test("of an organization without requests say that there is nothing to compare", async ({
    api,
    open,
  }) => {
    api.on(getOrganization, () => openedOrganization());
    api.on(advanceRules.get.organization, () => rules());
    api.on(previewAdvanceRules.organization, () => refuse("busy"));
    const user = open(onTab);
    await user.click(await screen.findByRole("radio", { name: "Yes" }));
    const shown = within(screen.getByRole("region", { name: "Last 90 days" }));
    expect(await shown.findByText("The requests could not be compared.")).toBeVisible();
    api.on(previewAdvanceRules.organization, () => noRequests);
    await user.click(shown.getByRole("button", { name: "Try again" }));
    expect(
      await shown.findByText(
        "There were no requests from 01 Jan 2026 to 31 Mar 2026, so there is nothing to compare.",
      ),
    ).toBeVisible();
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
    expect(api.calls(previewAdvanceRules.organization)[0]?.input).toMatchObject({
      tenant_id: 7,
      company_id: 9,
      auto_approval: 1,
    });
  });
});
