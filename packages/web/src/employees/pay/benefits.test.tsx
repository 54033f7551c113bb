import { kobo } from "@kontor/books/money";
import {
  addBenefit,
  listBenefits,
  removeBenefit,
  saveBenefit,
} from "@kontor/contract/employees/benefits";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { fillField, pickMatch } from "../../testing/fields.ts";
import { chooseMenuItem } from "../../testing/menus.ts";
import { test } from "../../testing/page-test.tsx";
import { answer, findDialog, expectMessage } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
import { answerEmployee, benefit } from "../../testing/samples/employees.ts";
import { longWord } from "../../testing/samples/text.ts";
import { memberOf } from "../../testing/users.ts";

const payAddress = "/app/employees/7/21?tab=pay";
const path = { tenant_id: 7, company_id: 9, id: 21 };
const panel = async () => within(await screen.findByRole("region", { name: "Benefits in Kind" }));

describe("benefits in kind", () => {
  test("are listed with what a month is taxed as, and say what is not one", async ({
    api,
    open,
  }) => {
    answerEmployee(api);
    open(payAddress);
    const shown = await panel();
    expect(await shown.findByText("There are no benefits in kind")).toBeVisible();
    expect(shown.getByText(/Meals for all staff, uniforms, work tools/)).toBeVisible();
    expect(shown.queryByText(/at most 20% of gross/)).toBeNull();
  });

  test("of long names fit a phone, with the limit of accommodation", async ({ api, open }) => {
    answerEmployee(api);
    const flat = { kind: "HOUSING", to_date: "2026-06-30", name: longWord.slice(0, 80) } as const;
    api.on(listBenefits, () => [benefit({ id: 82, ...flat }), benefit()]);
    open(payAddress, { on: "phone" });
    const shown = await panel();
    expect(await shown.findByText("Official car")).toBeVisible();
    expect(shown.getAllByText("₦100,000.00")[0]).toBeVisible();
    expect(shown.getByText(/01 Jan 2026 to 30 Jun 2026/)).toBeVisible();
    expect(shown.getByText(/at most 20% of gross/)).toBeVisible();
    await expectAccessible();
  });

  test("show their monthly value while they are typed, by their kind", async ({ api, open }) => {
    answerEmployee(api);
    api.on(addBenefit, () => benefit());
    const user = open(payAddress);
    await user.click(await screen.findByRole("button", { name: "Add Benefit" }));
    const form = await findDialog("Add Benefit");
    await user.click(form.getByRole("button", { name: "Submit" }));
    await waitFor(() => expect(form.getByLabelText("Benefit")).toBeInvalid());
    expect(form.getByLabelText("Cost")).toBeInvalid();
    expect(form.getByRole("status")).toHaveTextContent(
      "Taxed a month–A twelfth of 5% of the cost.",
    );
    await fillField(user, form.getByLabelText("Benefit"), "Hilux");
    await fillField(user, form.getByLabelText("Cost"), "24,000,000");
    expect(form.getByRole("status")).toHaveTextContent("Taxed a month₦100,000.00");
    await fillField(user, form.getByLabelText("Paid by the Employee a Year"), "240,000");
    expect(form.getByRole("status")).toHaveTextContent("Taxed a month₦80,000.00");
    await pickMatch(user, form.getByLabelText("Kind"), "Living accommodation");
    expect(form.queryByLabelText("Paid by the Employee a Year")).toBeNull();
    await fillField(user, form.getByLabelText("Rental Value a Year"), "3,600,000");
    // 20% of 450,000.
    expect(form.getByRole("status")).toHaveTextContent(
      "Taxed a month, before the limit₦300,000.00At most 20% of the gross without it counts: ₦90,000.00 a month at the current pay.",
    );
    await expectAccessible();
    await fillField(user, form.getByLabelText("First Day"), "16/01/2026");
    expect(form.getByText(/takes the tax on them at once/)).toBeVisible();
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage("Benefit saved successfully..");
    expect(api.calls(addBenefit)[0]?.input).toEqual({
      ...path,
      name: "Hilux",
      kind: "HOUSING",
      value: kobo(3_600_000_00n),
      employee_pays: kobo(0n),
      from_date: "2026-01-16",
      to_date: null,
    });
  });

  test("of another kind are saved in spite of what was typed in a field that this kind has not", async ({
    api,
    open,
  }) => {
    answerEmployee(api);
    api.on(addBenefit, () => benefit());
    const user = open(payAddress);
    await user.click(await screen.findByRole("button", { name: "Add Benefit" }));
    const form = await findDialog("Add Benefit");
    await fillField(user, form.getByLabelText("Benefit"), "Club");
    await fillField(user, form.getByLabelText("Cost"), "600,000");
    await fillField(user, form.getByLabelText("Paid by the Employee a Year"), "half");
    expect(form.getByRole("status")).toHaveTextContent("Taxed a month–");
    await pickMatch(user, form.getByLabelText("Kind"), "Other benefit");
    expect(form.getByRole("status")).toHaveTextContent("Taxed a month₦50,000.00");
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage("Benefit saved successfully..");
    expect(api.calls(addBenefit)[0]?.input).toMatchObject({ kind: "OTHER", employee_pays: 0n });
  });

  test("end on a day, under their version, and a refusal keeps what was typed", async ({
    api,
    open,
  }) => {
    answerEmployee(api);
    api.on(listBenefits, () => [benefit()]);
    api.on(saveBenefit, () => refuse("changed_meanwhile"));
    const user = open(payAddress);
    await chooseMenuItem(user, "Actions for Official car", "Edit");
    const form = await findDialog("Edit Benefit");
    expect(form.getByLabelText("Paid by the Employee a Year")).toHaveValue("");
    await fillField(user, form.getByLabelText("Last Day"), "30/06/2026");
    await user.click(form.getByRole("button", { name: "Submit" }));
    api.on(listBenefits, () => [benefit({ value: kobo(30_000_000_00n), version: 2 })]);
    await user.click(await form.findByRole("button", { name: "Load latest version" }));
    await waitFor(() => expect(form.getByLabelText("Cost")).toHaveValue("30,000,000.00"));
    expect(form.getByLabelText("Last Day")).toHaveValue("30/06/2026");
    api.on(saveBenefit, () => benefit({ version: 3 }));
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage("Benefit saved successfully..");
    expect(api.calls(saveBenefit).map(({ input }) => [input.version, input.to_date])).toEqual([
      [1, "2026-06-30"],
      [2, "2026-06-30"],
    ]);
  });

  test("are removed after a question that says what it means", async ({ api, open }) => {
    answerEmployee(api);
    api.on(listBenefits, () => [benefit()]);
    api.on(removeBenefit, () => ({ done: true as const }));
    const user = open(payAddress);
    await chooseMenuItem(user, "Actions for Official car", "Remove");
    await answer(user, "Remove Official car?", "Yes");
    await expectMessage("Benefit removed successfully..");
    expect(api.calls(removeBenefit)[0]?.input).toEqual({ ...path, benefit_id: 81 });
  });

  test("are only read by who may not write pay, and say when they cannot be loaded", async ({
    api,
    open,
  }) => {
    answerEmployee(api);
    api.on(listBenefits, () => refuse("internal"));
    const as = memberOf(7, "organizations.read", "employees.read", "employees.pay.read");
    open(payAddress, { as });
    const shown = await panel();
    expect(await shown.findByRole("button", { name: "Try again" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Add Benefit" })).toBeNull();
  });
});
