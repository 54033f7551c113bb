import { kobo } from "@kontor/books/money";
import { getLedger } from "@kontor/contract/accounting/accounts";
import { compareBankStatement } from "@kontor/contract/accounting/bank-statements";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, onTestFinished, vi } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { ledger } from "../../testing/samples/accounting.ts";
import {
  bankLine,
  bookItem,
  comparedStatement,
  comparison,
} from "../../testing/samples/bank-statements.ts";
import { rowWith } from "../../testing/tables.ts";
import { memberOf } from "../../testing/users.ts";
import { chosenStatement } from "./chosen-statement.ts";
import { emptyDecisions } from "./matching.ts";
import { writeStoredDecisions } from "./stored-decisions.ts";

const page = "/app/ledger-statement/12/bank?tenant_id=7";
const bookkeeper = memberOf(7, "accounting.read", "accounting.write");

function answerWith(api: FakeApi, compared = comparedStatement()) {
  api.on(getLedger, () => ledger({ id: 12, tenant_id: 7, name: "Zenith", bank: true }));
  api.on(compareBankStatement, () => compared);
}

const content = "Date,Amount\n04/02/2026,250.00\n";
const statement = (text = content) => new File([text], "february.csv", { type: "text/csv" });

async function upload(user: UserEvent, file = statement()): Promise<void> {
  await user.upload(await screen.findByLabelText("Bank statement", { selector: "input" }), file);
}

describe("a statement that continues a reconciliation", () => {
  const cheque = bookItem({
    entry_id: 50,
    ent_number: "PMT-000050",
    date: "2026-01-28",
    narration: "Cheque 000417",
    amount: kobo(7000n),
    dc: "CR",
    carried: true,
  });
  const carriedLine = { line: -2, date: "2026-01-30", reference: "" };
  const line = bankLine({ ...carriedLine, narration: "COMM ON TURNOVER · S10044" });
  const previous = {
    reconciled_to: "2026-01-31",
    bank_balance: { amount: kobo(100_000n), side: "DR" as const },
    compared: true,
  };

  test("shows what was open then", async ({ api, open }) => {
    const items = [cheque, ...comparison().items];
    const found = comparison({ previous, items, lines: [line, ...comparison().lines] });
    answerWith(api, comparedStatement({ comparison: found }));
    const user = open(page, { as: bookkeeper, on: "phone" });
    await upload(user);
    expect(await screen.findByText(/^february\.csv · 3 lines · /)).toBeVisible();
    await user.click(await screen.findByRole("tab", { name: /Not Matched/ }));
    expect(await rowWith("Only in the books", "Cheque 000417")).toHaveTextContent(
      "28 Jan 2026 · PMT-000050 · brought forward",
    );
    const carried = within(await rowWith("Only in the bank", "COMM ON TURNOVER · S10044"));
    expect(carried.getByText(/^30 Jan 2026 · brought forward/)).toBeVisible();
    expect(carried.getByLabelText("Select the line of 30 Jan 2026")).toBeVisible();
    expect(
      carried.getByRole("link", { name: "Add Entry for the line of 30 Jan 2026" }),
    ).toBeVisible();
    expect(screen.queryByText("Lines may be missing")).toBeNull();
    await expectAccessible();
  });

  test("says so when its balance does not", async ({ api, open }) => {
    const bank_balance = { amount: kobo(99_000n), side: "DR" as const };
    const found = comparison({ previous: { ...previous, bank_balance } });
    answerWith(api, comparedStatement({ comparison: found }));
    const user = open(page, { as: bookkeeper });
    await upload(user);
    expect(
      await screen.findByText(
        /^The statement begins with ₦1,000\.00\sDR, but the reconciliation to 31 Jan 2026 recorded ₦990\.00\sDR\./,
      ),
    ).toBeVisible();
  });

  test("is compared to another last day, while the last comparison stays", async ({
    api,
    open,
  }) => {
    answerWith(api);
    api.on(compareBankStatement, ({ until }) =>
      comparedStatement({ comparison: comparison(until === undefined ? {} : { last_day: until }) }),
    );
    const user = open(page, { as: bookkeeper });
    await upload(user);
    const lastDay = await screen.findByLabelText("Statement To");
    const release = api.hold(compareBankStatement);
    await fillField(user, lastDay, "28/02/2026");
    await user.tab();
    await waitFor(() => expect(api.calls(compareBankStatement)).toHaveLength(2));
    expect(screen.getByText("Balance of the ledger on 11 Feb 2026")).toBeVisible();
    release();
    expect(await screen.findByText("Balance of the ledger on 28 Feb 2026")).toBeVisible();
    expect(api.calls(compareBankStatement)[1]?.input).toMatchObject({ until: "2026-02-28" });
  });
});

