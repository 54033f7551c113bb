import { paymentListReport } from "@kontor/contract/pay-reports/payment-list";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { test } from "../../testing/page-test.tsx";
import { expectSignedOut } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
import { answerBooks } from "../../testing/samples/accounting.ts";
import { payment, paymentList } from "../../testing/samples/payments.ts";
import { longWord } from "../../testing/samples/text.ts";
import { headersOf, rowWith } from "../../testing/tables.ts";
import { memberOf, staffWith } from "../../testing/users.ts";

const address = "/app/reports/payroll/payments?period=2026-03";
const owner = memberOf(7, "reports.read", "payroll.read");
const { read, file } = paymentListReport;

describe("the payment list", () => {
  test("says how each employee is paid or why not, and links each total to its payments", async ({
    api,
    open,
  }) => {
    api.on(read, () => ({ data: paymentList(), total: 1 }));
    api.on(file, () => new File(["x"], "payments.csv"));
    const user = open(address, { as: owner });
    const row = await rowWith("Payment List", "Okafor, Ada");
    expect(row).toHaveTextContent(
      "Okafor, Ada ACM-0007Zenith Bank ••••••6789Failed–The account is closed₦360,000.00",
    );
    expect(within(row).getByRole("link")).toHaveAttribute(
      "href",
      "/app/payroll/7/9/31/payslips/501",
    );
    expect(headersOf("Payment List")).not.toContain("Organization");
    expect(await rowWith("Payment List", "Total of 1 person")).toHaveTextContent("₦360,000.00");
    expect(await rowWith("Payments by status", "Paid")).toHaveTextContent("2₦500,000.00");
    // The totals of both tables are of all payments, whatever the list below is narrowed to.
    expect(await rowWith("Payments by status", "Total")).toHaveTextContent("3₦860,000.00");
    expect(await rowWith("Payments by bank", "Total")).toHaveTextContent("3₦860,000.00");
    const banks = within(screen.getByRole("table", { name: "Payments by bank" }));
    expect(banks.getByRole("link", { name: "No bank account" })).toHaveAttribute(
      "href",
      "/app/reports/payroll/payments?period=2026-03&bank=none",
    );
    await expectAccessible();
    await user.click(
      within(screen.getByRole("table", { name: "Payments by status" })).getByRole("link", {
        name: "Failed",
      }),
    );
    await waitFor(() => expect(api.calls(read).at(-1)?.input).toMatchObject({ show: "FAILED" }));
    await user.selectOptions(screen.getByLabelText("Payroll Run"), "PR-000003");
    await user.selectOptions(screen.getByLabelText("Bank"), "Zenith Bank");
    await user.click(screen.getByRole("button", { name: /Export/ }));
    await user.click(await screen.findByRole("menuitem", { name: "CSV" }));
    await waitFor(() =>
      expect(api.calls(file)[0]?.input).toMatchObject({
        period: "2026-03",
        run_id: 31,
        show: "FAILED",
        bank: "057",
      }),
    );
  });

  test("names the run and the bank of the filter if the month has none of them", async ({
    api,
    open,
  }) => {
    api.on(read, () => ({ data: paymentList([]), total: 0 }));
    const user = open(`${address}&run_id=99&bank=058`, { as: owner });
    expect(await screen.findByText("No payments match the filters")).toBeVisible();
    const banks = screen.getByLabelText("Bank");
    expect(banks).toHaveDisplayValue("Guaranty Trust Bank");
    expect(screen.getByLabelText("Payroll Run")).toHaveDisplayValue("One run");
    await user.selectOptions(banks, "All banks");
    await waitFor(() => expect(window.location.search).toBe("?period=2026-03&run_id=99"));
    expect(within(banks).queryByRole("option", { name: "Guaranty Trust Bank" })).toBeNull();
  });

  test("names the organizations for staff, on a phone too", async ({ api, open }) => {
    answerBooks(api);
    const list = paymentList([payment({ name: longWord })]);
    const data = { ...list, totals: { ...list.totals, people: 1200 } };
    api.on(read, () => ({ data, total: 1 }));
    const user = open(address, {
      as: staffWith("reports.read", "payroll.read", "organizations.read"),
      on: "phone",
    });
    expect(await screen.findByText(longWord)).toBeVisible();
    expect(await rowWith("Payment List", longWord)).toHaveTextContent("Acme Corporation");
    expect(await rowWith("Payment List", "Total of 1,200 people")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /^Filters/ }));
    expect(screen.getByRole("option", { name: "PR-000003, Acme Corporation" })).toBeInTheDocument();
  });

  test("can be empty, be refused and retried, and ends with the session", async ({ api, open }) => {
    api.on(read, () => refuse("busy"));
    const user = open(address, { as: owner });
    const again = await screen.findByRole("button", { name: "Try again" });
    const none = { ...paymentList([]), statuses: [], banks: [], runs: [] };
    api.on(read, () => ({ data: none, total: 0 }));
    await user.click(again);
    expect(await screen.findByText("No payroll has been approved for March 2026")).toBeVisible();
    api.on(read, () => ({ data: paymentList([]), total: 0 }));
    await user.selectOptions(screen.getByLabelText("Show"), "Came Back");
    expect(await screen.findByText("No payments match the filters")).toBeVisible();
    api.endSession();
    await user.selectOptions(screen.getByLabelText("Show"), "All payments");
    await expectSignedOut();
  });
});
