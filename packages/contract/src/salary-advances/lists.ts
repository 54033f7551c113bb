import type { z } from "zod";

import { describeList } from "../list.ts";
import type { salaryAdvanceItem } from "./advances.ts";

/** Salary advances, the latest change first. */
export const salaryAdvancesList = describeList<z.output<typeof salaryAdvanceItem>>()({
  label: "Salary Advances",
  columns: {
    number: {
      header: "Number",
      kind: "text",
      sortedAs: "count",
      width: 12,
      value: (row) => row.number,
    },
    emp_name: {
      header: "Employee Name",
      kind: "text",
      wrap: true,
      value: (row) => row.emp_name,
      phone: "what",
    },
    /** This column is shown even when all rows belong to one organization. */
    company_name: {
      header: "Company Name",
      kind: "text",
      wrap: true,
      whose: true,
      value: (row) => row.company_name,
    },
    amount: {
      header: "Amount Borrowed",
      kind: "money",
      value: (row) => row.amount,
      phone: "amount",
    },
    payback_amount: {
      header: "Payback Amount",
      kind: "money",
      value: (row) => row.payback_amount,
      phone: "none",
    },
    outstanding: { header: "Outstanding", kind: "money", value: (row) => row.outstanding },
    status: { header: "Status", kind: "status", value: (row) => row.status, phone: "end" },
    requested_at: { header: "Requested On", kind: "moment", value: (row) => row.requested_at },
    updated_at: {
      header: "Updated On",
      kind: "moment",
      value: (row) => row.updated_at,
      phone: "detail",
    },
  },
  screen: ["emp_name", "company_name", "amount", "payback_amount", "status", "updated_at"],
  main: "emp_name",
  sheet: [
    "number",
    "emp_name",
    "company_name",
    "amount",
    "payback_amount",
    "outstanding",
    "status",
    "requested_at",
    "updated_at",
  ],
  paper: ["number", "emp_name", "company_name", "amount", "payback_amount", "status", "updated_at"],
  sorts: ["emp_name", "company_name", "amount", "payback_amount", "status", "updated_at"],
  numbered: true,
  landscape: true,
});
