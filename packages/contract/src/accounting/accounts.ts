import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { legacyToken } from "../wire/calls.ts";
import { id, idOut, organizationFilter, recordTenantId } from "../wire/ids.ts";
import { flag, pageQuery, search, sortBy } from "../wire/lists.ts";
import { moment } from "../wire/moment.ts";
import { amountFromZero, money, side } from "../wire/money.ts";
import { line, optionalText } from "../wire/text.ts";

export const accountClass = z.enum(["01", "02", "03", "04", "05"], {
  error: "Choose a class from 01 to 05.",
});

/**
 * The version that the user loaded before the change. When it is given and outdated, the change is
 * refused with `changed_meanwhile`; without it the last save wins.
 */
export const loadedVersion = z
  .int({ error: "Give the version that was loaded." })
  .positive()
  .optional();

/** Movements of entries dated after today; the closing balance is as of today. */
const afterToday = { after_today: money, after_today_dc: side };

/** The balances of a ledger, or of a group, whose balances are the sums of its ledgers. */
const accountBalances = {
  op_balance: money,
  op_balance_dc: side,
  /** As of today: the ledger's own balance plus those of its sub-ledgers. */
  cl_balance: money,
  cl_balance_dc: side,
  /**
   * As of today: the ledger's own opening balance and postings, without sub-ledgers; for a group
   * the same as `cl_balance`.
   */
  own_balance: money,
  own_balance_dc: side,
  ...afterToday,
};

/** A ledger as a choice: for pickers and short lists. */
export const ledgerChoice = z.strictObject({
  id: idOut,
  tenant_id: idOut,
  organization_name: z.string(),
  group_id: idOut,
  code: z.string(),
  name: z.string(),
  /** As of today. */
  cl_balance: money,
  cl_balance_dc: side,
});

export const ledger = z.strictObject({
  id: idOut,
  tenant_id: idOut,
  org_name: z.string(),
  group_id: idOut,
  group_code: z.string(),
  group_name: z.string(),
  parent_ledger_id: idOut.nullable(),
  parent_ledger_name: z.string().nullable(),
  code: z.string(),
  name: z.string(),
  ...accountBalances,
  notes: z.string(),
  count_sub_ledgers: z.int(),
  /** Kept by the system: it accepts no manual entries, and its opening balance is fixed. */
  control: z.boolean(),
  /**
   * Whether it is reconciled with a bank statement or a cash count: users post to it, and its group
   * is cash.
   */
  bank: z.boolean(),
  version: z.int(),
  created_at: moment,
});

/** A ledger in the list of its parent's sub-ledgers. */
export const subLedger = z.strictObject({
  id: idOut,
  tenant_id: idOut,
  group_id: idOut,
  parent_ledger_id: idOut,
  code: z.string(),
  name: z.string(),
  op_balance: money,
  op_balance_dc: side,
  /** As of today. */
  cl_balance: money,
  cl_balance_dc: side,
  ...afterToday,
});

/**
 * A row of the chart of accounts: a group, or a ledger below its group. The balances of a group are
 * the sums of its ledgers; those of a ledger include its sub-ledgers. Closing balances are as of
 * today, as in statements.
 */
export const accountRow = z.strictObject({
  type: z.enum(["Group", "Ledger"]),
  id: idOut,
  tenant_id: idOut,
  organization_name: z.string(),
  group_id: idOut,
  parent_ledger_id: idOut.nullable(),
  code: z.string(),
  name: z.string(),
  ...accountBalances,
  count_sub_ledgers: z.int(),
  control_group_delete: z.boolean(),
});

/**
 * The sums of the opening balances by side, in kobo. They agree when `short_side` is null and
 * `difference` is zero.
 */
const openingTotals = {
  debit: money,
  credit: money,
  difference: money,
  /** The smaller side, next to which the difference is shown. */
  short_side: side.nullable(),
};

export const accountTotals = z.strictObject({
  ...openingTotals,
  /**
   * The number of organizations whose opening balances do not agree; across several organizations,
   * differences may cancel out.
   */
  unbalanced_count: z.int(),
  /** The first of these organizations by name, at most 20. */
  unbalanced: z.array(
    z.strictObject({ tenant_id: idOut, organization_name: z.string(), ...openingTotals }),
  ),
});

/**
 * The filters of the chart of accounts. A group belongs to one organization, so `group_id` requires
 * `tenant_id`.
 */
export const accountFilters = { tenant_id: organizationFilter, group_id: id.optional(), search };

/**
 * The collapsed groups of the chart: "11-12" those two, "all" all of them, "all-11" all but that
 * one.
 */
