import { monthName, monthOf } from "@kontor/payroll/month";
import type { RemittanceScheme } from "@kontor/payroll/statutory/remittance";

import { fact, type Fact } from "../facts.ts";
import { formatDate } from "../format.ts";
import { authorityName, schemeNames } from "../payroll/remittances.ts";
import { bankByCode } from "../reference/banks.ts";
import { forecastMonthName } from "./advance-forecast.ts";
import { bucketName, type AgeingBasis, type AgeingBucket } from "./advances-outstanding.ts";
import { monthRangeName } from "./months.ts";
import { payComponents, type PayComponent } from "./pay-variance.ts";
import { paymentTitles, type paymentFilters } from "./payment-list.ts";
import { divisionName, groupingTitles, type RegisterGrouping } from "./payroll-register.ts";
import { periodName, statutoryDuesList, type DueFigure } from "./statutory-dues.ts";
import {
  hasAuthorities,
  isYearlySchedule,
  noAuthority,
  type ScheduleKind,
} from "./statutory-schedules.ts";

/*
 * The subject and filters of each report on pay and advances, for the heading of its PDF and its
 * printed page.
 */

type SearchFilter = { search?: string | undefined };
type MonthFilter = { period: string };
type AdvanceGrouping = "employee" | "advance" | "organization";

type RegisterFilter = {
  group?: RegisterGrouping | undefined;
  /** The key of one branch, department and so on. */
  division?: string | undefined;
  employee_id?: number | undefined;
  scheme?: RemittanceScheme | undefined;
};

type RegisterContent = {
  runs: readonly { number: string }[];
  subtotals: readonly { division: string }[];
  rows: readonly { name: string }[];
};

/** The label of a register's filter; undefined for all payslips. */
export function registerFilterLabels(
  of: RegisterFilter,
  { subtotals, rows }: Pick<RegisterContent, "subtotals" | "rows">,
): Record<"division" | "employee" | "scheme", string | undefined> {
  const { group, division, employee_id, scheme } = of;
  const named = subtotals[0]?.division ?? division;
  return {
    division: group && division && named !== undefined ? divisionName(named, group) : undefined,
    employee: filteredEmployeeName({ employee_id }, { rows }),
    scheme: scheme && `In the schedule of ${schemeNames[scheme]}`,
  };
}

/** @param register the runs that posted its months, and the name of the filter's subject */
export function registerFacts(
  of: MonthFilter & RegisterFilter & { from?: string | undefined },
  register: RegisterContent = { runs: [], subtotals: [], rows: [] },
): readonly Fact[] {
  const { from, period, group } = of;
  const part = registerFilterLabels(of, register);
  const isOne = from === undefined || from === period;
  return [
    [isOne ? "Month" : "Months", monthRangeName(from, period)],
    ...fact("Payroll Runs", register.runs.map(({ number }) => number).join(", ")),
    ...(part.division === undefined
      ? fact("Subtotals by", group && groupingTitles[group])
      : fact(group ? groupingTitles[group] : "Of", part.division)),
    ...fact("Employee", part.employee),
    ...fact("Payslips", part.scheme),
  ];
}

/** The filters of a variance. */
export function varianceFacts(
  of: MonthFilter & {
    compared: string;
    with_same?: boolean | undefined;
    component?: PayComponent | undefined;
  },
): readonly Fact[] {
  return [
    ["Month", monthName(of.period)],
    ["Compared with", monthName(of.compared)],
    ...(of.component === undefined
      ? fact("Employees", of.with_same === true ? "All" : "Those whose pay differs")
      : fact("Component", payComponents[of.component])),
  ];
}

/** @param today periods that are not over are as of this day */
export function duesFacts(
  of: MonthFilter & {
    open?: boolean | undefined;
    scheme?: RemittanceScheme | undefined;
    figure?: DueFigure | undefined;
  },
  today: string,
): readonly Fact[] {
  return [
    [of.open === true ? "Outstanding up to" : "Month", monthName(of.period)],
    ...(of.period < monthOf(today) ? [] : fact("As Of", formatDate(today))),
    ...fact("Schedule", of.scheme && schemeNames[of.scheme]),
    ...fact("Amounts", of.figure && statutoryDuesList.columns[of.figure].header),
  ];
}

