import { savePersonal } from "@kontor/contract/employees/employees";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { fillField, pickMatch } from "../../testing/fields.ts";
import { test, type Open } from "../../testing/page-test.tsx";
import { answer, findDialog, expectMessage } from "../../testing/questions.ts";
import { loseConnection, refuseAt } from "../../testing/refusal.ts";
import { answerEmployee, openedEmployee } from "../../testing/samples/employees.ts";
import { longWord } from "../../testing/samples/text.ts";

async function openDialog(api: FakeApi, open: Open, on: "desktop" | "phone" = "desktop") {
  answerEmployee(api);
  const user = open("/app/employees/7/21", { on });
  await user.click(await screen.findByRole("button", { name: "Edit Personal" }));
  return { user, form: await findDialog("Edit Personal") };
}

describe("personal facts", () => {
  test("are changed, and another state clears the local government", async ({ api, open }) => {
    const { user, form } = await openDialog(api, open);
    api.on(savePersonal, () => openedEmployee({ version: 4 }));
    expect(form.getByLabelText("First Name")).toHaveValue("Ada");
    await waitFor(() => expect(form.getByLabelText("Local Government")).toHaveValue("Ikeja"));
    await fillField(user, form.getByLabelText("Middle Name"), "");
    await fillField(user, form.getByLabelText("Email"), "");
    await pickMatch(user, form.getByRole("combobox", { name: "State of Residence" }), "Kano");
    expect(form.getByLabelText("Local Government")).toHaveValue("");
    await pickMatch(user, form.getByRole("combobox", { name: "Local Government" }), "Dala");
    await expectAccessible();
    await user.click(form.getByRole("button", { name: "Save" }));
    await expectMessage("Personal details saved successfully..");
    expect(api.calls(savePersonal).map(({ input }) => input)).toEqual([
      {
        tenant_id: 7,
        company_id: 9,
        id: 21,
        first_name: "Ada",
        middle_name: "",
        last_name: "Okafor",
        email: null,
        phone: "0803 123 4567",
        birth_date: "1990-05-14",
        gender: "FEMALE",
        state_id: 20,
        local_government_id: 405,
        version: 3,
      },
    ]);
  });

  test("take a year of birth of two digits for one that has been", async ({ api, open }) => {
    const { user, form } = await openDialog(api, open);
    const birth = form.getByLabelText("Birth Date");
    await fillField(user, birth, "3/4/95");
    await user.tab();
    expect(birth).toHaveValue("03/04/1995");
    await fillField(user, birth, "3/4/2095");
    await user.tab();
    expect(birth).toHaveAccessibleDescription(/or an earlier day\.$/);
  });

  test("that are changed while others are being saved keep the dialog open", async ({
    api,
    open,
  }) => {
    const { user, form } = await openDialog(api, open);
    const saved = openedEmployee({ version: 4 });
    saved.personal.middle_name = "Ngozi";
    api.on(savePersonal, () => saved);
    const release = api.hold(savePersonal);
    await fillField(user, form.getByLabelText("Middle Name"), "Ngozi");
    await user.click(form.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(api.calls(savePersonal)).toHaveLength(1));
    await fillField(user, form.getByLabelText("Email"), "");
    release();
    await expectMessage("Personal details saved successfully..");
    expect(form.getByLabelText("Middle Name")).toHaveValue("Ngozi");
    expect(form.getByLabelText("Email")).toHaveValue("");
    await user.click(form.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.calls(savePersonal).map(({ input }) => [input.version, input.email])).toEqual([
      [3, saved.personal.email],
      [4, null],
    ]);
  });

  test("that are wrong are marked at their fields, and nothing is sent", async ({ api, open }) => {
    const { user, form } = await openDialog(api, open, "phone");
    await fillField(user, form.getByLabelText("Last Name"), "");
    await fillField(user, form.getByLabelText("Email"), "ada at acme");
    await user.click(form.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(form.getByLabelText("Last Name")).toBeInvalid());
    expect(form.getByLabelText("Email")).toBeInvalid();
    expect(form.getByLabelText("Last Name")).toHaveFocus();
    expect(api.calls(savePersonal)).toHaveLength(0);
    await user.click(form.getByRole("button", { name: "Cancel" }));
    await answer(user, "Leave without saving?", "Yes");
  });

  test("keep what was typed when they are refused or nobody responds", async ({ api, open }) => {
    const { user, form } = await openDialog(api, open);
    const long = longWord.slice(0, 60);
    await fillField(user, form.getByLabelText("First Name"), long);
    api.on(savePersonal, () => refuseAt("birth_date", "born_too_late", { years: "15" }));
    await user.click(form.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(form.getByLabelText("Birth Date")).toHaveAccessibleDescription(
        "The employee would be under 15 on the start date. Check both dates.",
      ),
    );
    api.on(savePersonal, () => loseConnection());
    await fillField(user, form.getByLabelText("Birth Date"), "14/05/1989");
    await user.click(form.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(api.calls(savePersonal)).toHaveLength(2));
    await waitFor(() => expect(form.getByRole("button", { name: "Save" })).toBeEnabled());
    expect(form.getByLabelText("First Name")).toHaveValue(long);
    await user.click(form.getByRole("button", { name: "Cancel" }));
    await answer(user, "Leave without saving?", "Yes");
  });
});
