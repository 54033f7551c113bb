import { z } from "zod";

import { entryChangeTitles, entryChanges, recordedMoment } from "../accounting/as-recorded.ts";
import { describeList } from "../list.ts";
import { dayRange, daysInOrder, daysOutOfOrder, date } from "../wire/dates.ts";
import { id, idOut, recordTenantId } from "../wire/ids.ts";
import { pageQuery } from "../wire/lists.ts";
import { moment } from "../wire/moment.ts";
import { money } from "../wire/money.ts";
import { describeReport } from "./report.ts";

/**
 * An entry that was recorded or revised after a moment; the earlier revision is null for a new
 * entry.
 */
export const changeRow = z.strictObject({
  tenant_id: idOut,
  entry_id: idOut,
  ent_number: z.string(),
  entry_type_id: idOut,
  change: z.enum(entryChanges),
  recorded_at: moment,
  /** The name of the user who last recorded it; null for the system. */
  recorded_by: z.string().nullable(),
  narration: z.string(),
  date,
  date_before: date.nullable(),
  /**
   * The sum of each side of the entry; with a ledger filter, the amount posted to that ledger, or
   * the larger side of the postings to it and its sub-ledgers.
   */
  amount: money,
  amount_before: money.nullable(),
});

export const changes = z.strictObject({
  rows: z.array(changeRow),
  totals: z.strictObject({
    added: z.int().min(0),
    back_dated: z.int().min(0),
    edited: z.int().min(0),
    /** Ledgers whose opening balance was set or changed since, whatever the days. */
    openings: z.int().min(0),
  }),
});

export const changesReport = describeReport({
  path: "/transaction/changes",
  summary:
    "Entries added, back-dated or edited since a given time, such as the last report, newest first",
  access: "accounting.read",
  query: {
    tenant_id: recordTenantId,
    /** The moment, in UTC. */
    recorded_up_to: recordedMoment,
    /** Entries dated, now or then, within these days. */
    ...dayRange,
    /** Entries with an item on this ledger or one of its sub-ledgers, now or then. */
    ledger_id: id.optional(),
  },
  rules: [{ isValid: daysInOrder, path: "end_date", error: daysOutOfOrder.error }],
  paged: pageQuery(25),
  data: changes,
});

type Row = z.output<typeof changeRow>;

export const changesList = describeList<Row>()({
  label: "Changes",
  columns: {
    recorded_at: {
      header: "Recorded",
      kind: "moment",
      value: (row) => row.recorded_at,
      phone: "end",
    },
    recorded_by: {
      header: "By",
      kind: "text",
      width: 20,
      value: (row) => row.recorded_by,
      phone: "none",
    },
    number: {
      header: "Entry No.",
      kind: "text",
      width: 13,
      value: (row) => row.ent_number,
      phone: "what",
    },
    change: {
      header: "Change",
      kind: "status",
      value: (row) => entryChangeTitles[row.change],
      phone: "detail",
    },
    date: { header: "Date", kind: "date", value: (row) => row.date, phone: "none" },
    date_before: {
      header: "Date Then",
      kind: "date",
      value: (row) => row.date_before,
      phone: "none",
    },
    amount: {
      header: "Amount",
      kind: "money",
      width: 16,
      value: (row) => row.amount,
      phone: "amount",
    },
    amount_before: {
      header: "Amount Then",
      kind: "money",
      width: 16,
      value: (row) => row.amount_before,
      phone: "none",
    },
    narration: {
      header: "Narration",
      kind: "text",
      width: 36,
      wrap: true,
      value: (row) => row.narration,
      phone: "none",
    },
  },
  main: "number",
  landscape: true,
  ordered: "A proof of what was recorded one after the other, the latest first.",
});
