import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { date, dayRange, daysInOrder, daysOutOfOrder } from "../wire/dates.ts";
import { id, idOut, recordTenantId } from "../wire/ids.ts";
import { flag, pageQuery, search } from "../wire/lists.ts";
import { money, side } from "../wire/money.ts";
import { ledger } from "./accounts.ts";
import { recordedUpToFilter, entryChanges, closingFilter } from "./as-recorded.ts";
import { entryInReversal, entryLocked } from "./entries.ts";

const statementLine = z.strictObject({ dc: side, code: z.string(), name: z.string() });

export const statementRow = z.strictObject({
  entry_id: idOut,
  /** The index of the item within its entry, from 1. */
  line: z.int(),
  entry_type_id: idOut,
  ent_number: z.string(),
  date,
  narration: z.string(),
  item_first: statementLine,
  item_second: statementLine,
  /** The number of the entry's items besides the two shown. */
  more_items: z.int(),
  item_debit_amount: money,
  item_credit_amount: money,
  balance: money,
  dc: side,
  /**
   * How the entry has changed since the requested moment; null when it has not, or no moment was
   * requested.
   */
  since: z.enum(entryChanges).nullable(),
  in_reversal: entryInReversal,
  locked: entryLocked,
});

export const statement = z.strictObject({
  ledger,
  rows: z.array(statementRow),
  /** The totals over all lines of the range. */
  total_debit: money,
  total_credit: money,
  /** Opening balance. */
  opening_balance: money,
  opening_balance_dc: side,
  /**
   * The date of the opening balance: the creation of the ledger, or its first entry when that is
   * dated earlier.
   */
  opened_on: date,
  /** Closing balance of the ledger as of today. */
  closing_balance: money,
  closing_balance_dc: side,
  /** Movements of entries dated after that day. */
  after_today: money,
  after_today_dc: side,
  /** Balance before the first row of the page. */
  current_opening_balance: money,
  current_opening_balance_dc: side,
  /** Balance after the last row of the page. */
  current_closing_balance: money,
  current_closing_balance_dc: side,
});

/** The filters of a statement: both dates or neither. */
export const statementFilters = {
  ...dayRange,
  tenant_id: recordTenantId,
  /** As of an earlier moment, with a mark on lines of entries edited later. */
  ...recordedUpToFilter,
  /**
   * The present state, with a mark on lines of entries added, back-dated or edited after that
   * moment.
   */
  as_it_is: flag,
  /** True shows the entries of the ledger and its sub-ledgers together, with a combined balance. */
  with_sub_ledgers: flag,
  ...closingFilter,
};

/** The message for a range with only one date. */
export const unpairedDates = {
  path: ["end_date"],
  error: "Please select both start and end dates",
};

export const getStatement = endpoint({
  method: "GET",
  path: "/ledgers/{id}/statement",
  summary:
    "One page of a ledger statement, oldest first, each row with the running balance; `newest` returns the last page, whose number is in `meta.page`",
  access: "accounting.read",
  params: z.strictObject({ id }),
  query: z
    .strictObject({
      ...statementFilters,
      /** True returns the last page and ignores `page`. */
      newest: flag,
      ...pageQuery(10),
    })
    .refine((query) => !query.start_date === !query.end_date, unpairedDates)
    .refine(daysInOrder, daysOutOfOrder),
  data: statement,
  paged: true,
});

export const searchStatement = endpoint({
  method: "GET",
  path: "/ledgers/{id}/statement/search",
  summary:
    "Statement lines of a ledger whose entry matches the search, oldest first, each with its running balance in the full statement",
  access: "accounting.read",
  params: z.strictObject({ id }),
  query: z
    .strictObject({
      ...dayRange,
      tenant_id: recordTenantId,
      with_sub_ledgers: flag,
      ...closingFilter,
      /**
       * Text of the narration, a number such as RCT-000061 or 61, or an amount. Searches at most
       * 50,000 lines.
       */
      search,
      ...pageQuery(10),
    })
    .refine((query) => !query.start_date === !query.end_date, unpairedDates)
    .refine(daysInOrder, daysOutOfOrder),
  data: z.array(statementRow),
  paged: true,
});
