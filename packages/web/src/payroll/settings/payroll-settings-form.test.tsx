import { kobo } from "@kontor/books/money";
import { getOrganization } from "@kontor/contract/organizations/organizations";
import { payrollSettings } from "@kontor/contract/payroll/settings";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { test } from "../../testing/page-test.tsx";
import { answer, expectMessage, expectSignedOut } from "../../testing/questions.ts";
import { refuse, refuseAt } from "../../testing/refusal.ts";
import { openedOrganization } from "../../testing/samples/organizations.ts";
import { payrollSettingsInEffect as settings } from "../../testing/samples/payroll-settings.ts";
import { longWord } from "../../testing/samples/text.ts";
import { memberOf, staffWith } from "../../testing/users.ts";

const inSettings = "/app/settings/payroll-settings";
const onTab = "/app/organizations/7/9?tab=payroll-settings";

const saved = { version: 3, updated_at: new Date("2026-03-05T13:30:00Z") };
const save = () => screen.getByRole("button", { name: "Save Settings" });

/** The worked month from top to bottom: "Gross ₦300,000.00". */
function workedMonth(): string[] {
  const table = screen.getByRole("table", { name: "A month under these settings" });
  return within(table)
    .getAllByRole("row")
    .map((row) => [...row.children].map(({ textContent }) => textContent).join(" "));
}

