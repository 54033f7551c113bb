import { IconCash, IconReceipt, type Icon } from "@tabler/icons-react";

import type { ReportLink } from "./frame/report-link.ts";
import { payrollReports } from "./payroll/payroll-reports.ts";
import { transactionReports } from "./transaction/transaction-reports.ts";

export type ReportSection = {
  label: string;
  to: "/app/reports/payroll" | "/app/reports/transaction";
  icon: Icon;
  reports: readonly ReportLink[];
  /** The text shown when the user may see none of the reports. */
  empty: string;
};

/** The side menu of Reports from top to bottom. */
export const sections = {
  payroll: {
    label: "Payroll Reports",
    to: "/app/reports/payroll",
    icon: IconCash,
    reports: payrollReports,
    empty: "There are no payroll reports available",
  },
  transaction: {
    label: "Transaction Reports",
    to: "/app/reports/transaction",
    icon: IconReceipt,
    reports: transactionReports,
    empty: "There are no transaction reports available",
  },
} as const satisfies Readonly<Record<string, ReportSection>>;
