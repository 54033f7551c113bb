import { endOfMonth } from "@kontor/books/calendar-date";
import type { Authority } from "@kontor/contract/dashboard/dashboard";
import type { LinkProps } from "@tanstack/react-router";

import { tenantParam } from "../platform/organization/scope-filter.ts";

/**
 * The accounts behind the expenses of some months, without the postings of a year-end, as the
 * dashboard sums them. For several organizations it is their profit and loss.
 *
 * @param days from a day in the first month to a day in the last one, which is included to its end.
 */
export function expensesLink(
  tenantId: number,
  { since, until, several }: { since: string; until: string; several: boolean },
): LinkProps {
  const days = { start_date: since, end_date: endOfMonth(until) };
  const search = { ...tenantParam(tenantId), ...days };
  return several
    ? { to: "/app/reports/transaction/profit-and-loss", search }
    : {
        to: "/app/reports/transaction/trial-balance",
        search: { ...search, section: "expenses", closing: "without" },
      };
}

/** The accounts behind the expenses of one group. */
export function groupExpensesLink(
  tenantId: number,
  { group_id, since, until }: { group_id: number; since: string; until: string },
): LinkProps {
  return {
    to: "/app/reports/transaction/trial-balance",
    search: {
      ...tenantParam(tenantId),
      group_id,
      detail: "ledgers",
      start_date: since,
      end_date: endOfMonth(until),
      closing: "without",
    },
  };
}

/** The movements of the wallets in a month, `YYYY-MM`. */
export function walletMonthLink(tenantId: number, month: string): LinkProps {
  const start_date = `${month}-01`;
  return {
    to: "/app/reports/transaction/funding-movements",
    search: { ...tenantParam(tenantId), start_date, end_date: endOfMonth(start_date) },
  };
}

/** The movements of the wallets in this month up to a day, and their balances then. */
export function walletLink(tenantId: number, day: string): LinkProps {
  return {
    to: "/app/reports/transaction/funding-movements",
    search: { ...tenantParam(tenantId), start_date: `${day.slice(0, 7)}-01`, end_date: day },
  };
}

/** All open remittances of a scheme, of every month. */
export function openDuesLink(tenantId: number, authority: Authority): LinkProps {
  return {
    to: "/app/reports/payroll/statutory",
    search: {
      ...tenantParam(tenantId),
      open: true,
      scheme: authority.toUpperCase() as Uppercase<Authority>,
    },
  };
}
