import { expect, type Locator } from "@playwright/test";

import { callApi } from "./pages/api.ts";
import { openTab, configurationTest as test, replaceText } from "./pages/configuration.ts";
import { answerQuestion } from "./pages/question.ts";
import { expectAccessible } from "./pages/session.ts";

const tab = "Salary Advance Config";

/** The sentence of the worked example. */
function example(panel: Locator): Locator {
  return panel.getByRole("region", { name: "Worked example" }).locator("[aria-live]");
}

test.describe("the salary advance config", () => {
  test("starts with the defaults, computes while the user types, is saved and reset", async ({
    page,
    found,
  }) => {
    const panel = await openTab(page, found, tab);
    const percentage = panel.getByLabel("Max Percentage");
    const rate = panel.getByLabel("Interest Rate");
    await expect(percentage).toHaveValue("50%");
    await expect(rate).toHaveValue("0%");
    await expect(panel.getByText("Max % of gross monthly salary")).toBeVisible();
    await expect(panel.getByText("Annual interest rate (0 for interest-free)")).toBeVisible();
    await expect(panel.getByRole("radio", { name: "No" })).toBeChecked();
    await expect(panel.getByText("Built-in")).toBeVisible();
    await expect(example(panel)).toHaveText("₦100,000 for 30 days at 0% → ₦100,000");
    await expect(
      panel.getByText("Interest = amount × rate × days ÷ 365, rounded half-up to the kobo.", {
        exact: false,
      }),
    ).toBeVisible();
    await expectAccessible(page);

    await rate.fill("12");
    await expect(example(panel)).toHaveText("₦100,000 for 30 days at 12% → ₦100,986.30");
    await rate.fill("12.5");
    await expect(example(panel)).toHaveText("₦100,000 for 30 days at 12.5% → ₦101,027.40");
    await panel.getByLabel("Example Days").fill("1");
    await expect(example(panel)).toHaveText("₦100,000 for 1 day at 12.5% → ₦100,034.25");
    await panel.getByLabel("Example Amount").fill("2500.50");
    await expect(example(panel)).toHaveText("₦2,500.50 for 1 day at 12.5% → ₦2,501.36");
    await percentage.fill("25");
    await expect(
      panel.getByText("An employee with ₦200,000 monthly gross can have up to ₦50,000."),
    ).toBeVisible();

    await percentage.fill("40");
    await rate.fill("7.25");
    await panel.getByRole("radio", { name: "Yes" }).check();
    const terms = panel.getByRole("textbox", { name: "Terms" });
    await replaceText(terms, "Ask @");
    const offers = page.getByRole("listbox", { name: "Placeholders" });
    await expect(offers.getByRole("option")).toHaveText([
      "company name",
      "max percentage",
      "interest rate",
    ]);
    await terms.press("Enter");
    await panel.getByRole("button", { name: "Save Configuration" }).click();
    await expect(page.getByText("Configuration saved successfully..")).toBeVisible();
    await expect(panel.getByText("Organization’s own")).toBeVisible();

    await page.reload();
    await expect(percentage).toHaveValue("40%");
    await expect(rate).toHaveValue("7.25%");
    await expect(panel.getByRole("radio", { name: "Yes" })).toBeChecked();
    await expect(terms).toHaveText("Ask company name");
    const saved = await callApi<{ terms: string; auto_approval: number }>(
      page,
      "GET",
      `${found.base}/salary-advance-config`,
    );
    expect(saved).toMatchObject({ terms: "<p>Ask {{company_name}}</p>", auto_approval: 1 });

    await panel.getByRole("button", { name: "Reset" }).click();
    await answerQuestion(page, "Reset company salary advance config?", "Cancel");
    await expect(percentage).toHaveValue("40%");
    await panel.getByRole("button", { name: "Reset" }).click();
    await answerQuestion(page, "Reset company salary advance config?", "Yes");
    await expect(panel.getByText("Built-in")).toBeVisible();
    await expect(percentage).toHaveValue("50%");
    await expect(terms).toContainText("You may ask company name for an advance");
  });
});
