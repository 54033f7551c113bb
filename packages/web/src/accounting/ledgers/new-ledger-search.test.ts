import { expect, test } from "vitest";

import { readAddLedgerSearch } from "./new-ledger-search.ts";

test("a new ledger's place is read from its address", () => {
  expect(readAddLedgerSearch({ tenant_id: "3", group_id: "7", parent_ledger_id: 9 })).toEqual({
    group_id: 7,
    parent_ledger_id: 9,
    tenant_id: 3,
  });
  expect(readAddLedgerSearch({ tenant_id: 3, group_id: "x", parent_ledger_id: -1 })).toEqual({
    tenant_id: 3,
  });
  // A group belongs to one organization, so it is ignored without one.
  expect(readAddLedgerSearch({ group_id: 7, parent_ledger_id: 9 })).toEqual({});
});
