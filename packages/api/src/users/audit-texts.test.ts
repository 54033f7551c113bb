import { expect, test } from "vitest";

import { detailText } from "./audit-texts.ts";

test.each([
  ["ledger.added", "op_balance", "100000", "₦1,000.00"],
  [
    "ledger.changed",
    "op_balance",
    { to: "250000", from: "100000" },
    "from ₦1,000.00, to ₦2,500.00",
  ],
  ["ledger.changed", "name", { to: "100", from: "Till" }, "from Till, to 100"],
  ["bank.reconciled", "balance", "-77750", "₦777.50\u00a0CR"],
  ["bank.reconciled", "note", "77750", "77750"],
  ["employee.imported", "counts", { NEW: 3, REJECTED: 0 }, "new 3, rejected 0"],
  ["ledger.added", "notes", "", null],
])("the %s with the %s %j is displayed as %s", (action, field, value, text) => {
  expect(detailText(action, field, value)).toBe(text);
});
