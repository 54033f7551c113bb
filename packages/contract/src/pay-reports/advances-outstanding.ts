import { z } from "zod";

import { describeList, unlessZero, type SummaryRow } from "../list.ts";
import { signedMoney, signedKobo } from "../payroll/runs.ts";
import { describeReport } from "../reports/report.ts";
import { date } from "../wire/dates.ts";
import { id, idOut, organizationFilter } from "../wire/ids.ts";
import { pageQuery, search, sortBy } from "../wire/lists.ts";
import { money } from "../wire/money.ts";

/** The employee or organization of a row. */
export const advanceOwnerFields = {
  tenant_id: idOut,
  company_id: idOut,
  organization: z.string(),
  /** Null when the advances of an organization are added up. */
  employee_id: idOut.nullable(),
  staff_no: z.string(),
  name: z.string(),
};

/**
 * The columns that identify a row; a row of an organization has its name in place of an employee's.
 */
export const advanceOwnerColumns = <
  Row extends { staff_no: string; name: string; organization: string; employee_id: number | null },
>() => ({
  name: {
    header: "Name",
    kind: "named" as const,
    second: "Staff No.",
    wrap: true as const,
    value: (row: Row) =>
      row.employee_id === null
        ? { name: row.organization, code: "" }
        : { name: row.name, code: row.staff_no },
    phone: "what" as const,
  },
  organization: {
    header: "Organization",
    kind: "text" as const,
    width: 20,
    wrap: true as const,
    value: (row: Row) => (row.employee_id === null ? null : row.organization),
    organization: true as const,
    phone: "detail" as const,
  },
});

/* Outstanding advances. */

export const advanceGroupings = ["employee", "advance", "organization"] as const;

const advanceGrouping = z
  .enum(advanceGroupings, { error: "Choose employee, advance or organization." })
  .default("employee");

/** The owner of a row and the advance, which is null when several are added up. */
const owedFields = {
  ...advanceOwnerFields,
  advance: z.strictObject({ id: idOut, number: z.string() }).nullable(),
};

const advanceColumn = {
  header: "Advance",
  kind: "text",
  width: 12,
  value: (row: { readonly advance: { readonly number: string } | null }) =>
    row.advance?.number ?? null,
  phone: "detail",
} as const;

const outstandingAmounts = {
  /** Principal that was paid out. */
  amount: money,
  /** Principal and interest that were repaid or written off. */
  repaid: money,
  /** Negative when an advance was returned after partial repayment. */
  principal: signedMoney,
  interest: signedMoney,
  outstanding: signedMoney,
  /** The part that was due before the day. */
  overdue: money,
};

export const outstandingRow = z.strictObject({
  ...owedFields,
  advances: z.int().min(0),
  /** When the latest of them was paid out. */
  paid_on: date.nullable(),
  next_due: date.nullable(),
  ...outstandingAmounts,
});

export const advancesOutstanding = z.strictObject({
  rows: z.array(outstandingRow),
  /** Over all rows, on every page. */
  totals: z.strictObject(outstandingAmounts),
  /** The principal of all advances and the receivable ledger, whichever rows are shown. */
  receivable: z.strictObject({
    principal: signedMoney,
    ledger: signedMoney,
    /** The ledger less the principal. */
    difference: signedMoney,
  }),
});

export const outstandingSorts = [
  "number",
  "name",
  "organization",
  "advances",
  "paid",
  "amount",
  "repaid",
  "principal",
  "interest",
  "outstanding",
  "overdue",
  "next_due",
] as const;

export const advancesOutstandingReport = describeReport({
  path: "/payroll/advances",
  summary:
    "Outstanding salary advances on a day, by employee, advance or organization, compared with the ledger",
  access: "salary-advances.read",
  query: {
    tenant_id: organizationFilter,
    as_of: date,
    by: advanceGrouping,
    employee_id: id.optional(),
    search,
    sort: sortBy(outstandingSorts),
  },
  paged: pageQuery(25),
  data: advancesOutstanding,
});

type OutstandingRow = z.output<typeof outstandingRow>;
type OutstandingData = z.output<typeof advancesOutstanding>;

const signedColumn = (header: string, name: "principal" | "interest" | "outstanding") => ({
  header,
  kind: "net" as const,
  width: 16,
  value: (row: OutstandingRow) => signedKobo(row[name]),
  phone: name === "outstanding" ? ("amount" as const) : ("none" as const),
});

const advancesOutstandingList = describeList<OutstandingRow>()({
  label: "Advances Outstanding",
  columns: {
    number: advanceColumn,
    ...advanceOwnerColumns<OutstandingRow>(),
    advances: {
      header: "Advances",
      kind: "count",
      width: 10,
      value: (row) => row.advances,
      phone: "none",
    },
    paid: { header: "Paid On", kind: "date", value: (row) => row.paid_on, phone: "none" },
    amount: {
      header: "Paid Out",
      kind: "money",
      width: 16,
      value: (row) => row.amount,
      phone: "none",
    },
    repaid: {
      header: "Repaid",
      kind: "money",
      width: 16,
      value: (row) => unlessZero(row.repaid),
      phone: "none",
    },
    principal: signedColumn("Principal Owed", "principal"),
    interest: signedColumn("Interest Owed", "interest"),
    outstanding: signedColumn("Outstanding", "outstanding"),
    overdue: {
      header: "Overdue",
      kind: "money",
      width: 16,
      value: (row) => unlessZero(row.overdue),
      phone: "none",
    },
    next_due: { header: "Next Due", kind: "date", value: (row) => row.next_due, phone: "detail" },
  },
  sorts: outstandingSorts,
  organizationUnder: "name",
  main: "name",
  labelIn: "name",
  landscape: true,
});