const collapsedGroups = z
  .string()
  .regex(
    /^(?:all(?:-\d{1,15}){0,300}|\d{1,15}(?:-\d{1,15}){0,299})$/,
    'Give ids of groups with "-" between them, or "all" and those that are not folded.',
  );

export const listAccounts = endpoint({
  method: "GET",
  path: "/accounts",
  summary: "The chart of accounts as flat rows, each group followed by its ledgers",
  access: "accounting.read",
  query: z.strictObject({
    ...accountFilters,
    /**
     * Groups shown without their ledgers, with the sums of these. A search always covers all
     * ledgers.
     */
    folded: collapsedGroups.optional(),
    ...pageQuery(10),
  }),
  data: z.array(accountRow),
  paged: true,
});

export const getAccountTotals = endpoint({
  method: "GET",
  path: "/accounts/totals",
  summary: "Total opening balances by side, and the difference between them",
  access: "accounting.read",
  query: z.strictObject({ tenant_id: organizationFilter }),
  data: accountTotals,
});

export const listLedgers = endpoint({
  method: "GET",
  path: "/ledgers",
  summary:
    "Ledgers that can be posted to, as choices for entries. Every word of the search must occur in the name or code, in any order; prefix matches come first. Without a match, names within one typo are returned",
  access: "accounting.read",
  query: z.strictObject({
    tenant_id: organizationFilter,
    search,
    /** Ids of the ledgers to list first, in this order: "21,7". */
    first: z
      .string()
      .regex(/^\d{1,15}(?:,\d{1,15}){0,19}$/, "Give up to 20 ids with commas between them.")
      .optional(),
    /** True includes ledgers that accept no manual entries, for filters. */
    with_control: flag,
    /** Only ledgers of this class, such as "01" for those that money can leave or enter. */
    class: accountClass.optional(),
    ...pageQuery(50),
  }),
  data: z.array(ledgerChoice),
  paged: true,
});

export const ledgerBody = z.strictObject({
  tenant_id: recordTenantId,
  group_id: id,
  parent_ledger_id: id.nullish(),
  name: line("the ledger name", 120),
  /** The previewed code. It is accepted but ignored, because the server allots the real one. */
  code: z.string().max(40, "Use at most 40 characters.").optional(),
  op_balance: amountFromZero.optional(),
  op_balance_dc: side.default("DR"),
  notes: optionalText(2000),
  ledger_id: id.nullish(),
  ...legacyToken,
});

export const addLedger = endpoint({
  method: "POST",
  path: "/ledgers",
  summary: "Add a ledger to a group; the server assigns its code",
  access: "accounting.write",
  body: ledgerBody,
  data: ledger,
  status: 201,
  idempotent: true,
});

export const getLedger = endpoint({
  method: "GET",
  path: "/ledgers/{id}",
  summary: "One ledger",
  access: "accounting.read",
  params: z.strictObject({ id }),
  query: z.strictObject({ tenant_id: recordTenantId }),
  data: ledger,
});

/**
 * Fields that can never change may be sent back unchanged; another value is refused with
 * `field_locked`. These are group_id, code and op_balance_dc, and parent_ledger_id when the ledger
 * has no parent.
 */
export const ledgerEdit = z.strictObject({
  tenant_id: recordTenantId,
  name: line("the ledger name", 120),
  notes: optionalText(2000),
  op_balance: amountFromZero.optional(),
  /** Another parent in the same group. Null removes the parent; when absent, the parent stays. */
  parent_ledger_id: id.nullish(),
  group_id: id.optional(),
  code: z.string().max(40, "Use at most 40 characters.").optional(),
  op_balance_dc: side.optional(),
  ledger_id: id.nullish(),
  version: loadedVersion,
  ...legacyToken,
});

export const updateLedger = endpoint({
  method: "PUT",
  path: "/ledgers/{id}",
  summary: "Change a ledger; changing the opening balance changes every later balance",
  access: "accounting.write",
  params: z.strictObject({ id }),
  body: ledgerEdit,
  data: ledger,
  idempotent: true,
});

export const subLedgerSorts = ["code", "name", "op_balance", "cl_balance"] as const;

export const listSubLedgers = endpoint({
  method: "GET",
  path: "/ledgers/{id}/sub-ledgers",
  summary: "The sub-ledgers of a ledger, ordered by code by default; search by name and code",
  access: "accounting.read",
  params: z.strictObject({ id }),
  query: z.strictObject({
    tenant_id: recordTenantId,
    search,
    sort: sortBy(subLedgerSorts),
    ...pageQuery(10),
  }),
  data: z.array(subLedger),
  paged: true,
});
