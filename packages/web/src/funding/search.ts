import type { FundingAction, TransactionStatus } from "@kontor/contract/funding";

import { readDay } from "../platform/list-search.ts";

/**
 * What the list of transactions is narrowed to, as the address holds it. Dates are days in Lagos, and
 * both belong to the range.
 */
export type TransactionFilters = {
  action?: FundingAction | undefined;
  status?: TransactionStatus | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
};

// Only types of the contract are needed here: the router reads this before any screen is loaded.
export const actions: readonly FundingAction[] = ["DEPOSIT", "WITHDRAWAL"];
export const statuses: readonly TransactionStatus[] = [
  "COMPLETED",
  "PENDING",
  "PROCESSING",
  "FAILED",
  "REVERSED",
];

/** For `validateSearch`: what means nothing is left out, and so is an end before the start. */
export function readTransactionFilters(raw: Readonly<Record<string, unknown>>): TransactionFilters {
  const start_date = readDay(raw["start_date"]);
  const end_date = readDay(raw["end_date"]);
  const isRange = start_date === undefined || end_date === undefined || start_date <= end_date;
  return {
    action: actions.find((action) => action === raw["action"]),
    status: statuses.find((status) => status === raw["status"]),
    start_date,
    end_date: isRange ? end_date : undefined,
  };
}