type OutstandingKey = keyof typeof advancesOutstandingList.columns;

/** Single advances have a number and no count; sums have no day. */
export function outstandingList(
  by: (typeof advanceGroupings)[number],
): typeof advancesOutstandingList {
  const keys = Object.keys(advancesOutstandingList.columns) as OutstandingKey[];
  const without: readonly OutstandingKey[] = by === "advance" ? ["advances"] : ["number", "paid"];
  const columns = keys.filter((key) => !without.includes(key));
  return {
    ...advancesOutstandingList,
    screen: columns,
    sheet: columns,
    paper: columns,
    main: by === "advance" ? "number" : "name",
  };
}

/** The total row. */
export function outstandingTotal(totals: OutstandingData["totals"]): SummaryRow<OutstandingKey> {
  const { principal, interest, outstanding, ...rest } = totals;
  return {
    label: "Total",
    cells: {
      ...rest,
      principal: signedKobo(principal),
      interest: signedKobo(interest),
      outstanding: signedKobo(outstanding),
    },
  };
}

/* The ageing of outstanding advances, counted from the due date or from the payment. */

export const ageingBases = ["due", "payment"] as const;
export type AgeingBasis = (typeof ageingBases)[number];

/**
 * The upper ends of the buckets in days: past the due date (after a bucket of amounts not due yet),
 * or since payment.
 */
export const ageingBucketEnds: Readonly<
  Record<AgeingBasis, readonly [number, number, number, number]>
> = {
  due: [0, 30, 60, 90],
  payment: [30, 60, 90, 180],
};

/** The buckets, the shortest age first. */
export const ageingBuckets = ["first", "second", "third", "fourth", "last"] as const;
export type AgeingBucket = (typeof ageingBuckets)[number];

/** The label of a bucket. */
export function bucketName(basis: AgeingBasis, bucket: AgeingBucket): string {
  return bucketNames(basis)[ageingBuckets.indexOf(bucket)] ?? "";
}

/** The labels of the five buckets. */
export function bucketNames(basis: AgeingBasis): readonly [string, string, string, string, string] {
  const [first, second, third, last] = ageingBucketEnds[basis];
  return [
    basis === "due" ? "Not Due Yet" : `0–${first} Days`,
    `${first + 1}–${second} Days`,
    `${second + 1}–${third} Days`,
    `${third + 1}–${last} Days`,
    `Over ${last} Days`,
  ];
}

const buckets = z.tuple([money, money, money, money, money]);
const ageingAmounts = { buckets, outstanding: money };

export const ageingRow = z.strictObject({
  ...owedFields,
  ...ageingAmounts,
});

export const advancesAgeing = z.strictObject({
  rows: z.array(ageingRow),
  totals: z.strictObject(ageingAmounts),
});

export const ageingSorts = [
  "number",
  "name",
  "organization",
  ...ageingBuckets,
  "outstanding",
] as const;

export const advancesAgeingReport = describeReport({
  path: "/payroll/advances-ageing",
  summary: "Outstanding salary advances on a day, by days past due or days since payment",
  access: "salary-advances.read",
  query: {
    tenant_id: organizationFilter,
    as_of: date,
    basis: z.enum(ageingBases, { error: "Choose due or payment." }).default("due"),
    by: advanceGrouping,
    /** Only the amounts in this bucket. */
    bucket: z.enum(ageingBuckets, { error: "Choose one of the buckets." }).optional(),
    employee_id: id.optional(),
    search,
    sort: sortBy(ageingSorts),
  },
  paged: pageQuery(25),
  data: advancesAgeing,
});

type AgeingRow = z.output<typeof ageingRow>;

type Grouping = (typeof advanceGroupings)[number];

/** Employees, advances or organizations by buckets; single advances have a number. */
export function ageingList(basis: AgeingBasis, by: Grouping) {
  const list = ageingBaseList(basis);
  if (by === "advance") return { ...list, main: "number" as const };
  const keys = Object.keys(list.columns) as (keyof typeof list.columns)[];
  const columns = keys.filter((key) => key !== "number");
  return { ...list, screen: columns, sheet: columns, paper: columns };
}

function ageingBaseList(basis: AgeingBasis) {
  const names = bucketNames(basis);
  const bucket = (index: 0 | 1 | 2 | 3 | 4) => ({
    header: names[index],
    kind: "money" as const,
    width: 17,
    value: (row: AgeingRow) => unlessZero(row.buckets[index]),
    phone: "none" as const,
  });
  return describeList<AgeingRow>()({
    label: "Advances by Age",
    columns: {
      number: advanceColumn,
      ...advanceOwnerColumns<AgeingRow>(),
      first: bucket(0),
      second: bucket(1),
      third: bucket(2),
      fourth: bucket(3),
      last: bucket(4),
      outstanding: {
        header: "Outstanding",
        kind: "money",
        width: 18,
        value: (row) => row.outstanding,
        phone: "amount",
      },
    },
    sorts: ageingSorts,
    main: "name",
    labelIn: "name",
    landscape: true,
  });
}

/** The total row. */
export function ageingTotal({
  buckets: [first, second, third, fourth, last],
  outstanding,
}: z.output<typeof advancesAgeing>["totals"]): SummaryRow<
  keyof ReturnType<typeof ageingList>["columns"]
> {
  return { label: "Total", cells: { first, second, third, fourth, last, outstanding } };
}
