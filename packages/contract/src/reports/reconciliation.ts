import { z } from "zod";

import { describeList, organizationColumn, type SummaryRow } from "../list.ts";
import { signedKobo, signedMoney } from "../payroll/runs.ts";
import { date } from "../wire/dates.ts";
import { idOut, organizationFilter } from "../wire/ids.ts";
import { flag, pageQuery, sortBy } from "../wire/lists.ts";
import { describeReport } from "./report.ts";

/** The parts compared: the wallet, the money in transit, and outstanding advances. */
export const reconciledParts = ["wallet", "transit", "receivable"] as const;
export type ReconciledPart = (typeof reconciledParts)[number];

/** The labels of a ledger and of the records compared with it. */
export const reconciledTitles: Readonly<
  Record<ReconciledPart, { ledger: string; records: string }>
> = {
  wallet: { ledger: "Funding account", records: "Movements of the wallet" },
  transit: { ledger: "Transfers in transit", records: "Open transfers" },
  receivable: { ledger: "Salary advances receivable", records: "Principal of advances owed" },
};

const sides = {
  /** The ledger's balance, debit positive. */
  ledger: signedMoney,
  /** The balance according to the records. */
  records: signedMoney,
  /** The ledger less the records. */
  difference: signedMoney,
};

const part = z.enum(reconciledParts, { error: "Choose wallet, transit or receivable." });

export const reconciliationRow = z.strictObject({
  tenant_id: idOut,
  organization: z.string(),
  ledger_id: idOut,
  part,
  ...sides,
});

export const reconciliation = z.strictObject({
  rows: z.array(reconciliationRow),
  /** Over all organizations, by part of the filter, whichever rows are shown. */
  totals: z.array(z.strictObject({ part, ...sides })),
  /** The number of organizations compared, and of those with differences. */
  organizations: z.int().min(0),
  differing: z.int().min(0),
});

export const reconciliationSorts = [
  "organization",
  "part",
  "ledger",
  "against",
  "records",
  "difference",
  "state",
] as const;

export const reconciliationReport = describeReport({
  path: "/transaction/reconciliation",
  summary: "Wallet, transfers in transit and advances owed on a day, each compared with its ledger",
  access: "accounting.read",
  query: {
    tenant_id: organizationFilter,
    as_of: date,
    /** Only rows with a difference. */
    differing: flag,
    /** Only this ledger, for each organization. */
    part: part.optional(),
    sort: sortBy(reconciliationSorts),
  },
  paged: pageQuery(30),
  data: reconciliation,
});

type Row = z.output<typeof reconciliationRow>;

const net = (header: string, name: keyof typeof sides) => ({
  header,
  kind: "net" as const,
  value: (row: Pick<Row, keyof typeof sides>) => signedKobo(row[name]),
  phone: name === "difference" ? ("amount" as const) : ("none" as const),
});

export const reconciliationList = describeList<Row>()({
  label: "Reconciliation",
  columns: {
    organization: organizationColumn(),
    part: {
      header: "Ledger",
      kind: "text",
      value: (row) => reconciledTitles[row.part].ledger,
      phone: "what",
    },
    ledger: net("Ledger Holds", "ledger"),
    against: {
      header: "Compared With",
      kind: "text",
      value: (row) => reconciledTitles[row.part].records,
      phone: "none",
    },
    records: net("Records Say", "records"),
    difference: net("Difference", "difference"),
    state: {
      header: "State",
      kind: "status",
      width: 12,
      value: (row) => (row.difference.amount === 0n ? "Agrees" : "Differs"),
      phone: "end",
    },
  },
  sorts: reconciliationSorts,
  main: "part",
  labelIn: "part",
  landscape: true,
});

/** The sums of all organizations, one row for each part. */
export function reconciliationTotals(
  totals: z.output<typeof reconciliation>["totals"],
): SummaryRow<keyof typeof reconciliationList.columns>[] {
  return totals.map(({ part: of, ledger, records, difference }) => ({
    label: `All: ${reconciledTitles[of].ledger}`,
    of,
    cells: {
      ledger: signedKobo(ledger),
      records: signedKobo(records),
      difference: signedKobo(difference),
    },
  }));
}

/* An entry or opening balance that explains a difference. */

export const differingEntry = z.strictObject({
  tenant_id: idOut,
  /** Null for the ledger's opening balance. */
  entry: z.strictObject({ id: idOut, number: z.string(), date }).nullable(),
  narration: z.string(),
  ...sides,
});

export const differingEntries = z.strictObject({
  rows: z.array(differingEntry),
  totals: z.strictObject(sides),
});

export const differingSorts = [
  "date",
  "number",
  "narration",
  "ledger",
  "records",
  "difference",
] as const;

export const differingEntriesReport = describeReport({
  path: "/transaction/reconciliation-differences",
  summary: "Entries that differ from the records behind a ledger, up to a day",
  access: "accounting.read",
  query: {
    tenant_id: organizationFilter,
    as_of: date,
    part: part.default("wallet"),
    /**
     * The first day of the entries; when left out, all entries up to the day and the opening
     * balance.
     */
    start_date: date.optional(),
    sort: sortBy(differingSorts),
  },
  paged: pageQuery(25),
  data: differingEntries,
});

type Differing = z.output<typeof differingEntry>;

export const differingEntriesList = describeList<Differing>()({
  label: "Differing Entries",
  columns: {
    date: {
      header: "Date",
      kind: "date",
      value: (row) => row.entry?.date ?? null,
      phone: "detail",
    },
    number: {
      header: "Entry No.",
      kind: "text",
      width: 14,
      value: (row) => row.entry?.number ?? "Opening balance",
      phone: "what",
    },
    narration: {
      header: "Narration",
      kind: "text",
      wrap: true,
      value: (row) => row.narration,
      phone: "detail",
    },
    ledger: net("On the Ledger", "ledger"),
    records: net("By the Records", "records"),
    difference: net("Difference", "difference"),
  },
  sorts: differingSorts,
  main: "number",
  labelIn: "number",
  landscape: true,
});

/** The total row. */
export function differingTotal({
  ledger,
  records,
  difference,
}: z.output<typeof differingEntries>["totals"]): SummaryRow<
  keyof typeof differingEntriesList.columns
> {
  return {
    label: "Total",
    cells: {
      ledger: signedKobo(ledger),
      records: signedKobo(records),
      difference: signedKobo(difference),
    },
  };
}
