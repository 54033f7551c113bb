import { isCalendarDate } from "@kontor/books/date-parts";
import type { LinkProps } from "@tanstack/react-router";

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
  if (noun === "entry") return entryLink(tenant_id, id);
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

function entryLink(tenant_id: number, id: string): LinkProps {
  const params = { entry_id: id };
  return { to: "/app/entries/receipt/edit/$entry_id", params, search: { tenant_id } };
}

function recordLink(tenant_id: number, record: NonNullable<Fault["record"]>): LinkProps {
  const { kind, id, company_id, run_id } = record;
  if (kind === "entry") return entryLink(tenant_id, String(id));
  const companyParams = { tenant_id: String(tenant_id), company_id: String(company_id) };
  const params = { ...companyParams, id: String(id) };
  if (kind === "payroll_run") return { to: "/app/payroll/$tenant_id/$company_id/$id", params };
  if (kind === "salary_advance") {
    return { to: "/app/salary-advances/$tenant_id/$company_id/$id", params };
  }
  return {
    to: "/app/payroll/$tenant_id/$company_id/$id/payslips/$payslip_id",
    params: { ...companyParams, id: String(run_id), payslip_id: String(id) },
  };
}
