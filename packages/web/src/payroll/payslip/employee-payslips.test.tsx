import { kobo } from "@kontor/books/money";
import type { DataOf } from "@kontor/contract/endpoint";
import { getPayCorrections } from "@kontor/contract/payroll/corrections";
import { getPayslipPdf, listEmployeePayslips } from "@kontor/contract/payroll/payslips";
import { screen, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { test } from "../../testing/page-test.tsx";
import { expectMessage, expectSignedOut } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
import { answerEmployee } from "../../testing/samples/employees.ts";
import { listedPayslip, signed } from "../../testing/samples/payroll.ts";
import { longWord } from "../../testing/samples/text.ts";
import { memberOf } from "../../testing/users.ts";

type Item = DataOf<typeof listEmployeePayslips>[number];

const address = "/app/employees/7/21?tab=payslips";
const preparer = memberOf(
  7,
  "organizations.read",
  "employees.read",
  "employees.pay.read",
  "payroll.read",
);

function payslip(more: Partial<Item> = {}): Item {
  const {
    employee_id: _id,
    staff_no: _no,
    name: _name,
    reasons: _reasons,
    ...rest
  } = listedPayslip();
  return {
    ...rest,
    run: { id: 31, number: "PR-000003", status: "DRAFT" },
    period: "2026-03",
    cycle: "REGULAR",
    title: "",
    payday: "2026-03-25",
    paid_at: null,
    ...more,
  };
}

/** A correction of a one-off item, in kobo to the employee. */
function owed(name: string, month: string, deduction: boolean, amount: bigint) {
  return { name, month, deduction, amount: signed(amount), paid_as: null, to_pay_in: null };
}

describe("the payslips of an employee", () => {
  test("show the state of each, with links to it and its file", async ({ api, open }) => {
    answerEmployee(api);
    const paid = { id: 30, number: "PR-000002", status: "PAID" } as const;
    api.on(listEmployeePayslips, () => ({
      data: [
        payslip(),
        payslip({ id: 500, run: paid, period: "2026-02", payment: "COMPLETED" }),
        payslip({ id: 499, run: paid, period: "2026-02", excluded: true, net: signed(0n) }),
        payslip({ id: 498, run: { ...paid, status: "REVERSED" }, period: "2026-01" }),
      ],
      total: 4,
    }));
    api.on(getPayslipPdf, () => new File(["%PDF-"], "payslip_ACM-0007_2026-03.pdf"));
    const user = open(address, { as: preparer });
    const table = within(await screen.findByRole("table", { name: "Payslips" }));
    await table.findByRole("link", { name: "March 2026" });
    const [, draft, ...older] = table.getAllByRole("row");
    expect(draft).toHaveTextContent(
      /March 2026PR-00000325 Mar 2026₦450,000\.00₦90,000\.00₦360,000\.00Draft/,
    );
    expect(older.map((row) => /Paid|Excluded|Reversed/.exec(row.textContent)?.[0])).toEqual([
      "Paid",
      "Excluded",
      "Reversed",
    ]);
    expect(table.getByRole("link", { name: "March 2026" })).toHaveAttribute(
      "href",
      "/app/payroll/7/9/31/payslips/501",
    );
    await expectAccessible();
    await user.click(table.getByRole("button", { name: "Actions for March 2026" }));
    await user.click(await screen.findByRole("menuitem", { name: "Download PDF" }));
    await expectMessage("payslip_ACM-0007_2026-03.pdf is downloaded.");
    expect(api.calls(getPayslipPdf)[0]?.input).toMatchObject({ id: 31, payslip_id: 501 });
  });

  test("keep their page in the address, which another tab does not take over", async ({
    api,
    open,
  }) => {
    answerEmployee(api);
    api.on(listEmployeePayslips, ({ page }) => ({
      data: [payslip({ period: page === 2 ? "2025-03" : "2026-03" })],
      total: 13,
    }));
    const user = open(address, { as: preparer });
    await user.click(await screen.findByRole("button", { name: "Page 2" }));
    expect(await screen.findByRole("link", { name: "March 2025" })).toBeVisible();
    expect(window.location.search).toBe("?tab=payslips&page=2");
    await user.click(screen.getByRole("tab", { name: "History" }));
    expect(await screen.findByRole("table", { name: "History" })).toBeVisible();
    expect(window.location.search).toBe("?tab=history");
    window.history.back();
    expect(await screen.findByRole("link", { name: "March 2025" })).toBeVisible();
    expect(api.calls(listEmployeePayslips).at(-1)?.input).toMatchObject({ page: 2, per_page: 12 });
  });

  test("say that they load, and when there are none", async ({ api, open }) => {
    answerEmployee(api);
    api.on(listEmployeePayslips, () => ({ data: [], total: 0 }));
    const release = api.hold(listEmployeePayslips);
    open(address, { as: preparer, on: "phone" });
    const table = await screen.findByRole("table", { name: "Payslips" });
    expect(table).toHaveAttribute("aria-busy", "true");
    release();
    expect(await screen.findByText("There are no payslips yet")).toBeVisible();
  });

  test("of an organization without payroll are not tried again", async ({ api, open }) => {
    answerEmployee(api);
    const details = { module: "Payroll", organization: "Acme Corporation" };
    api.on(listEmployeePayslips, () => refuse("module_off", details));
    open(address, { as: preparer });
    expect(await screen.findByText(/Payroll.*switched off/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  test("take long titles on a phone, and a dead session leads to the login page", async ({
    api,
    open,
  }) => {
    answerEmployee(api);
    api.on(listEmployeePayslips, () => ({
      data: [payslip({ cycle: "OFF_CYCLE", title: longWord, net: signed(-5_00n), blocked: true })],
      total: 1,
    }));
    const user = open(address, { as: preparer, on: "phone" });
    expect(await screen.findByText(longWord)).toBeVisible();
    expect(screen.getByText("(₦5.00)")).toBeVisible();
    api.endSession();

    await user.click(screen.getByRole("tab", { name: "History" }));
    await expectSignedOut();
  });

  test("have no tab without the permission to read the payroll", async ({ api, open }) => {
    answerEmployee(api);
    open(address, { as: memberOf(7, "organizations.read", "employees.read") });
    expect(await screen.findByText("Worker (Labour Act)")).toBeVisible();
    expect(screen.queryByRole("tab", { name: "Payslips" })).toBeNull();
  });

  test("say what earlier months owe, were paid too much, and who was not paid for one", async ({
    api,
    open,
  }) => {
    answerEmployee(api);
    api.on(listEmployeePayslips, () => ({ data: [payslip()], total: 1 }));
    api.on(getPayCorrections, () => ({
      left: false,
      corrections: [
        { month: "2026-01", amount: signed(60_000_00n), to_pay_in: null },
        { month: "2026-02", amount: signed(-140_000_00n), to_pay_in: null },
      ],
      items: [
        owed("Bonus", "2026-01", false, 30_000_00n),
        owed("Overtime", "2026-02", false, -5_000_00n),
        owed("Phone", "2026-02", true, 2_000_00n),
        owed("Loan", "2026-02", true, -1_000_00n),
        {
          ...owed("Leave pay", "2026-02", false, 0n),
          paid_as: { deduction: false, taxable: false, pensionable: false },
        },
        {
          ...owed("Lateness", "2026-02", true, -50_00n),
          paid_as: { deduction: true, taxable: false, pensionable: false },
        },
      ],
      left_out_items: [
        { name: "Late bonus", month: "2026-02", deduction: false, amount: kobo(25_000_00n) },
        { name: "Loan", month: "2026-02", deduction: true, amount: kobo(10_000_00n) },
      ],
      unpaid_months: ["2025-12"],
      overpaid_contributions: [],
      to_pay: [],
    }));
    open(address, { as: preparer, on: "phone" });
    const months = within(await screen.findByRole("list", { name: "Earlier months" }));
    expect(months.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "December 2025 was paid to others but not to this employee. To pay it, start an off-cycle run for that month and add the employee.",
      "₦60,000.00 is still owed for January 2026. The next regular run pays it.",
      "₦140,000.00 was overpaid for February 2026. The next regular run recovers it.",
      "₦30,000.00 is still owed for Bonus (January 2026). The next regular run pays it.",
      "₦5,000.00 was overpaid for Overtime (February 2026). The next regular run recovers it.",
      "₦2,000.00 too much was deducted for Phone (February 2026). The next regular run refunds it.",
      "₦1,000.00 is still to be deducted for Loan (February 2026). The next regular run recovers it.",
      "Leave pay (February 2026) was paid as not taxable and has been changed since. The next regular run corrects its tax and contributions.",
      "Lateness (February 2026) was deducted from net pay and has been changed since. The next regular run corrects its tax and contributions. ₦50.00 is still to be deducted for Lateness (February 2026). The next regular run recovers it.",
      "₦25,000.00 of Late bonus (February 2026) is in no payroll: February 2026 was approved without it. To pay it, move the item to a month that is still to be paid, or start an off-cycle run for its month that includes the employee.",
      "₦10,000.00 of Loan (February 2026) is in no payroll: February 2026 was approved without it. To deduct it, move the item to a month that is still to be paid.",
    ]);
    await expectAccessible();
  });

  test("are shown with the pay too, where what is late is recorded", async ({ api, open }) => {
    answerEmployee(api);
    const none = { corrections: [], items: [], unpaid_months: [], overpaid_contributions: [] };
    const late = { name: "Bonus", month: "2026-02", deduction: false, amount: kobo(25_000_00n) };
    api.on(getPayCorrections, () => ({ left: false, ...none, left_out_items: [late], to_pay: [] }));
    open("/app/employees/7/21?tab=pay", { as: preparer });
    const months = await screen.findByRole("list", { name: "Earlier months" });
    expect(months).toHaveTextContent("₦25,000.00 of Bonus (February 2026) is in no payroll");
    expect(await screen.findByRole("table", { name: "Items" })).toBeVisible();
    await expectAccessible();
  });

  test("say of somebody who has left that a run off cycle settles it", async ({ api, open }) => {
    answerEmployee(api);
    api.on(listEmployeePayslips, () => ({ data: [payslip()], total: 1 }));
    api.on(getPayCorrections, () => ({
      left: true,
      corrections: [
        { month: "2026-01", amount: signed(1_00n), to_pay_in: null },
        { month: "2026-02", amount: signed(-2_00n), to_pay_in: null },
      ],
      items: [
        owed("Gratuity", "2026-02", false, 300_000_00n),
        owed("Leave", "2026-02", false, -3_00n),
        owed("Laptop", "2026-02", true, 4_00n),
        owed("Phone", "2026-02", true, -5_00n),
        {
          ...owed("Bonus", "2026-02", false, 0n),
          paid_as: { deduction: false, taxable: true, pensionable: true },
        },
        {
          ...owed("Canteen", "2026-02", false, 8_00n),
          paid_as: { deduction: true, taxable: false, pensionable: false },
        },
        {
          ...owed("Uniform", "2026-02", true, -8_00n),
          paid_as: { deduction: false, taxable: false, pensionable: false },
        },
      ],
      left_out_items: [],
      unpaid_months: [],
      overpaid_contributions: [
        { scheme: "pension" as const, amount: kobo(25_200_00n) },
        { scheme: "nsitf" as const, amount: kobo(1_400_00n) },
      ],
      to_pay: [],
    }));
    open(address, { as: preparer });
    const months = within(await screen.findByRole("list", { name: "Earlier months" }));
    expect(months.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "₦1.00 is still owed for January 2026. Pay it in an off-cycle run that includes the employee.",
      "₦2.00 was overpaid for February 2026. An off-cycle run deducts it from what the employee is still owed.",
      "₦300,000.00 is still owed for Gratuity (February 2026). Pay it in an off-cycle run that includes the employee.",
      "₦3.00 was overpaid for Leave (February 2026). An off-cycle run deducts it from what the employee is still owed.",
      "₦4.00 too much was deducted for Laptop (February 2026). Refund it in an off-cycle run that includes the employee.",
      "₦5.00 is still to be deducted for Phone (February 2026). An off-cycle run deducts it from what the employee is still owed.",
      "Bonus (February 2026) was paid as taxable and pensionable and has been changed since. An off-cycle run that includes the employee corrects its tax and contributions.",
      "Canteen (February 2026) was deducted from net pay and has been changed since. An off-cycle run that includes the employee gives it back and pays what is recorded now. ₦8.00 is still owed for Canteen (February 2026). Pay it in an off-cycle run that includes the employee.",
      "Uniform (February 2026) was paid as not taxable and has been changed since. An off-cycle run that includes the employee takes it back and deducts what is recorded now. ₦8.00 is still to be deducted for Uniform (February 2026). An off-cycle run deducts it from what the employee is still owed.",
      "₦25,200.00 of pension contributions (employee and employer) was made on overpaid pay, and a leaver has no later pay to set it against. Request the refund from the fund, or settle it with the employee.",
      "₦1,400.00 of NSITF contributions was made on overpaid pay, and a leaver has no later pay to set it against. Request the refund from the fund.",
    ]);
  });
});

const later = "an off-cycle run deducts it from what the employee is still owed.";

describe.for([
  [
    { under_way: false, reversible: true },
    "still to be paid to the employee.",
    `It is not paid yet: reverse PR-000012 and run the month again, or pay it and ${later}`,
    "is on approved pay that is too high. It need not be refunded if the run is reversed before it is paid.",
  ],
  [
    { under_way: false, reversible: false },
    "still to be paid to the employee.",
    `It is not paid yet, but others in PR-000012 are, so that it cannot be reversed. Once it is paid, ${later}`,
    "was made on overpaid pay, and a leaver has no later pay to set it against. Request the refund from the fund, or settle it with the employee.",
  ],
  [
    { under_way: true, reversible: false },
    "on its way to the employee.",
    `It is on its way. Once it is paid, ${later}`,
    "was made on overpaid pay, and a leaver has no later pay to set it against. Request the refund from the fund, or settle it with the employee.",
  ],
] as const)("pay that is approved too high: %j", ([state, toPay, remedy, contributions]) => {
  test("is not said to be overpaid before it is paid", async ({ api, open }) => {
    answerEmployee(api);
    api.on(listEmployeePayslips, () => ({ data: [payslip()], total: 1 }));
    api.on(getPayCorrections, () => ({
      left: true,
      corrections: [{ month: "2026-02", amount: signed(-2_00n), to_pay_in: 12 }],
      items: [
        { ...owed("Leave", "2026-02", false, -3_00n), to_pay_in: 12 },
        {
          ...owed("Bonus", "2026-02", false, 0n),
          paid_as: { deduction: false, taxable: false, pensionable: false },
          to_pay_in: 12,
        },
      ],
      left_out_items: [],
      unpaid_months: [],
      overpaid_contributions: [{ scheme: "pension" as const, amount: kobo(25_200_00n) }],
      to_pay: [
        {
          run_id: 12,
          run_number: "PR-000012",
          month: "2026-02",
          net: kobo(250_000_00n),
          ...state,
        },
      ],
    }));
    open(address, { as: preparer });
    const months = within(await screen.findByRole("list", { name: "Earlier months" }));
    expect(months.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      `₦250,000.00 for February 2026 is approved (PR-000012) and ${toPay}`,
      `₦2.00 too much is approved for February 2026. ${remedy}`,
      `₦3.00 too much is approved for Leave (February 2026). ${remedy}`,
      "Bonus (February 2026) is approved to be paid as not taxable and has been changed since. An off-cycle run that includes the employee corrects its tax and contributions.",
      `₦25,200.00 of pension contributions (employee and employer) ${contributions}`,
    ]);
    const run = screen.getByRole("link", { name: "PR-000012" });
    expect(run).toHaveAttribute("href", "/app/payroll/7/9/12");
    await expectAccessible();
  });
});
