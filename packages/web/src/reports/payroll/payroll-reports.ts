import type { ReportLink } from "../frame/report-link.ts";

/** The reports of payroll, in the order in which they are listed. */
export const payrollReports: readonly ReportLink[] = [];
