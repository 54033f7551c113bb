import { displayKobo, type Kobo } from "@kontor/books/money";
import { monthName } from "@kontor/payroll/month";
import { z } from "zod";

import { describeList, organizationColumn, type SummaryRow, unlessZero } from "../list.ts";
import { month, signedMoney, signedKobo } from "../payroll/runs.ts";
import { describeReport } from "../reports/report.ts";
import { idOut, organizationFilter } from "../wire/ids.ts";
import { pageQuery, search, sortBy } from "../wire/lists.ts";
import { money } from "../wire/money.ts";
import { monthOrLatest, monthsInOrder, monthsWithinMax } from "./months.ts";

const signedColumn = <Row extends object>(header: string, value: (row: Row) => Kobo | null) => ({
  header,
  kind: "net" as const,
  width: 17,
  value,
  phone: "none" as const,
});

/* An employee's earnings in a year. */

const yearAmounts = {
  gross: signedMoney,
  /** Benefits in kind: taxed, not paid, and not in gross. */
  benefits: signedMoney,
  pension: money,
  nhf: money,
  paye: money,
  /** Recovered advances, including interest. */
  advances: money,
  /** Negative when refunds of deductions exceed the deductions. */
  other: signedMoney,
  net: signedMoney,
  /** The employer's contributions in addition to gross; unknown for the time before Kontor. */
  employer: money,
};

export const employeeYear = z.strictObject({
  tenant_id: idOut,
  company_id: idOut,
  organization: z.string(),
  employee_id: idOut,
  staff_no: z.string(),
  name: z.string(),
  /** The number of months of the year paid in Kontor. */
  months: z.int().min(0),
  /** Whether opening figures, which are on no payslip, are included. */
  opening: z.boolean(),
  ...yearAmounts,
});

export const yearToDate = z.strictObject({
  /** The last month of the report, `YYYY-MM`. */
  period: month,
  rows: z.array(employeeYear),
  /** Over all rows, on every page. */
  totals: z.strictObject(yearAmounts),
  /** The number of employees with opening figures. */
  openings: z.int().min(0),
});

export const yearSorts = [
  "name",
  "organization",
  "gross",
  "paye",
  "pension",
  "nhf",
  "advances",
  "other",
  "net",
  "employer",
] as const;

export const yearToDateReport = describeReport({
  path: "/payroll/year-to-date",
  summary: "Each employee’s earnings from January to a month, including opening figures",
  access: "payroll.read",
  query: { tenant_id: organizationFilter, period: monthOrLatest, search, sort: sortBy(yearSorts) },
  paged: pageQuery(25),
  data: yearToDate,
});

type YearRow = z.output<typeof employeeYear>;

const yearColumn = (
  header: string,
  name: "pension" | "nhf" | "paye" | "advances" | "employer",
) => ({
  header,
  kind: "money" as const,
  width: 15,
  value: (row: YearRow) => unlessZero(row[name]),
  phone: "none" as const,
});

export const yearToDateList = describeList<YearRow>()({
  label: "Year to Date",
  columns: {
    staff_no: {
      header: "Staff No.",
      kind: "text",
      width: 11,
      value: (row) => row.staff_no,
      phone: "detail",
    },
    name: { header: "Name", kind: "text", wrap: true, value: (row) => row.name, phone: "what" },
    organization: organizationColumn(20),
    months: {
      header: "Months",
      kind: "count",
      width: 8,
      value: (row) => row.months,
      phone: "none",
    },
    gross: signedColumn("Gross", (row: YearRow) => signedKobo(row.gross)),
    benefits: {
      ...signedColumn("Benefits in Kind", (row: YearRow) => unlessZero(signedKobo(row.benefits))),
      width: 15,
    },
    paye: yearColumn("PAYE", "paye"),
    pension: yearColumn("Pension", "pension"),
    nhf: yearColumn("NHF", "nhf"),
    advances: yearColumn("Advances", "advances"),
    other: {
      ...signedColumn("Other Deductions", (row: YearRow) => unlessZero(signedKobo(row.other))),
      width: 15,
    },
    net: { ...signedColumn("Net", (row: YearRow) => signedKobo(row.net)), phone: "amount" },
    employer: yearColumn("Employer’s Part", "employer"),
  },
  // Columns that do not fit on a screen are in the file and on the employee's page.
  screen: yearSorts,
  sorts: yearSorts,
  organizationUnder: "name",
  main: "name",
  labelIn: "name",
  landscape: true,
});

