import { erasePersonalData, exportPersonalData } from "@kontor/contract/employees/personal-data";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog, expectMessage } from "../../testing/questions.ts";
import { refuse, refuseAt } from "../../testing/refusal.ts";
import { answerEmployee, openedEmployee } from "../../testing/samples/employees.ts";
import { memberOf } from "../../testing/users.ts";

const address = "/app/employees/7/21";
const path = { tenant_id: 7, company_id: 9, id: 21 };
const panel = async () => within(await screen.findByRole("region", { name: "Personal Data" }));
const left = { status: "EXITED" as const, erasure: null };
const asked_at = new Date("2026-03-05T13:30:00Z");

describe("the personal data of an employee", () => {
  test("is exported as a file to read and for a program", async ({ api, open }) => {
    answerEmployee(api);
    api.on(exportPersonalData, () => new File(["{}"], "personal-data-ACM-0012.json"));
    const user = open(address);
    expect((await panel()).queryByRole("button", { name: "Erase" })).toBeNull();
    expect((await panel()).getByText(/^Once the employee has left/)).toBeVisible();
    await user.click((await panel()).getByRole("button", { name: "Export to Read" }));
    await user.click((await panel()).getByRole("button", { name: "Export as JSON" }));
    await waitFor(() =>
      expect(api.calls(exportPersonalData).map(({ input }) => input.format)).toEqual([
        "html",
        "json",
      ]),
    );
    await expectAccessible();
  });

  test("is erased after typing the staff number and the user's own password", async ({
    api,
    open,
  }) => {
    answerEmployee(api, left);
    api.on(erasePersonalData, () => refuseAt("password", "password_wrong"));
    const user = open(address, { on: "phone" });
    await user.click((await panel()).getByRole("button", { name: "Erase" }));
    const form = await findDialog("Erase Personal Data");
    expect(form.getByText(/are erased now and cannot be recovered/)).toBeVisible();
    expect(form.getByLabelText("Staff Number")).toHaveAccessibleDescription(
      "Type ACM-0012 to confirm.",
    );
    expect(form.getByRole("button", { name: "Erase Permanently" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await fillField(user, form.getByLabelText("Staff Number"), "ACM-0012");
    await fillField(user, form.getByLabelText("Your Password", { selector: "input" }), "wrong");
    await expectAccessible();
    await user.click(form.getByRole("button", { name: "Erase Permanently" }));
    expect((await form.findAllByText("This is not your password. Try again."))[0]).toBeVisible();
    expect(form.getByLabelText("Staff Number")).toHaveValue("ACM-0012");
    await fillField(
      user,
      form.getByLabelText("Your Password", { selector: "input" }),
      "my password",
    );
    api.on(erasePersonalData, () =>
      openedEmployee({ ...left, erasure: { asked_at, erased_at: null } }),
    );
    await user.click(form.getByRole("button", { name: "Erase Permanently" }));
    await expectMessage("Personal data erased successfully..");
    expect(api.calls(erasePersonalData).at(-1)?.input).toEqual({
      ...path,
      staff_no: "ACM-0012",
      password: "my password",
    });
  });

  test("says why it cannot be erased yet", async ({ api, open }) => {
    answerEmployee(api, left);
    api.on(erasePersonalData, () => refuse("erasure_open_matters"));
    const user = open(address);
    await user.click((await panel()).getByRole("button", { name: "Erase" }));
    const form = await findDialog("Erase Personal Data");
    await fillField(user, form.getByLabelText("Staff Number"), "ACM-0012");
    await fillField(
      user,
      form.getByLabelText("Your Password", { selector: "input" }),
      "a password",
    );
    await user.click(form.getByRole("button", { name: "Erase Permanently" }));
    await expectMessage(
      "A payslip or salary advance is not settled yet. Settle or reject it first, then erase.",
    );
  });

  test("says what was erased on request", async ({ api, open }) => {
    answerEmployee(api, { ...left, erasure: { asked_at, erased_at: null } });
    open(address);
    expect(
      (await panel()).getByText(/^Contact details, bank accounts and emails were erased/),
    ).toBeVisible();
    expect((await panel()).queryByRole("button", { name: "Erase" })).toBeNull();
  });

  test("says that everything was erased after its period", async ({ api, open }) => {
    answerEmployee(api, { ...left, erasure: { asked_at, erased_at: asked_at } });
    open(address);
    expect((await panel()).getByText(/^All data was erased on/)).toBeVisible();
  });

  test("is hidden from readers of the record", async ({ api, open }) => {
    answerEmployee(api);
    open(address, { as: memberOf(7, "organizations.read", "employees.read") });
    expect(await screen.findByRole("region", { name: "Personal" })).toBeVisible();
    expect(screen.queryByRole("region", { name: "Personal Data" })).toBeNull();
  });
});
