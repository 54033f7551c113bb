import { z } from "zod";

import { formatCount } from "../format.ts";
import { describeList, organizationColumn, type SummaryRow } from "../list.ts";
import { payslipStates } from "../payroll/payslips.ts";
import { month, formatPeople, runCycles } from "../payroll/runs.ts";
import { describeReport } from "../reports/report.ts";
import { id, idOut, organizationFilter } from "../wire/ids.ts";
import { pageQuery, search, sortBy } from "../wire/lists.ts";
import { moment } from "../wire/moment.ts";
import { money } from "../wire/money.ts";
import { monthOrLatest } from "./months.ts";

/** The status of a payment, in order of attention: failures first. */
export const paymentStatuses = [
  "FAILED",
  "REVERSED",
  "UNPAID",
  "LEFT_OUT",
  "PENDING",
  "PAID_OUTSIDE",
  "COMPLETED",
  "NOTHING",
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** The labels of payslips, and further ones that only this list needs. */
export const paymentTitles: Readonly<Record<PaymentStatus, string>> = {
  ...payslipStates,
  UNPAID: "Not Sent",
  NOTHING: "Nothing to Pay",
};

/** Statuses other than the regular path from the wallet to the account. */
export const paymentExceptions = [
  "FAILED",
  "REVERSED",
  "UNPAID",
  "LEFT_OUT",
  "PAID_OUTSIDE",
] as const satisfies readonly PaymentStatus[];

export const paymentFilters = ["exceptions", ...paymentStatuses] as const;

/** Takes the place of a bank code, for employees without an account. */
export const noBank = "none";

const sums = { people: z.int().min(0), amount: money };

export const paymentRow = z.strictObject({
  id: idOut,
  tenant_id: idOut,
  company_id: idOut,
  organization: z.string(),
  run_id: idOut,
  run_number: z.string(),
  employee_id: idOut,
  staff_no: z.string(),
  name: z.string(),
  /** Empty without an account. */
  bank: z.string(),
  /** Masked except for the last four digits; empty without an account. */
  account: z.string(),
  account_name: z.string(),
  /** The net pay; zero for excluded employees. */
  amount: money,
  status: z.enum(paymentStatuses),
  /** The bank's reference of the last transfer; empty when none was sent. */
  reference: z.string(),
  /** The number of transfers that were tried. */
  attempts: z.int().min(0),
  paid_at: moment.nullable(),
  /** Why it failed, was returned or was excluded; or how it was paid by other means. */
  reason: z.string(),
});

export const paymentListData = z.strictObject({
  /** The month that is covered. */
  period: month,
  rows: z.array(paymentRow),
  /** Over all rows that match the filters. */
  totals: z.strictObject(sums),
  /** Over the month and run, whichever rows are shown. */
  statuses: z.array(z.strictObject({ status: z.enum(paymentStatuses), ...sums })),
  /** The same by bank, the largest first; the code is null for employees without an account. */
  banks: z.array(z.strictObject({ code: z.string().nullable(), bank: z.string(), ...sums })),
  /** The runs of the month, one of which may be chosen. */
  runs: z.array(
    z.strictObject({
      id: idOut,
      tenant_id: idOut,
      company_id: idOut,
      organization: z.string(),
      number: z.string(),
      cycle: z.enum(runCycles),
    }),
  ),
});

export const paymentSorts = [
  "name",
  "organization",
  "run",
  "bank",
  "status",
  "paid",
  "reason",
  "amount",
] as const;

export const paymentListReport = describeReport({
  path: "/payroll/payments",
  summary: "Payments of the approved runs of a month, with account, status and reason for failure",
  access: "payroll.read",
  query: {
    tenant_id: organizationFilter,
    period: monthOrLatest,
    run_id: id.optional(),
    show: z.enum(paymentFilters, { error: "Choose what to show." }).optional(),
    bank: z
      .string()
      .regex(/^(\d{3}|none)$/, { error: "Choose a bank." })
      .optional(),
    search,
    sort: sortBy(paymentSorts),
  },
  paged: pageQuery(25),
  data: paymentListData,
});

type Row = z.output<typeof paymentRow>;
type Data = z.output<typeof paymentListData>;

/** Payments by employee name. */
export const paymentsList = describeList<Row>()({
  label: "Payment List",
  columns: {
    name: {
      header: "Name",
      kind: "named",
      second: "Staff No.",
      wrap: true,
      value: (row) => ({ name: row.name, code: row.staff_no }),
      phone: "what",
    },
    organization: organizationColumn(18),
    run: {
      header: "Payroll Run",
      kind: "text",
      width: 12,
      value: (row) => row.run_number,
      phone: "none",
    },
    bank: {
      header: "Bank",
      kind: "named",
      second: "Account",
      width: 24,
      value: (row) => (row.bank === "" ? null : { name: row.bank, code: row.account }),
      phone: "detail",
    },
    account_name: { header: "Account Name", kind: "text", value: (row) => row.account_name },
    status: {
      header: "Status",
      kind: "status",
      width: 15,
      value: (row) => paymentTitles[row.status],
      phone: "end",
    },
    paid: { header: "Paid On", kind: "day", value: (row) => row.paid_at, phone: "none" },
    reason: {
      header: "Reason or Note",
      kind: "text",
      wrap: true,
      value: (row) => row.reason,
      phone: "detail",
    },
    reference: { header: "Reference", kind: "text", value: (row) => row.reference },
    attempts: { header: "Attempts", kind: "count", width: 10, value: (row) => row.attempts },
    amount: { header: "Amount", kind: "money", value: (row) => row.amount, phone: "amount" },
  },
  screen: paymentSorts,
  sorts: paymentSorts,
  paper: ["name", "organization", "bank", "status", "paid", "reason", "amount"],
  main: "name",
  labelIn: "name",
  landscape: true,
});

type Key = keyof typeof paymentsList.columns;

/** The total row. */
export function paymentsTotal({ people, amount }: Data["totals"]): SummaryRow<Key> {
  return { label: `Total of ${formatPeople(people)}`, cells: { amount } };
}

/** The sums by status and by bank at the end of a file. */
export function paymentSums({
  statuses,
  banks,
}: Pick<Data, "statuses" | "banks">): SummaryRow<Key>[] {
  const line = (label: string, { people, amount }: Data["totals"]) => ({
    label: `${label}: ${formatCount(people)}`,
    cells: { amount },
  });
  return [
    ...statuses.map((each) => line(paymentTitles[each.status], each)),
    ...banks.map((each) => line(each.code === null ? "No bank account" : each.bank, each)),
  ];
}
