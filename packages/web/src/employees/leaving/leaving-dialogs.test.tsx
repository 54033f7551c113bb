import { kobo } from "@kontor/books/money";
import {
  cancelExit,
  getSettlement,
  leaveEmployment,
  returnToWork,
  suspendEmployee,
} from "@kontor/contract/employees/leaving";
import { errorSentence } from "@kontor/contract/error-codes";
import { getPayCorrections } from "@kontor/contract/payroll/corrections";
import { notifications } from "@mantine/notifications";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { selectOption, fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { answer, findDialog, expectMessage } from "../../testing/questions.ts";
import { refuse, refuseAt } from "../../testing/refusal.ts";
import { answerEmployee, openedEmployee, settlement } from "../../testing/samples/employees.ts";
import { memberOf } from "../../testing/users.ts";

const address = "/app/employees/7/21?tab=employment";
const path = { tenant_id: 7, company_id: 9, id: 21 };
const exit = { exit_date: "2026-03-15", reason: "RESIGNED", note: "Moves to Kano" } as const;

describe("leaving", () => {
  test("takes the last day, the reason and what is still owed", async ({ api, open }) => {
    answerEmployee(api);
    api.on(getSettlement, () => settlement());
    api.on(leaveEmployment, () => {
      answerEmployee(api, { exit, version: 4 });
      return openedEmployee({ exit, version: 4 });
    });
    const user = open(address);
    await user.click(await screen.findByRole("button", { name: "End Employment" }));
    const form = await findDialog("End Employment");
    await user.click(form.getByRole("button", { name: "Submit" }));
    await waitFor(() => expect(form.getByLabelText("Last Day")).toBeInvalid());
    expect(form.getByRole("combobox", { name: "Reason" })).toBeInvalid();
    await fillField(user, form.getByLabelText("Last Day"), "15/03/2026");
    await selectOption(user, form.getByRole("combobox", { name: "Reason" }), "Resigned");
    await user.click(form.getByRole("button", { name: "Add Owed Item" }));
    expect(form.getByLabelText("What")).toHaveFocus();
    await user.click(form.getByRole("button", { name: "Submit" }));
    const sentence = "Give every item a name and an amount above 0.00, or remove it.";
    expect(await form.findByText(sentence)).toBeVisible();
    const item = within(form.getByRole("group", { name: "Owed item 1" }));
    await fillField(user, item.getByLabelText("What"), "Laptop");
    await selectOption(user, item.getByRole("combobox", { name: "Owed" }), "By the employee");
    await fillField(user, item.getByLabelText("Amount"), "35000");
    await expectAccessible();
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage("End of employment saved successfully..");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.calls(leaveEmployment).map(({ input }) => input)).toEqual([
      {
        ...path,
        exit_date: "2026-03-15",
        reason: "RESIGNED",
        note: "",
        owed: [{ name: "Laptop", kind: "DEDUCTION", amount: 3_500_000n, taxable: false }],
        version: 3,
      },
    ]);
  });

  test("keeps what was typed when the day is refused", async ({ api, open }) => {
    answerEmployee(api);
    api.on(leaveEmployment, () =>
      refuseAt("exit_date", "exit_before_start", { start_date: "2024-02-01" }),
    );
    const user = open(address, { on: "phone" });
    await user.click(await screen.findByRole("button", { name: "End Employment" }));
    const form = await findDialog("End Employment");
    await fillField(user, form.getByLabelText("Last Day"), "15/01/2024");
    await selectOption(user, form.getByRole("combobox", { name: "Reason" }), "Retired");
    await user.click(form.getByRole("button", { name: "Submit" }));
    await waitFor(() =>
      expect(form.getByLabelText("Last Day")).toHaveAccessibleDescription(
        expect.stringContaining("The last day of work is before the start date, 2024-02-01."),
      ),
    );
    expect(form.getByRole("combobox", { name: "Reason" })).toHaveValue("Retired");
    await user.click(form.getByRole("button", { name: "Cancel" }));
    await answer(user, "Leave without saving?", "Yes");
  });

  test("is edited with what is owed, which can be loaded again when it fails", async ({
    api,
    open,
  }) => {
    answerEmployee(api, { exit, status: "EXITED" });
    api.on(getSettlement, () => refuse("busy"));
    const user = open(address);
    await user.click(await screen.findByRole("button", { name: "Edit" }));
    const waiting = await findDialog("Edit End of Employment");
    expect(await waiting.findByText("What is owed could not be loaded.")).toBeVisible();
    await expectAccessible();
    api.on(getSettlement, () => settlement());
    await user.click(waiting.getByRole("button", { name: "Try again" }));
    const form = await findDialog("Edit End of Employment");
    const first = within(await form.findByRole("group", { name: "Owed item 1" }));
    expect(first.getByLabelText("What")).toHaveValue("Leave days");
    await user.click(form.getByRole("button", { name: "Remove owed item 2" }));
    // When the last item is removed, the one before it gets the focus; without items, the Add
    // button.
    expect(first.getByLabelText("What")).toHaveFocus();
    await user.click(form.getByRole("button", { name: "Add Owed Item" }));
    await user.click(form.getByRole("button", { name: "Remove owed item 1" }));
    expect(form.getByLabelText("What")).toHaveFocus();
    await user.click(form.getByRole("button", { name: "Remove owed item 1" }));
    expect(form.getByRole("button", { name: "Add Owed Item" })).toHaveFocus();
    await user.click(form.getByRole("button", { name: "Add Owed Item" }));
    await fillField(user, form.getByLabelText("What"), "Leave days");
    await fillField(user, form.getByLabelText("Amount"), "35000");
    api.on(leaveEmployment, () => openedEmployee({ exit, version: 4 }));
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage("End of employment saved successfully..");
    expect(api.calls(leaveEmployment)[0]?.input.owed).toEqual([
      { name: "Leave days", kind: "EARNING", amount: 3_500_000n, taxable: true },
    ]);
  });

  test("keeps what somebody else entered as owed while the dialog was open", async ({
    api,
    open,
  }) => {
    answerEmployee(api);
    api.on(leaveEmployment, () => refuse("changed_meanwhile"));
    const user = open(address);
    await user.click(await screen.findByRole("button", { name: "End Employment" }));
    const form = await findDialog("End Employment");
    await fillField(user, form.getByLabelText("Last Day"), "15/03/2026");
    await selectOption(user, form.getByRole("combobox", { name: "Reason" }), "Resigned");
    await user.click(form.getByRole("button", { name: "Submit" }));
    answerEmployee(api, { exit, version: 4 });
    api.on(getSettlement, () => settlement());
    await user.click(await form.findByRole("button", { name: "Load latest version" }));
    const first = within(await form.findByRole("group", { name: "Owed item 1" }));
    expect(first.getByLabelText("What")).toHaveValue("Leave days");
    expect(form.getByLabelText("Note")).toHaveValue("Moves to Kano");
    api.on(leaveEmployment, () => openedEmployee({ exit, version: 5 }));
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage("End of employment saved successfully..");
    const { version, owed } = api.calls(leaveEmployment)[1]?.input ?? {};
    expect(version).toBe(4);
    expect(owed?.map(({ name }) => name)).toEqual(settlement().owed.map(({ name }) => name));
  });

  test("says while it is edited what payroll still has to settle", async ({ api, open }) => {
    answerEmployee(api, { exit, status: "EXITED" });
    api.on(getSettlement, () => settlement());
    const none = { corrections: [], items: [], left_out_items: [], unpaid_months: [] };
    const overpaid_contributions = [{ scheme: "pension" as const, amount: kobo(25_200_00n) }];
    api.on(getPayCorrections, () => ({ left: true, ...none, overpaid_contributions, to_pay: [] }));
    const user = open(address);
    await user.click(await screen.findByRole("button", { name: "Edit" }));
    const form = await findDialog("Edit End of Employment");
    const months = await form.findByRole("list", { name: "Earlier months" });
    expect(months).toHaveTextContent("₦25,200.00 of pension contributions");
    await expectAccessible();
  });

  test("is taken back after a question", async ({ api, open }) => {
    answerEmployee(api, { exit, status: "EXITED" });
    api.on(cancelExit, () => openedEmployee({ version: 4 }));
    const user = open(address);
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await answer(user, "Undo the end of employment?", "Yes");
    await expectMessage("End of employment undone successfully..");
    expect(api.calls(cancelExit)[0]?.input).toEqual({ ...path, version: 3 });
    // The settlement no longer exists, so reloading it would be reported as not found.
    expect(api.calls(getSettlement)).toHaveLength(1);
  });

  test("is not offered to readers", async ({ api, open }) => {
    answerEmployee(api);
    open(address, { as: memberOf(7, "organizations.read", "employees.read") });
    expect(await screen.findByText("No end of employment has been entered.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "End Employment" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Suspend" })).toBeNull();
  });
});

