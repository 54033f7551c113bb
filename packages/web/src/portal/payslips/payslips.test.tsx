import { kobo, ZERO } from "@kontor/books/money";
import {
  getPortalPayslip,
  getPortalPayslipPdf,
  listPortalPayslips,
} from "@kontor/contract/portal/payslips";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { test } from "../../testing/page-test.tsx";
import { loseConnection, refuse } from "../../testing/refusal.ts";
import { answerPortal, portalPayslip, portalPayslipItem } from "../../testing/samples/portal.ts";
import { longWord } from "../../testing/samples/text.ts";

const nothing = "You have no payslips yet. They appear here once you have been paid.";

/** The lines of a section of the payslip, such as "Basic ₦300,000.00". */
function linesOf(part: string): string[] {
  const list = screen.getByRole("list", { name: part });
  return [...list.querySelectorAll("summary")].map((line) =>
    [...line.children].map(({ textContent }) => textContent).join(" "),
  );
}

describe("payslips in the portal", () => {
  test("show the latest on the home page, with links to it and to all", async ({ api, open }) => {
    answerPortal(api);
    api.on(listPortalPayslips, ({ per_page }) => ({
      data: per_page === 1 ? [portalPayslipItem()] : [portalPayslipItem(), older],
      total: 2,
    }));
    const older = portalPayslipItem({ id: 300, period: "2026-02" });
    api.on(getPortalPayslip, () => portalPayslip());
    const user = open("/portal", { inPortal: true, on: "phone" });
    expect(await screen.findByText("Net pay for March 2026")).toBeVisible();
    expect(screen.getByText("₦193,425.48")).toBeVisible();
    expect(screen.getByText("Paid on 25 Mar 2026.")).toBeVisible();
    const back = screen.getByRole("link", { name: "All payslips" });
    expect(back).not.toHaveAttribute("aria-current");
    await user.click(back);
    expect(await screen.findByRole("heading", { name: "Payslips", level: 1 })).toBeVisible();
    await user.click(await screen.findByRole("link", { name: /March 2026/ }));
    expect(await screen.findByRole("heading", { name: "March 2026" })).toBeVisible();
    expect(api.calls(getPortalPayslip)[0]?.input).toEqual({ id: 301 });
    expect(document.title).toBe("Payslip for March 2026 – Kontor");
  });

  test("say that there are none yet", async ({ api, open }) => {
    answerPortal(api);
    const user = open("/portal/payslips", { inPortal: true });
    expect(await screen.findByText(nothing)).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Back" }));
    expect(await screen.findByRole("heading", { name: "Hello Ada" })).toBeVisible();
    expect(await screen.findByText(nothing)).toBeVisible();
    expect(screen.queryByRole("link", { name: "All payslips" })).toBeNull();
  });

  test("say on each page that the organization shows none", async ({ api, open }) => {
    answerPortal(api);
    const closed = () =>
      refuse("portal_no_payslips", { organization: "Acme", support: "people@acme-corp.example" });
    api.on(listPortalPayslips, closed);
    api.on(getPortalPayslip, closed);
    const words =
      "Acme is not showing payslips here for now. For questions write to people@acme-corp.example.";
    const user = open("/portal/payslips/301", { inPortal: true, on: "phone" });
    expect(await screen.findByText(words)).toBeVisible();
    await user.click(screen.getByRole("link", { name: "All payslips" }));
    expect(await screen.findByRole("heading", { name: "Payslips", level: 1 })).toBeVisible();
    expect(await screen.findByText(words)).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Back" }));
    expect(await screen.findByRole("heading", { name: "Hello Ada" })).toBeVisible();
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
  });

  test("are listed by year with their status, and older ones on request", async ({ api, open }) => {
    answerPortal(api);
    const rows = [
      portalPayslipItem(),
      portalPayslipItem({ id: 300, title: longWord, cycle: "OFF_CYCLE", payment: "RETURNED" }),
      portalPayslipItem({ id: 298, period: "2025-12", net: 0n as never, paid_at: null }),
    ];
    api.on(listPortalPayslips, ({ per_page }) => ({
      data: rows.slice(0, per_page === 24 ? 3 : 2),
      total: 3,
    }));
    const user = open("/portal/payslips", { inPortal: true, on: "phone" });
    const list = () => screen.getAllByRole("link", { name: /20\d\d/ });
    await waitFor(() => expect(list()).toHaveLength(2));
    expect(screen.getByRole("region", { name: "2026" })).toBeVisible();
    expect(
      screen.getByText("Your bank returned the payment. You will be paid again."),
    ).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show older payslips" }));
    await waitFor(() => expect(list()).toHaveLength(3));
    const before = within(screen.getByRole("region", { name: "2025" }));
    expect(before.getByText("No payment was due on 25 Mar 2026.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Show older payslips" })).toBeNull();
    await expectAccessible();
  });

  test("show earnings, deductions and net pay, and the calculation of each line", async ({
    api,
    open,
  }) => {
    answerPortal(api);
    api.on(getPortalPayslip, () => portalPayslip({ name: longWord }));
    const user = open("/portal/payslips/301", { inPortal: true, on: "phone" });
    expect(await screen.findByRole("heading", { name: "March 2026" })).toBeVisible();
    expect(linesOf("Earnings")).toEqual(["Basic ₦320,000.00", "Unpaid leave (₦20,000.00)"]);
    expect(linesOf("Deductions")).toEqual([
      "Pension ₦24,000.00",
      "PAYE ₦32,180.00",
      "Salary advance SA-000012 ₦50,394.52",
    ]);
    expect(linesOf("Benefits in kind")).toEqual(["Car ₦10,000.00"]);
    expect(linesOf("Paid by your employer in addition")).toEqual(["Pension ₦30,000.00"]);
    const owed = within(screen.getByRole("region", { name: "Still to pay back" }));
    expect(owed.getByText("₦50,904.11")).toBeVisible();
    const year = within(screen.getByRole("region", { name: "2026 to date" }));
    expect(year.getByText("₦681,065.48")).toBeVisible();
    expect(screen.getByText("Bank account")).toBeVisible();
    expect(screen.getByText("First Bank of Nigeria ••••••4579")).toBeVisible();
    expect(screen.getByText("₦386,160.00 for the year ÷ 12")).not.toBeVisible();
    await user.click(screen.getByText("PAYE", { selector: "summary span" }));
    expect(screen.getByText("₦386,160.00 for the year ÷ 12")).toBeVisible();
    expect(screen.getByText("Nigeria Tax Act 2025, s.58 and Fourth Schedule")).toBeVisible();
    await expectAccessible();
  });

  test("say what becomes of overpaid tax", async ({ api, open }) => {
    answerPortal(api);
    api.on(getPortalPayslip, () => portalPayslip({ tax_overpaid: kobo(12_500_00n) }));
    open("/portal/payslips/301", { inPortal: true });
    const words = /^₦12,500\.00 more PAYE was deducted this year than its tax is expected to be\./;
    expect(await screen.findByText(words)).toBeVisible();
  });

  test("name no account when nothing is paid", async ({ api, open }) => {
    answerPortal(api);
    api.on(getPortalPayslip, () => portalPayslip({ net: ZERO }));
    open("/portal/payslips/301", { inPortal: true });
    expect(await screen.findByText("Pay date")).toBeVisible();
    expect(screen.queryByText("Bank account")).toBeNull();
  });

  test("can be downloaded, and say why when they cannot", async ({ api, open }) => {
    answerPortal(api);
    api.on(getPortalPayslip, () => portalPayslip());
    api.on(getPortalPayslipPdf, () => refuse("busy"));
    const user = open("/portal/payslips/301", { inPortal: true });
    const button = await screen.findByRole("button", { name: "Download PDF" });
    await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
    const release = api.hold(getPortalPayslipPdf);
    await user.click(button);
    expect(await screen.findByRole("progressbar", { name: "Loading" })).toBeVisible();
    release();
    expect(await screen.findByRole("alert")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
    expect(api.calls(getPortalPayslipPdf)[0]?.input).toEqual({ id: 301 });
  });

  test("of others are not found", async ({ api, open }) => {
    answerPortal(api);
    api.on(getPortalPayslip, () => refuse("not_found", { what: "The payslip" }));
    open("/portal/payslips/999", { inPortal: true });
    expect(await screen.findByText("This payslip was not found among yours.")).toBeVisible();
    expect(screen.getByRole("link", { name: "All payslips" })).toBeVisible();
  });

  test("show that they are loading, and can be retried", async ({ api, open }) => {
    answerPortal(api);
    api.on(listPortalPayslips, loseConnection);
    const user = open("/portal/payslips", { inPortal: true });
    expect(await screen.findByText("Your payslips could not be loaded.")).toBeVisible();
    api.on(listPortalPayslips, () => ({ data: [portalPayslipItem()], total: 1 }));
    const release = api.hold(listPortalPayslips);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(screen.queryByRole("link", { name: /March 2026/ })).toBeNull();
    release();
    expect(await screen.findByRole("link", { name: /March 2026/ })).toBeVisible();
    api.endSession();
  });

  test("need a session", async ({ open }) => {
    open("/portal/payslips/301");
    expect(await screen.findByRole("heading", { name: "Employee portal" })).toBeVisible();
  });
});