/** The filters of a statutory schedule, with the authority when the scheme has several. */
export function scheduleFacts(
  of: MonthFilter & { kind: ScheduleKind; authority?: string | undefined },
): readonly Fact[] {
  const authority = of.authority === noAuthority ? "" : of.authority;
  const whose =
    hasAuthorities(of.kind) && authority !== undefined
      ? authorityName(of.kind as "PAYE", authority)
      : null;
  return [
    [isYearlySchedule(of.kind) ? "Year" : "Month", periodName(of.period)],
    ...fact("Authority", whose),
  ];
}

/** @param run the run of the filter, if any */
export function paymentsFacts(
  of: MonthFilter &
    SearchFilter & {
      show?: (typeof paymentFilters)[number] | undefined;
      bank?: string | undefined;
    },
  run: { number: string } | undefined,
): readonly Fact[] {
  const { show, bank } = of;
  return [
    ["Month", monthName(of.period)],
    ...fact("Payroll Run", run?.number),
    ...fact("Shown", show && (show === "exceptions" ? "Exceptions" : paymentTitles[show])),
    ...fact("Bank", bank && (bankByCode(bank)?.name ?? "No bank account")),
    ...fact("Search", of.search),
  ];
}

/** The filters of the year to date. */
export function yearToDateFacts(of: MonthFilter & SearchFilter): readonly Fact[] {
  const isJanuary = of.period.endsWith("-01");
  return [[isJanuary ? "Month" : "January to", monthName(of.period)], ...fact("Search", of.search)];
}

/** The filters of the employer’s cost. */
export function costFacts(of: {
  from: string;
  to: string;
  by?: "month" | "department" | undefined;
}): readonly Fact[] {
  return [
    ["Months", monthRangeName(of.from, of.to)],
    ["By", of.by === "department" ? "Department" : "Month"],
  ];
}

const groupingNames: Readonly<Record<AdvanceGrouping, string>> = {
  employee: "Employee",
  advance: "Advance",
  organization: "Organization",
};

type EmployeeFilter = { employee_id?: number | undefined };
type NamedRows = { rows: readonly { name: string }[] };

/** The name of the employee in the filter; undefined for all employees. */
export function filteredEmployeeName(
  { employee_id }: EmployeeFilter,
  { rows }: NamedRows = { rows: [] },
): string | undefined {
  return employee_id === undefined ? undefined : (rows[0]?.name ?? "One employee");
}

/** @param shown has the name of the employee in the filter */
export function outstandingFacts(
  of: { as_of: string; by?: AdvanceGrouping | undefined } & SearchFilter & EmployeeFilter,
  shown?: NamedRows,
): readonly Fact[] {
  return [
    ["As Of", formatDate(of.as_of)],
    ["By", groupingNames[of.by ?? "employee"]],
    ...fact("Employee", filteredEmployeeName(of, shown)),
    ...fact("Search", of.search),
  ];
}

/** @param shown has the name of the employee in the filter */
export function ageingFacts(
  of: {
    as_of: string;
    basis: AgeingBasis;
    by?: AdvanceGrouping | undefined;
    bucket?: AgeingBucket | undefined;
  } & SearchFilter &
    EmployeeFilter,
  shown?: NamedRows,
): readonly Fact[] {
  return [
    ["As Of", formatDate(of.as_of)],
    ["By Days", of.basis === "due" ? "Past due" : "Since payment"],
    ["By", groupingNames[of.by ?? "employee"]],
    ...fact("Of Them", of.bucket && bucketName(of.basis, of.bucket)),
    ...fact("Employee", filteredEmployeeName(of, shown)),
    ...fact("Search", of.search),
  ];
}

/** @param today amounts are overdue by this day */
export function forecastFacts(of: { period?: string | undefined }, today: string): readonly Fact[] {
  return [
    ["As Of", formatDate(today)],
    ...fact("Month", of.period && forecastMonthName(of.period)),
  ];
}
