import type { LinkProps } from "@tanstack/react-router";

import type { Period } from "./periods.ts";

/** The postings of a ledger in some days, with the balance before and after them. */
export function statementLink(tenantId: number, ledgerId: number, period: Period): LinkProps {
  return {
    to: "/app/ledger-statement/$ledger_id",
    params: { ledger_id: String(ledgerId) },
    search: { tenant_id: tenantId, ...period },
  };
}

/** The ledgers of a group in some days. */
export function groupLink(tenantId: number, groupId: number, period: Period): LinkProps {
  return {
    to: "/app/reports/transaction/trial-balance",
    search: { tenant_id: tenantId, group_id: groupId, detail: "ledgers", ...period },
  };
}
