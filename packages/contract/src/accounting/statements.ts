import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import {
  date,
  dayRange,
  daysInOrder,
  daysOutOfOrder,
  flag,
  id,
  idOut,
  money,
  organizationOf,
  pageQuery,
  search,
  side,
} from "../wire.ts";
import { ledger } from "./accounts.ts";
import { asRecorded, entryChanges, withoutClosings } from "./as-recorded.ts";

const statementLine = z.strictObject({ dc: side, code: z.string(), name: z.string() });

export const statementRow = z.strictObject({
  entry_id: idOut,
  /** Which of the entry's items it is, from 1. */
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
   * What became of the entry since the requested moment; null when nothing did, and without a
   * moment.
   */
  since: z.enum(entryChanges).nullable(),
});

export const statement = z.strictObject({
  ledger,
  rows: z.array(statementRow),
  /** The totals of all lines of the range. */
  total_debit: money,
  total_credit: money,
  /** Opening balance. */
  opening_balance: money,
  opening_balance_dc: side,
  /** The day as of which it is: the ledger's creation, or its first entry where that is dated earlier. */
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

/** The filters of a statement: both days or none. */
export const statementFilters = {
  ...dayRange,
  tenant_id: organizationOf,
  /** As it was at this moment, with the lines of entries edited later marked. */
  ...asRecorded,
  /**
   * As it is now, with the lines of entries added, back-dated or edited after that moment marked.
   */
  as_it_is: flag,
  /** True shows the entries of the ledger and of its sub-ledgers together, with their common balance. */
  with_sub_ledgers: flag,
  ...withoutClosings,
};

/** The message for one day without the other. */
export const unpairedDates = {
  path: ["end_date"],
  error: "Please select both start and end dates",
};

export const getStatement = endpoint({
  method: "GET",
  path: "/ledgers/{id}/statement",
  summary:
    "One page of a ledger’s statement, oldest first, each row with the running balance; `newest` gives the last page, whose number is in `meta.page`",
  access: "accounting.read",
  params: z.strictObject({ id }),
  query: z
    .strictObject({
      ...statementFilters,
      /** True gives the last page, whatever `page` says. */
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
    "The lines of a ledger’s statement whose entry has what is searched for, oldest first, each with the balance that the whole statement has after it",
  access: "accounting.read",
  params: z.strictObject({ id }),
  query: z
    .strictObject({
      ...dayRange,
      tenant_id: organizationOf,
      with_sub_ledgers: flag,
      ...withoutClosings,
      /** Text of the narration, a number such as RCT-000061 or 61, or an amount; among 50,000 lines at most. */
      search,
      ...pageQuery(10),
    })
    .refine((query) => !query.start_date === !query.end_date, unpairedDates)
    .refine(daysInOrder, daysOutOfOrder),
  data: z.array(statementRow),
  paged: true,
});
