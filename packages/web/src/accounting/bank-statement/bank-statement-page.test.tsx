import { kobo } from "@kontor/books/money";
import { getLedger, listLedgers } from "@kontor/contract/accounting/accounts";
import { compareBankStatement } from "@kontor/contract/accounting/bank-statements";
import { addEntry } from "@kontor/contract/accounting/entries";
import { getLedgerBalance, getPeriods, reconcileBank } from "@kontor/contract/accounting/periods";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { pickMatch } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { findDialog, expectMessage, expectSignedOut } from "../../testing/questions.ts";
import { refuse, refuseAt } from "../../testing/refusal.ts";
import { ledger, openPeriods } from "../../testing/samples/accounting.ts";
import { bankLine, comparedStatement, comparison } from "../../testing/samples/bank-statements.ts";
import { longWord } from "../../testing/samples/text.ts";
import { rowWith } from "../../testing/tables.ts";
import { memberOf } from "../../testing/users.ts";

const page = "/app/ledger-statement/12/bank?tenant_id=7";
const bookkeeper = memberOf(7, "accounting.read", "accounting.write");
const bank = ledger({ id: 12, tenant_id: 7, name: "Zenith current account", bank: true });

function answerWith(api: FakeApi, compared = comparedStatement()) {
  api.on(getLedger, () => bank);
  api.on(compareBankStatement, () => compared);
}

const file = () => new File(["Date,Amount"], "february.csv", { type: "text/csv" });
const chooser = () => screen.findByLabelText("Bank statement", { selector: "input" });
const upload = async (user: UserEvent, chosen = file()) => user.upload(await chooser(), chosen);

