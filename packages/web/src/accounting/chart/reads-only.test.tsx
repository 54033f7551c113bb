import { getLedger, listSubLedgers, updateLedger } from "@kontor/contract/accounting/accounts";
import { listEntries } from "@kontor/contract/accounting/entries";
import { getGroup } from "@kontor/contract/accounting/groups";
import { screen } from "@testing-library/react";
import { describe, expect } from "vitest";

import { expectAccessible } from "../../testing/accessible.ts";
import { test } from "../../testing/page-test.tsx";
import { answerReceipts } from "../../testing/receipts.ts";
import { refuse } from "../../testing/refusal.ts";
import { answerBooks, entryRow } from "../../testing/samples/accounting.ts";
import { staffWith } from "../../testing/users.ts";

const as = staffWith("organizations.read", "accounting.read");
const notice = /^You can read these books but not change them. Ask a platform administrator/;
const noButton = (...names: readonly string[]) => {
  for (const name of names) {
    expect(
      screen.queryByRole("button", { name }) ?? screen.queryByRole("link", { name }),
    ).toBeNull();
  }
};

describe("a user who may only read the books", () => {
  test("sees the chart without what would change it", async ({ api, open }) => {
    answerBooks(api);
    open("/app/chart-accounts", { as });
    expect(await screen.findByText("Cash and bank")).toBeVisible();
    noButton("Add Group", "Add Ledger", "Actions for Cash and bank");
    await expectAccessible();
  });

  test("sees an entry with its items, and no form that would be refused", async ({ api, open }) => {
    answerReceipts(api);
    open("/app/entries/receipt/edit/61?tenant_id=7", { as });
    expect(await screen.findByText(notice)).toBeVisible();
    expect(screen.getAllByText("Sales")[0]).toBeVisible();
    noButton("Submit", "Duplicate", "Reverse Entry", "Delete CR Sales");
    await expectAccessible();
  });

  test("sees a ledger and its group in fields that cannot be changed", async ({ api, open }) => {
    answerBooks(api);
    api.on(listSubLedgers, () => ({ data: [], total: 0 }));
    open("/app/ledgers/edit/21?tenant_id=7", { as, on: "phone" });
    expect(await screen.findByText(notice)).toBeVisible();
    for (const label of ["Ledger Name", "Opening Balance", "Ledger Notes"]) {
      expect(screen.getByLabelText(label)).toBeDisabled();
    }
    noButton("Save Ledger", "Cancel", "Add Sub-Ledger");
    expect(screen.getByRole("heading", { name: "Ledger" })).toBeVisible();
    await expectAccessible();
    expect(api.calls(updateLedger)).toEqual([]);
  });

  for (const [path, title] of [
    ["/app/ledgers/edit/21?tenant_id=7", "Ledger"],
    ["/app/groups/edit/3?tenant_id=7", "Group"],
  ] as const) {
    test(`is offered no edit at ${path} while it cannot be loaded`, async ({ api, open }) => {
      answerBooks(api);
      api.on(getLedger, () => refuse("busy"));
      api.on(getGroup, () => refuse("busy"));
      open(path, { as });
      expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
      expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(title);
      expect(screen.queryByText(/^Edit /)).toBeNull();
    });
  }

  test("may not rename a group", async ({ api, open }) => {
    answerBooks(api);
    open("/app/groups/edit/3?tenant_id=7", { as });
    expect(await screen.findByText(notice)).toBeVisible();
    expect(screen.getByLabelText("Group Name")).toBeDisabled();
    noButton("Save Group");
  });

  test("is offered to view entries and to add none", async ({ api, open }) => {
    answerReceipts(api);
    api.on(listEntries, () => ({ data: [entryRow()], total: 1 }));
    open("/app/entries", { as });
    expect((await screen.findAllByRole("link", { name: /^View Entry/ })).length).toBeGreaterThan(0);
    noButton("Add Entry", "Other kinds of entries");
    expect(api.calls(listEntries)).not.toEqual([]);
  });

  test("learns at the pages of new ones why there is no form", async ({ api, open }) => {
    answerBooks(api);
    open("/app/entries/receipt/add", { as });
    expect(await screen.findByText(notice)).toBeVisible();
    expect(screen.getByRole("heading", { name: "Add Receipt" })).toBeVisible();
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  test("learns so where a ledger is added", async ({ api, open }) => {
    answerBooks(api);
    open("/app/ledgers/add", { as });
    expect(await screen.findByText(notice)).toBeVisible();
    expect(screen.queryByRole("textbox")).toBeNull();
  });
});
