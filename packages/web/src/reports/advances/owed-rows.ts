import type { DataOf } from "@kontor/contract/endpoint";
import type {
  advancesAgeingReport,
  advancesOutstandingReport,
} from "@kontor/contract/pay-reports/advances-outstanding";
import type { LinkProps } from "@tanstack/react-router";

import { cardLink } from "../../salary-advances/links.ts";

type OwedRow = DataOf<
  typeof advancesAgeingReport.read | typeof advancesOutstandingReport.read
>["rows"][number];

/** The key of a row of any grouping. */
export function owedRowKey({ tenant_id, employee_id, advance }: OwedRow): string {
  return `${tenant_id} ${employee_id ?? ""} ${advance?.id ?? ""}`;
}

/** The advance's number, else the employee, else the organization. */
export function owedRowName({ advance, name, organization }: OwedRow): string {
  return advance?.number ?? (name || organization);
}

/** The filters that a row adds to the report. */
type OwedRowFilter = {
  tenant_id: number;
  by?: "advance";
  employee_id?: number;
};

/**
 * The drill-down of a row: to an organization's people, a person's advances, or the advance itself.
 *
 * @param link links to the report with its filters and those of a row
 */
export function owedRowLink(
  { tenant_id, company_id, employee_id, advance }: OwedRow,
  link: (narrowed: OwedRowFilter) => LinkProps,
): LinkProps {
  if (advance !== null) return cardLink({ tenant_id, company_id, id: advance.id });
  if (employee_id === null) return link({ tenant_id });
  return link({ tenant_id, by: "advance", employee_id });
}
