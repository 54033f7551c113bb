import { isCalendarDate } from "@kontor/books/date-parts";
import type { LinkProps } from "@tanstack/react-router";

import { entryLink } from "../accounting/links.ts";
import { payslipLink, runLink } from "../payroll/links.ts";
import { cardLink } from "../salary-advances/links.ts";
import type { BookProof } from "./data.ts";

type Fault = Pick<BookProof["faults"][number], "tenant_id" | "subject" | "record">;

/**
 * The page that shows a fault: an entry, a ledger's postings, a group, the entries of a day or
 * type, a run, a payslip, an advance; null if no page does.
 */
export function faultLink({ tenant_id, subject, record }: Fault): LinkProps | null {
  const [noun = "", id = ""] = subject.split(":");
  // A default view of the user must not hide it.
  const search = { tenant_id, view: "all" } as const;
  if (noun === "entry") return entryLink(tenant_id, Number(id));
  if (noun === "ledger") {
    return { to: "/app/ledger-statement/$ledger_id", params: { ledger_id: id }, search };
  }
  if (noun === "group")
    return { to: "/app/groups/edit/$id", params: { id }, search: { tenant_id } };
  if (noun === "tenant") return { to: "/app/chart-accounts", search };
  if (noun === "counter") return { to: "/app/entries", search };
  if (noun === "day" && isCalendarDate(id)) {
    const days = { start_date: id, end_date: id };
    return { to: "/app/reports/transaction/day-book", search: { tenant_id, ...days } };
  }
  return record && recordLink(tenant_id, record);
}

function recordLink(tenant_id: number, record: NonNullable<Fault["record"]>): LinkProps | null {
  const { kind, id, company_id, run_id } = record;
  if (kind === "entry") return entryLink(tenant_id, id);
  if (company_id === null) return null;
  const path = { tenant_id, company_id, id };
  if (kind === "payroll_run") return runLink(path);
  if (kind === "salary_advance") return cardLink(path);
  return run_id === null ? null : payslipLink({ ...path, id: run_id }, record);
}
