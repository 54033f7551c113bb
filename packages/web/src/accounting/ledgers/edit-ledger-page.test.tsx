import { kobo } from "@kontor/books/money";
import { getLedger, listSubLedgers, updateLedger } from "@kontor/contract/accounting/accounts";
import { getPeriods } from "@kontor/contract/accounting/periods";
import type { DataOf } from "@kontor/contract/endpoint";
import { listOrganizations } from "@kontor/contract/organizations/organizations";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import type { FakeApi } from "../../testing/fake-api.ts";
import { fillField } from "../../testing/fields.ts";
import { test } from "../../testing/page-test.tsx";
import { expectMessage } from "../../testing/questions.ts";
import { refuse } from "../../testing/refusal.ts";
import { answerBooks, openPeriods } from "../../testing/samples/accounting.ts";
import { listedOrganization } from "../../testing/samples/organizations.ts";

const ledger: DataOf<typeof getLedger> = {
  id: 12,
  tenant_id: 7,
  org_name: "Acme Corporation",
  group_id: 3,
  group_code: "01-02",
  group_name: "Cash and Bank",
  parent_ledger_id: null,
  parent_ledger_name: null,
  code: "01-02-0007",
  name: "Petty cash",
  op_balance: kobo(125_000n),
  op_balance_dc: "DR",
  cl_balance: kobo(125_000n),
  cl_balance_dc: "DR",
  own_balance: kobo(125_000n),
  own_balance_dc: "DR",
  after_today: kobo(0n),
  after_today_dc: "DR",
  notes: "",
  count_sub_ledgers: 0,
  control: false,
  bank: true,
  version: 1,
  created_at: new Date("2026-03-05T13:30:00Z"),
};

function answerLedger(api: FakeApi): void {
  api.on(getLedger, () => ledger);
  api.on(listSubLedgers, () => ({ data: [], total: 0 }));
  api.on(listOrganizations, () => ({ data: [listedOrganization()], total: 1 }));
  api.on(getPeriods, () => openPeriods());
}

describe("editing a ledger", () => {
  test("explains a change of the opening balance, and keeps it when it cannot be saved", async ({
    api,
    open,
  }) => {
    answerLedger(api);
    api.on(updateLedger, () => refuse("busy"));
    const user = open("/app/ledgers/edit/12?tenant_id=7");
    const balance = await screen.findByLabelText(/^Opening Balance/);
    expect(balance).toHaveAccessibleDescription(
      "Changing it changes every later balance of the ledger.",
    );
    await expectAccessible();
    await user.clear(balance);
    await user.type(balance, "2,000");
    await user.click(screen.getByRole("button", { name: "Save Ledger" }));
    await expectMessage("The server is busy. Try again in a moment.");
    expect(balance).toHaveValue("2,000.00");
    expect(api.calls(updateLedger).map(({ input }) => input)).toEqual([
      expect.objectContaining({
        tenant_id: 7,
        id: 12,
        version: 1,
        op_balance: 200_000n,
        name: "Petty cash",
      }),
    ]);
  });

  test("that was opened by its address leads to the chart of its organization", async ({
    api,
    open,
  }) => {
    answerBooks(api);
    answerLedger(api);
    api.on(updateLedger, () => ledger);
    const user = open("/app/ledgers/edit/12?tenant_id=7");
    const notes = await screen.findByLabelText("Ledger Notes");
    await fillField(user, notes, "Counted on Fridays");
    await user.click(screen.getByRole("button", { name: "Save Ledger" }));
    await expectMessage("Ledger updated successfully..");
    await waitFor(() => expect(window.location.pathname).toBe("/app/chart-accounts"));
    expect(window.location.search).toBe("?tenant_id=7");
  });

  test("that was opened by its address, goes back to the chart of its organization", async ({
    api,
    open,
  }) => {
    answerBooks(api);
    answerLedger(api);
    const user = open("/app/ledgers/edit/12?tenant_id=7");
    await screen.findByLabelText("Ledger Notes");
    await user.click(screen.getByRole("button", { name: "Back" }));
    await waitFor(() => expect(window.location.pathname).toBe("/app/chart-accounts"));
    expect(window.location.search).toBe("?tenant_id=7");
  });

  test("says that its opening balance is locked before another is typed", async ({ api, open }) => {
    answerLedger(api);
    const { lock } = openPeriods();
    api.on(getPeriods, () => openPeriods({ lock: { ...lock, locked_until: "2026-02-28" } }));
    open("/app/ledgers/edit/12?tenant_id=7");
    const balance = await screen.findByLabelText(/^Opening Balance/);
    await waitFor(() =>
      expect(balance).toHaveAccessibleDescription(
        "The books are locked until 28 Feb 2026, and opening balances fall in the locked period. Open the period first.",
      ),
    );
  });

  test("that could not be loaded can be tried again", async ({ api, open }) => {
    api.on(getLedger, () => refuse("busy"));
    open("/app/ledgers/edit/12?tenant_id=7");
    expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
  });
});
