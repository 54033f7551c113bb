import {
  IconArrowsDiff,
  IconBuildingBank,
  IconCalendarDollar,
  IconCalendarStats,
  IconCashBanknote,
  IconChartBar,
  IconCreditCardPay,
  IconHourglass,
  IconUsers,
} from "@tabler/icons-react";

import type { ReportLink } from "../frame/report-link.ts";

/** The payroll reports in the order of the list. */
export const payrollReports: readonly ReportLink[] = [
  {
    label: "Payroll Register",
    about: "Everybody's pay of a month by component, to the payslip",
    to: "/app/reports/payroll/register",
    icon: IconUsers,
    permission: "payroll.read",
  },
  {
    label: "Payment List",
    about: "Who is paid how, what failed and why, by status and bank",
    to: "/app/reports/payroll/payments",
    icon: IconCreditCardPay,
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
  {
    label: "Year to Date",
    about: "What each employee earned this year, and what was withheld of it",
    to: "/app/reports/payroll/year-to-date",
    icon: IconCalendarStats,
    permission: "payroll.read",
  },
  {
    label: "Employer's Cost",
    about: "What people cost by month or department, and where the money went",
    to: "/app/reports/payroll/employer-cost",
    icon: IconChartBar,
    permission: "payroll.read",
  },
  {
    label: "Pay Variance",
    about: "How everybody's pay of a month differs from that of any other month",
    to: "/app/reports/payroll/variance",
    icon: IconArrowsDiff,
    permission: "payroll.read",
  },
  {
    label: "Advances Outstanding",
    about:
      "What is owed of salary advances, by employee, advance or organization, beside the books",
    to: "/app/reports/payroll/advances",
    icon: IconCashBanknote,
    permission: "salary-advances.read",
  },
  {
    label: "Advances by Age",
    about: "How long advances are past due, or how long ago they were paid",
    to: "/app/reports/payroll/advances-ageing",
    icon: IconHourglass,
    permission: "salary-advances.read",
  },
  {
    label: "Recovery Forecast",
    about: "What comes back of advances in the months to come",
    to: "/app/reports/payroll/advance-forecast",
    icon: IconCalendarDollar,
    permission: "salary-advances.read",
  },
];
