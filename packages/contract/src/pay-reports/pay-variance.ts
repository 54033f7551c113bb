import type { Kobo } from "@kontor/books/money";
import { monthBefore } from "@kontor/payroll/month";
import { z } from "zod";

import { formatCount, formatNet } from "../format.ts";
import { describeList, type List, organizationColumn, type SummaryRow } from "../list.ts";
import { month, signedMoney, signedKobo } from "../payroll/runs.ts";
import { describeReport, type QueryRule } from "../reports/report.ts";
import { idOut, organizationFilter } from "../wire/ids.ts";
import { flag, pageQuery, sortBy } from "../wire/lists.ts";
import { monthOrLatest } from "./months.ts";

/**
 * The components of pay, in the order of a payslip. Deductions lower net; the employer's
 * contributions raise cost.
 */
export const payComponents = {
  basic: "Basic",
  housing: "Housing",
  transport: "Transport",
  other: "Other Allowances",
  items: "Other Pay",
  paye: "PAYE",
  pension_employee: "Pension",
  nhf: "NHF",
  advances: "Advances",
  other_deductions: "Other Deductions",
  employer: "Employer’s Part",
} as const;
export type PayComponent = keyof typeof payComponents;
export const payComponentNames = Object.keys(payComponents) as [PayComponent, ...PayComponent[]];

/**
 * Whether an employee is paid only in the later month, only in the earlier, or in both with changed
 * or equal pay.
 */
export const varianceKinds = ["JOINED", "LEFT", "CHANGED", "SAME"] as const;

const change = z.strictObject({
  component: z.enum(payComponentNames),
  before: signedMoney,
  after: signedMoney,
  /** After less before. */
  change: signedMoney,
});

const amounts = {
  gross_before: signedMoney,
  gross: signedMoney,
  gross_change: signedMoney,
  net_before: signedMoney,
  net: signedMoney,
  net_change: signedMoney,
  /** Gross plus the employer's contributions. */
  cost_change: signedMoney,
};

export const varianceRow = z.strictObject({
  tenant_id: idOut,
  company_id: idOut,
  organization: z.string(),
  employee_id: idOut,
  staff_no: z.string(),
  name: z.string(),
  kind: z.enum(varianceKinds),
  ...amounts,
  /** The components that differ; they add up to the changes, to the kobo. */
  changes: z.array(change),
  /**
   * The latest payslip of the later month; of the earlier one for employees without one in the
   * later.
   */
  payslip: z.strictObject({ run_id: idOut, id: idOut }),
});

export const payVariance = z.strictObject({
  /** The two months that are compared. */
  period: month,
  compared: month,
  rows: z.array(varianceRow),
  /**
   * Over all employees, including those not listed because nothing changed; with a component, only
   * over those listed.
   */
  totals: z.strictObject(amounts),
  /**
   * The employees who are not listed because nothing changed, in either month; none with a
   * component.
   */
  unchanged: z.strictObject({ people: z.int().min(0), gross: signedMoney, net: signedMoney }),
  components: z.array(change),
});

const differentMonths: QueryRule = {
  isValid: ({ period, compared }) =>
    compared === undefined
      ? typeof period !== "string" || monthBefore(period) !== null
      : period !== compared,
  path: "compared",
  error: "Choose another month to compare with.",
};

const figures = [
  "gross_before",
  "gross",
  "gross_change",
  "net_before",
  "net",
  "net_change",
] as const;

export const varianceSorts = ["name", "organization", ...figures] as const;

export const payVarianceReport = describeReport({
  path: "/payroll/variance",
  summary: "How everybody’s pay for a month differs from any other month, and by what",
  access: "payroll.read",
  query: {
    tenant_id: organizationFilter,
    period: monthOrLatest,
    /** Defaults to the previous month. */
    compared: month.optional(),
    /** Also lists employees whose pay is the same. */
    with_same: flag,
    /** Only employees for whom this component differs, with its difference. */
    component: z
      .enum(payComponentNames, { error: `Choose one of ${payComponentNames.join(", ")}.` })
      .optional(),
    sort: sortBy(varianceSorts),
  },
  rules: [differentMonths],
  paged: pageQuery(25),
  data: payVariance,
});

type Row = z.output<typeof varianceRow>;
type AmountName = keyof typeof amounts;

const kindTitles: Readonly<Record<(typeof varianceKinds)[number], string>> = {
  JOINED: "Not paid before",
  LEFT: "No longer paid",
  CHANGED: "",
  SAME: "No change",
};

/** Why the pay of an employee differs, on one line. */
export function varianceText({ kind, changes }: Pick<Row, "kind" | "changes">): string {
  if (kind !== "CHANGED") return kindTitles[kind];
  return changes
    .map((each) => {
      const by = signedKobo(each.change);
      return `${payComponents[each.component]} ${by > 0n ? "+" : ""}${formatNet(by)}`;
    })
    .join(", ");
}

