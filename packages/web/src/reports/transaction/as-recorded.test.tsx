import { kobo } from "@kontor/books/money";
import { changesReport } from "@kontor/contract/reports/changes";
import { balanceSheetReport } from "@kontor/contract/reports/financial-statements";
import { trialBalanceReport } from "@kontor/contract/reports/trial-balance";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, onTestFinished, vi } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { refuseAt } from "../../testing/refusal.ts";
import { answerBooks, ledger } from "../../testing/samples/accounting.ts";
import { financialLine, trialBalance, trialBalanceRow } from "../../testing/samples/reports.ts";
import { headersOf, rowWith } from "../../testing/tables.ts";
import { memberOf, staffWith } from "../../testing/users.ts";

const moment = "2026-03-31T16:00:59.999Z";
const bookkeeper = memberOf(7, "reports.read", "accounting.read");

describe("a statement as of a moment", () => {
  test("requests the end of the minute, and marks and links changes", async ({ api, open }) => {
    api.on(trialBalanceReport.read, ({ recorded_up_to }) =>
      trialBalance([trialBalanceRow({ changed: recorded_up_to !== undefined })]),
    );
    const user = open(
      "/app/reports/transaction/trial-balance?start_date=2026-03-01&end_date=2026-03-31",
      {
        as: bookkeeper,
      },
    );
    await screen.findByText("Current account");
    const field = () => screen.getByLabelText("As Recorded At");
    await waitFor(() => expect(field()).toBeEnabled());
    expect(headersOf("Trial Balance")).not.toContain("Since");
    await fillField(user, field(), "31/3/2026");
    expect(await screen.findByText("The books as recorded at 31 Mar 2026, 23:59")).toBeVisible();
    const time = screen.getByLabelText("Time");
    await fillField(user, time, "25:00");
    await user.tab();
    expect(screen.getByText("Enter a time such as 17:00 or 5pm.")).toBeVisible();
    expect(screen.getByText("The books as recorded at 31 Mar 2026, 23:59")).toBeVisible();
    await fillField(user, time, "5pm");
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("link", { name: "Changed" })).toHaveAttribute(
      "href",
      expect.stringContaining("ledger_id=21"),
    );
    expect(api.calls(trialBalanceReport.read).at(-1)?.input).toMatchObject({
      recorded_up_to: moment,
    });
    expect([field(), time].map((each) => (each as HTMLInputElement).value)).toEqual([
      "31/03/2026",
      "17:00",
    ]);
    expect(screen.getByRole("link", { name: /^Current account/ })).toHaveAttribute(
      "href",
      expect.stringContaining("recorded_up_to=2026-03-31T16"),
    );
    expect(screen.getByText("The books as recorded at 31 Mar 2026, 17:00")).toBeVisible();
    expect(screen.getByRole("link", { name: "What changed since" })).toBeVisible();
    await expectAccessible();
    await user.clear(field());
    await waitFor(() => expect(headersOf("Trial Balance")).not.toContain("Since"));
  });

  test("refuses a moment in the future at its field, and keeps what was typed", async ({
    api,
    open,
  }) => {
    vi.useFakeTimers({ now: new Date("2026-04-02T13:20:00Z"), toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    api.on(trialBalanceReport.read, () => trialBalance([trialBalanceRow()]));
    const user = open(
      "/app/reports/transaction/trial-balance?start_date=2026-03-01&end_date=2026-03-31",
      { as: bookkeeper },
    );
    const day = await screen.findByLabelText("As Recorded At");
    for (const text of ["3/4/2026", "2026-04-03"]) {
      await fillField(user, day, text);
      await user.tab();
      expect(screen.getByText("Choose 02 Apr 2026 or an earlier day.")).toBeVisible();
      expect(day).toHaveValue(text);
    }
    expect(screen.queryByLabelText("Time")).toBeNull();
    await fillField(user, day, "31/3/2026");
    await fillField(user, day, "2/4/2026");
    expect(await screen.findByText("The books as recorded at 02 Apr 2026, 14:20")).toBeVisible();
    const time = screen.getByLabelText("Time");
    await fillField(user, time, "2:21pm");
    await user.keyboard("{Enter}");
    expect(screen.getByText("Choose 14:20 or an earlier time.")).toBeVisible();
    expect(time).toHaveValue("2:21pm");
    expect(screen.getByText("The books as recorded at 02 Apr 2026, 14:20")).toBeVisible();
    expect(
      api
        .calls(trialBalanceReport.read)
        .every(({ input }) => (input.recorded_up_to ?? "") <= "2026-04-02T13:20:59.999Z"),
    ).toBe(true);
  });

  test("marks the field of a future moment that a link has set", async ({ api, open }) => {
    const sentence = "This moment is in the future. Choose the present minute or an earlier one.";
    api.on(trialBalanceReport.read, () => refuseAt("recorded_up_to", "moment_in_future"));
    open(
      "/app/reports/transaction/trial-balance?start_date=2026-03-01&end_date=2026-03-31&recorded_up_to=2100-03-31T16:00:59.999Z",
      { as: bookkeeper },
    );
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByLabelText("As Recorded At")).toHaveAccessibleDescription(
      "This is in the future.",
    );
    expect(screen.queryByText(/^The books as recorded/)).toBeNull();
  });

  test("works the same for a balance sheet", async ({ api, open }) => {
    api.on(balanceSheetReport.read, () => ({
      rows: [financialLine({ changed: true })],
      compared_with: null,
      difference: kobo(0n),
      short_side: null,
    }));
    open(`/app/reports/transaction/balance-sheet?as_of=2026-03-31&recorded_up_to=${moment}`, {
      as: bookkeeper,
      on: "phone",
    });
    expect(await screen.findByRole("link", { name: "Changed" })).toBeVisible();
  });
});

