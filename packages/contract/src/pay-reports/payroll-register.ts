import { displayKobo, type Kobo } from "@kontor/books/money";
import { monthName } from "@kontor/payroll/month";
import { z } from "zod";

import { formatCounted } from "../format.ts";
import { describeList, unlessZero, type List, type SummaryRow } from "../list.ts";
import { scheme } from "../payroll/remittances.ts";
import { month, signedKobo, runCycles, runStatuses, signedMoney } from "../payroll/runs.ts";
import { describeReport } from "../reports/report.ts";
import { id, idOut, organizationFilter } from "../wire/ids.ts";
import { pageQuery, sortBy } from "../wire/lists.ts";
import { money } from "../wire/money.ts";
import { lastMonthRequired, monthOrLatest, monthsInOrder, monthsWithinMax } from "./months.ts";

/** Amounts that arrears, reductions and refunds of deductions may make negative. */
const signedAmounts = {
  basic: signedMoney,
  housing: signedMoney,
  transport: signedMoney,
  other: signedMoney,
  /** Earnings besides the components; deductions from gross, such as unpaid leave, lower the components. */
  items: signedMoney,
  gross: signedMoney,
  /** Benefits in kind: taxed, not paid, and not in gross. */
  benefits: signedMoney,
  other_deductions: signedMoney,
  /** All deductions from gross. */
  deductions: signedMoney,
  net: signedMoney,
};

const amounts = {
  paye: money,
  pension_employee: money,
  nhf: money,
  advance_principal: money,
  advance_interest: money,
  pension_employer: money,
  nsitf: money,
  itf: money,
  /** All employer contributions in addition to gross. */
  employer: money,
};

const registerAmounts = z.strictObject({ ...signedAmounts, ...amounts });

/** The attributes by which the register can be grouped, as of posting. */
export const registerGroupings = ["branch", "department", "grade", "state", "pfa"] as const;
export type RegisterGrouping = (typeof registerGroupings)[number];

export const groupingTitles: Readonly<Record<RegisterGrouping, string>> = {
  branch: "Branch",
  department: "Department",
  grade: "Grade",
  state: "State",
  pfa: "Pension Fund Administrator",
};

/** The key for employees without a branch, department and so on. */
export const noDivision = "(none)";

/** A posted payslip: an employee paid twice in a month has two. */
export const registerRow = registerAmounts.extend({
  id: idOut,
  tenant_id: idOut,
  company_id: idOut,
  run_id: idOut,
  run_number: z.string(),
  /** The month of the run, `YYYY-MM`. */
  period: z.string(),
  employee_id: idOut,
  staff_no: z.string(),
  name: z.string(),
  /** The employee's branch, department and so on; empty when the register is not grouped. */
  division: z.string(),
});

const subtotal = registerAmounts.extend({
  division: z.string(),
  /** The value of the register's `division` filter for this division. */
  key: z.string(),
  people: z.int().min(0),
});

const organization = registerAmounts.extend({
  tenant_id: idOut,
  name: z.string(),
  payslips: z.int().min(0),
});

export const payrollRegister = z.strictObject({
  /** The month that is covered, or the last of several. */
  period: month,
  /** The payslips of one organization; empty for several. */
  rows: z.array(registerRow),
  /** The sums of each of several organizations; empty for one. */
  organizations: z.array(organization),
  /** Over all rows or organizations, on every page. */
  totals: registerAmounts,
  /** Of each division, in the order of the rows; empty when the register is not grouped. */
  subtotals: z.array(subtotal),
  /** The runs of these payslips. */
  runs: z.array(
    z.strictObject({
      id: idOut,
      tenant_id: idOut,
      company_id: idOut,
      number: z.string(),
      cycle: z.enum(runCycles),
      status: z.enum(runStatuses),
      people: z.int().min(0),
      net: money,
    }),
  ),
});

export const registerSorts = componentColumns("advances");

