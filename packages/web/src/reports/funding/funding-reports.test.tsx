import { kobo } from "@kontor/books/money";
import { fundingMovementsReport } from "@kontor/contract/reports/funding-movements";
import {
  differingEntriesReport,
  reconciliationReport,
} from "@kontor/contract/reports/reconciliation";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { test } from "../../testing/page-test.tsx";
import { expectSignedOut } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
import { answerBooks } from "../../testing/samples/accounting.ts";
import {
  differingEntries,
  fundingMovements,
  reconciliation,
} from "../../testing/samples/funding-reports.ts";
import { longWord } from "../../testing/samples/text.ts";
import { headersOf, rowWith } from "../../testing/tables.ts";
import { memberOf, staffWith } from "../../testing/users.ts";

const viewer = memberOf(7, "reports.read", "funding.read", "accounting.read");
const everywhere = staffWith(
  "reports.read",
  "funding.read",
  "accounting.read",
  "organizations.read",
);

describe("funding movements", () => {
  const { read, file } = fundingMovementsReport;
  const address =
    "/app/reports/transaction/funding-movements?start_date=2026-03-01&end_date=2026-03-31";

  test("show their history and their entry, and explain the wallet", async ({ api, open }) => {
    api.on(read, () => ({ data: fundingMovements(), total: 2 }));
    api.on(file, () => new File(["x"], "movements.csv"));
    const user = open(address, { as: viewer });
    const row = await rowWith("Funding Movements", "WDR-000007");
    expect(row).toHaveTextContent("Salary advance · ADA OKAFOR · Salary advance SA-000041");
    expect(row).toHaveTextContent(/FAILED–₦40,000.00$/);
    expect(within(row).getByRole("link")).toHaveAttribute(
      "href",
      "/app/entries/receipt/edit/81?tenant_id=7",
    );
    // The return is a movement of its own day, with its own entry.
    const back = await rowWith("Funding Movements", "WDR-000008");
    expect(back).toHaveTextContent("Came back · Salary advance · ADA OKAFOR");
    expect(back).toHaveTextContent(/FAILED₦40,000.00–$/);
    expect(within(back).getByRole("link")).toHaveAttribute(
      "href",
      "/app/entries/receipt/edit/82?tenant_id=7",
    );
    for (const [day, sums] of [
      ["10 Mar 2026 · 1 movement", /movement₦0.00₦40,000.00$/],
      ["11 Mar 2026 · 1 movement", /movement₦40,000.00₦0.00$/],
    ] as const) {
      expect(await rowWith("Funding Movements", day)).toHaveTextContent(sums);
    }
    const wallet = screen.getByLabelText("The wallet");
    const leading = within(wallet).getAllByRole("link");
    expect(
      leading.map((link) => new URLSearchParams(link.getAttribute("href") ?? "").get("kind")),
    ).toEqual([null, "sent", "returned", null]);
    expect(wallet).toHaveTextContent("Opening₦500,000.00");
    expect(wallet).toHaveTextContent("Sent to people(₦40,000.00)");
    expect(within(wallet).getAllByRole("link")[0]).toHaveAttribute(
      "href",
      "/app/ledger-statement/21?tenant_id=7&start_date=2026-03-01&end_date=2026-03-31",
    );
    await expectAccessible();
    await user.selectOptions(screen.getByLabelText("Movements"), "Came back");
    await user.selectOptions(screen.getByLabelText("Status"), "FAILED");
    await user.click(screen.getByRole("button", { name: /Export/ }));
    await user.click(await screen.findByRole("menuitem", { name: "CSV" }));
    await waitFor(() =>
      expect(api.calls(file)[0]?.input).toMatchObject({ kind: "returned", status: "FAILED" }),
    );
  });

  test("have amounts of trillions below each other on a laptop, and none left out", async ({
    api,
    open,
  }) => {
    answerBooks(api);
    const data = fundingMovements();
    const amount = kobo(13_831_054_160_216_945n);
    const figures = { deposits: amount, withdrawals: amount, sent: amount, returned: amount };
    const wallets = data.wallets.map((each) => ({ ...each, ...figures }));
    const wallet = { ...data.wallet, ...figures };
    api.on(read, () => ({ data: { ...data, wallets, wallet }, total: 3 }));
    open(address, { as: everywhere });
    const text = "138,310,541,602,169.45";
    expect(await rowWith("Wallets", "Total")).toHaveTextContent(`${text}${text}${text}${text}`);
    expect(headersOf("Wallets")).toEqual([
      "Organization",
      "Opening (₦)",
      "Deposits (₦)Withdrawals (₦)",
      "Sent to People (₦)Came Back (₦)",
      "Other Entries (₦)",
      "Closing (₦)",
    ]);
  });

  test("cover all organizations for staff, work on a phone, can be refused or empty, and end with the session", async ({
    api,
    open,
  }) => {
    answerBooks(api);
    api.on(read, () => refuse("busy"));
    const user = open(address, { as: everywhere, on: "phone" });
    const again = await screen.findByRole("button", { name: "Try again" });
    const rows = fundingMovements({ receiver: longWord })
      .rows.slice(1)
      .flatMap((row) => [
        row,
        { ...row, id: 70, receiver: "BOLA ADE" },
        { ...row, id: 69, receiver: "BOLA ADE", date: "2026-03-09" },
      ]);
    const sums = { money_in: kobo(1_00n), money_out: kobo(2_00n) };
    const days = [
      { date: "2026-03-10", movements: 2, ...sums },
      { date: "2026-03-09", movements: 1, ...sums },
    ];
    api.on(read, () => ({ data: { ...fundingMovements(), rows, days }, total: 3 }));
    await user.click(again);
    expect(await screen.findByText(new RegExp(longWord))).toBeVisible();
    // Each day has one heading above all its movements.
    const heads = screen.getAllByText(/^\d+ Mar 2026 · \d movements?$/);
    expect(heads.map((head) => head.textContent)).toEqual([
      "10 Mar 2026 · 2 movements",
      "09 Mar 2026 · 1 movement",
    ]);
    expect(heads[0]?.closest("tr")).toHaveTextContent("₦1.00₦2.00");
    const acme = await rowWith("Wallets", "Acme Corporation");
    expect(acme).toHaveTextContent("₦500,000.00");
    const targets = (row: HTMLElement) =>
      within(row)
        .getAllByRole("link")
        .map((link) => link.getAttribute("href"));
    const march = "start_date=2026-03-01&end_date=2026-03-31";
    const moved = "/app/reports/transaction/funding-movements";
    const statement = `/app/ledger-statement/21?tenant_id=7&${march}`;
    expect(targets(acme)).toEqual([
      `${moved}?tenant_id=7&${march}`,
      statement,
      `${moved}?tenant_id=7&${march}&kind=sent`,
      `${moved}?tenant_id=7&${march}&kind=returned`,
      statement,
    ]);
    const wallets = "/app/reports/transaction/reconciliation";
    expect(targets(await rowWith("Wallets", "Total"))).toEqual([
      `${wallets}?as_of=2026-02-28&part=wallet`,
      `${moved}?${march}&kind=sent`,
      `${moved}?${march}&kind=returned`,
      `${wallets}?as_of=2026-03-31&part=wallet`,
    ]);
    api.on(read, () => ({ data: { ...fundingMovements(), rows: [] }, total: 0 }));
    await user.click(screen.getByLabelText("Search movements"));
    await user.paste("nothing");
    expect(await screen.findByText("No wallet movements match the search")).toBeVisible();
    api.endSession();
    await user.paste(" at all");
    await expectSignedOut();
  });
});

