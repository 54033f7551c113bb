import { monthName } from "@kontor/payroll/month";
import { z } from "zod";

import { describeList, type SummaryRow } from "../list.ts";
import { describeReport } from "../reports/report.ts";
import { date } from "../wire/dates.ts";
import { idOut, organizationFilter } from "../wire/ids.ts";
import { pageQuery, sortBy } from "../wire/lists.ts";
import { money } from "../wire/money.ts";
import { advanceOwnerFields, advanceOwnerColumns } from "./advances-outstanding.ts";

/** The period of amounts that are overdue. */
export const overduePeriod = "overdue";

/** The label of a month of the forecast. */
export function forecastMonthName(period: string): string {
  return period === overduePeriod ? "Overdue" : monthName(period);
}

export const forecastGroupings = ["month", "organization", "instalment"] as const;

const forecastAmounts = { principal: money, interest: money, total: money };

export const forecastRow = z.strictObject({
  ...advanceOwnerFields,
  /** Null for a month, which may cover several organizations. */
  tenant_id: idOut.nullable(),
  company_id: idOut.nullable(),
  /** `YYYY-MM` or `overdue`; null when an organization's months are added up. */
  period: z.string().nullable(),
  /** Set for a single instalment; null when several are added up. */
  instalment: z
    .strictObject({
      advance_id: idOut,
      number: z.string(),
      /** Its number in the plan, and its due date. */
      position: z.int().positive(),
      due: date,
    })
    .nullable(),
  instalments: z.int().min(0),
  people: z.int().min(0),
  ...forecastAmounts,
});

export const advanceForecast = z.strictObject({
  rows: z.array(forecastRow),
  totals: z.strictObject(forecastAmounts),
  /** Each month in which anything is due, summed over the organizations of the filter. */
  months: z.array(z.strictObject({ period: z.string(), ...forecastAmounts })),
});

export const forecastSorts = [
  "period",
  "name",
  "organization",
  "advance",
  "position",
  "due",
  "people",
  "instalments",
  "principal",
  "interest",
  "total",
] as const;

export const advanceForecastReport = describeReport({
  path: "/payroll/advance-forecast",
  summary: "Expected recoveries of salary advances by month, from their repayment plans",
  access: "salary-advances.read",
  query: {
    tenant_id: organizationFilter,
    by: z
      .enum(forecastGroupings, { error: "Choose month, organization or instalment." })
      .default("month"),
    period: z
      .string()
      .regex(/^(\d{4}-(0[1-9]|1[0-2])|overdue)$/, { error: "Give a month as YYYY-MM." })
      .optional(),
    sort: sortBy(forecastSorts),
  },
  paged: pageQuery(25),
  data: advanceForecast,
});

type Row = z.output<typeof forecastRow>;

const amountColumn = (header: string, name: keyof typeof forecastAmounts) => ({
  header,
  kind: "money" as const,
  width: 18,
  value: (row: Row) => row[name],
  phone: name === "total" ? ("amount" as const) : ("none" as const),
});

const forecastBaseList = describeList<Row>()({
  label: "Recovery Forecast",
  columns: {
    period: {
      header: "Month",
      kind: "text",
      width: 18,
      value: (row) => (row.period === null ? null : forecastMonthName(row.period)),
      phone: "what",
    },
    ...advanceOwnerColumns<Row>(),
    advance: {
      header: "Advance",
      kind: "text",
      width: 12,
      value: (row) => row.instalment?.number ?? null,
      phone: "detail",
    },
    position: {
      header: "Instalment",
      kind: "count",
      width: 11,
      value: (row) => row.instalment?.position ?? null,
      phone: "none",
    },
    due: {
      header: "Due",
      kind: "date",
      value: (row) => row.instalment?.due ?? null,
      phone: "detail",
    },
    people: {
      header: "People",
      kind: "count",
      width: 10,
      value: (row) => row.people,
      phone: "none",
    },
    instalments: {
      header: "Instalments",
      kind: "count",
      width: 12,
      value: (row) => row.instalments,
      phone: "detail",
    },
    principal: amountColumn("Principal", "principal"),
    interest: amountColumn("Interest", "interest"),
    total: amountColumn("To Recover", "total"),
  },
  sorts: forecastSorts,
  landscape: true,
});

type Key = keyof typeof forecastBaseList.columns;

const columnsByGrouping: Readonly<Record<(typeof forecastGroupings)[number], readonly Key[]>> = {
  month: ["period", "people", "instalments", "principal", "interest", "total"],
  organization: ["name", "people", "instalments", "principal", "interest", "total"],
  instalment: [
    "advance",
    "name",
    "organization",
    "position",
    "due",
    "principal",
    "interest",
    "total",
  ],
};

/** The columns of the forecast, by its grouping. */
export function forecastList(by: (typeof forecastGroupings)[number]): typeof forecastBaseList {
  const columns = columnsByGrouping[by];
  const main = { month: "period", organization: "name", instalment: "advance" } as const;
  return {
    ...forecastBaseList,
    screen: columns,
    sheet: columns,
    paper: columns,
    main: main[by],
    labelIn: by === "month" ? "period" : "name",
  };
}

/** The total row. */
export function forecastTotal(totals: z.output<typeof advanceForecast>["totals"]): SummaryRow<Key> {
  return { label: "Total", cells: totals };
}
