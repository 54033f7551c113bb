import { z } from "zod";

import {
  recordedUpToFilter,
  changedColumn,
  changedSinceMoment,
} from "../accounting/as-recorded.ts";
import { describeList, unlessZero } from "../list.ts";
import { date } from "../wire/dates.ts";
import { idOut, organizationFilter } from "../wire/ids.ts";
import { flag } from "../wire/lists.ts";
import { money, side } from "../wire/money.ts";
import { accountColumns } from "./account-columns.ts";
import { describeReport, reportDays, reportDaysInOrder } from "./report.ts";

/** The movements and balance of an account, with the number of items. */
const ledgerFigures = {
  opening: money,
  opening_dc: side,
  debit: money,
  credit: money,
  closing: money,
  closing_dc: side,
  /** Items of entries in the days. */
  items: z.int().min(0),
};

/**
 * A ledger without its sub-ledgers; or, with several organizations, one organization with the sums
 * of its ledgers.
 */
export const ledgerSummaryRow = z.strictObject({
  kind: z.enum(["ledger", "sub_ledger", "organization"]),
  tenant_id: idOut,
  id: idOut,
  code: z.string(),
  name: z.string(),
  ...ledgerFigures,
  /** The last day with a posting, up to the end of the report, or null. */
  last_day: date.nullable(),
  changed: changedSinceMoment,
});

export const ledgerSummary = z.strictObject({
  rows: z.array(ledgerSummaryRow),
  totals: z.strictObject({ debit: money, credit: money, items: z.int().min(0) }),
});

export const ledgerSummaryReport = describeReport({
  path: "/transaction/ledger-summary",
  summary:
    "The ledger summary: opening balance, movements and closing balance of every ledger, with the number of items and the date of the last one",
  access: "accounting.read",
  query: {
    tenant_id: organizationFilter,
    ...reportDays,
    /** Also lists ledgers without movements in the range. */
    with_unmoved: flag,
    ...recordedUpToFilter,
  },
  rules: [reportDaysInOrder],
  data: ledgerSummary,
});

type Row = z.output<typeof ledgerSummaryRow>;

const figures = ["opening", "debit", "credit", "closing", "items", "last_day", "changed"] as const;

/** The movements of each ledger; a screen shows its code with its name. */
export const ledgerSummaryList = describeList<Row>()({
  label: "Ledger Summary",
  columns: {
    ...accountColumns,
    account: { ...accountColumns.account, by: (row) => row.name },
    opening: {
      header: "Opening",
      kind: "balance",
      second: "Opening DR/CR",
      value: (row) => ({ amount: row.opening, side: row.opening_dc }),
      phone: "none",
    },
    debit: {
      header: "Debit",
      kind: "money",
      value: (row) => unlessZero(row.debit),
      phone: "none",
    },
    credit: {
      header: "Credit",
      kind: "money",
      value: (row) => unlessZero(row.credit),
      phone: "none",
    },
    closing: {
      header: "Closing",
      kind: "balance",
      second: "Closing DR/CR",
      value: (row) => ({ amount: row.closing, side: row.closing_dc }),
      phone: "amount",
    },
    items: { header: "Items", kind: "count", width: 9, value: (row) => row.items, phone: "none" },
    last_day: {
      header: "Last Moved",
      kind: "date",
      value: (row) => row.last_day,
      phone: "end",
    },
    changed: changedColumn,
  },
  screen: ["account", ...figures],
  sheet: ["code", "name", ...figures],
  paper: ["code", "name", ...figures],
  main: "account",
  labelIn: "name",
  landscape: true,
});
