import { displayKobo, type Kobo } from "@kontor/books/money";
import { isMonth } from "@kontor/payroll/month";
import { isYearly, REMITTANCE_SCHEMES } from "@kontor/payroll/statutory/remittance";
import { z } from "zod";

import { describeList, type List, type SummaryRow } from "../list.ts";
import { recordGap } from "../payroll/record-gaps.ts";
import { isYear, remittance, remittancePeriod } from "../payroll/remittances.ts";
import { signedMoney, signedKobo } from "../payroll/runs.ts";
import { genders } from "../reference/employees.ts";
import { describeReport } from "../reports/report.ts";
import { date } from "../wire/dates.ts";
import { idOut, organizationFilter } from "../wire/ids.ts";
import { pageQuery, sortBy } from "../wire/lists.ts";
import { money } from "../wire/money.ts";
import { statutoryDues } from "./statutory-dues.ts";

/**
 * The schedules that authorities require: one for each scheme, and the employer's yearly return of
 * PAYE.
 */
export const scheduleKinds = [...REMITTANCE_SCHEMES, "H1"] as const;
export type ScheduleKind = (typeof scheduleKinds)[number];

export const scheduleTitles: Readonly<Record<ScheduleKind, string>> = {
  PAYE: "PAYE Schedule",
  PENSION: "Pension Schedule",
  NHF: "NHF Schedule",
  NSITF: "NSITF Schedule",
  ITF: "ITF Schedule",
  H1: "Yearly Return of PAYE (H1)",
};

/** Whether a schedule covers a year. */
export function isYearlySchedule(kind: ScheduleKind): boolean {
  return kind === "H1" || isYearly(kind);
}

/** Whether a schedule is divided by authority: by state, or by pension fund administrator. */
export function hasAuthorities(kind: ScheduleKind): boolean {
  return kind === "PAYE" || kind === "PENSION";
}

/** The `authority` of employees whose records do not name it. */
export const noAuthority = "none";

const scheduleAmounts = {
  basic: signedMoney,
  housing: signedMoney,
  transport: signedMoney,
  /** For the month or the year; in those of PAYE including benefits in kind. */
  gross: signedMoney,
  /** The employee's and the employer's part of the pension. */
  employee: money,
  employer: money,
  /** H1: deductions from income before tax, with pay that is free of tax, and the rest. */
  reliefs: money,
  chargeable: signedMoney,
  /** The amount to be remitted; in H1 the tax of the year. */
  amount: money,
  /** The row's share of the amount remitted. */
  remitted: money,
};

export const scheduleRow = z.strictObject({
  /** S/N: the row's position in the whole schedule. */
  place: z.int().positive(),
  tenant_id: idOut,
  company_id: idOut,
  employee_id: idOut,
  staff_no: z.string(),
  surname: z.string(),
  other_names: z.string(),
  /**
   * The tax ID, RSA PIN or NHF number; masked except for its end on screen, unmasked in a file.
   * Null when it is not recorded.
   */
  number: z.string().nullable(),
  gender: z.enum(genders).nullable(),
  authority: z.string(),
  authority_name: z.string(),
  ...scheduleAmounts,
  /** The number of payslips that the row adds up. */
  payslips: z.int().min(0),
  /** The latest payslip; null when there are only opening figures. */
  payslip: z.strictObject({ run_id: idOut, id: idOut }).nullable(),
});

export const statutorySchedule = z.strictObject({
  rows: z.array(scheduleRow),
  /** Over all rows, on every page. */
  totals: z.strictObject(scheduleAmounts),
  /**
   * The amounts owed for it, by authority; empty for the yearly return, which has no payment of its
   * own.
   */
  dues: statutoryDues.shape.rows,
  /** Remittances, including reversed ones, when the schedule is for one authority. */
  remittances: z.array(remittance),
  due_on: date.nullable(),
  /** The data that the schedule requires and employee records lack, on every page. */
  gaps: z.array(recordGap),
  /**
   * ITF: the income of the year according to the books; null for other schedules and without the
   * permission to see the books.
   */
  turnover: signedMoney.nullable(),
});

const kind = z.enum(scheduleKinds, { error: `Choose one of ${scheduleKinds.join(", ")}.` });

/** Personal numbers are encrypted, so rows cannot be sorted by them. */
export const scheduleSorts = [
  "place",
  "staff_no",
  "surname",
  "other_names",
  "name",
  "gender",
  "authority",
  "basic",
  "housing",
  "transport",
  "gross",
  "income",
  "year_gross",
  "payroll",
  "employee",
  "employer",
  "reliefs",
  "chargeable",
  "tax",
  "remitted",
  "total",
  "contribution",
  "year_tax",
] as const;

export const statutoryScheduleReport = describeReport({
  path: "/payroll/statutory-schedule",
  summary:
    "A schedule for an authority: employees of a month or a year with the amounts to remit for them",
  access: "payroll.read",
  query: {
    tenant_id: organizationFilter,
    kind,
    period: remittancePeriod,
    /**
     * PAYE: the id of a state; pension: the key of an administrator; `none` when the records lack
     * it.
     */
    authority: z.string().max(40, "Use at most 40 characters.").optional(),
    sort: sortBy(scheduleSorts),
  },
  rules: [
    {
      isValid: ({ kind: of, period }) =>
        isYearlySchedule(of as ScheduleKind) ? isYear(String(period)) : isMonth(String(period)),
      path: "period",
      error: "Give a month as YYYY-MM, or of ITF and H1 a year as YYYY.",
    },
  ],
  paged: pageQuery(25),
  data: statutorySchedule,
});