describe("coming back", () => {
  test("needs a day after the last one", async ({ api, open }) => {
    answerEmployee(api, { exit, status: "EXITED" });
    api.on(returnToWork, () =>
      refuseAt("start_date", "return_before_exit", { exit_date: "2026-03-15" }),
    );
    const user = open(address);
    await user.click(await screen.findByRole("button", { name: "Employ Again" }));
    const form = await findDialog("Employ Again");
    await fillField(user, form.getByLabelText("Start Date"), "01/03/2026");
    await user.click(form.getByRole("button", { name: "Submit" }));
    await waitFor(() => expect(form.getByLabelText("Start Date")).toBeInvalid());
    api.on(returnToWork, () => openedEmployee({ version: 4 }));
    const settlements = api.calls(getSettlement).length;
    await fillField(user, form.getByLabelText("Start Date"), "01/04/2026");
    await expectAccessible();
    await user.click(form.getByRole("button", { name: "Submit" }));
    await expectMessage("Employed again successfully..");
    expect(api.calls(returnToWork).at(-1)?.input).toEqual({
      ...path,
      start_date: "2026-04-01",
      version: 3,
    });
    expect(api.calls(getSettlement)).toHaveLength(settlements);
  });
});

describe("a suspension", () => {
  test("needs a reason", async ({ api, open }) => {
    answerEmployee(api);
    api.on(suspendEmployee, () => openedEmployee({ status: "SUSPENDED", version: 4 }));
    const user = open(address, { on: "phone" });
    await user.click(await screen.findByRole("button", { name: "Suspend" }));
    const form = await findDialog("Suspend Employee");
    await user.click(form.getByRole("button", { name: "Suspend" }));
    await waitFor(() => expect(form.getByLabelText("Reason")).toBeInvalid());
    expect(api.calls(suspendEmployee)).toHaveLength(0);
    await fillField(user, form.getByLabelText("Reason"), "Inquiry into the March stock");
    await expectAccessible();
    await user.click(form.getByRole("button", { name: "Suspend" }));
    await expectMessage("Employee suspended successfully..");
    expect(api.calls(suspendEmployee)[0]?.input).toEqual({
      ...path,
      suspended: true,
      reason: "Inquiry into the March stock",
      version: 3,
    });
  });

  test("keeps a refusal that no field shows beside the buttons, from the end of its message until the input changes", async ({
    api,
    open,
  }) => {
    answerEmployee(api);
    api.on(suspendEmployee, () => refuse("busy"));
    const user = open(address);
    await user.click(await screen.findByRole("button", { name: "Suspend" }));
    const form = await findDialog("Suspend Employee");
    await fillField(user, form.getByLabelText("Reason"), "Inquiry");
    await user.click(form.getByRole("button", { name: "Suspend" }));
    const busy = errorSentence("busy");
    await expectMessage(busy);
    expect(form.queryByText(busy)).toBeNull();
    notifications.hide(`error: ${busy}`);
    expect(await form.findByText(busy)).toBeVisible();
    expect(screen.getAllByText(busy)).toHaveLength(1);
    await expectAccessible();
    // The dialog has no field for the version.
    const field = { field: "version" };
    api.on(suspendEmployee, () => refuseAt("version", "address_mismatch", field));
    await user.click(form.getByRole("button", { name: "Suspend" }));
    const mismatch = errorSentence("address_mismatch", field);
    await expectMessage(mismatch);
    expect(form.queryByText(busy)).toBeNull();
    notifications.hide(`error: ${mismatch}`);
    expect(await form.findByText(mismatch)).toBeVisible();
    expect(form.getByLabelText("Reason")).toHaveValue("Inquiry");
    await user.type(form.getByLabelText("Reason"), "!");
    expect(form.queryByText(mismatch)).toBeNull();
  });

  test("ends after a question", async ({ api, open }) => {
    answerEmployee(api, { status: "SUSPENDED" });
    api.on(suspendEmployee, () => openedEmployee({ version: 4 }));
    const user = open(address);
    await user.click(await screen.findByRole("button", { name: "End Suspension" }));
    await answer(user, "End the suspension?", "Yes");
    await expectMessage("Suspension ended successfully..");
    expect(api.calls(suspendEmployee)[0]?.input).toMatchObject({ suspended: false, version: 3 });
  });
});
