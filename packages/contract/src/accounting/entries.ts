import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { legacyToken } from "../wire/calls.ts";
import { date, dayRange, daysInOrder, daysOutOfOrder } from "../wire/dates.ts";
import { id, idOut, organizationFilter, recordTenantId } from "../wire/ids.ts";
import { flag, snapshotToken, pageQuery, search, sortBy } from "../wire/lists.ts";
import { moment } from "../wire/moment.ts";
import { amount, money, side } from "../wire/money.ts";
import { line, optionalLine } from "../wire/text.ts";
import { maxVersion } from "../wire/version.ts";

/**
 * The maximum length of a narration. It is the same for an entry and its items, because an item
 * without a narration gets the entry's.
 */
export const maxNarrationLength = 500;

export const entryItemBody = z.strictObject({
  dc: side,
  amount,
  ledger_id: id,
  narration: line("a narration", maxNarrationLength),
});

const entryItems = z.array(entryItemBody).max(200, "An entry has at most 200 items.");

export const entryBody = z.strictObject({
  tenant_id: recordTenantId,
  entry_type_id: id.default(1),
  /** The date of the transaction; today in Lagos when left out. */
  entry_date: date.nullish(),
  narration: optionalLine(maxNarrationLength),
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

/** What identifies an entry. */
const entryHead = {
  id: idOut,
  tenant_id: idOut,
  organization_name: z.string(),
  entry_type_id: idOut,
  entry_type_label: z.string(),
  ent_number: z.string(),
  date,
};

export const entry = z.strictObject({
  ...entryHead,
  narration: z.string(),
  revision: z.int(),
  items: z.array(entryItem),
  recorded_at: moment,
  /** The entry that reverses this one, or null. */
  reversed_by: linkedEntry.nullable(),
  /** The entry that this one reverses, or null. */
  reverses: linkedEntry.nullable(),
});

/**
 * Whether the entry has been reversed or reverses another one; such entries cannot be changed. It
 * describes the present, also in a statement as of an earlier moment.
 */
export const entryInReversal = z.boolean();

/**
 * Whether the entry falls in the locked period of its books and the reader has no exception, so that
 * the reader cannot edit it now.
 */
export const entryLocked = z.boolean();

export const entryRow = z.strictObject({
  ...entryHead,
  debit_name: z.string(),
  debit_code: z.string(),
  credit_name: z.string(),
  credit_code: z.string(),
  amount: money,
  narration: z.string(),
  in_reversal: entryInReversal,
  locked: entryLocked,
});

export const addEntry = endpoint({
  method: "POST",
  path: "/entries",
  summary: "Post an entry with at least one debit and one credit item and equal totals",
  access: "accounting.write",
  body: entryBody,
  data: entry,
  status: 201,
  idempotent: true,
});

/** The results of a batch, one for each entry, in order. */
export const batchedEntry = z.strictObject({
  id: idOut,
  entry_type_id: idOut,
  ent_number: z.string(),
  revision: z.int(),
});

/** The maximum number of entries in a batch. */
export const maxBatchEntries = 100;

export const addEntryBatch = endpoint({
  method: "POST",
  path: "/entries/batch",
  summary: "Post up to 100 entries of one organization, all or none",
  access: "accounting.write",
  body: z.strictObject({
    tenant_id: recordTenantId,
    entries: z
      .array(entryBody.omit({ tenant_id: true }))
      .min(1, "Give at least one entry.")
      .max(maxBatchEntries, `A batch has at most ${maxBatchEntries} entries.`),
    ...legacyToken,
  }),
  data: z.array(batchedEntry),
  status: 201,
  idempotent: true,
});

export const updateEntry = endpoint({
  method: "PUT",
  path: "/entries/{id}",
  summary: "Revise an entry; it keeps its number, and earlier revisions stay in its history",
  access: "accounting.write",
  params: z.strictObject({ id }),
  body: z.strictObject({
    tenant_id: recordTenantId,
    /** The type of an entry cannot change; another value is refused with `field_locked`. */
    entry_type_id: id.optional(),
    /** When left out, the current date stays. */
    entry_date: date.nullish(),
    narration: optionalLine(maxNarrationLength),
    items: entryItems,
    entry_id: id.nullish(),
    /** True keeps the entry's current date and ignores `entry_date`. */
    keep_active_date: flag,
    /**
     * The revision that was loaded. When it is given and outdated, the edit is refused with
     * `changed_meanwhile`; without it the last save wins.
     */
    revision: z
      .int({ error: "Give the revision that was loaded." })
      .positive("Give the revision that was loaded.")
      .max(maxVersion, "Give the revision that was loaded.")
      .optional(),
    ...legacyToken,
  }),
  data: entry,
  idempotent: true,
});

export const entryRevision = z.strictObject({
  revision: z.int(),
  /** Whether this is the current revision. */
  current: z.boolean(),
  /** The name of the user who recorded it; null for the system. */
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
  query: z.strictObject({ tenant_id: recordTenantId, ...pageQuery(20) }),
  data: z.array(entryRevision),
  paged: true,
});

/**
 * The columns by which entries can be sorted. Sorting by day works for any number of entries, by
 * other columns for at most 50,000.
 */
const entrySorts = [
  "date",
  "number",
  "debit",
  "credit",
  "amount",
  "narration",
  "organization",
] as const;

/** The order of a list of entries; by default by day and then by order of posting, newest first. */
export const entrySort = { sort: sortBy(entrySorts) };

/** The filters of a list of entries. */
export const entryFilters = {
  ...dayRange,
  tenant_id: organizationFilter,
  /** Entries with an item on this ledger; requires the ledger's organization. Absent means all. */
  ledger_id: id.optional(),
  /**
   * Text of the narration, a number such as RCT-000061 or 61, or an amount. Searches at most 50,000
   * entries.
   */
  search,
};

export const listEntries = endpoint({
  method: "GET",
  path: "/entries",
  summary:
    "Entries by date and order of posting, newest first, or by another column. Send `meta.up_to` of the first page with later pages, so that new entries do not shift them",
  access: "accounting.read",
  query: z
    .strictObject({
      ...entryFilters,
      ...entrySort,
      /** The first page's `meta.up_to`; leaves out entries posted after that page was read. */
      up_to: snapshotToken.optional(),
      ...pageQuery(10),
    })
    .refine(daysInOrder, daysOutOfOrder),
  data: z.array(entryRow),
  paged: true,
});

export const getEntryTotals = endpoint({
  method: "GET",
  path: "/entries/totals",
  summary: "Totals of all entries that match the filters",
  access: "accounting.read",
  query: z
    .strictObject({
      ...entryFilters,
      /** The first page's `meta.up_to`; leaves out entries posted after that page was read. */
      up_to: snapshotToken.optional(),
    })
    .refine(daysInOrder, daysOutOfOrder),
  data: z.strictObject({
    /**
     * The sum of one side, which equals the other. Null for more than 50,000 entries of one ledger.
     */
    amount: money.nullable(),
  }),
});

export const findEntriesByNumber = endpoint({
  method: "GET",
  path: "/entries/by-number",
  summary: "The ten newest entries with a number: RCT-000061, or 61 for any type",
  access: "accounting.read",
  query: z.strictObject({
    tenant_id: organizationFilter,
    /** As typed. Text that is not an entry number finds nothing. */
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
  query: z.strictObject({ tenant_id: recordTenantId, entry_type_id: id.optional() }),
  data: entry.extend({ locked: entryLocked }),
});