describe("the file of a bank", () => {
  test("is uploaded, and its lines are shown beside the entries", async ({ api, open }) => {
    answerWith(api);
    const user = open(page, { as: bookkeeper });
    expect(await screen.findByText(/The file is not stored\./)).toBeVisible();
    await expectAccessible();
    const release = api.hold(compareBankStatement);
    await upload(user);
    expect(await screen.findByText("Reading the file…")).toBeVisible();
    release();
    const sums = within(await screen.findByLabelText("From the ledger to the bank"));
    expect(sums.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
      "Balance of the ledger on 11 Feb 2026",
      "Less 1 entry that the bank does not have",
      "Less 1 entry with a match to confirm",
      "Plus 1 line that the books do not have",
      "Plus 1 line with a match to confirm",
      "Balance of the bank on 11 Feb 2026",
    ]);
    expect(sums.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
      "₦1,161.00",
      "₦99.00",
      "(₦10.00)",
      "(₦50.00)",
      "₦10.00",
      "₦1,210.00",
    ]);
    expect(
      screen.getByText("On 11 Feb 2026 the ledger has ₦49.00 less than the bank."),
    ).toBeVisible();
    const [call] = api.calls(compareBankStatement);
    expect(call?.input).toEqual({ tenant_id: 7, id: 12 });
    expect(call?.files?.["file"]?.name).toBe("february.csv");
    const tabs = screen.getAllByRole("tab").map(({ textContent }) => textContent);
    expect(tabs).toEqual(["Not Matched 2", "To Confirm 1", "Matched 1"]);
    await expectAccessible();
  });

  test("has its pairs confirmed and unmatched", async ({ api, open }) => {
    answerWith(api);
    const user = open(page, { as: bookkeeper });
    await upload(user);
    const waiting = within(await rowWith("Matches to confirm", "POS · S10001"));
    expect(waiting.getByRole("link", { name: "RCT-000062" })).toHaveAttribute(
      "href",
      "/app/entries/receipt/edit/62?tenant_id=7",
    );
    await user.click(waiting.getByRole("button", { name: "Confirm row 6" }));
    expect(await screen.findByText("No match has to be confirmed")).toBeVisible();
    await user.click(screen.getByRole("tab", { name: "Matched 2" }));
    const sure = within(await rowWith("Matches", "NIP FROM ADA · S10001"));
    await user.click(sure.getByRole("button", { name: "Set Apart row 5" }));
    await user.click(screen.getByRole("tab", { name: "Not Matched 4" }));
    expect(await rowWith("Only in the bank", "NIP FROM ADA")).toBeVisible();
    expect(await rowWith("Only in the books", "Sale to Ada")).toBeVisible();
  });

  test("has lines and entries of one sum matched by hand", async ({ api, open }) => {
    answerWith(api);
    const user = open(page, { as: bookkeeper });
    await upload(user);
    await user.click(await screen.findByRole("tab", { name: /To Confirm/ }));
    await user.click(screen.getByRole("button", { name: "Set Apart row 6" }));
    await user.click(screen.getByRole("tab", { name: /Not Matched/ }));
    await user.click(await screen.findByLabelText("Select row 6"));
    const bar = within(await screen.findByRole("group", { name: "Ticked lines and entries" }));
    expect(bar.getByRole("status")).toHaveTextContent(
      "1 line: ₦10.00 · 0 entries: ₦0.00 · Difference: ₦10.00",
    );
    expect(bar.getByRole("button", { name: "Match" })).toBeDisabled();
    await user.click(screen.getByLabelText("Select RCT-000062"));
    await user.click(bar.getByRole("button", { name: "Match" }));
    expect(await screen.findByRole("tab", { name: "Matched 2" })).toBeVisible();
    expect(screen.queryByRole("group", { name: "Ticked lines and entries" })).toBeNull();
  });

  test("opens the entry form with what a line says, and is compared again afterwards", async ({
    api,
    open,
  }) => {
    answerWith(api);
    api.on(getPeriods, () => openPeriods());
    api.on(listLedgers, () => ({ data: [], total: 0 }));
    const user = open(page, { as: bookkeeper });
    await upload(user);
    await user.click(await screen.findByRole("tab", { name: /Not Matched/ }));
    await user.click(await screen.findByRole("link", { name: "Add Entry for row 7" }));
    expect(await screen.findByLabelText("Entry Date")).toHaveValue("10/02/2026");
    expect(screen.getAllByLabelText("Narration")[0]).toHaveValue("STAMP DUTY");
    const item = await rowWith("Items", "Zenith current account");
    expect(item).toHaveTextContent("₦50.00");
    expect(window.location.search).toBe("?tenant_id=7");
    expect(api.calls(addEntry)).toEqual([]);
    window.history.back();
    expect(await screen.findByLabelText("From the ledger to the bank")).toBeVisible();
    await waitFor(() => expect(api.calls(compareBankStatement)).toHaveLength(2));
  });

  test("gives the day, balance and note of the reconciliation", async ({ api, open }) => {
    answerWith(api);
    api.on(getLedgerBalance, () => ({
      day: "2026-02-11",
      balance: kobo(116_100n),
      balance_dc: "DR" as const,
    }));
    api.on(reconcileBank, () => ({ done: true as const }));
    const user = open(page, { as: bookkeeper });
    await upload(user);
    await user.click(await screen.findByRole("button", { name: "Record Reconciliation" }));
    const form = await findDialog("Record Reconciliation");
    // The open items explain the difference, and the compared day and balance cannot be changed.
    expect(await form.findByText("The ledger has ₦49.00 less")).toBeVisible();
    expect(await form.findByText("None")).toBeVisible();
    expect(form.getByLabelText("Reconciled To")).toHaveAttribute("readonly");
    expect(form.getByLabelText("Bank Balance")).toHaveAttribute("readonly");
    await expectAccessible();
    await user.click(form.getByRole("button", { name: "Record Reconciliation" }));
    await expectMessage("Reconciliation recorded successfully..");
    expect(api.calls(reconcileBank)[0]?.input).toEqual({
      tenant_id: 7,
      id: 12,
      reconciled_to: "2026-02-11",
      balance: kobo(121_000n),
      balance_dc: "DR",
      note: "Compared with february.csv: 1 line matched, 2 only in the bank, 2 only in the books.",
      compared: {
        ledger_balance: kobo(116_100n),
        ledger_balance_dc: "DR",
        entries: [64, 62],
        lines: [
          { date: "2026-02-10", amount: kobo(5000n), dc: "CR", narration: "STAMP DUTY" },
          { date: "2026-02-09", amount: kobo(1000n), dc: "DR", narration: "POS · S10001" },
        ],
      },
    });
    expect(
      await screen.findByRole("link", { name: "Bank reconciliation statement" }),
    ).toHaveAttribute(
      "href",
      "/app/reports/transaction/bank-reconciliation?tenant_id=7&ledger_id=12&as_of=2026-02-11",
    );
  });
});

