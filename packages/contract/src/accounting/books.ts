import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { idOut, organizationFilter } from "../wire/ids.ts";

/** A difference between stored totals and the postings. */
export const bookFault = z.strictObject({
  kind: z.string(),
  /** Null for the platform's own audit log. */
  tenant_id: idOut.nullable(),
  /**
   * The record at fault: `entry:12`, `ledger:7`, `group:3`, `day:2026-03-09`, `counter:1` of an
   * entry type, `funding-transaction:5`, `transfer:4`, `payroll-run:2`, `payslip:9`,
   * `salary-advance:8`.
   */
  subject: z.string(),
  message: z.string(),
});

export const checkBooks = endpoint({
  method: "GET",
  path: "/books/check",
  summary: "Recompute the books of one organization or all organizations, and list the faults",
  access: "books.check",
  query: z.strictObject({ tenant_id: organizationFilter }),
  data: z.strictObject({ agree: z.boolean(), faults: z.array(bookFault) }),
});
