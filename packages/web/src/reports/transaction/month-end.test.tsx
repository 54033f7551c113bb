import { kobo } from "@kontor/books/money";
import {
  getLedgerBalance,
  reconcileBank,
  setPeriodLock,
} from "@kontor/contract/accounting/periods";
import type { DataOf } from "@kontor/contract/endpoint";
import { monthEndReport } from "@kontor/contract/reports/month-end";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog, expectMessage, expectSignedOut } from "../../testing/questions.ts";
import { refuse, refuseAt } from "../../testing/refusal.ts";
import { answerBooks, openPeriods } from "../../testing/samples/accounting.ts";
import { longWord } from "../../testing/samples/text.ts";
import { rowWith } from "../../testing/tables.ts";
import { memberOf, staffWith } from "../../testing/users.ts";

type MonthEnd = DataOf<typeof monthEndReport.read>;
type Row = MonthEnd["rows"][number];

const address = "/app/reports/transaction/month-end?period=2026-02";
const owner = memberOf(
  7,
  "reports.read",
  "accounting.read",
  "accounting.write",
  "books.close",
  "payroll.read",
);
const reader = memberOf(7, "reports.read", "accounting.read");

const row = (more: Partial<Row>): Row => ({
  tenant_id: 7,
  step: "openings",
  state: "DONE",
  name: "Opening balances of the ledgers",
  words: "They agree.",
  amount: null,
  amount_dc: "DR",
  ledger_id: null,
  run: null,
  ...more,
});
const month = (more: Partial<MonthEnd> = {}): MonthEnd => ({
  tenant_id: 7,
  organization_name: "Acme Foods",
  rows: [
    row({}),
    row({ step: "bank", state: "OPEN", name: "Zenith", words: "Not yet.", ledger_id: 21 }),
    row({ step: "payroll", name: "PR-000003", words: "Posted.", run: { company_id: 9, id: 31 } }),
    row({ step: "lock", state: "OPEN", name: "February 2026", words: "The books are open." }),
  ],
  locked_until: null,
  closed_until: null,
  end_date: "2026-02-28",
  over: true,
  ...more,
});

const balanceOn = (day: string, balance: bigint) => ({
  day,
  balance: kobo(balance),
  balance_dc: "DR" as const,
});

describe("a bank reconciliation", () => {
  test("compares the typed balance with the ledger's balance on the chosen day", async ({
    api,
    open,
  }) => {
    api.on(monthEndReport.read, () => month());
    api.on(getLedgerBalance, ({ day }) => balanceOn(day, day === "2026-02-28" ? 9000n : 7500n));
    const user = open(address, { as: owner, on: "phone" });
    await user.click(await screen.findByRole("button", { name: "Reconcile Zenith" }));
    const form = await findDialog("Record Reconciliation");
    const compared = () => form.getByLabelText("Comparison with the ledger");
    await waitFor(() =>
      expect(compared()).toHaveTextContent("Ledger Balance on 28 Feb 2026₦90.00 DRDifference–"),
    );
    await fillField(user, form.getByLabelText("Bank Balance"), "91");
    expect(compared()).toHaveTextContent("DifferenceThe ledger has ₦1.00 less");
    await expectAccessible();
    await fillField(user, form.getByLabelText("Bank Balance"), "80+10");
    expect(compared()).toHaveTextContent("DifferenceNone");
    await user.selectOptions(form.getByLabelText("The Account Is"), "Overdrawn");
    expect(compared()).toHaveTextContent("DifferenceThe ledger has ₦180.00 more");
    await fillField(user, form.getByLabelText("Bank Balance"), "x");
    expect(compared()).toHaveTextContent("Difference–");
    await fillField(user, form.getByLabelText("Reconciled To"), "27/02/2026");
    await user.tab();
    await waitFor(() =>
      expect(compared()).toHaveTextContent("Ledger Balance on 27 Feb 2026₦75.00 DR"),
    );
    expect(api.calls(getLedgerBalance).at(-1)?.input).toEqual({
      tenant_id: 7,
      id: 21,
      day: "2026-02-27",
    });
    await user.clear(form.getByLabelText("Reconciled To"));
    await user.tab();
    expect(form.queryByLabelText("Comparison with the ledger")).toBeNull();
  });

  test("can be recorded when the ledger's balance is not known, which is loaded again", async ({
    api,
    open,
  }) => {
    api.on(monthEndReport.read, () => month());
    api.on(getLedgerBalance, () => refuse("busy"));
    const user = open(address, { as: owner });
    await user.click(await screen.findByRole("button", { name: "Reconcile Zenith" }));
    const form = await findDialog("Record Reconciliation");
    expect(await form.findByText("The balance of the ledger could not be loaded.")).toBeVisible();
    expect(form.getByRole("button", { name: "Record Reconciliation" })).toBeEnabled();
    api.on(getLedgerBalance, ({ day }) => balanceOn(day, 0n));
    await user.click(form.getByRole("button", { name: "Try again" }));
    expect(await form.findByLabelText("Comparison with the ledger")).toHaveTextContent("₦0.00");
  });

  test("says that the balance is being loaded", async ({ api, open }) => {
    api.on(monthEndReport.read, () => month());
    api.on(getLedgerBalance, () => new Promise<never>(() => {}));
    const user = open(address, { as: owner });
    await user.click(await screen.findByRole("button", { name: "Reconcile Zenith" }));
    const form = await findDialog("Record Reconciliation");
    expect(await form.findByRole("status", { name: "Loading the balance" })).toBeVisible();
  });
});