describe("a file that cannot be compared as it is", () => {
  test("has its columns chosen", async ({ api, open }) => {
    answerWith(api);
    api.on(compareBankStatement, ({ columns }) =>
      columns === undefined
        ? comparedStatement({
            columns: [
              { title: "When", field: null, example: "04-FEB-26" },
              { title: "What", field: "amount", example: "250.00" },
            ],
            missing: "date",
            comparison: null,
          })
        : comparedStatement(),
    );
    const user = open(page, { as: bookkeeper });
    await upload(user);
    expect(
      await screen.findByText("Choose the column with the date of the transaction."),
    ).toBeVisible();
    expect(screen.getByRole("button", { name: "Compare" })).toBeDisabled();
    await pickMatch(user, screen.getByLabelText("When", { selector: "input" }), "Date");
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Compare" }));
    expect(await screen.findByLabelText("From the ledger to the bank")).toBeVisible();
    expect(api.calls(compareBankStatement)[1]?.input).toMatchObject({
      columns: ["date", "amount"],
    });
    await user.click(screen.getByRole("button", { name: "Columns" }));
    await user.click(await screen.findByRole("button", { name: "Cancel" }));
    expect(await screen.findByLabelText("From the ledger to the bank")).toBeVisible();
  });

  test("shows the rows that are left out, and where the balances do not follow", async ({
    api,
    open,
  }) => {
    answerWith(
      api,
      comparedStatement({
        left_out: [
          { line: 5, text: "Balance B/F", reason: "There is no amount.", unreadable: false },
          {
            line: 9,
            text: "02/25/2026 · 5.00",
            reason: "“02/25/2026” is no date.",
            unreadable: true,
          },
        ],
        comparison: comparison({ balance_breaks: [10] }),
      }),
    );
    const user = open(page, { as: bookkeeper, on: "phone" });
    await upload(user);
    const doubts = within(await screen.findByRole("note"));
    expect(doubts.getByText(/^1 row could not be read and is listed/)).toBeVisible();
    expect(doubts.getByText(/does not follow from the line before on row 10 of/)).toBeVisible();
    const rows = within(screen.getByRole("table", { name: "Rows left out" })).getAllByRole("row");
    expect(rows[1]).toHaveTextContent("02/25/2026 · 5.00");
    await expectAccessible();
  });

  test("shows the rows of a file without any line", async ({ api, open }) => {
    answerWith(
      api,
      comparedStatement({
        comparison: null,
        left_out: [{ line: 2, text: "x", reason: "There is no date.", unreadable: true }],
      }),
    );
    const user = open(page, { as: bookkeeper });
    await upload(user);
    expect(
      await screen.findByText("No row of this file is a line with a date and an amount"),
    ).toBeVisible();
    expect(screen.getByText("There is no date.")).toBeVisible();
  });

  test("says why the server refuses it, and that an empty one has no rows", async ({
    api,
    open,
  }) => {
    answerWith(api);
    api.on(compareBankStatement, () => refuseAt("file", "sheet_is_pdf"));
    const user = open(page, { as: bookkeeper });
    await upload(user);
    expect(await screen.findByText(/^This file is a PDF\./)).toBeVisible();
    await upload(user, new File([], "empty.csv", { type: "text/csv" }));
    expect(await screen.findByText(/^There are no rows\./)).toBeVisible();
  });

  test("has no balances to compare", async ({ api, open }) => {
    answerWith(
      api,
      comparedStatement({ comparison: comparison({ bank_opening: null, bank_closing: null }) }),
    );
    const user = open(page, { as: bookkeeper });
    await upload(user);
    expect(await screen.findByText(/^The file has no balances\./)).toBeVisible();
    expect(screen.getByText("Balance that the bank should have on 11 Feb 2026")).toBeVisible();
  });
});

describe("the screen", () => {
  test("is for ledgers with a bank, and for users who may record", async ({ api, open }) => {
    api.on(getLedger, () => ({ ...bank, bank: false }));
    open(page, { as: bookkeeper });
    expect(
      await screen.findByText(/^Only ledgers that users post to and whose group is cash/),
    ).toBeVisible();
  });

  test("tells a reader to ask for permission", async ({ open }) => {
    open(page, { as: memberOf(7, "accounting.read") });
    expect(await screen.findByText(/You can read these books but not change them/)).toBeVisible();
  });

  test("says that there is no such ledger", async ({ api, open }) => {
    api.on(getLedger, () => refuse("not_found", { what: "The ledger" }));
    open(page, { as: bookkeeper });
    expect(await screen.findByText("The ledger was not found.")).toBeVisible();
  });

  test("forgets the file when the session ends", async ({ api, open }) => {
    answerWith(api);
    const user = open(page, { as: bookkeeper });
    await upload(user);
    await screen.findByLabelText("From the ledger to the bank");
    api.endSession();
    await user.click(screen.getByRole("button", { name: "Compare Again" }));
    await expectSignedOut();
  });

  test("holds long narrations on a phone", async ({ api, open }) => {
    const lines = [bankLine({ narration: longWord, reference: longWord })];
    answerWith(
      api,
      comparedStatement({
        filename: `${longWord}.csv`,
        comparison: comparison({ lines, items: [], matches: [] }),
      }),
    );
    const user = open(page, { as: bookkeeper, on: "phone" });
    await upload(user);
    expect(await rowWith("Only in the bank", longWord)).toBeVisible();
    expect(screen.getByText("Every entry is matched")).toBeVisible();
  });
});