describe("the changes since a moment", () => {
  const address = `/app/reports/transaction/changes?recorded_up_to=${moment}`;

  test("lists the entries with their former values and links to them", async ({ api, open }) => {
    api.on(changesReport.read, () => ({
      data: {
        rows: [
          {
            tenant_id: 7,
            entry_id: 51,
            ent_number: "JRN-000051",
            entry_type_id: 4,
            change: "EDITED" as const,
            recorded_at: new Date("2026-04-02T09:30:00Z"),
            recorded_by: "Ada Okafor",
            narration: "Rent",
            date: "2026-03-02",
            date_before: "2026-03-01",
            amount: kobo(700n),
            amount_before: kobo(800n),
          },
        ],
        totals: { added: 0, back_dated: 0, edited: 1, openings: 2 },
      },
      total: 1,
    }));
    open(address, { as: bookkeeper });
    expect(await rowWith("Changes", "JRN-000051")).toHaveTextContent(
      "02 Apr 2026, 10:30Ada OkaforJRN-000051Edited02 Mar 202601 Mar 2026₦7.00₦8.00Rent",
    );
    expect(screen.getByText("0 added · 0 back-dated · 1 edited")).toBeVisible();
    expect(
      screen.getByText("The opening balances of 2 ledgers were set or changed since."),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "JRN-000051" })).toHaveAttribute(
      "href",
      "/app/entries/receipt/edit/51?tenant_id=7",
    );
    await expectAccessible();
  });

  test("shows the ledger and the days that a link has narrowed it to, and shows all again", async ({
    api,
    open,
  }) => {
    answerBooks(api);
    api.on(changesReport.read, () => ({
      data: { rows: [], totals: { added: 0, back_dated: 0, edited: 0, openings: 0 } },
      total: 0,
    }));
    const day = "start_date=2026-03-01&end_date=2026-03-01";
    const user = open(`${address}&ledger_id=${ledger().id}&${day}`, { as: bookkeeper });
    await user.click(
      await screen.findByRole("button", { name: `Show all ledgers, not only ${ledger().name}` }),
    );
    await user.click(screen.getByRole("button", { name: /^Show all days, not only 01 Mar 2026/ }));
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Show all/ })).toBeNull());
    expect(window.location.search).not.toMatch(/ledger_id|start_date|end_date/);
    expect(api.calls(changesReport.read).at(-1)?.input).not.toHaveProperty("ledger_id");
  });

  test("needs an organization, says when it is empty, and can be refused", async ({
    api,
    open,
  }) => {
    answerBooks(api);
    open(address, { as: staffWith("reports.read", "accounting.read", "organizations.read") });
    expect(
      await screen.findByText("Choose an organization to see what changed in its books"),
    ).toBeVisible();
  });

  test("says when no entries were recorded since, and can be retried after a refusal", async ({
    api,
    open,
  }) => {
    api.on(changesReport.read, () =>
      refuseAt("recorded_up_to", "too_much_since", { most: "100,000" }),
    );
    const user = open(address, { as: bookkeeper });
    const again = await screen.findByRole("button", { name: "Try again" });
    api.on(changesReport.read, () => ({
      data: { rows: [], totals: { added: 0, back_dated: 0, edited: 0, openings: 1 } },
      total: 0,
    }));
    await user.click(again);
    expect(await screen.findByText("No entries were recorded since")).toBeVisible();
    expect(
      screen.getByText("The opening balance of 1 ledger was set or changed since."),
    ).toBeVisible();
  });
});
