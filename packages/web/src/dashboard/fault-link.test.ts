import { expect, test } from "vitest";

import { faultLink } from "./fault-link.ts";

const of = (subject: string, record: Parameters<typeof faultLink>[0]["record"] = null) =>
  faultLink({ tenant_id: 7, subject, record });
const record = { id: 5, company_id: 8, run_id: null };

test.each([
  ["entry:12", null, "/app/entries/receipt/edit/$entry_id"],
  ["ledger:3", null, "/app/ledger-statement/$ledger_id"],
  ["group:3", null, "/app/groups/edit/$id"],
  ["tenant:7", null, "/app/chart-accounts"],
  ["counter:1", null, "/app/entries"],
  ["day:2026-03-09", null, "/app/reports/transaction/day-book"],
  ["transfer:4", { ...record, kind: "entry" }, "/app/entries/receipt/edit/$entry_id"],
  ["payroll-run:5", { ...record, kind: "payroll_run" }, "/app/payroll/$tenant_id/$company_id/$id"],
  [
    "advance-allocation:2",
    { ...record, kind: "salary_advance" },
    "/app/salary-advances/$tenant_id/$company_id/$id",
  ],
] as const)("%s opens the page that shows it", (subject, shown, to) => {
  expect(of(subject, shown)?.to).toBe(to);
});

test("a fault without a record or a page has no link", () => {
  expect(of("payslip:9")).toBeNull();
  expect(of("link:4")).toBeNull();
  expect(of("day:soon")).toBeNull();
});