describe("the reconciliation", () => {
  const { read } = reconciliationReport;
  const address = "/app/reports/transaction/reconciliation?as_of=2026-03-20";

  test("compares each ledger with its records, and links a difference to its entries", async ({
    api,
    open,
  }) => {
    api.on(read, () => ({ data: reconciliation(), total: 3 }));
    api.on(differingEntriesReport.read, () => ({ data: differingEntries(), total: 2 }));
    const user = open(address, { as: viewer });
    const transit = await rowWith("Reconciliation", "Transfers in transit");
    expect(transit).toHaveTextContent("₦7.00Open transfers₦0.00₦7.00Differs");
    expect(await rowWith("Reconciliation", "Funding account")).toHaveTextContent("Agrees");
    expect(within(transit).getByRole("link", { name: "₦7.00" })).toHaveAttribute(
      "href",
      "/app/ledger-statement/22?tenant_id=7&start_date=2026-03-01&end_date=2026-03-20",
    );
    expect(
      screen.getByText("The ledgers differ from their records as of 20 Mar 2026."),
    ).toBeVisible();
    await expectAccessible();
    await user.click(within(transit).getByRole("link", { name: "Transfers in transit" }));
    const posted = await rowWith("Differing Entries", "JRN-000004");
    expect(within(posted).getByRole("link")).toHaveAttribute(
      "href",
      "/app/entries/receipt/edit/91?tenant_id=7",
    );
    expect(await rowWith("Differing Entries", "Opening balance")).toHaveTextContent("₦2.00");
    expect(await rowWith("Differing Entries", "Total")).toHaveTextContent("₦7.00");
    expect(api.calls(differingEntriesReport.read)[0]?.input).toMatchObject({
      tenant_id: 7,
      as_of: "2026-03-20",
      part: "transit",
    });
  });

  test("adds up all organizations, and on request shows only those that differ", async ({
    api,
    open,
  }) => {
    answerBooks(api);
    const all = { organizations: 40, differing: 0 };
    api.on(read, ({ differing }) => ({
      data: reconciliation(differing ? { ...all, rows: [] } : all),
      total: differing ? 0 : 3,
    }));
    const user = open(address, { as: everywhere });
    const targets = async (label: string) =>
      within(await rowWith("Reconciliation", label))
        .queryAllByRole("link")
        .map((link) => link.getAttribute("href"));
    const reconciled = "/app/reports/transaction/reconciliation?as_of=2026-03-20";
    expect(await targets("All: Transfers in transit")).toEqual([
      `${reconciled}&part=transit`,
      `${reconciled}&part=transit&differing=true`,
    ]);
    expect(await targets("All: Funding account")).toEqual([
      `${reconciled}&part=wallet`,
      "/app/reports/transaction/funding-movements?start_date=2000-01-01&end_date=2026-03-20",
    ]);
    expect(
      screen.getByText(
        "The ledgers of 40 organizations agree with their records as of 20 Mar 2026.",
      ),
    ).toBeVisible();
    await user.click(screen.getByLabelText("Differences only"));
    expect(await screen.findByText("Nothing differs")).toBeVisible();
  });

  test("of one ledger says so, and does not link its totals to rows already shown", async ({
    api,
    open,
  }) => {
    answerBooks(api);
    api.on(read, () => ({ data: reconciliation({ organizations: 40 }), total: 3 }));
    const user = open(`${address}&part=transit`, { as: everywhere });
    const sums = within(await rowWith("Reconciliation", "All: Transfers in transit"));
    expect(sums.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/app/reports/transaction/reconciliation?as_of=2026-03-20&part=transit&differing=true",
    ]);
    await user.click(
      screen.getByRole("button", { name: "Show all ledgers, not only Transfers in transit" }),
    );
    await waitFor(() => expect(window.location.search).not.toContain("part="));
    expect(api.calls(read)[0]?.input).toMatchObject({ part: "transit" });
  });

  test("asks staff for an organization to show entries that differ", async ({ api, open }) => {
    answerBooks(api);
    open("/app/reports/transaction/reconciliation-differences?as_of=2026-03-20", {
      as: everywhere,
      on: "phone",
    });
    expect(await screen.findByText("Choose an organization to see its entries")).toBeVisible();
    expect(api.calls(differingEntriesReport.read)).toEqual([]);
  });
});
