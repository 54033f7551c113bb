import { kobo } from "@kontor/books/money";
import { getEmployee, listEmployees } from "@kontor/contract/employees/employees";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { getSalaryAdvance, listSalaryAdvances } from "@kontor/contract/salary-advances/advances";
import { getAdvanceOffer, requestAdvance } from "@kontor/contract/salary-advances/requests";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog, expectMessage } from "../../testing/questions.ts";
import { refuse, refuseAt } from "../../testing/refusal.ts";
import { listedEmployee, openedEmployee } from "../../testing/samples/employees.ts";
import { listedOrganization } from "../../testing/samples/organizations.ts";
import {
  listedAdvance,
  advanceOffer,
  openedAdvance,
} from "../../testing/samples/salary-advances.ts";
import { memberOf, staffWith } from "../../testing/users.ts";

const title = "Record Salary Advance Request";
const ofEmployee = "/app/employees/7/21?tab=salary-advances";
const hr = memberOf(
  7,
  "organizations.read",
  "employees.read",
  "salary-advances.read",
  "salary-advances.request",
);

function answerOffer(api: FakeApi, offer = advanceOffer()) {
  api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
  api.on(listEmployees, () => ({ data: [listedEmployee()], total: 1 }));
  api.on(getEmployee, () => openedEmployee());
  api.on(listSalaryAdvances, () => ({ data: [], total: 0 }));
  api.on(getSalaryAdvance, () => openedAdvance());
  api.on(getAdvanceOffer, () => offer);
}

const planOf = (modal: Awaited<ReturnType<typeof findDialog>>) =>
  within(modal.getByRole("table", { name: "Instalments" }))
    .getAllByRole("row")
    .map((row) => [...row.children].map(({ textContent }) => textContent).join(" | "));

