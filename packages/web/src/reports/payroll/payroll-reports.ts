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
    about: "Everybody’s pay for a month by component, down to the payslip",
    to: "/app/reports/payroll/register",
    icon: IconUsers,
    permission: "payroll.read",
  },
  {
    label: "Payment List",
    about: "Payments by status and bank, with reasons for failures",
    to: "/app/reports/payroll/payments",
    icon: IconCreditCardPay,
    permission: "payroll.read",
  },
  {
    label: "Statutory Schedules",
    about: "PAYE, pension, NHF, NSITF and ITF by authority: amounts due, due dates and remittances",
    to: "/app/reports/payroll/statutory",
    icon: IconBuildingBank,
    permission: "payroll.read",
  },
  {
    label: "Year to Date",
    about: "What each employee earned this year, and what was withheld",
    to: "/app/reports/payroll/year-to-date",
    icon: IconCalendarStats,
    permission: "payroll.read",
  },
  {
    label: "Employer’s Cost",
    about: "Employment cost by month or department, and where the money went",
    to: "/app/reports/payroll/employer-cost",
    icon: IconChartBar,
    permission: "payroll.read",
  },
  {
    label: "Pay Variance",
    about: "How everybody’s pay for a month differs from any other month",
    to: "/app/reports/payroll/variance",
    icon: IconArrowsDiff,
    permission: "payroll.read",
  },
  {
    label: "Advances Outstanding",
    about:
      "Outstanding salary advances by employee, advance or organization, compared with the books",
    to: "/app/reports/payroll/advances",
    icon: IconCashBanknote,
    permission: "salary-advances.read",
  },
  {
    label: "Advances by Age",
    about: "Outstanding advances by days past due or days since payment",
    to: "/app/reports/payroll/advances-ageing",
    icon: IconHourglass,
    permission: "salary-advances.read",
  },
  {
    label: "Recovery Forecast",
    about: "Expected recoveries of advances in the coming months",
    to: "/app/reports/payroll/advance-forecast",
    icon: IconCalendarDollar,
    permission: "salary-advances.read",
  },
];
