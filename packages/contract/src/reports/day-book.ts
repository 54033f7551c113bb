import { z } from "zod";

import {
  recordedUpToFilter,
  entryChangeTitles,
  entryChanges,
  withChangedColumn,
  closingFilter,
} from "../accounting/as-recorded.ts";
import { describeList } from "../list.ts";
import { date } from "../wire/dates.ts";
import { idOut, organizationFilter } from "../wire/ids.ts";
import { flag, pageQuery } from "../wire/lists.ts";
import { money } from "../wire/money.ts";
import { describeReport, reportDays, reportDaysInOrder } from "./report.ts";

/** An item of an entry; the items of an entry are consecutive. */
export const dayBookRow = z.strictObject({
  tenant_id: idOut,
  organization_name: z.string(),
  entry_id: idOut,
  entry_type_id: idOut,
  ent_number: z.string(),
  date,
  /** Of the entry. */
  narration: z.string(),
  line: z.int().positive(),
  ledger_id: idOut,
  code: z.string(),
  name: z.string(),
  item_narration: z.string(),
  /** One of the two is zero. */
  debit: money,
  credit: money,
  /**
   * How the entry has changed since the requested moment; null when it has not, or no moment was
   * requested.
   */
  since: z.enum(entryChanges).nullable(),
});

export const dayBook = z.strictObject({
  /** All items of the page's entries. */
  rows: z.array(dayBookRow),
  /** Over all entries of the range, on every page; both sides are equal. */
  totals: z.strictObject({ debit: money, credit: money, items: z.int().min(0) }),
});

export const dayBookReport = describeReport({
  path: "/transaction/day-book",
  summary:
    "The day book: all entries of a period with their items, by date and order of posting. The page size counts entries",
  access: "accounting.read",
  query: {
    tenant_id: organizationFilter,
    ...reportDays,
    ...closingFilter,
    ...recordedUpToFilter,
    /**
     * Shows the present books, with a mark on entries added, back-dated or edited since the moment.
     */
    as_it_is: flag,
  },
  rules: [reportDaysInOrder],
  paged: pageQuery(25),
  data: dayBook,
});

type Row = z.output<typeof dayBookRow>;

/** Screens and paper show day and number once per entry; spreadsheets show them in every line. */
const onFirstLine = (value: (row: Row) => string) => (row: Row) =>
  row.line === 1 ? value(row) : null;

/** The entry's narration is shown with its first item, once when both are equal. */
function narrationOf({ line, narration, item_narration }: Row): string {
  const said = line > 1 || narration === "" || narration === item_narration;
  return said ? item_narration : `${narration} · ${item_narration}`;
}

const lineColumns = ["organization", "account", "narration", "debit", "credit", "changed"] as const;
const readerColumns = ["shown_date", "shown_number", ...lineColumns] as const;

export const dayBookList = describeList<Row>()({
  label: "Day Book",
  columns: {
    date: { header: "Date", kind: "date", value: (row) => row.date },
    number: { header: "Entry No.", kind: "text", width: 13, value: (row) => row.ent_number },
    shown_date: {
      header: "Date",
      kind: "date",
      value: onFirstLine((row) => row.date),
      phone: "end",
    },
    shown_number: {
      header: "Entry No.",
      kind: "text",
      width: 13,
      value: onFirstLine((row) => row.ent_number),
      phone: "detail",
    },
    organization: {
      header: "Organization",
      kind: "text",
      value: (row) => row.organization_name,
      organization: true,
      phone: "none",
    },
    account: {
      header: "Account",
      kind: "named",
      value: (row) => ({ name: row.name, code: row.code }),
      phone: "what",
    },
    narration: {
      header: "Narration",
      kind: "text",
      width: 44,
      wrap: true,
      value: narrationOf,
      phone: "none",
    },
    debit: {
      header: "Debit",
      kind: "money",
      value: (row) => (row.debit === 0n ? null : row.debit),
      phone: "amount",
    },
    credit: {
      header: "Credit",
      kind: "money",
      value: (row) => (row.credit === 0n ? null : row.credit),
      phone: "amount",
    },
    changed: {
      header: "Since",
      kind: "text",
      width: 12,
      value: ({ since }) => since && entryChangeTitles[since],
      phone: "detail",
    },
  },
  screen: readerColumns,
  sheet: ["date", "number", ...lineColumns],
  paper: readerColumns,
  main: "shown_number",
  labelIn: "narration",
  continues: (row) => row.line > 1,
  landscape: true,
  ordered: "A day book stands by day and entry, each with its items together.",
});

/**
 * The day book with a column for changes since a moment; without a moment the column is left out.
 */
export function dayBookListAsOf(recorded: string | undefined): typeof dayBookList {
  return withChangedColumn(dayBookList, recorded);
}
