import { kobo, ZERO } from "@kontor/books/money";
import * as contract from "@kontor/contract/accounting/periods";
import { monthEndReport } from "@kontor/contract/reports/month-end";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { answer, findDialog, expectMessage, expectSignedOut } from "../../testing/questions.ts";
import { refuse, refuseAt } from "../../testing/refusal.ts";
import { openChecklist, openPeriods } from "../../testing/samples/accounting.ts";
import { longWord } from "../../testing/samples/text.ts";
import { memberOf } from "../../testing/users.ts";

const page = "/app/month-end";
const owner = memberOf(7, "accounting.read", "books.close");
const reader = memberOf(7, "accounting.read");
const at = new Date("2026-03-10T09:00:00Z");

const locked = () =>
  openPeriods({
    lock: {
      locked_until: "2026-02-28",
      reason: "February is reported",
      set_by: "Olu Owner",
      set_at: at,
    },
    exceptions: [
      {
        id: 5,
        name: "Bisi Books",
        email: "bisi@example.com",
        until: new Date("2026-03-10T12:00:00Z"),
        reason: "A late invoice",
        granted_by: "Olu Owner",
        granted_at: at,
      },
    ],
    closings: [
      {
        id: 3,
        year_end: "2025-12-31",
        entry_id: 61,
        ent_number: "CLS-000001",
        result: kobo(65_000n),
        result_dc: "CR",
        equity_ledger: { id: 50, code: "05-02-0001", name: "Retained earnings" },
        closed_by: "Olu Owner",
        closed_at: at,
        taken_back_by: null,
        taken_back_at: null,
        posted_since: null,
        may_take_back: true,
      },
    ],
  });

/** The users who can post in the books. */
const posters = [
  { id: 41, name: "Bisi Books", email: "bisi@example.com" },
  { id: 42, name: "Ben Books", email: "ben@example.com" },
];

