import { fundingActions, transactionStatuses } from "@kontor/contract/funding";
import { expect, it } from "vitest";

import { actions, readTransactionFilters, statuses } from "./search.ts";

it("knows the actions and the statuses of the contract", () => {
  expect(actions).toEqual(fundingActions);
  expect(statuses).toEqual(transactionStatuses);
});

it("reads filters from an address and leaves out what means nothing", () => {
  const filters = {
    action: "WITHDRAWAL",
    status: "FAILED",
    start_date: "2026-03-01",
    end_date: "2026-03-31",
  };
  expect(readTransactionFilters({ ...filters, colour: "red" })).toEqual(filters);
  expect(
    readTransactionFilters({ action: "REFUND", status: 1, start_date: "2026-02-30", end_date: "" }),
  ).toEqual({});
  expect(readTransactionFilters({ start_date: "2026-03-02", end_date: "2026-03-01" })).toEqual({
    start_date: "2026-03-02",
  });
});