export const payrollRegisterReport = describeReport({
  path: "/payroll/register",
  summary:
    "The payroll register: everybody’s pay for one or more months by component, from runs that are approved and not reversed. For several organizations, the totals of each",
  access: "payroll.read",
  query: {
    tenant_id: organizationFilter,
    period: monthOrLatest,
    /** The first of several months; `period` is the last. */
    from: month.optional(),
    group: z
      .enum(registerGroupings, { error: "Choose branch, department, grade, state or pfa." })
      .optional(),
    /** Only this division, by the key of its subtotal. */
    division: z.string().min(1).max(200).optional(),
    /** Only the payslips of this employee. */
    employee_id: id.optional(),
    /** Only the payslips that a schedule of this scheme adds up. */
    scheme: scheme.optional(),
    /** Applies within each division of a grouped register. */
    sort: sortBy(registerSorts),
  },
  rules: [
    lastMonthRequired("period"),
    monthsInOrder("period"),
    monthsWithinMax("period"),
    {
      isValid: ({ division, group }) => division === undefined || group !== undefined,
      path: "division",
      error: "Say by group what it is a division of.",
    },
  ],
  paged: pageQuery(25),
  data: payrollRegister,
});

type Amounts = z.output<typeof registerAmounts>;
type Payslip = z.output<typeof registerRow>;
type Subtotal = z.output<typeof subtotal>;
type Organization = z.output<typeof organization>;

/**
 * A line of the register: an employee's pay, the subtotal of a division above its employees, or the
 * sums of one of several organizations.
 */
export type RegisterLine =
  | (Payslip & { kind: "payslip" })
  | (Subtotal & NoEmployee & { kind: "division"; name: string })
  | (Organization & NoEmployee & { kind: "organization" });

type NoEmployee = Pick<Payslip, "staff_no" | "run_number" | "period">;
const noEmployee: NoEmployee = { staff_no: "", run_number: "", period: "" };

/**
 * The payslip lines, with each division's subtotal above its first one.
 *
 * @param above the division of the previous line; undefined when the page has none.
 */
export function registerLines(
  rows: readonly Payslip[],
  { subtotals, group }: { subtotals: readonly Subtotal[]; group: RegisterGrouping | undefined },
  above?: string,
): RegisterLine[] {
  let last = above;
  return rows.flatMap((row): RegisterLine[] => {
    const line = { ...row, kind: "payslip" as const };
    const begins = group !== undefined && row.division !== last;
    last = row.division;
    const sum = begins ? subtotals.find(({ division }) => division === row.division) : undefined;
    return sum === undefined || group === undefined ? [line] : [divisionLine(sum, group), line];
  });
}

function divisionLine(sum: Subtotal, group: RegisterGrouping): RegisterLine {
  const name = withPayslips(divisionName(sum.division, group), sum.people);
  return { ...sum, ...noEmployee, kind: "division", name };
}

/** The line of one of several organizations. */
export function organizationLine(of: Organization): RegisterLine {
  return { ...of, ...noEmployee, kind: "organization", name: withPayslips(of.name, of.payslips) };
}

function withPayslips(name: string, payslips: number): string {
  return `${name} · ${formatCounted(payslips, "payslip")}`;
}

/** The name of a division, or of having none. */
export function divisionName(division: string, group: RegisterGrouping): string {
  return division === "" ? `No ${groupingTitles[group].toLowerCase()}` : division;
}

/**
 * Paper has eight columns of amounts, and the name takes the rest. Gross and net have room for a
 * billion naira; rarer amounts are narrower.
 */
const width = 15;
const wide = 16;
const narrow = 12;

const pay = (header: string, name: keyof typeof signedAmounts) => ({
  header,
  kind: "net" as const,
  width,
  value: (row: Amounts) => unlessZero(signedKobo(row[name])),
  phone: "none" as const,
});

const contribution = (header: string, name: keyof typeof amounts) => ({
  header,
  kind: "money" as const,
  width,
  value: (row: Amounts) => unlessZero(row[name]),
  phone: "none" as const,
});

/** Principal and interest of advances, in kobo. */
function advancesOf({ advance_principal, advance_interest }: Amounts): Kobo {
  return displayKobo(advance_principal + advance_interest);
}

/** The columns of a screen and a spreadsheet, which differ in those for recovered advances. */
function componentColumns<Advances extends string>(...advances: readonly Advances[]) {
  return [
    "staff_no",
    "name",
    "month",
    "run",
    "basic",
    "housing",
    "transport",
    "other",
    "items",
    "gross",
    "benefits",
    "paye",
    "pension_employee",
    "nhf",
    ...advances,
    "other_deductions",
    "deductions",
    "net",
    "pension_employer",
    "nsitf",
    "itf",
    "employer",
  ] as const;
}

