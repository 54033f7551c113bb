import { payrollSettings } from "@kontor/contract/payroll/settings";
import { screen } from "@testing-library/react";
import { describe, expect } from "vitest";

import { test } from "../../testing/page-test.tsx";
import { findDialog } from "../../testing/questions.ts";
import { answerEmployee, openedEmployee } from "../../testing/samples/employees.ts";
import { payrollSettingsInEffect } from "../../testing/samples/payroll-settings.ts";
import { staffWith } from "../../testing/users.ts";

const address = "/app/employees/7/21?tab=statutory";
const agreed = { statutory: { ...openedEmployee().statutory, nhf_consent: true } };
const off = "Agreed Nothing is deducted: NHF is switched off in the payroll settings.";

describe("an employee who agreed to NHF", () => {
  test("has nothing deducted while it is switched off, and a link to the switch", async ({
    api,
    open,
  }) => {
    answerEmployee(api, agreed);
    const user = open(address);
    const link = await screen.findByRole("link", { name: "payroll settings" });
    expect(link).toHaveAttribute("href", "/app/organizations/7/9?tab=payroll-settings");
    expect(link.closest("dd")).toHaveTextContent(off);
    await user.click(screen.getByRole("button", { name: "Edit Numbers" }));
    expect(
      (await findDialog("Edit Numbers")).getByRole("checkbox", { name: /agreed to the NHF/ }),
    ).toHaveAccessibleDescription(/Nothing is deducted: NHF is switched off/);
  });

  test("is shown without the link to a user who may not switch it", async ({ api, open }) => {
    answerEmployee(api, agreed);
    open(address, { as: staffWith("organizations.read", "employees.read", "configuration.read") });
    expect(await screen.findByText(/^Nothing is deducted/)).toBeVisible();
    expect(screen.queryByRole("link", { name: "payroll settings" })).toBeNull();
  });

  test("is shown without a remark while it is deducted", async ({ api, open }) => {
    answerEmployee(api, agreed);
    api.on(payrollSettings.get.organization, () => payrollSettingsInEffect({ nhf_active: true }));
    open(address);
    expect(await screen.findByText("Agreed")).toBeVisible();
    expect(screen.queryByText(/^Nothing is deducted/)).toBeNull();
  });
});