describe("decisions", () => {
  const stored = () => Object.entries(localStorage).find(([key]) => key.includes("bank-statement"));

  test("outlive a reload, after which the same file is chosen again", async ({ api, open }) => {
    answerWith(api);
    const user = open(page, { as: bookkeeper });
    await upload(user, statement());
    expect(await screen.findByText(/^Your decisions are kept on this device/)).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Confirm row 6" }));
    await screen.findByRole("tab", { name: "Matched 2" });
    // Numbers and a hash are stored, but no names.
    expect(stored()?.[1]).toMatch(/^\{"mark":"[0-9a-f]{64}",/);
    // Decisions that another version of the app stored have this key and these fields.
    expect(stored()?.[0]).toMatch(/:bank-statement:7:12$/);
    expect(stored()?.[1]).toMatch(/"decisions":\{"confirmed":\[\{"lines":\[6\],.*"apart":\[\]\}/);
    expect(stored()?.[1]).not.toMatch(/ADA|POS|Sale/);
    chosenStatement.set(null);
    expect(await screen.findByText(/^1 decision is kept on this device/)).toBeVisible();
    await expectAccessible();
    await upload(user, statement(`${content}05/02/2026,1.00\n`));
    expect(await screen.findByRole("tab", { name: "Matched 1" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Other File" }));
    await upload(user, statement());
    expect(await screen.findByRole("tab", { name: "Matched 2" })).toBeVisible();
  });

  test("are those of either tab that compares the file", async ({ api, open }) => {
    answerWith(api);
    const user = open(page, { as: bookkeeper });
    await upload(user, statement());
    await user.click(await screen.findByRole("button", { name: "Confirm row 6" }));
    await screen.findByRole("tab", { name: "Matched 2" });
    const storeInOtherTab = (hash: string) => {
      writeStoredDecisions({ tenantId: 7, ledgerId: 12 }, { hash, decisions: emptyDecisions });
      act(() => void window.dispatchEvent(new StorageEvent("storage")));
    };
    storeInOtherTab(chosenStatement.get()?.hash ?? "");
    expect(await screen.findByRole("tab", { name: "Matched 1" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Confirm row 6" }));
    expect(await screen.findByRole("tab", { name: "Matched 2" })).toBeVisible();
    storeInOtherTab("0".repeat(64));
    expect(screen.getByRole("tab", { name: "Matched 2" })).toBeVisible();
  });

  test("are discarded", async ({ api, open }) => {
    answerWith(api);
    const user = open(page, { as: bookkeeper });
    await upload(user, statement());
    await user.click(await screen.findByRole("button", { name: "Confirm row 6" }));
    await screen.findByRole("tab", { name: "Matched 2" });
    await user.click(screen.getByRole("button", { name: "Other File" }));
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    expect(screen.queryByText(/kept on this device until you log out\. Choose/)).toBeNull();
    expect(stored()).toBeUndefined();
  });

  test("are asked about before they are lost, where the device cannot keep them", async ({
    api,
    open,
  }) => {
    answerWith(api);
    const user = open(page, { as: bookkeeper });
    await upload(user, statement());
    const setItem = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new Error("The device has no space.");
    });
    onTestFinished(() => setItem.mockRestore());
    const asks = () => {
      const leaving = new Event("beforeunload", { cancelable: true });
      window.dispatchEvent(leaving);
      return leaving.defaultPrevented;
    };
    const confirm = await screen.findByRole("button", { name: "Confirm row 6" });
    expect(asks()).toBe(false);
    await user.click(confirm);
    await screen.findByRole("tab", { name: "Matched 2" });
    expect(asks()).toBe(true);
  });
});
