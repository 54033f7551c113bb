import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import {
  amount,
  date,
  dayRange,
  daysInOrder,
  daysOutOfOrder,
  flag,
  id,
  idOut,
  lastVersion,
  legacyToken,
  line,
  listMark,
  money,
  moment,
  optionalLine,
  organizationFilter,
  organizationOf,
  pageQuery,
  search,
  side,
  sortBy,
} from "../wire.ts";

/**
 * The most characters of a narration: the same for an entry and its items, because an item without
 * a narration of its own takes that of its entry.
 */
export const narrationLength = 500;

export const entryItemBody = z.strictObject({
  dc: side,
  amount,
  ledger_id: id,
  narration: line("a narration", narrationLength),
});

const entryItems = z.array(entryItemBody).max(200, "An entry has at most 200 items.");

export const entryBody = z.strictObject({
  tenant_id: organizationOf,
  entry_type_id: id.default(1),
  /** The day it happened; today in Lagos when left out. */
  entry_date: date.nullish(),
  narration: optionalLine(narrationLength),
  items: entryItems,
  entry_id: id.nullish(),
  ...legacyToken,
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
  /** The balance of the ledger as of today. */
  cl_balance: money,
  cl_balance_dc: side,
});

/** A related entry. */
export const linkedEntry = z.strictObject({ id: idOut, ent_number: z.string() });

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
  /** The entry that reverses this one; null for none. */
  reversed_by: linkedEntry.nullable(),
  /** The entry that this one reverses; null for none. */
  reverses: linkedEntry.nullable(),
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

/** The results of a batch, one for each of its entries, in order. */
export const batchedEntry = z.strictObject({
  id: idOut,
  entry_type_id: idOut,
  ent_number: z.string(),
  revision: z.int(),
});

/** The most entries that one batch may have. */
export const batchLimit = 100;

export const addEntryBatch = endpoint({
  method: "POST",
  path: "/entries/batch",
  summary: "Post up to 100 entries of one organization, all or none",
  access: "accounting.write",
  body: z.strictObject({
    tenant_id: organizationOf,
    entries: z
      .array(entryBody.omit({ tenant_id: true }))
      .min(1, "Give at least one entry.")
      .max(batchLimit, `A batch has at most ${batchLimit} entries.`),
    ...legacyToken,
  }),
  data: z.array(batchedEntry),
  status: 201,
  idempotent: true,
});

export const updateEntry = endpoint({
  method: "PUT",
  path: "/entries/{id}",
  summary: "Revise an entry: it keeps its number, the earlier revision stays in its history",
  access: "accounting.write",
  params: z.strictObject({ id }),
  body: z.strictObject({
    tenant_id: organizationOf,
    /** An entry keeps its type; another one is refused with `field_locked`. */
    entry_type_id: id.optional(),
    /** The current date is kept when this is left out. */
    entry_date: date.nullish(),
    narration: optionalLine(narrationLength),
    items: entryItems,
    entry_id: id.nullish(),
    /** True keeps the entry's current date, whatever `entry_date` says. */
    keep_active_date: flag,
    /**
     * The revision that was loaded. When it is given and no longer current, the edit is refused with
     * `changed_meanwhile`; without it the last one to save wins.
     */
    revision: z
      .int({ error: "Give the revision that was loaded." })
      .positive("Give the revision that was loaded.")
      .max(lastVersion, "Give the revision that was loaded.")
      .optional(),
    ...legacyToken,
  }),
  data: entry,
  idempotent: true,
});

export const entryRevision = z.strictObject({
  revision: z.int(),
  /** The revision that counts. */
  current: z.boolean(),
  /** Name of who recorded it; null when the system did. */
  recorded_by: z.string().nullable(),
  recorded_at: moment,
  date,
  narration: z.string(),
  items: z.array(
    z.strictObject({
      dc: side,
      amount: money,
      ledger_id: idOut,
      code: z.string(),
      name: z.string(),
      narration: z.string(),
    }),
  ),
});

export const getEntryHistory = endpoint({
  method: "GET",
  path: "/entries/{id}/history",
  summary: "All revisions of an entry, newest first",
  access: "accounting.read",
  params: z.strictObject({ id }),
  query: z.strictObject({ tenant_id: organizationOf, ...pageQuery(20) }),
  data: z.array(entryRevision),
  paged: true,
});

/** The columns that entries are sorted by: any number by day, by others at most 50,000. */
const entrySorts = [
  "date",
  "number",
  "debit",
  "credit",
  "amount",
  "narration",
  "organization",
] as const;

/**
 * The order of a list of entries; by default by day and then by the order of posting, newest first.
 */
export const entryOrder = { sort: sortBy(entrySorts) };

/** The filters of a list of entries. */
export const entryFilters = {
  ...dayRange,
  tenant_id: organizationFilter,
  /** Entries with an item on this ledger of the organization, which is named with it; absent means all. */
  ledger_id: id.optional(),
  /** Text of the narration, a number such as RCT-000061 or 61, or an amount; among 50,000 entries at most. */
  search,
};

export const listEntries = endpoint({
  method: "GET",
  path: "/entries",
  summary:
    "Entries by day and then by the order of posting, newest first, or by another column. `meta.up_to` of the first page, sent back with the next, keeps later posts from moving the pages",
  access: "accounting.read",
  query: z
    .strictObject({
      ...entryFilters,
      ...entryOrder,
      /** Leaves out what was posted since the first page was read: its `meta.up_to`. */
      up_to: listMark.optional(),
      ...pageQuery(10),
    })
    .refine(daysInOrder, daysOutOfOrder),
  data: z.array(entryRow),
  paged: true,
});

export const getEntryTotals = endpoint({
  method: "GET",
  path: "/entries/totals",
  summary: "What all entries of a filter come to, on every page of their list",
  access: "accounting.read",
  query: z
    .strictObject({
      ...entryFilters,
      /** Leaves out what was posted since the first page of the list was read: its `meta.up_to`. */
      up_to: listMark.optional(),
    })
    .refine(daysInOrder, daysOutOfOrder),
  data: z.strictObject({
    /**
     * The sum of either side, since debits and credits agree. Null for more than 50,000 entries of
     * one ledger.
     */
    amount: money.nullable(),
  }),
});

export const findEntriesByNumber = endpoint({
  method: "GET",
  path: "/entries/by-number",
  summary: "Entries with a number: RCT-000061, or 61 of any type; the newest ten",
  access: "accounting.read",
  query: z.strictObject({
    tenant_id: organizationFilter,
    /** As typed. Text that is no number finds nothing. */
    number: z.string().trim().min(1, "Give a number.").max(40, "Use at most 40 characters."),
  }),
  data: z.array(entryRow),
});

export const getEntry = endpoint({
  method: "GET",
  path: "/entries/{id}",
  summary: "One entry with its current items",
  access: "accounting.read",
  params: z.strictObject({ id }),
  query: z.strictObject({ tenant_id: organizationOf, entry_type_id: id.optional() }),
  data: entry,
});
