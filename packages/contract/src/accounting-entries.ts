import { z } from "zod";

import { ledger } from "./accounting.ts";
import { endpoint } from "./endpoint.ts";
import {
  amount,
  date,
  id,
  idOut,
  line,
  money,
  moment,
  optionalLine,
  organizationFilter,
  pageQuery,
  side,
} from "./wire.ts";

export const entryItemBody = z.strictObject({
  dc: side,
  amount,
  ledger_id: id,
  narration: line("a narration", 300),
});

export const entryBody = z.strictObject({
  entry_type_id: id.default(1),
  /** The day it happened; today in Lagos when left out. */
  entry_date: date.nullish(),
  narration: optionalLine(500),
  items: z.array(entryItemBody).max(200, "An entry has at most 200 items."),
  entry_id: id.nullish(),
  token: z.string().max(500).optional(),
});

export const entryItem = z.strictObject({
  dc: side,
  amount: money,
  ledger_id: idOut,
  code: z.string(),
  name: z.string(),
  dr_amount: money,
  cr_amount: money,
  narration: z.string(),
  /** Closing balance of the ledger as it stands now. */
  cl_balance: money,
  cl_balance_dc: side,
});

export const entry = z.strictObject({
  id: idOut,
  tenant_id: idOut,
  organization_name: z.string(),
  entry_type_id: idOut,
  entry_type_label: z.string(),
  ent_number: z.string(),
  date,
  narration: z.string(),
  revision: z.int(),
  items: z.array(entryItem),
  recorded_at: moment,
});

export const entryRow = z.strictObject({
  id: idOut,
  tenant_id: idOut,
  organization_name: z.string(),
  entry_type_id: idOut,
  entry_type_label: z.string(),
  ent_number: z.string(),
  date,
  debit_name: z.string(),
  debit_code: z.string(),
  credit_name: z.string(),
  credit_code: z.string(),
  amount: money,
  narration: z.string(),
});

export const addEntry = endpoint({
  method: "POST",
  path: "/entries",
  summary: "Post an entry: at least one debit and one credit item whose sums agree",
  access: "accounting.write",
  body: entryBody,
  data: entry,
  status: 201,
  idempotent: true,
});

export const listEntries = endpoint({
  method: "GET",
  path: "/entries",
  summary: "Entries, newest first",
  access: "accounting.read",
  query: z
    .strictObject({
      start_date: date.optional(),
      end_date: date.optional(),
      tenant_id: organizationFilter,
      ledger_id: id.optional(),
      ...pageQuery(10),
    })
    .refine((query) => !query.start_date || !query.end_date || query.start_date <= query.end_date, {
      path: ["end_date"],
      error: "The end date lies before the start date.",
    }),
  data: z.array(entryRow),
  paged: true,
});

export const getEntry = endpoint({
  method: "GET",
  path: "/entries/{id}",
  summary: "One entry with its current items",
  access: "accounting.read",
  params: z.strictObject({ id }),
  query: z.strictObject({ entry_type_id: id.optional() }),
  data: entry,
});

const statementLine = z.strictObject({ dc: side, code: z.string(), name: z.string() });

export const statementRow = z.strictObject({
  entry_id: idOut,
  entry_type_id: idOut,
  ent_number: z.string(),
  date,
  narration: z.string(),
  item_first: statementLine,
  item_second: statementLine,
  /** How many items the entry has beside the two that are shown. */
  more_items: z.int(),
  item_debit_amount: money,
  item_credit_amount: money,
  balance: money,
  dc: side,
});

export const statement = z.strictObject({
  ledger,
  rows: z.array(statementRow),
  /** Opening balance at the creation of the ledger. */
  opening_balance: money,
  opening_balance_dc: side,
  /** Closing balance of the ledger as of today. */
  closing_balance: money,
  closing_balance_dc: side,
  /** Balance before the first row of the page. */
  current_opening_balance: money,
  current_opening_balance_dc: side,
  /** Balance after the last row of the page. */
  current_closing_balance: money,
  current_closing_balance_dc: side,
});

export const getStatement = endpoint({
  method: "GET",
  path: "/ledgers/{id}/statement",
  summary: "One page of a ledger’s statement, oldest first, each row with the running balance",
  access: "accounting.read",
  params: z.strictObject({ id }),
  query: z
    .strictObject({
      start_date: date.optional(),
      end_date: date.optional(),
      tenant_id: organizationFilter,
      ...pageQuery(10),
    })
    .refine((query) => !query.start_date === !query.end_date, {
      path: ["end_date"],
      error: "Please select both start and end dates",
    })
    .refine((query) => !query.start_date || !query.end_date || query.start_date <= query.end_date, {
      path: ["end_date"],
      error: "The end date lies before the start date.",
    }),
  data: statement,
  paged: true,
});