type Row = z.output<typeof scheduleRow>;
type Amounts = z.output<typeof statutorySchedule>["totals"];

const text = (header: string, width: number, value: (row: Row) => string | null) => ({
  header,
  kind: "text" as const,
  width,
  value,
  phone: "none" as const,
});

const pay = (header: string, name: "basic" | "housing" | "transport" | "gross" | "chargeable") => ({
  header,
  kind: "net" as const,
  width: 18,
  value: (row: Row): Kobo => signedKobo(row[name]),
  phone: "none" as const,
});

const part = (
  header: string,
  name: "employee" | "employer" | "reliefs" | "amount" | "remitted",
) => ({
  header,
  kind: "money" as const,
  width: 18,
  value: (row: Row): Kobo => row[name],
  phone: "none" as const,
});

const genderNames = { FEMALE: "Female", MALE: "Male" } as const;

const columns = {
  place: {
    header: "S/N",
    kind: "count" as const,
    width: 6,
    value: (row: Row) => row.place,
    phone: "none" as const,
  },
  staff_no: { ...text("Staff ID", 12, (row) => row.staff_no), phone: "detail" as const },
  surname: { ...text("Surname", 18, (row) => row.surname), phone: "what" as const },
  other_names: { ...text("Other Names", 22, (row) => row.other_names), phone: "detail" as const },
  name: {
    ...text("Name", 30, (row) => `${row.surname}, ${row.other_names}`),
    wrap: true as const,
    phone: "what" as const,
  },
  gender: text("Gender", 10, (row) => row.gender && genderNames[row.gender]),
  authority: text("Authority", 22, (row) => row.authority_name),
  tax_id: text("Tax ID", 18, (row) => row.number),
  rsa_pin: text("RSA PIN", 18, (row) => row.number),
  nhf_number: text("NHF Number", 18, (row) => row.number),
  basic: pay("Basic", "basic"),
  housing: pay("Housing", "housing"),
  transport: pay("Transport", "transport"),
  gross: pay("Gross", "gross"),
  income: pay("Income", "gross"),
  year_gross: pay("Gross with Benefits", "gross"),
  payroll: pay("Payroll of the Year", "gross"),
  employee: part("Employee’s Part", "employee"),
  employer: part("Employer’s Part", "employer"),
  reliefs: part("Deductions", "reliefs"),
  chargeable: pay("Net Income", "chargeable"),
  tax: { ...part("Tax Deductible", "amount"), phone: "amount" as const },
  remitted: part("Tax Remitted", "remitted"),
  total: { ...part("Total", "amount"), phone: "amount" as const },
  contribution: { ...part("Contribution", "amount"), phone: "amount" as const },
  year_tax: { ...part("Tax", "amount"), phone: "amount" as const },
};

export type ScheduleColumn = keyof typeof columns;

/** The columns of each schedule, as its authority requires them. */
const columnsOf: Readonly<Record<ScheduleKind, readonly ScheduleColumn[]>> = {
  PAYE: ["place", "staff_no", "surname", "other_names", "tax_id", "gross", "tax", "remitted"],
  PENSION: ["place", "staff_no", "name", "rsa_pin", "employee", "employer", "total"],
  NHF: ["place", "staff_no", "name", "nhf_number", "income", "contribution"],
  NSITF: ["place", "name", "gender", "basic", "housing", "transport", "gross", "contribution"],
  ITF: ["place", "staff_no", "name", "payroll", "contribution"],
  H1: ["place", "staff_no", "name", "tax_id", "year_gross", "reliefs", "chargeable", "year_tax"],
};

/** A schedule as a list. When it covers several authorities, each row names its own. */
export function scheduleList(of: ScheduleKind, byAuthority: boolean): List<Row, ScheduleColumn> {
  const [first, ...rest] = columnsOf[of];
  const shown = [
    ...(first === undefined ? [] : [first]),
    ...(byAuthority && hasAuthorities(of) ? (["authority"] as const) : []),
    ...rest,
  ];
  const main = of === "PAYE" ? "surname" : "name";
  return describeList<Row>()({
    label: scheduleTitles[of],
    columns,
    screen: shown,
    sheet: shown,
    paper: shown,
    sorts: scheduleSorts,
    ...(of === "PENSION" ? { underIfLong: { employee: "employer" } } : {}),
    main,
    labelIn: main,
    landscape: true,
  });
}

/** The total row of a schedule. */
export function scheduleTotal(totals: Amounts): SummaryRow<ScheduleColumn> {
  const gross = signedKobo(totals.gross);
  return {
    label: "Total",
    cells: {
      basic: signedKobo(totals.basic),
      housing: signedKobo(totals.housing),
      transport: signedKobo(totals.transport),
      gross,
      income: gross,
      year_gross: gross,
      payroll: gross,
      employee: totals.employee,
      employer: totals.employer,
      reliefs: totals.reliefs,
      chargeable: signedKobo(totals.chargeable),
      tax: totals.amount,
      remitted: displayKobo(totals.remitted),
      total: totals.amount,
      contribution: totals.amount,
      year_tax: totals.amount,
    },
  };
}
