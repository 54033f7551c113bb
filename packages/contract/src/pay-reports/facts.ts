import { monthName, monthOf } from "@kontor/payroll/month";
import type { RemittanceScheme } from "@kontor/payroll/statutory/remittance";

import { fact, type Fact } from "../facts.ts";
import { formatDate } from "../format.ts";
import { authorityName, schemeNames } from "../payroll/remittances.ts";
import { bankWithCode } from "../reference/banks.ts";
import { forecastMonth } from "./advance-forecast.ts";
import { bucketName, type AgeingBasis, type AgeingBucket } from "./advances-owed.ts";
import { monthsName } from "./months.ts";
import { payComponents, type PayComponent } from "./pay-variance.ts";
import { paymentTitles, type paymentShows } from "./payment-list.ts";
import { divisionName, divisionTitles, type RegisterDivision } from "./payroll-register.ts";
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

type Searched = { search?: string | undefined };
type OfMonth = { period: string };
type Division = "employee" | "advance" | "organization";

type Narrowed = {
  group?: RegisterDivision | undefined;
  /** The key of one branch, department and so on. */
  division?: string | undefined;
  employee_id?: number | undefined;
  scheme?: RemittanceScheme | undefined;
};

type Registered = {
  runs: readonly { number: string }[];
  subtotals: readonly { division: string }[];
  rows: readonly { name: string }[];
};

/** The label of a register's filter; undefined for all payslips. */
export function registerPart(
  of: Narrowed,
  { subtotals, rows }: Pick<Registered, "subtotals" | "rows">,
): Record<"division" | "employee" | "scheme", string | undefined> {
  const { group, division, employee_id, scheme } = of;
  const named = subtotals[0]?.division ?? division;
  return {
    division: group && division && named !== undefined ? divisionName(named, group) : undefined,
    employee: employeeShown({ employee_id }, { rows }),
    scheme: scheme && `In the schedule of ${schemeNames[scheme]}`,
  };
}

/** @param register the runs that posted its months, and the name of the filter's subject */
export function registerFacts(
  of: OfMonth & Narrowed & { from?: string | undefined },
  register: Registered = { runs: [], subtotals: [], rows: [] },
): readonly Fact[] {
  const { from, period, group } = of;
  const part = registerPart(of, register);
  const isOne = from === undefined || from === period;
  return [
    [isOne ? "Month" : "Months", monthsName(from, period)],
    ...fact("Payroll Runs", register.runs.map(({ number }) => number).join(", ")),
    ...(part.division === undefined
      ? fact("Subtotals by", group && divisionTitles[group])
      : fact(group ? divisionTitles[group] : "Of", part.division)),
    ...fact("Employee", part.employee),
    ...fact("Payslips", part.scheme),
  ];
}

/** The filters of a variance. */
export function varianceFacts(
  of: OfMonth & {
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
  of: OfMonth & {
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
  of: OfMonth & { kind: ScheduleKind; authority?: string | undefined },
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
  of: OfMonth &
    Searched & { show?: (typeof paymentShows)[number] | undefined; bank?: string | undefined },
  run: { number: string } | undefined,
): readonly Fact[] {
  const { show, bank } = of;
  return [
    ["Month", monthName(of.period)],
    ...fact("Payroll Run", run?.number),
    ...fact("Shown", show && (show === "exceptions" ? "Exceptions" : paymentTitles[show])),
    ...fact("Bank", bank && (bankWithCode(bank)?.name ?? "No bank account")),
    ...fact("Search", of.search),
  ];
}

/** The filters of the year to date. */
export function yearToDateFacts(of: OfMonth & Searched): readonly Fact[] {
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
    ["Months", monthsName(of.from, of.to)],
    ["By", of.by === "department" ? "Department" : "Month"],
  ];
}

const divisionNames: Readonly<Record<Division, string>> = {
  employee: "Employee",
  advance: "Advance",
  organization: "Organization",
};

type OfOne = { employee_id?: number | undefined };
type Named = { rows: readonly { name: string }[] };

/** The name of the employee in the filter; undefined for all employees. */
export function employeeShown(
  { employee_id }: OfOne,
  { rows }: Named = { rows: [] },
): string | undefined {
  return employee_id === undefined ? undefined : (rows[0]?.name ?? "One employee");
}

/** @param shown has the name of the employee in the filter */
export function outstandingFacts(
  of: { as_of: string; by?: Division | undefined } & Searched & OfOne,
  shown?: Named,
): readonly Fact[] {
  return [
    ["As Of", formatDate(of.as_of)],
    ["By", divisionNames[of.by ?? "employee"]],
    ...fact("Employee", employeeShown(of, shown)),
    ...fact("Search", of.search),
  ];
}

/** @param shown has the name of the employee in the filter */
export function ageingFacts(
  of: {
    as_of: string;
    basis: AgeingBasis;
    by?: Division | undefined;
    bucket?: AgeingBucket | undefined;
  } & Searched &
    OfOne,
  shown?: Named,
): readonly Fact[] {
  return [
    ["As Of", formatDate(of.as_of)],
    ["By Days", of.basis === "due" ? "Past due" : "Since payment"],
    ["By", divisionNames[of.by ?? "employee"]],
    ...fact("Of Them", of.bucket && bucketName(of.basis, of.bucket)),
    ...fact("Employee", employeeShown(of, shown)),
    ...fact("Search", of.search),
  ];
}

/** @param today amounts are overdue by this day */
export function forecastFacts(of: { period?: string | undefined }, today: string): readonly Fact[] {
  return [["As Of", formatDate(today)], ...fact("Month", of.period && forecastMonth(of.period))];
}
