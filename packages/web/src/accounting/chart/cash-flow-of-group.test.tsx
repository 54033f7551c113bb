import { addGroup, getGroup, updateGroup } from "@kontor/contract/accounting/groups";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { fillField, pickMatch } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog, expectMessage } from "../../testing/questions.ts";
import { refuseAt } from "../../testing/refusal.ts";
import { answerBooks, group } from "../../testing/samples/accounting.ts";
import { memberOf } from "../../testing/users.ts";

const label = "In the Cash Flow";
const bookkeeper = memberOf(7, "accounting.read", "accounting.write");
const page = "/app/groups/edit/11?tenant_id=7";

describe("what a group is in the cash flow", () => {
  test("is chosen with its class, of which it is the usual one unless chosen", async ({
    api,
    open,
  }) => {
    answerBooks(api);
    api.on(addGroup, () => group());
    const user = open("/app/chart-accounts", { as: bookkeeper, on: "phone" });
    await user.click(await screen.findByRole("button", { name: "Add Group" }));
    const form = await findDialog("Add Group");
    // The list of classes would cover the dialog as it opens.
    const classes = form.getByRole("combobox", { name: "Class" });
    await waitFor(() => expect(classes).toHaveFocus());
    expect(classes).toHaveAttribute("aria-expanded", "false");
    expect(form.queryByLabelText(label)).toBeNull();
    const chooseClass = async (text: string) => {
      await fillField(user, form.getByRole("combobox", { name: "Class" }), text);
      await user.keyboard("{Enter}");
    };
    await chooseClass("equ");
    expect(form.getByRole("combobox", { name: label })).toHaveValue("Financing activities");
    await chooseClass("ass");
    expect(form.getByRole("combobox", { name: label })).toHaveValue("Operating activities");
    await pickMatch(user, form.getByRole("combobox", { name: label }), "Cash and cash equivalents");
    // Expenses are never cash.
    await chooseClass("exp");
    expect(form.getByRole("combobox", { name: label })).toHaveValue("Operating activities");
    await user.click(form.getByRole("combobox", { name: label }));
    expect(screen.queryByRole("option", { name: "Cash and cash equivalents" })).toBeNull();
    await chooseClass("ass");
    await fillField(user, form.getByLabelText("Group Name"), "Equipment");
    expect(form.getByRole("combobox", { name: label })).toHaveValue("Investing activities");
    await pickMatch(user, form.getByRole("combobox", { name: label }), "Operating activities");
    expect(form.getByText(/The name suggests: Investing activities\.$/)).toBeVisible();
    await pickMatch(user, form.getByRole("combobox", { name: label }), "Investing activities");
    expect(form.queryByText(/The name suggests/)).toBeNull();
    await expectAccessible();
    await user.click(form.getByRole("button", { name: "Save Group" }));
    await expectMessage("Group added successfully..");
    expect(api.calls(addGroup).map(({ input }) => input)).toEqual([
      { class: "01", name: "Equipment", cash_flow: "investing" },
    ]);
  });

  test("is changed on its own page, where a refusal stands at it", async ({ api, open }) => {
    answerBooks(api);
    api.on(getGroup, () => group({ name: "Loans", class: "02", code: "02-03" }));
    api.on(updateGroup, () => refuseAt("cash_flow", "cash_flow_of_class"));
    const user = open(page, { as: bookkeeper });
    const use = await screen.findByRole("combobox", { name: label });
    await pickMatch(user, use, "Financing activities");
    await user.click(screen.getByRole("button", { name: "Save Group" }));
    expect(
      await screen.findByText(
        "Only groups of assets and liabilities can be cash. Choose an activity.",
      ),
    ).toBeVisible();
    api.on(updateGroup, () => group());
    await pickMatch(user, use, "Investing activities");
    await user.click(screen.getByRole("button", { name: "Save Group" }));
    await expectMessage("Group updated successfully..");
    expect(api.calls(updateGroup).at(-1)?.input).toMatchObject({ cash_flow: "investing" });
  });

  test("is cash for good with the Funding account", async ({ api, open }) => {
    answerBooks(api);
    api.on(getGroup, () => group({ cash_flow: "cash", holds_funding: true }));
    open(page, { as: bookkeeper });
    const use = await screen.findByRole("combobox", { name: label });
    expect(use).toBeDisabled();
    expect(use).toHaveValue("Cash and cash equivalents");
    expect(use).toHaveAccessibleDescription(
      "This group holds the Funding account, so it is always cash.",
    );
  });

  test("can be read without the permission to write", async ({ api, open }) => {
    answerBooks(api);
    open(page, { as: memberOf(7, "accounting.read") });
    expect(await screen.findByRole("combobox", { name: label })).toBeDisabled();
  });
});
