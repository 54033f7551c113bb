import { addPayItem, getArrearsWindow } from "@kontor/contract/employees/pay";
import { monthName, monthOf, monthsLater } from "@kontor/payroll/month";
import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";

import { today } from "../../platform/clock.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { expectMessage, findDialog } from "../../testing/questions.ts";
import { answerEmployee, payItem } from "../../testing/samples/employees.ts";

test("a new item of pay is proposed for the first month whose payroll is not approved", async ({
  api,
  open,
}) => {
  answerEmployee(api);
  const next = monthsLater(monthOf(today()), 2);
  api.on(getArrearsWindow, () => ({ from: null, next }));
  const user = open("/app/employees/7/21?tab=pay");
  await screen.findByText("Overtime");
  await waitFor(() => expect(api.calls(getArrearsWindow)).toHaveLength(1));
  await user.click(await screen.findByRole("button", { name: "Add Item" }));
  const form = await findDialog("Add Item");
  expect(form.getByRole("combobox", { name: "Month" })).toHaveValue(monthName(next));
});

test("a new item of pay is proposed for this month where payroll was last run long ago", async ({
  api,
  open,
}) => {
  answerEmployee(api);
  api.on(getArrearsWindow, () => ({ from: null, next: "2019-02" }));
  const user = open("/app/employees/7/21?tab=pay");
  await user.click(await screen.findByRole("button", { name: "Add Item" }));
  const form = await findDialog("Add Item");
  expect(form.getByRole("combobox", { name: "Month" })).toHaveValue(monthName(monthOf(today())));
});

test("an item until a month is not saved without its last month", async ({ api, open }) => {
  answerEmployee(api);
  api.on(addPayItem, () => payItem({ id: 72 }));
  const user = open("/app/employees/7/21?tab=pay");
  await user.click(await screen.findByRole("button", { name: "Add Item" }));
  const form = await findDialog("Add Item");
  await fillField(user, form.getByLabelText("Item"), "Car loan");
  await fillField(user, form.getByLabelText("Amount"), "20,000");
  await user.click(form.getByLabelText("Each month until"));
  await user.click(form.getByRole("button", { name: "Submit" }));
  await waitFor(() => expect(form.getByRole("combobox", { name: "Last Month" })).toBeInvalid());
  expect(form.getAllByText("Choose the last month.")).not.toHaveLength(0);
  expect(api.calls(addPayItem)).toHaveLength(0);
  await user.click(form.getByLabelText("Each month"));
  await user.click(form.getByRole("button", { name: "Submit" }));
  await expectMessage("Item saved successfully..");
  expect(api.calls(addPayItem)[0]?.input.to_month).toBeNull();
});
