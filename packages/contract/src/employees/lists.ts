import type { z } from "zod";

import { describeList } from "../list.ts";
import { employeeSorts, payrollRequirement } from "../reference/employees.ts";
import type { employeeListItem } from "./employees.ts";

/** Employees by name, with their pay. */
export const employeesList = describeList<z.output<typeof employeeListItem>>()({
  label: "Employees",
  columns: {
    staff_no: { header: "Staff No.", kind: "text", width: 14, value: (row) => row.staff_no },
    name: {
      header: "Name",
      kind: "text",
      wrap: true,
      value: (row) => `${row.last_name}, ${row.first_name}`,
      phone: "what",
    },
    last_name: { header: "Last Name", kind: "text", width: 20, value: (row) => row.last_name },
    first_name: { header: "First Name", kind: "text", width: 20, value: (row) => row.first_name },
    organization: {
      header: "Organization",
      kind: "text",
      value: (row) => row.organization,
      organization: true,
    },
    branch: { header: "Branch", kind: "text", width: 18, value: (row) => row.branch },
    department: {
      header: "Department",
      kind: "text",
      width: 18,
      value: (row) => row.department,
      phoneOfSeveral: "none",
    },
    designation: {
      header: "Designation",
      kind: "text",
      width: 22,
      value: (row) => row.designation,
    },
    grade: { header: "Grade", kind: "text", width: 10, value: (row) => row.grade },
    status: { header: "Status", kind: "status", width: 12, value: (row) => row.status },
    start_date: { header: "Start", kind: "date", value: (row) => row.start_date },
    exit_date: { header: "Last Day", kind: "date", value: (row) => row.exit_date },
    monthly_pay: { header: "Monthly Pay", kind: "money", value: (row) => row.monthly_pay },
    /**
     * The screen shows the missing data on hover. Payroll needs no further data of employees who
     * have left.
     */
    payroll: {
      header: "Payroll",
      kind: "status",
      value: (row) => {
        if (row.status === "EXITED") return null;
        return row.missing.length === 0 ? "Ready" : `${row.missing.length} missing`;
      },
    },
    missing: {
      header: "Missing for Payroll",
      kind: "text",
      width: 40,
      wrap: true,
      value: ({ status, missing }) =>
        status === "EXITED" ? "" : missing.map((code) => payrollRequirement(code).title).join(", "),
      phone: "none",
    },
  },
  screen: ["staff_no", "name", "organization", "department", "status", "payroll", "monthly_pay"],
  main: "name",
  sheet: [
    "staff_no",
    "last_name",
    "first_name",
    "organization",
    "branch",
    "department",
    "designation",
    "grade",
    "status",
    "start_date",
    "exit_date",
    "monthly_pay",
    "missing",
  ],
  paper: ["staff_no", "name", "organization", "department", "status", "monthly_pay", "missing"],
  sorts: employeeSorts,
  labelIn: "name",
  landscape: true,
});

const withoutPay = (keys: typeof employeesList.screen = []) =>
  keys.filter((key) => key !== "monthly_pay");

/** The same for users who may not see pay, without a column of it. */
export const employeesWithoutPay: typeof employeesList = {
  ...employeesList,
  screen: withoutPay(employeesList.screen),
  sheet: withoutPay(employeesList.sheet),
  paper: withoutPay(employeesList.paper),
};