describe("the payroll settings", () => {
  test("of the platform are saved and reset in Settings", async ({ api, open }) => {
    const release = api.hold(payrollSettings.get.platform);
    const user = open(inSettings);
    expect(await screen.findByRole("status")).toBeVisible();
    api.on(payrollSettings.get.platform, () => settings({ organizations_differing: 2 }));
    release();
    expect(await screen.findByText("2 organizations differ")).toBeVisible();
    const own = settings({
      ...saved,
      level: "platform",
      pay_day: 28,
      nhf_active: true,
      nhf_base: "gross",
      floor_amount: kobo(50_000_00n),
      separate_people: false,
      organizations_differing: 2,
    });
    api.on(payrollSettings.save.platform, () => own);
    api.on(payrollSettings.get.platform, () => own);
    await user.clear(screen.getByLabelText("Pay Day"));
    await user.type(screen.getByLabelText("Pay Day"), "28");
    expect(screen.getByRole("combobox", { name: "NHF Base" })).toBeDisabled();
    await user.click(screen.getByRole("switch", { name: "NHF" }));
    await user.click(screen.getByRole("combobox", { name: "NHF Base" }));
    await user.click(await screen.findByRole("option", { name: "Gross" }));
    await user.clear(screen.getByLabelText("Minimum Amount"));
    await user.type(screen.getByLabelText("Minimum Amount"), "50000");
    await user.click(
      within(screen.getByRole("radiogroup", { name: "Different People" })).getByRole("radio", {
        name: "No",
      }),
    );
    await user.click(save());
    await expectMessage("Payroll settings saved successfully..");
    expect(api.calls(payrollSettings.save.platform)[0]?.input).toEqual({
      pay_day: 28,
      proration: "calendar_days",
      pension_base: "basic_housing_transport",
      pension_employee: 8,
      pension_employer: 10,
      nhf_active: true,
      nhf_base: "gross",
      nsitf_active: true,
      nsitf_base: "gross",
      itf_active: false,
      itf_base: "gross",
      floor_amount: 5_000_000n,
      floor_percentage: 0,
      labour_act: "warning",
      separate_people: false,
      version: 0,
    });
    expect(screen.getByText("Platform default")).toBeVisible();
    api.on(payrollSettings.reset.platform, () => settings({ organizations_differing: 2 }));
    api.on(payrollSettings.get.platform, () => settings({ organizations_differing: 2 }));
    await user.click(screen.getByRole("button", { name: "Reset" }));
    await answer(user, "Reset payroll settings?", "Yes");
    await expectMessage("Payroll settings reset successfully..");
    expect(screen.getByLabelText("Pay Day")).toHaveValue("25");
    await expectAccessible();
  });

  test("calculate a sample month while they are typed, by the rules of a run", async ({
    api,
    open,
  }) => {
    api.on(payrollSettings.get.platform, () => settings({ organizations_differing: 0 }));
    const user = open(inSettings, { on: "phone" });
    await screen.findByLabelText("Pay Day");
    expect(workedMonth()).toEqual([
      "Gross ₦300,000.00",
      "Pension ₦24,000.00",
      "PAYE ₦32,180.00",
      "Net pay ₦243,820.00",
      "Employer’s pension ₦30,000.00",
      "NSITF ₦3,000.00",
      "Cost ₦333,000.00",
    ]);
    expect(
      screen.getByText("An employee who starts on 17 January earns ₦145,161.29 in that month."),
    ).toBeVisible();
    await user.click(screen.getByRole("combobox", { name: "Proration" }));
    await user.click(await screen.findByRole("option", { name: "Thirty days in every month" }));
    await user.click(screen.getByRole("switch", { name: "ITF" }));
    const employer = screen.getByLabelText("Employer’s Pension");
    await user.clear(employer);
    await user.type(employer, "12.5");
    expect(workedMonth()).toContain("Employer’s pension ₦37,500.00");
    expect(workedMonth()).toContain("ITF ₦3,000.00");
    expect(screen.getByText(/earns ₦140,000.00 in that month/)).toBeVisible();
    await user.clear(employer);
    expect(screen.getByText("Enter pay and settings to see an example month.")).toBeVisible();
  });

  test("are refused where they are invalid, and below the law by the server", async ({
    api,
    open,
  }) => {
    api.on(payrollSettings.get.platform, () => settings({ organizations_differing: 0 }));
    const user = open(inSettings);
    const payDay = await screen.findByLabelText("Pay Day");
    await user.clear(payDay);
    await user.type(payDay, "32");
    await user.clear(screen.getByLabelText("Minimum Amount"));
    await user.clear(screen.getByLabelText("Minimum Percentage of Gross"));
    await user.type(screen.getByLabelText("Minimum Percentage of Gross"), "101");
    await user.click(save());
    expect(
      await screen.findByText("Give the day of the month on which you pay, from 1 to 31."),
    ).toBeVisible();
    expect(screen.getByText("Enter an amount.")).toBeVisible();
    expect(
      screen.getByText(
        "Give the part of gross that stays as a percentage from 0 to 100 with at most two decimals.",
      ),
    ).toBeVisible();
    expect(payDay).toHaveFocus();
    expect(api.calls(payrollSettings.save.platform)).toHaveLength(0);
    await user.clear(payDay);
    await user.type(payDay, "31");
    await user.type(screen.getByLabelText("Minimum Amount"), "0");
    await user.clear(screen.getByLabelText("Minimum Percentage of Gross"));
    await user.type(screen.getByLabelText("Minimum Percentage of Gross"), "33.33");
    const pension = screen.getByLabelText("Employee’s Pension");
    expect(pension).toHaveAccessibleDescription(/The legal minimum is 8%/);
    await user.clear(pension);
    await user.type(pension, "7");
    api.on(payrollSettings.save.platform, () =>
      refuseAt("pension_employee", "pension_below_law", {
        least: "8",
        section: "Pension Reform Act 2014, s.4",
      }),
    );
    await user.click(save());
    await waitFor(() =>
      expect(pension).toHaveAccessibleDescription(
        /The legal minimum is 8% \(Pension Reform Act 2014, s\.4\)/,
      ),
    );
    expect(pension).toHaveValue("7%");
    expect(screen.getByLabelText("Pay Day")).toHaveValue("31");
  });

  test("of an organization keep what was typed when somebody else saved, and lead to the login page when the session has ended", async ({
    api,
    open,
  }) => {
    api.on(getOrganization, () => openedOrganization({ name: longWord }));
    api.on(payrollSettings.get.organization, () => settings({ level: "platform" }));
    const user = open(onTab, { on: "phone" });
    await user.clear(await screen.findByLabelText("Pay Day"));
    await user.type(screen.getByLabelText("Pay Day"), "20");
    api.on(payrollSettings.save.organization, () => refuse("changed_meanwhile"));
    await user.click(save());
    expect(
      await screen.findByText("Somebody else changed these settings while you were working"),
    ).toBeVisible();
    const theirs = settings({ ...saved, level: "organization", labour_act: "binding" });
    api.on(payrollSettings.get.organization, () => theirs);
    await user.click(screen.getByRole("button", { name: "Load latest version" }));
    await waitFor(() => expect(screen.getByRole("radio", { name: "Refuse" })).toBeChecked());
    expect(screen.getByLabelText("Pay Day")).toHaveValue("20");
    const both = { ...theirs, pay_day: 20, version: 4 };
    api.on(payrollSettings.save.organization, () => both);
    api.on(payrollSettings.get.organization, () => both);
    await user.click(save());
    await expectMessage("Payroll settings saved successfully..");
    expect(api.calls(payrollSettings.save.organization).at(-1)?.input).toMatchObject({
      tenant_id: 7,
      company_id: 9,
      pay_day: 20,
      labour_act: "binding",
      version: 3,
    });
    expect(screen.getByText("Organization’s own")).toBeVisible();
    api.on(payrollSettings.reset.organization, () => settings());
    api.endSession();
    await user.click(screen.getByRole("button", { name: "Reset" }));
    await answer(user, "Reset company payroll settings?", "Yes");
    await expectSignedOut();
  });

  test("that let one person take all steps are changed only by the platform", async ({
    api,
    open,
  }) => {
    api.on(getOrganization, () => openedOrganization());
    api.on(payrollSettings.get.organization, () => settings());
    open(onTab, {
      as: memberOf(7, "organizations.read", "configuration.read", "configuration.write"),
    });
    const people = await screen.findByRole("radiogroup", { name: "Different People" });
    expect(within(people).getByRole("radio", { name: "No" })).toBeDisabled();
    expect(people).toHaveAccessibleDescription(/Only the platform can change this\./);
  });

  test("can only be read without the permission to change them", async ({ api, open }) => {
    api.on(getOrganization, () => openedOrganization());
    api.on(payrollSettings.get.organization, () => settings());
    open(onTab, { as: staffWith("organizations.read", "configuration.read") });
    expect(await screen.findByLabelText("Pay Day")).toBeDisabled();
    expect(screen.getByRole("switch", { name: "NSITF" })).toBeDisabled();
    expect(screen.queryByRole("button", { name: "Save Settings" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Reset" })).toBeNull();
  });

  test("that cannot be loaded can be tried again", async ({ api, open }) => {
    api.on(payrollSettings.get.platform, () => refuse("busy"));
    const user = open(inSettings);
    expect(await screen.findByText("The payroll settings could not be loaded.")).toBeVisible();
    api.on(payrollSettings.get.platform, () => settings({ organizations_differing: 0 }));
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByLabelText("Pay Day")).toHaveValue("25");
  });
});
