import { IconBuildingBank, IconUsers } from "@tabler/icons-react";

import type { ReportLink } from "../frame/report-link.ts";

/** The reports of payroll, in the order in which they are listed. */
export const payrollReports: readonly ReportLink[] = [
  {
    label: "Payroll Register",
    about: "Everybody's pay of a month by component, to the payslip",
    to: "/app/reports/payroll/register",
    icon: IconUsers,
    permission: "payroll.read",
  },
  {
    label: "Statutory Schedules",
    about:
      "PAYE, pension, NHF, NSITF and ITF by authority: what is due, until when, what is remitted",
    to: "/app/reports/payroll/statutory",
    icon: IconBuildingBank,
    permission: "payroll.read",
  },
];
