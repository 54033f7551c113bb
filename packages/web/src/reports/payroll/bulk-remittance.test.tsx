import { kobo } from "@kontor/books/money";
import { statutoryDuesReport } from "@kontor/contract/pay-reports/statutory-dues";
import { listRemittanceLedgers, recordRemittances } from "@kontor/contract/payroll/remittances";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { today } from "../../platform/clock.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog, expectMessage } from "../../testing/questions.ts";
import { refuseAt } from "../../testing/refusal.ts";
import { signed } from "../../testing/samples/payroll.ts";
import { remittance, statutoryDue, statutoryDues } from "../../testing/samples/statutory.ts";
import { longWord } from "../../testing/samples/text.ts";
import { rowWith } from "../../testing/tables.ts";
import { memberOf, staffWith } from "../../testing/users.ts";

const owner = memberOf(7, "reports.read", "payroll.read", "remittances.record", "accounting.read");
const reader = memberOf(7, "reports.read", "payroll.read");
const address = "/app/reports/payroll/statutory?period=2026-03";
const table = "Statutory Schedules";
function answerDues(api: FakeApi, rows = [statutoryDue()]): void {
  api.on(statutoryDuesReport.read, () => statutoryDues(rows));
  api.on(listRemittanceLedgers, () => [{ id: 4, code: "01-01-0004", name: "Bank clearing" }]);
}
const pension = statutoryDue({ scheme: "PENSION", authority: "leadway", authority_name: longWord });
const tick = (name: string) => screen.getByRole("checkbox", { name: `Select ${name}` });

describe("amounts due", () => {
  test("that are ticked are recorded as remitted together, also on a phone", async ({
    api,
    open,
  }) => {
    answerDues(api, [
      statutoryDue(),
      pension,
      statutoryDue({ authority: "", authority_name: "State not recorded" }),
      statutoryDue({ authority: "27", authority_name: "Ogun", left: signed(-5_00n) }),
    ]);
    const user = open(address, { as: owner, on: "phone" });
    await rowWith(table, "Ogun");
    await user.click(tick("all rows on this page"));
    // Neither an unknown authority nor one that is overpaid can be paid.
    await user.click(screen.getByRole("button", { name: "Record Remittances (2)" }));
    const form = await findDialog("Record Remittances");
    expect(form.getByText(/^₦100,000.00 in 2 remittances, each of all that is left/)).toBeVisible();
    expect(
      within(form.getByRole("list", { name: "Remittances" }))
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["PAYE, Lagos, March 2026₦50,000.00", `Pension, ${longWord}, March 2026₦50,000.00`]);
    await expectAccessible();
    await user.click(form.getByLabelText("Reference"));
    await user.paste("PENCOM 77");
    api.on(recordRemittances, () =>
      refuseAt("remittances.1.amount", "remittance_too_much", {
        left: "₦10,000.00",
        what: "Pension of Leadway",
      }),
    );
    await user.click(form.getByRole("button", { name: "Record Remittances" }));
    expect(await form.findByText(/Only ₦10,000.00 of Pension of Leadway is left/)).toBeVisible();
    expect(form.getByLabelText("Reference")).toHaveValue("PENCOM 77");
    api.on(recordRemittances, () => [remittance(), remittance()]);
    await user.click(form.getByRole("button", { name: "Record Remittances" }));
    await expectMessage("2 remittances recorded successfully..");
    expect(api.calls(recordRemittances).at(-1)?.input).toEqual({
      tenant_id: 7,
      remittances: [
        { scheme: "PAYE", authority: "24", period: "2026-03", amount: kobo(50_000_00n) },
        { scheme: "PENSION", authority: "leadway", period: "2026-03", amount: kobo(50_000_00n) },
      ],
      paid_on: today(),
      reference: "PENCOM 77",
    });
    await waitFor(() => expect(tick("PAYE, Lagos")).not.toBeChecked());
  });

  test("stay ticked when they are not recorded after all", async ({ api, open }) => {
    answerDues(api, [statutoryDue(), pension]);
    const user = open(address, { as: owner });
    await rowWith(table, "Lagos");
    await user.click(tick("PAYE, Lagos"));
    await user.click(screen.getByRole("button", { name: "Record Remittances (1)" }));
    await user.click(
      (await findDialog("Record Remittances")).getByRole("button", { name: "Cancel" }),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(tick("PAYE, Lagos")).toBeChecked();
  });
});

describe.for([
  ["without the permission", reader],
  [
    "of several organizations",
    staffWith("reports.read", "payroll.read", "remittances.record", "organizations.read"),
  ],
] as const)("amounts due %s", ([, user]) => {
  test("have nothing to tick", async ({ api, open }) => {
    answerDues(api);
    open(address, { as: user });
    await rowWith(table, "Lagos");
    expect(screen.queryByRole("checkbox", { name: /^Select/ })).toBeNull();
  });
});