/** The total row. */
export function yearTotal({
  gross,
  benefits,
  other,
  net,
  ...rest
}: z.output<typeof yearToDate>["totals"]): SummaryRow<keyof typeof yearToDateList.columns> {
  const signed = {
    gross: signedKobo(gross),
    benefits: signedKobo(benefits),
    other: signedKobo(other),
    net: signedKobo(net),
  };
  return { label: "Total", cells: { ...rest, ...signed } };
}

/* Staff costs of the employer. */

const costAmounts = {
  gross: signedMoney,
  pension: money,
  nsitf: money,
  itf: money,
  /** Gross plus the employer's contributions. */
  cost: signedMoney,
};

export const costGroupings = ["month", "department"] as const;

export const employerCostRow = z.strictObject({
  tenant_id: idOut,
  organization: z.string(),
  /** `YYYY-MM`; null when the months are added up by department. */
  period: z.string().nullable(),
  /** Null when departments are added up by month. */
  department: z.string().nullable(),
  people: z.int().min(0),
  ...costAmounts,
});

export const employerCost = z.strictObject({
  rows: z.array(employerCostRow),
  totals: z.strictObject(costAmounts),
  /** Each month of the range, summed over the organizations. */
  months: z.array(z.strictObject({ period: z.string(), ...costAmounts })),
  /** The split of the last month's cost; null when nothing was paid. */
  last: z
    .strictObject({
      period: z.string(),
      net: signedMoney,
      paye: money,
      /** Employee's and employer's part. */
      pension: money,
      nhf: money,
      nsitf: money,
      itf: money,
      advances: money,
      other: signedMoney,
    })
    .nullable(),
});

export const employerCostReport = describeReport({
  path: "/payroll/employer-cost",
  summary: "Employer’s cost over several months, by month or by department",
  access: "payroll.read",
  query: {
    tenant_id: organizationFilter,
    from: month,
    to: month,
    by: z.enum(costGroupings, { error: "Choose month or department." }).default("month"),
  },
  rules: [monthsInOrder("to"), monthsWithinMax("to")],
  data: employerCost,
});

type CostRow = z.output<typeof employerCostRow>;

const costColumn = (header: string, name: "pension" | "nsitf" | "itf") => ({
  header,
  kind: "money" as const,
  width: 18,
  value: (row: CostRow) => unlessZero(row[name]),
  phone: "none" as const,
});

const costColumns = {
  period: {
    header: "Month",
    kind: "text" as const,
    sortedAs: "day" as const,
    width: 18,
    value: (row: CostRow) => row.period && monthName(row.period),
    by: (row: CostRow) => row.period,
    phone: "what" as const,
  },
  department: {
    header: "Department",
    kind: "text" as const,
    wrap: true as const,
    value: (row: CostRow) => (row.department === "" ? "No department" : row.department),
    phone: "what" as const,
  },
  organization: organizationColumn(),
  people: {
    header: "People",
    kind: "count" as const,
    width: 10,
    value: (row: CostRow) => row.people,
    phone: "none" as const,
  },
  gross: signedColumn("Gross", (row: CostRow) => signedKobo(row.gross)),
  pension: costColumn("Employer’s Pension", "pension"),
  nsitf: costColumn("NSITF", "nsitf"),
  itf: costColumn("ITF", "itf"),
  cost: {
    ...signedColumn("Cost", (row: CostRow) => signedKobo(row.cost)),
    phone: "amount" as const,
  },
};

/** By month or by department. */
export function employerCostList(by: (typeof costGroupings)[number]) {
  const first = by === "month" ? "period" : "department";
  const shown = [
    first,
    "organization",
    "people",
    "gross",
    "pension",
    "nsitf",
    "itf",
    "cost",
  ] as const;
  return describeList<CostRow>()({
    label: "Employer’s Cost",
    columns: costColumns,
    screen: shown,
    sheet: shown,
    paper: shown,
    main: first,
    labelIn: first,
    landscape: true,
  });
}

/** The total row. */
export function costTotal({
  gross,
  cost,
  ...rest
}: z.output<typeof employerCost>["totals"]): SummaryRow<keyof typeof costColumns> {
  return { label: "Total", cells: { ...rest, gross: signedKobo(gross), cost: signedKobo(cost) } };
}

/** Gross, pension, NSITF and ITF of a month, as the series of a chart. */
export function costSeries({
  gross,
  pension,
  nsitf,
  itf,
}: Pick<CostRow, "gross" | "pension" | "nsitf" | "itf">): Kobo[] {
  return [signedKobo(gross), pension, displayKobo(nsitf + itf)];
}
