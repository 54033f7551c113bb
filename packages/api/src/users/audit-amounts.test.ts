import { updateLedger } from "@kontor/contract/accounting/accounts";
import { reconcileBank } from "@kontor/contract/accounting/periods";
import { listPlatformAudit } from "@kontor/contract/users/audit";
import { expect, test } from "vitest";

import { openBooks } from "../testing/books.ts";
import { openFileWorld } from "../testing/harness.ts";

/** The clock is set to 10 March 2026. */
const world = await openFileWorld();
const books = await openBooks(world);

test("the log shows opening balances and bank balances in naira", async () => {
  const { id, version } = await books.addCashLedger("Zenith current account", {
    op_balance: "1234567.89",
    op_balance_dc: "DR",
  });
  await books.owner.call(updateLedger, {
    params: { id },
    body: { version, name: "Zenith current account", op_balance: "1000.50" },
  });
  await books.owner.call(reconcileBank, {
    params: { id },
    body: { reconciled_to: "2026-03-09", balance: "777.05", balance_dc: "CR" },
  });
  const admin = await world.signInAs(["ADMINISTRATOR"]);
  const { data } = await admin.list(listPlatformAudit, { query: { subject: `ledger:${id}` } });
  const amounts = data
    .toReversed()
    .map(({ action, facts }) => [
      action,
      facts.find(({ name }) => name.endsWith("balance"))?.value,
    ]);
  expect(amounts).toEqual([
    ["ledger.added", "₦1,234,567.89"],
    ["ledger.changed", "from ₦1,234,567.89, to ₦1,000.50"],
    ["bank.reconciled", "₦777.05\u00a0CR"],
  ]);
});
