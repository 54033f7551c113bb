import { bankReconciliationReport } from "@kontor/contract/reports/bank-reconciliation";
import { cleanup, screen } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { test } from "../../testing/page-test.tsx";
import { expectSignedOut } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
import { answerBooks } from "../../testing/samples/accounting.ts";
import { bankReconciliation } from "../../testing/samples/bank-reconciliation.ts";
import { longWord } from "../../testing/samples/text.ts";
import { rowWith } from "../../testing/tables.ts";
import { memberOf, staffWith } from "../../testing/users.ts";

const address = "/app/reports/transaction/bank-reconciliation?as_of=2026-02-28";
const reader = memberOf(7, "reports.read", "accounting.read");
const table = "Bank Reconciliation";

describe("the bank reconciliation statement", () => {
  test("leads from the bank's balance to that of the books", async ({ api, open }) => {
    api.on(bankReconciliationReport.read, () => bankReconciliation());
    open(address, { as: reader });
    expect(await rowWith(table, "Balance as per bank statement")).toHaveTextContent("₦1,200.00");
    expect(await rowWith(table, "Cheque 000417")).toHaveTextContent("(₦400.00)");
    expect(screen.getByRole("link", { name: "Cheque 000417" })).toHaveAttribute(
      "href",
      "/app/entries/receipt/edit/64?tenant_id=7",
    );
    expect(screen.getByRole("link", { name: "Balance as per books" })).toHaveAttribute(
      "href",
      "/app/ledger-statement/21?tenant_id=7&start_date=2026-01-01&end_date=2026-02-28",
    );
    expect(screen.getByText(/^Recorded by Ada Obi/)).toBeVisible();
    expect(api.calls(bankReconciliationReport.read)[0]?.input).toEqual({ as_of: "2026-02-28" });
    await expectAccessible();
  });

  test("leads those who may write to the comparison with the bank's statement", async ({
    api,
    open,
  }) => {
    api.on(bankReconciliationReport.read, () => bankReconciliation());
    open(address, { as: memberOf(7, "reports.read", "accounting.read", "accounting.write") });
    const links = await screen.findAllByRole("link", {
      name: "Compare the bank statement of Zenith",
    });
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/app/ledger-statement/21/bank?tenant_id=7",
    ]);
    await expectAccessible();
    cleanup();
    open(address, { as: reader });
    await rowWith(table, "Balance as per books");
    expect(screen.queryByRole("link", { name: /^Compare/ })).toBeNull();
  });

  test("is of one ledger, and of all again", async ({ api, open }) => {
    api.on(bankReconciliationReport.read, () => bankReconciliation());
    const user = open(`${address}&ledger_id=21`, { as: reader });
    await user.click(
      await screen.findByRole("button", { name: "Show all ledgers, not only Zenith" }),
    );
    expect(api.calls(bankReconciliationReport.read).map(({ input }) => input)).toEqual([
      { as_of: "2026-02-28", ledger_id: 21 },
      { as_of: "2026-02-28" },
    ]);
  });

  test("holds long names on a phone", async ({ api, open }) => {
    const rows = bankReconciliation().rows.map((row) => ({
      ...row,
      name: `${row.kind} ${longWord}`,
    }));
    api.on(bankReconciliationReport.read, () => bankReconciliation({ rows }));
    open(address, { as: reader, on: "phone" });
    expect(await rowWith(table, `bank ${longWord}`)).toBeVisible();
    await expectAccessible();
  });

  test("says that there is no bank", async ({ api, open }) => {
    api.on(bankReconciliationReport.read, () => bankReconciliation({ rows: [] }));
    open(address, { as: reader });
    expect(await screen.findByText(/^No cash or bank ledger had an opening balance/)).toBeVisible();
  });

  test("asks users of several organizations for one", async ({ api, open }) => {
    answerBooks(api);
    open(address, { as: staffWith("reports.read", "accounting.read", "organizations.read") });
    expect(
      await screen.findByText("Choose an organization to see its bank reconciliation"),
    ).toBeVisible();
  });

  test("can be retried after a refusal, and ends with the session", async ({ api, open }) => {
    api.on(bankReconciliationReport.read, () => refuse("busy"));
    const user = open(address, { as: reader });
    const again = await screen.findByRole("button", { name: "Try again" });
    api.endSession();
    await user.click(again);
    await expectSignedOut();
  });
});