describe("a request recorded by staff", () => {
  test("shows its plan to the kobo as the slider moves, and opens its card", async ({
    api,
    open,
  }) => {
    answerOffer(api);
    api.on(requestAdvance, () => listedAdvance());
    const user = open("/app/salary-advances", { as: hr });
    await user.click(await screen.findByRole("button", { name: "Record Request" }));
    const modal = await findDialog(title);
    const record = modal.getByRole("button", { name: "Record Request" });
    expect(record).toHaveAccessibleDescription("Choose the employee.");
    expect(record).toHaveAttribute("aria-disabled", "true");
    // The other employee matches because of the staff number.
    const other = listedEmployee({ id: 20, first_name: "Uche", staff_no: "ADA-0001" });
    api.on(listEmployees, () => ({ data: [other, listedEmployee()], total: 2 }));
    await fillField(user, modal.getByLabelText("Employee"), "ada");
    await user.keyboard("{Enter}");
    expect(await modal.findByText("₦175,000.00", { selector: "p" })).toBeVisible();
    expect(
      modal.getByText(
        "50% of ₦450,000.00 monthly gross is ₦225,000.00, less ₦50,000.00 of other advances.",
      ),
    ).toBeVisible();
    await fillField(user, modal.getByLabelText("Amount"), "100000");
    await user.click(modal.getByRole("radio", { name: "3 instalments" }));
    expect(planOf(modal)).toEqual([
      "Payday | Amount | Interest | Instalment",
      "25 Mar 2026 | ₦33,333.33 | ₦164.38 | ₦33,497.71",
      "25 Apr 2026 | ₦33,333.33 | ₦504.11 | ₦33,837.44",
      "25 May 2026 | ₦33,333.34 | ₦832.88 | ₦34,166.22",
      "At 12% a year | ₦100,000.00 | ₦1,501.37 | ₦101,501.37",
    ]);
    expect(modal.getByText("Paid back by 25 May 2026")).toBeVisible();
    await user.click(modal.getByRole("radio", { name: "By email" }));
    await fillField(user, modal.getByLabelText("Note"), "Mail of 10 March");
    await expectAccessible();
    await user.click(modal.getByRole("button", { name: "Record Request" }));
    await expectMessage("Salary advance recorded successfully..");
    expect(api.calls(requestAdvance)[0]?.input).toEqual({
      tenant_id: 7,
      company_id: 9,
      id: 21,
      amount: kobo(100_000_00n),
      instalments: 3,
      terms_version: "3",
      payback_amount: expect.any(BigInt),
      accepted_how: "EMAIL",
      note: "Mail of 10 March",
    });
    expect(await screen.findByRole("region", { name: "Request" })).toBeVisible();
    expect(window.location.pathname).toBe("/app/salary-advances/7/9/61");
  });

  test("takes the amount from the slider, up to the limit", async ({ api, open }) => {
    answerOffer(
      api,
      advanceOffer({
        gross_monthly: kobo(250_001_00n),
        limit: kobo(125_000_50n),
        available: kobo(75_000_50n),
      }),
    );
    const user = open(ofEmployee, { as: hr });
    await user.click(await screen.findByRole("button", { name: "Record Request" }));
    const modal = await findDialog(title);
    const slider = await modal.findByRole("slider", { name: "Amount, by a slider" });
    expect(slider).toHaveAttribute("aria-valuetext", "Nothing");
    slider.focus();
    await user.keyboard("{ArrowRight}{ArrowRight}");
    expect(modal.getByLabelText("Amount")).toHaveValue("1,000.00");
    expect(slider).toHaveAttribute("aria-valuetext", "₦1,000.00");
    await user.keyboard("{End}");
    expect(modal.getByLabelText("Amount")).toHaveValue("75,000.50");
    await fillField(user, modal.getByLabelText("Amount"), "75000.51");
    expect(modal.getByText("The amount is more than the remaining limit.")).toBeVisible();
    expect(modal.getByRole("button", { name: "Record Request" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await user.tab();
    expect(
      await modal.findByText("The most that the employee can have now is ₦75,000.50."),
    ).toBeVisible();
  });

  test("ends before the employee leaves, and shows warnings of the Labour Act", async ({
    api,
    open,
  }) => {
    answerOffer(
      api,
      advanceOffer({
        exit_date: "2026-05-31",
        labour_act: { worker: true, binding: false, another_owed: true },
      }),
    );
    const user = open(ofEmployee, { as: hr });
    await user.click(await screen.findByRole("button", { name: "Record Request" }));
    const modal = await findDialog(title);
    expect(await modal.findByRole("radio", { name: "3 instalments" })).toBeEnabled();
    expect(modal.getByRole("radio", { name: "4 instalments" })).toBeDisabled();
    expect(
      modal.getByText(
        "The employee’s last day is 31 May 2026, so everything must be paid back before then.",
      ),
    ).toBeVisible();
    await fillField(user, modal.getByLabelText("Amount"), "100000");
    expect(
      modal.getByText("Labour Act, s.4: it has fewer than three monthly instalments."),
    ).toBeVisible();
    expect(modal.getByText("Labour Act, s.4: it charges interest.")).toBeVisible();
    // A warning does not prevent the request.
    expect(modal.getByRole("button", { name: "Record Request" })).toBeEnabled();
    await user.click(modal.getByRole("radio", { name: "3 instalments" }));
    expect(modal.queryByText(/fewer than three monthly instalments/)).toBeNull();
  });

  test("is impossible while no amount is allowed", async ({ api, open }) => {
    answerOffer(
      api,
      advanceOffer({ ineligible: ["not_started", "no_pay_rate"], gross_monthly: null }),
    );
    const user = open(ofEmployee, { as: hr });
    await user.click(await screen.findByRole("button", { name: "Record Request" }));
    const modal = await findDialog(title);
    expect(await modal.findByText("No advance is possible now")).toBeVisible();
    expect(modal.getByText("The employee has not started work yet.")).toBeVisible();
    expect(
      modal.getByText("The employee has no pay rate, so no limit can be calculated."),
    ).toBeVisible();
    expect(modal.queryByLabelText("Amount")).toBeNull();
    expect(modal.getByRole("button", { name: "Record Request" })).toBeDisabled();
  });

  test("needs how the terms were accepted, and shows the server's refusals", async ({
    api,
    open,
  }) => {
    answerOffer(api);
    api.on(requestAdvance, () =>
      refuseAt("instalments", "validation_failed", { summary: "Choose fewer instalments." }),
    );
    const user = open(ofEmployee, { as: hr, on: "phone" });
    await user.click(await screen.findByRole("button", { name: "Record Request" }));
    const modal = await findDialog(title);
    await fillField(user, await modal.findByLabelText("Amount"), "5000");
    await user.click(modal.getByRole("button", { name: "Record Request" }));
    expect(
      await modal.findByText("Choose how the employee accepted the terms: SIGNED_PAPER or EMAIL."),
    ).toBeVisible();
    expect(api.calls(requestAdvance)).toHaveLength(0);
    await user.click(modal.getByRole("radio", { name: "On signed paper" }));
    await user.click(modal.getByRole("button", { name: "Record Request" }));
    expect(await modal.findByText("Choose fewer instalments.")).toBeVisible();
    expect(modal.getByLabelText("Amount")).toHaveValue("5,000.00");
    await expectAccessible();
  });

  test("can be retried when the limit cannot be loaded", async ({ api, open }) => {
    answerOffer(api);
    api.on(getAdvanceOffer, () => refuse("busy"));
    const user = open(ofEmployee, { as: hr });
    await user.click(await screen.findByRole("button", { name: "Record Request" }));
    const modal = await findDialog(title);
    expect(
      await modal.findByText("What the employee can ask for could not be loaded."),
    ).toBeVisible();
    api.on(getAdvanceOffer, () => advanceOffer());
    await user.click(modal.getByRole("button", { name: "Try again" }));
    expect(await modal.findByLabelText("Amount")).toBeVisible();
  });
});

describe("an employee's advances", () => {
  test("are a tab of the employee's page", async ({ api, open }) => {
    answerOffer(api);
    api.on(listSalaryAdvances, () => ({
      data: [listedAdvance({ status: "PAID", outstanding: kobo(61_479_45n) })],
      total: 1,
    }));
    open(ofEmployee, { as: hr });
    expect(await screen.findByRole("link", { name: "SA-000012" })).toHaveAttribute(
      "href",
      "/app/salary-advances/7/9/61",
    );
    expect(screen.getByText("₦61,479.45")).toBeVisible();
    expect(screen.getByRole("tab", { selected: true })).toHaveTextContent("Salary Advances");
    expect(api.calls(listSalaryAdvances)[0]?.input).toMatchObject({
      tenant_id: 7,
      employee_id: 21,
    });
    await expectAccessible();
  });

  test("say when there are none, and are hidden without the permission", async ({ api, open }) => {
    answerOffer(api);
    open(ofEmployee, {
      as: staffWith("organizations.read", "employees.read", "salary-advances.read"),
    });
    expect(await screen.findByText("There are no salary advances available")).toBeVisible();
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: "Record Request" })).toBeNull(),
    );
  });
});