test("keeps a text that is no date in the dialog of a reconciliation", async ({ api, open }) => {
  api.on(monthEndReport.read, () => month());
  api.on(getLedgerBalance, ({ day }) => balanceOn(day, 9000n));
  const user = open(address, { as: owner });
  await user.click(await screen.findByRole("button", { name: "Reconcile Zenith" }));
  const form = await findDialog("Record Reconciliation");
  expect(await form.findByText(/^Ledger Balance on/)).toBeVisible();
  await fillField(user, form.getByLabelText("Reconciled To"), "30/02/2026");
  await user.tab();
  expect(form.getByLabelText("Reconciled To")).toHaveValue("30/02/2026");
  expect(form.getByLabelText("Reconciled To")).toBeInvalid();
  expect(form.queryByText(/^Ledger Balance on/)).toBeNull();
});

describe("the month-end checklist", () => {
  test("shows each step with its state and link, records a bank reconciliation and locks the month", async ({
    api,
    open,
  }) => {
    api.on(monthEndReport.read, () => month());
    api.on(getLedgerBalance, ({ day }) => balanceOn(day, 9000n));
    const user = open(address, { as: owner });
    expect(await rowWith("Month-end Checklist", "Zenith")).toHaveTextContent(/^BankZenithTo do/);
    expect(screen.getByText("1 to do before the lock.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Zenith" })).toHaveAttribute(
      "href",
      "/app/ledger-statement/21?tenant_id=7&start_date=2026-02-01&end_date=2026-02-28",
    );
    expect(screen.getByRole("link", { name: "PR-000003" })).toHaveAttribute(
      "href",
      "/app/payroll/7/9/31",
    );
    expect(
      screen.getByRole("link", { name: "Compare the bank statement of Zenith" }),
    ).toHaveAttribute("href", "/app/ledger-statement/21/bank?tenant_id=7");
    expect(screen.getByRole("link", { name: "Bank Reconciliation" })).toHaveAttribute(
      "href",
      "/app/reports/transaction/bank-reconciliation?tenant_id=7&as_of=2026-02-28",
    );
    await expectAccessible();

    await user.click(screen.getByRole("button", { name: "Reconcile Zenith" }));
    const form = await findDialog("Record Reconciliation");
    await user.click(form.getByRole("button", { name: "Record Reconciliation" }));
    expect(await form.findByText("Enter an amount.")).toBeVisible();
    await fillField(user, form.getByLabelText("Bank Balance"), "91");
    api.on(reconcileBank, () => refuseAt("reconciled_to", "reconciled_later"));
    await user.click(form.getByRole("button", { name: "Record Reconciliation" }));
    expect(
      await form.findByText(/The last day of a bank statement cannot be in the future/),
    ).toBeVisible();
    await fillField(user, form.getByLabelText("Reconciled To"), "27/02/2026");
    api.on(reconcileBank, () => ({ done: true as const }));
    await user.click(form.getByRole("button", { name: "Record Reconciliation" }));
    await expectMessage("Reconciliation recorded successfully..");
    expect(api.calls(reconcileBank).at(-1)?.input).toMatchObject({
      tenant_id: 7,
      id: 21,
      reconciled_to: "2026-02-27",
      balance: kobo(9100n),
      balance_dc: "DR",
    });

    await user.click(screen.getByRole("button", { name: "Lock until 28 Feb 2026" }));
    const lock = await findDialog("Lock Period");
    const left = await lock.findByText(/^1 step of the checklist of February 2026 is not done/);
    expect(left).toBeVisible();
    await fillField(user, lock.getByLabelText("Reason"), "February is reported");
    api.on(setPeriodLock, () => openPeriods());
    api.on(monthEndReport.read, () => month({ locked_until: "2026-02-28" }));
    await user.click(lock.getByRole("button", { name: "Lock Period" }));
    await expectMessage("Period locked successfully..");
    expect(api.calls(setPeriodLock)[0]?.input).toMatchObject({ locked_until: "2026-02-28" });
    expect(await screen.findByText(/^The month is closed: .*1 still to do\.$/)).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Lock until/ })).toBeNull();
  });

  test("warns before a lock that would open a closed year", async ({ api, open }) => {
    api.on(monthEndReport.read, () => month({ closed_until: "2025-12-31" }));
    const user = open(address, { as: owner });
    await user.click(await screen.findByRole("button", { name: "Lock until 28 Feb 2026" }));
    const lock = await findDialog("Lock Period");
    const warning = () => lock.queryByText(/^The year to 31 Dec 2025 is closed\./);
    expect(warning()).toBeNull();
    await fillField(user, lock.getByLabelText("Locked Until"), "30/11/2025");
    await user.tab();
    await waitFor(() => expect(warning()).toBeVisible());
  });

  test("is read-only for readers, with long names on a phone", async ({ api, open }) => {
    api.on(monthEndReport.read, () =>
      month({
        rows: [
          row({ step: "bank", name: longWord, ledger_id: 21 }),
          row({ step: "payroll", name: "PR-000003", run: { company_id: 9, id: 31 } }),
          row({ step: "remittances", name: "PAYE · January 2026" }),
        ],
        over: false,
      }),
    );
    open(address, { as: reader, on: "phone" });
    expect(await screen.findByRole("link", { name: longWord })).toBeVisible();
    // Not everybody who may read the books may read payroll.
    expect(screen.getByText("PR-000003")).toBeVisible();
    expect(screen.queryByRole("link", { name: /PR-000003|PAYE/ })).toBeNull();
    const main = within(screen.getByRole("main"));
    expect(main.queryByRole("button", { name: /^(?:Reconcile|Lock)/ })).toBeNull();
    expect(main.getByText(/The month is not over yet/)).toBeVisible();
  });

  test("asks users of several organizations for one", async ({ api, open }) => {
    answerBooks(api);
    open(address, { as: staffWith("reports.read", "accounting.read", "organizations.read") });
    expect(await screen.findByText("Choose an organization to see its checklist")).toBeVisible();
  });

  test("can be retried after a refusal, and ends with the session", async ({ api, open }) => {
    api.on(monthEndReport.read, () => refuse("busy"));
    const user = open(address, { as: reader });
    const again = await screen.findByRole("button", { name: "Try again" });
    api.endSession();
    await user.click(again);
    await expectSignedOut();
  });
});