/** Employees by components. Paper has no room for these: it shows gross, deductions, and net. */
export const payrollRegisterList = describeList<RegisterLine>()({
  label: "Payroll Register",
  columns: {
    staff_no: {
      header: "Staff No.",
      kind: "text",
      width: 11,
      value: (row) => row.staff_no,
      phone: "detail",
    },
    name: { header: "Name", kind: "text", wrap: true, value: (row) => row.name, phone: "what" },
    month: {
      header: "Month",
      kind: "text",
      sortedAs: "day",
      width: 15,
      value: (row) => (row.period === "" ? "" : monthName(row.period)),
      phone: "end",
    },
    run: {
      header: "Payroll Run",
      kind: "text",
      width: 12,
      value: (row) => row.run_number,
      phone: "end",
    },
    basic: pay("Basic", "basic"),
    housing: pay("Housing", "housing"),
    transport: pay("Transport", "transport"),
    other: pay("Other Allowances", "other"),
    items: pay("Other Pay", "items"),
    gross: { ...pay("Gross", "gross"), width: wide, value: (row) => signedKobo(row.gross) },
    benefits: { ...pay("Benefits in Kind", "benefits"), width: narrow },
    paye: contribution("PAYE", "paye"),
    pension_employee: contribution("Pension", "pension_employee"),
    nhf: { ...contribution("NHF", "nhf"), width: narrow },
    advance_principal: contribution("Advance Principal", "advance_principal"),
    advance_interest: contribution("Advance Interest", "advance_interest"),
    advances: {
      header: "Advances",
      kind: "money",
      width: narrow,
      value: (row) => unlessZero(advancesOf(row)),
      phone: "none",
    },
    other_deductions: { ...pay("Other Deductions", "other_deductions"), width: narrow },
    deductions: pay("Deductions", "deductions"),
    net: {
      ...pay("Net", "net"),
      width: wide,
      value: (row) => signedKobo(row.net),
      phone: "amount",
    },
    pension_employer: contribution("Employer’s Pension", "pension_employer"),
    nsitf: contribution("NSITF", "nsitf"),
    itf: contribution("ITF", "itf"),
    employer: contribution("Employer’s Part", "employer"),
  },
  screen: registerSorts,
  sorts: registerSorts,
  sheet: componentColumns("advance_principal", "advance_interest"),
  paper: [
    "staff_no",
    "name",
    "month",
    "gross",
    "paye",
    "pension_employee",
    "nhf",
    "advances",
    "other_deductions",
    "net",
    "employer",
  ],
  main: "name",
  labelIn: "name",
  strong: ({ kind }) => kind === "division",
  landscape: true,
});

type Key = keyof typeof payrollRegisterList.columns;

/**
 * The register of one month, named in the heading, or of several, named in the rows.
 *
 * @param several the rows are organizations.
 */
export function registerList({
  from,
  period,
  several = false,
}: {
  from?: string | undefined;
  period: string;
  several?: boolean;
}): List<RegisterLine, Key> {
  const isOneMonth = from === undefined || from === period;
  const left = new Set<Key>(several ? ["staff_no", "month", "run"] : isOneMonth ? ["month"] : []);
  const without = (keys: readonly Key[] = []) => keys.filter((key) => !left.has(key));
  const { columns, screen, sheet, paper } = payrollRegisterList;
  return {
    ...payrollRegisterList,
    columns: several ? { ...columns, name: { ...columns.name, header: "Organization" } } : columns,
    screen: without(screen),
    sheet: without(sheet),
    paper: without(paper),
  };
}

/** The total row of the register. */
export function registerTotal(totals: Amounts): SummaryRow<Key> {
  const { basic, housing, transport, other, items, gross, benefits, ...more } = totals;
  const { other_deductions, deductions, net, ...rest } = more;
  return {
    label: "Total",
    cells: {
      ...rest,
      basic: signedKobo(basic),
      housing: signedKobo(housing),
      transport: signedKobo(transport),
      other: signedKobo(other),
      items: signedKobo(items),
      benefits: signedKobo(benefits),
      gross: signedKobo(gross),
      other_deductions: signedKobo(other_deductions),
      deductions: signedKobo(deductions),
      net: signedKobo(net),
      advances: advancesOf(totals),
    },
  };
}