const amountColumn = (header: string, name: AmountName) => ({
  header,
  kind: "net" as const,
  width: 16,
  value: (row: Row): Kobo => signedKobo(row[name]),
  phone: "none" as const,
});

/** The earlier, later or differing amount of a component; empty while none is chosen. */
const componentColumn = (
  header: string,
  name: "before" | "after" | "change",
  component?: PayComponent,
) => ({
  header,
  kind: "net" as const,
  width: 18,
  value: ({ changes }: Row): Kobo | null => {
    const found = changes.find((each) => each.component === component);
    return found === undefined ? null : signedKobo(found[name]);
  },
  phone: name === "change" ? ("amount" as const) : ("none" as const),
});

const shown = ["name", "organization", "why", ...figures] as const;

export const payVarianceList = describeList<Row>()({
  label: "Pay Variance",
  columns: {
    staff_no: {
      header: "Staff No.",
      kind: "text",
      width: 11,
      value: (row) => row.staff_no,
      phone: "none",
    },
    name: {
      header: "Name",
      kind: "text",
      width: 22,
      wrap: true,
      value: (row) => row.name,
      phone: "what",
    },
    organization: { ...organizationColumn(18), phone: "none" },
    why: {
      header: "What Changed",
      kind: "text",
      wrap: true,
      value: varianceText,
      phone: "detail",
    },
    gross_before: amountColumn("Gross Before", "gross_before"),
    gross: amountColumn("Gross", "gross"),
    gross_change: amountColumn("Change", "gross_change"),
    net_before: amountColumn("Net Before", "net_before"),
    net: amountColumn("Net", "net"),
    net_change: { ...amountColumn("Change of Net", "net_change"), phone: "amount" },
    cost_change: amountColumn("Change of Cost", "cost_change"),
    before: componentColumn("Before", "before"),
    after: componentColumn("After", "after"),
    change: componentColumn("Change", "change"),
  },
  // A screen has room for both amounts of gross and net; the payslip has the rest.
  screen: shown,
  sheet: ["staff_no", ...shown, "cost_change"],
  paper: ["staff_no", ...shown, "cost_change"],
  sorts: varianceSorts,
  organizationUnder: "name",
  underIfLong: { gross: "gross_before", net: "net_before" },
  main: "name",
  labelIn: "name",
  landscape: true,
});

type Key = keyof typeof payVarianceList.columns;

/**
 * Employees for whom a component differs, with both of its amounts; without a component, all
 * employees' pay.
 */
export function varianceList(component: PayComponent | undefined): List<Row, Key> {
  if (component === undefined) return payVarianceList;
  const title = payComponents[component];
  const { columns } = payVarianceList;
  const parts = ["name", "organization", "before", "after", "change"] as const;
  return {
    ...payVarianceList,
    columns: {
      ...columns,
      organization: { ...columns.organization, phone: "detail" },
      before: componentColumn(`${title} Before`, "before", component),
      after: componentColumn(title, "after", component),
      change: componentColumn("Change", "change", component),
    },
    screen: parts,
    sheet: ["staff_no", ...parts],
    paper: ["staff_no", ...parts],
    sorts: ["name", "organization"],
  };
}

/**
 * The rows below the list: employees without a change, so that the columns add up, and the totals.
 *
 * @param component the only component added up; undefined for gross and net
 */
export function varianceTotals(
  {
    totals,
    unchanged,
    components,
  }: Pick<z.output<typeof payVariance>, "totals" | "unchanged" | "components">,
  component?: PayComponent,
): SummaryRow<Key>[] {
  if (component === undefined) {
    return [...unchangedRow(unchanged), { label: "Total", cells: inKobo(totals) }];
  }
  const [sum] = components;
  const cells = sum ? inKobo({ before: sum.before, after: sum.after, change: sum.change }) : {};
  return [{ label: "Total", cells }];
}

function unchangedRow({
  people,
  gross,
  net,
}: z.output<typeof payVariance>["unchanged"]): SummaryRow<Key>[] {
  if (people === 0) return [];
  const cells = inKobo({ gross_before: gross, gross, net_before: net, net });
  return [{ label: `${formatCount(people)} without a change`, of: "unchanged", cells }];
}

function inKobo<Name extends string>(
  sums: Readonly<Record<Name, z.output<typeof signedMoney>>>,
): Record<Name, Kobo> {
  const named = Object.entries(sums) as [Name, z.output<typeof signedMoney>][];
  return Object.fromEntries(named.map(([name, amount]) => [name, signedKobo(amount)])) as Record<
    Name,
    Kobo
  >;
}
