import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { readAddLedgerSearch, usualRange } from "./search.ts";

beforeEach(() => {
  // Half past midnight in Lagos is still the day before in London.
  vi.useFakeTimers({ now: new Date("2026-03-30T23:30:00Z"), toFake: ["Date"] });
});
afterEach(() => vi.useRealTimers());

test("the usual range is the last month through today in Lagos, to the month's last day where it is shorter", () => {
  expect(usualRange()).toEqual({ start_date: "2026-02-28", end_date: "2026-03-31" });
});

test("a new ledger's place is read from its address", () => {
  expect(readAddLedgerSearch({ tenant_id: "3", group_id: "7", parent_ledger_id: 9 })).toEqual({
    group_id: 7,
    parent_ledger_id: 9,
    tenant_id: 3,
  });
  expect(readAddLedgerSearch({ tenant_id: 3, group_id: "x", parent_ledger_id: -1 })).toEqual({
    tenant_id: 3,
  });
  // A group belongs to one organization and means nothing without it.
  expect(readAddLedgerSearch({ group_id: 7, parent_ledger_id: 9 })).toEqual({});
});
