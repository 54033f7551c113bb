import type { Decision } from "@kontor/contract/dashboard/dashboard";
import type { LinkProps } from "@tanstack/react-router";

/** The lists of work that waits for a decision, each filtered accordingly. */
const decisionLists = {
  salary_advances: { to: "/app/salary-advances", search: { status: "PENDING" } },
  payroll_runs: { to: "/app/payroll", search: { waiting: true } },
  bank_accounts: { to: "/app/employees", search: { bank_change_waiting: true, for_me: true } },
  reliefs: { to: "/app/employees", search: { relief_waiting: true, for_me: true } },
} as const satisfies Readonly<Record<Decision, LinkProps>>;

/** A link to the list of work that waits for a decision, for one organization or all. */
export function decisionListLink(
  decision: Decision,
  scope: { tenant_id: number | null } = { tenant_id: null },
): LinkProps {
  const { to, search } = decisionLists[decision];
  const { tenant_id } = scope;
  return { to, search: tenant_id === null ? search : { ...search, tenant_id } };
}