describe("the locked period", () => {
  test("is set with a last day and a reason", async ({ api, open }) => {
    api.on(monthEndReport.read, () => openChecklist());
    api.on(contract.getPeriods, () => openPeriods());
    api.on(contract.setPeriodLock, () => locked());
    const user = open(page, { as: owner });
    expect(await screen.findByText("The books are open.")).toBeVisible();
    expect(screen.getByText("No year has been closed yet.")).toBeVisible();
    expect(screen.queryByText(/^Only an Owner/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Lock Period" }));
    const form = await findDialog("Lock Period");
    await expectAccessible();
    await user.click(form.getByRole("button", { name: "Lock Period" }));
    expect(await form.findByText("Enter the reason.")).toBeVisible();
    expect(form.queryByText(/^The year to/)).toBeNull();
    await waitFor(() => expect(form.getByLabelText("Locked Until")).toBeEnabled());
    await fillField(user, form.getByLabelText("Locked Until"), "28/02/2026");
    await fillField(user, form.getByLabelText("Reason"), "February is reported");
    api.on(contract.getPeriods, () => locked());
    await user.click(form.getByRole("button", { name: "Lock Period" }));
    await expectMessage("Period locked successfully..");
    expect(api.calls(contract.setPeriodLock)[0]?.input).toEqual({
      tenant_id: 7,
      locked_until: "2026-02-28",
      was_locked_until: null,
      reason: "February is reported",
    });
    expect(await screen.findByText("The books are locked until 28 Feb 2026.")).toBeVisible();
    expect(screen.getByText(/February is reported · Olu Owner, 10 Mar 2026/)).toBeVisible();
  });

  test("that somebody else moved meanwhile is shown as it is now, and can be moved again", async ({
    api,
    open,
  }) => {
    api.on(monthEndReport.read, () => openChecklist());
    api.on(contract.getPeriods, () => openPeriods());
    api.on(contract.setPeriodLock, ({ was_locked_until }) => {
      if (was_locked_until === "2026-02-28") return locked();
      api.on(contract.getPeriods, () => locked());
      return refuse("changed_meanwhile");
    });
    const user = open(page, { as: owner });
    await user.click(await screen.findByRole("button", { name: "Lock Period" }));
    const form = await findDialog("Lock Period");
    await fillField(user, form.getByLabelText("Locked Until"), "31/01/2026");
    await fillField(user, form.getByLabelText("Reason"), "January is reported");
    const submit = form.getByRole("button", { name: "Lock Period" });
    await user.click(submit);
    expect(
      await form.findByText("Somebody else moved the lock while you were working"),
    ).toBeVisible();
    expect(form.getByText("The books are now locked until 28 Feb 2026.")).toBeVisible();
    expect(form.getByLabelText("Reason")).toHaveValue("January is reported");
    await user.click(submit);
    await expectMessage("Period locked successfully..");
  });

  test("that somebody else opened meanwhile is not said to be locked still", async ({
    api,
    open,
  }) => {
    api.on(contract.getPeriods, () => locked());
    api.on(contract.setPeriodLock, ({ was_locked_until }) => {
      if (was_locked_until === null) return openPeriods();
      api.on(contract.getPeriods, () => openPeriods());
      return refuse("changed_meanwhile");
    });
    const user = open(page, { as: owner });
    await user.click(await screen.findByRole("button", { name: "Open Period" }));
    const form = await findDialog("Open Period");
    await fillField(user, form.getByLabelText("Reason"), "The auditor asks");
    await user.click(form.getByRole("button", { name: "Open Period" }));
    expect(await form.findByText("The books are now open.")).toBeVisible();
    expect(form.queryByText(/The books are locked until/)).toBeNull();
    await user.click(form.getByRole("button", { name: "Open Period" }));
    await expectMessage("Period opened successfully..");
  });

  test("is open again in a closed year, which the reversal of its closing does not deny", async ({
    api,
    open,
  }) => {
    api.on(contract.getPeriods, () => ({ ...locked(), lock: openPeriods().lock }));
    const user = open(page, { as: owner });
    await user.click(await screen.findByRole("button", { name: /^Reverse the closing/ }));
    const form = await findDialog("Reverse Year-end");
    expect(form.getByText(/^A reversal of CLS-000001/)).not.toHaveTextContent("stays locked");
  });

  test("moved back into a closed year says that its result stays as posted", async ({
    api,
    open,
  }) => {
    api.on(monthEndReport.read, () => openChecklist());
    api.on(contract.getPeriods, () => locked());
    const user = open(page, { as: owner });
    await user.click(await screen.findByRole("button", { name: "Move Lock" }));
    const form = await findDialog("Lock Period");
    await fillField(user, form.getByLabelText("Locked Until"), "31/12/2025");
    await user.tab();
    expect(form.queryByRole("note")).toBeNull();
    await fillField(user, form.getByLabelText("Locked Until"), "30/12/2025");
    await user.tab();
    expect(await form.findByRole("note")).toHaveTextContent(/^The year to 31 Dec 2025 is closed\./);
  });

  test("opens again, and exceptions are granted and ended", async ({ api, open }) => {
    api.on(contract.getPeriods, () => locked());
    api.on(contract.setPeriodLock, () => openPeriods());
    api.on(contract.listExceptionUsers, ({ search = "" }) => {
      const data = posters.filter(({ name }) => name.toLowerCase().includes(search));
      return { data, total: data.length };
    });
    const user = open(page, { as: owner, on: "phone" });
    await user.click(await screen.findByRole("button", { name: "Grant Exception" }));
    const grant = await findDialog("Grant Exception");
    await user.click(grant.getByRole("button", { name: "Grant Exception" }));
    expect(await grant.findByText("Choose a user.")).toBeVisible();
    const who = grant.getByRole("combobox", { name: "User" });
    await user.type(who, "books");
    await user.click(await screen.findByRole("option", { name: /^Ben Books/ }));
    expect(who).toHaveAccessibleDescription(/^ben@example\.com/);
    await fillField(user, grant.getByLabelText("Reason"), "A late invoice");
    api.on(contract.grantLockException, () => refuseAt("user_id", "exception_user_unknown"));
    await user.click(grant.getByRole("button", { name: "Grant Exception" }));
    expect(
      await grant.findByText("This user cannot post in these books. Choose a user from the list."),
    ).toBeVisible();
    expect(who).toHaveValue("Ben Books");
    expect(grant.getByLabelText("Reason")).toHaveValue("A late invoice");
    api.on(contract.grantLockException, () => locked());
    await user.clear(who);
    await user.type(who, "bisi");
    await user.click(await screen.findByRole("option", { name: /^Bisi Books/ }));
    await user.click(grant.getByRole("button", { name: "Grant Exception" }));
    await expectMessage("Exception granted successfully..");
    expect(api.calls(contract.grantLockException).at(-1)?.input).toEqual({
      tenant_id: 7,
      user_id: 41,
      hours: 4,
      reason: "A late invoice",
    });

    api.on(contract.endLockException, () => locked());
    const exception = "the exception of Bisi Books until 10 Mar 2026, 13:00";
    expect(
      screen.getByText(
        /^until 10 Mar 2026, 13:00 · A late invoice · Olu Owner, 10 Mar 2026, 10:00$/,
      ),
    ).toBeVisible();
    await user.click(screen.getByRole("button", { name: `End ${exception}` }));
    await answer(user, `End ${exception}?`, "Yes");
    await expectMessage("Exception ended successfully..");
    expect(api.calls(contract.endLockException)[0]?.input).toEqual({ tenant_id: 7, id: 5 });

    await user.click(screen.getByRole("button", { name: "Open Period" }));
    const opening = await findDialog("Open Period");
    expect(opening.getByRole("note")).toHaveTextContent(
      "The year to 31 Dec 2025 is closed. What is posted in it from now on is not in the result that its closing posted to equity.",
    );
    await fillField(user, opening.getByLabelText("Reason"), "The auditor asks");
    await user.click(opening.getByRole("button", { name: "Open Period" }));
    await expectMessage("Period opened successfully..");
    expect(api.calls(contract.setPeriodLock)[0]?.input).toMatchObject({ locked_until: null });
  });

  test("loses an exception that another user has ended meanwhile", async ({ api, open }) => {
    api.on(contract.getPeriods, () => locked());
    const user = open(page, { as: owner });
    const exception = "the exception of Bisi Books until 10 Mar 2026, 13:00";
    await user.click(await screen.findByRole("button", { name: `End ${exception}` }));
    api.on(contract.getPeriods, () => ({ ...locked(), exceptions: [] }));
    api.on(contract.endLockException, () => refuse("not_found", { what: "The exception" }));
    await answer(user, `End ${exception}?`, "Yes");
    await expectMessage("The exception was not found.");
    expect(await screen.findByText("Nobody can post in the locked period.")).toBeVisible();
  });

  test("is shown to those who may not close the books, with who may instead of buttons", async ({
    api,
    open,
  }) => {
    api.on(contract.getPeriods, () =>
      openPeriods({ ...locked(), lock: { ...locked().lock, reason: longWord } }),
    );
    open(page, { as: reader });
    expect(await screen.findByText("The books are locked until 28 Feb 2026.")).toBeVisible();
    expect(
      screen.queryByRole("button", {
        name: /^(?:Move Lock|Open Period|Grant|Close Year|Reverse the closing|End the)/,
      }),
    ).toBeNull();
    expect(screen.getByRole("note")).toHaveTextContent(
      "Only an Owner of the organization, or an Administrator or Accountant of the platform, can lock periods, grant exceptions and close years.",
    );
  });

  test("loads, is refused, and ends with the session", async ({ api, open }) => {
    api.on(contract.getPeriods, () => refuse("busy"));
    const user = open(page, { as: owner });
    const again = await screen.findByRole("button", { name: "Try again" });
    api.endSession();
    await user.click(again);
    await expectSignedOut();
  });
});

describe("a year-end", () => {
  const preview = {
    year_end: "2025-12-31",
    income: kobo(90_000n),
    income_dc: "CR",
    expenses: kobo(25_000n),
    // More was refunded than spent.
    expenses_dc: "CR",
    result: kobo(115_000n),
    result_dc: "CR",
    ledgers: 2,
    obstacle: null,
    equity_ledger: { id: 50, code: "05-02-0001", name: "Retained earnings" },
    equity_ledgers: [{ id: 50, code: "05-02-0001", name: "Retained earnings" }],
  } as const;

  test("shows its result before it is posted", async ({ api, open }) => {
    api.on(contract.getPeriods, () => openPeriods());
    api.on(contract.previewYearEnd, () => ({
      ...preview,
      equity_ledgers: [...preview.equity_ledgers],
    }));
    api.on(contract.closeYear, () => locked());
    const user = open(page, { as: owner });
    await user.click(await screen.findByRole("button", { name: "Close Year" }));
    const form = await findDialog("Close Year");
    expect(await form.findByText("₦1,150.00")).toBeVisible();
    expect(form.getByText("Profit")).toBeVisible();
    expect(form.getByText("(₦250.00)")).toBeVisible();
    expect(form.getByRole("combobox", { name: "Posted To" })).toHaveValue(
      "Retained earnings (05-02-0001)",
    );
    await expectAccessible();
    await fillField(user, form.getByLabelText("Reason"), "Audited");
    await user.click(form.getByRole("button", { name: "Close Year" }));
    await expectMessage("Year closed successfully..");
    expect(api.calls(contract.closeYear)[0]?.input).toMatchObject({
      tenant_id: 7,
      equity_ledger_id: 50,
      reason: "Audited",
    });
  });

  test("has nothing to close where incomes and expenses are zero", async ({ api, open }) => {
    api.on(contract.getPeriods, () => openPeriods());
    api.on(contract.previewYearEnd, () => ({
      ...preview,
      income: ZERO,
      expenses: ZERO,
      result: ZERO,
      ledgers: 0,
      equity_ledger: null,
      equity_ledgers: [],
    }));
    const user = open(page, { as: owner });
    await user.click(await screen.findByRole("button", { name: "Close Year" }));
    const form = await findDialog("Close Year");
    expect(
      await form.findByText("No income or expense ledger has a balance on this day."),
    ).toBeVisible();
    expect(form.getByText("Result").parentElement).toHaveTextContent("Result₦0.00");
    expect(form.getByRole("button", { name: "Close Year" })).toBeDisabled();
  });

  test("that cannot be closed as the periods are says what comes first", async ({ api, open }) => {
    const sentence = "The year to 31 Dec 2025 is already closed. Reverse its closing first.";
    api.on(contract.getPeriods, () => locked());
    api.on(contract.previewYearEnd, ({ year_end }) => ({
      ...preview,
      obstacle: year_end === "2025-12-31" ? sentence : null,
      equity_ledgers: [...preview.equity_ledgers],
    }));
    const user = open(page, { as: owner });
    await user.click(await screen.findByRole("button", { name: "Close Year" }));
    const form = await findDialog("Close Year");
    await fillField(user, form.getByLabelText("Reason"), "Audited");
    const submit = form.getByRole("button", { name: "Close Year" });
    await fillField(user, form.getByLabelText("Last Day of the Year"), "31/12/2025");
    await user.tab();
    expect(await form.findByText(sentence)).toBeVisible();
    expect(submit).toBeDisabled();
    expect(form.getByRole("alert")).toBeVisible();
    await fillField(user, form.getByLabelText("Last Day of the Year"), "28/02/2026");
    await user.tab();
    await waitFor(() => expect(submit).toBeEnabled());
    expect(form.queryByRole("alert")).toBeNull();
  });

  test("that is locked further says to which day the lock goes back before it is reversed", async ({
    api,
    open,
  }) => {
    const further = locked().closings.map((closing) => ({ ...closing, may_take_back: false }));
    api.on(contract.getPeriods, () => ({ ...locked(), closings: further }));
    open(page, { as: owner });
    expect(
      await screen.findByText("To reverse this closing, move the lock back to 31 Dec 2025 first."),
    ).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Reverse the closing/ })).toBeNull();
  });

  test("is reversed with a reason", async ({ api, open }) => {
    api.on(contract.getPeriods, () => locked());
    api.on(contract.undoYearEnd, () => openPeriods());
    const user = open(page, { as: owner });
    expect(await screen.findByText(/Profit ₦650.00 to Retained earnings/)).toBeVisible();
    expect(screen.getByRole("link", { name: "CLS-000001" })).toHaveAttribute(
      "href",
      "/app/entries/receipt/edit/61?tenant_id=7",
    );
    await user.click(
      screen.getByRole("button", { name: "Reverse the closing of the year to 31 Dec 2025" }),
    );
    const form = await findDialog("Reverse Year-end");
    expect(form.getByText(/^A reversal of CLS-000001/)).toHaveTextContent(
      "A reversal of CLS-000001 is posted on 31 Dec 2025. The year stays locked until a user opens the period.",
    );
    await fillField(user, form.getByLabelText("Reason"), "A late invoice");
    await user.click(form.getByRole("button", { name: "Reverse" }));
    await expectMessage("Year-end reversed successfully..");
    expect(api.calls(contract.undoYearEnd)[0]?.input).toEqual({
      tenant_id: 7,
      id: 3,
      reason: "A late invoice",
    });
  });
});
