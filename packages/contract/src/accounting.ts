import { z } from "zod";

import { endpoint } from "./endpoint.ts";
import {
  id,
  idOut,
  line,
  money,
  moment,
  optionalLine,
  organizationFilter,
  pageQuery,
  search,
  side,
} from "./wire.ts";

export const accountClass = z.enum(["01", "02", "03", "04", "05"]);

/** `token` is a legacy field of older clients: accepted, never read. */
const legacyToken = { token: z.string().max(500).optional() };

export const group = z.strictObject({
  id: idOut,
  tenant_id: idOut,
  code: z.string(),
  name: z.string(),
  class: accountClass,
  seeded: z.boolean(),
  /** The group may be deleted: it was not made by the standard chart and holds no ledger. */
  control_group_delete: z.boolean(),
  ledgers_count: z.int(),
});

/** A ledger as a choice: for pickers and short lists. */
export const ledgerChoice = z.strictObject({
  id: idOut,
  tenant_id: idOut,
  organization_name: z.string(),
  group_id: idOut,
  code: z.string(),
  name: z.string(),
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
  op_balance: money,
  op_balance_dc: side,
  /** Own balance and that of its sub-ledgers together. */
  cl_balance: money,
  cl_balance_dc: side,
  /** What was posted to this ledger itself, with its opening balance. */
  own_balance: money,
  own_balance_dc: side,
  notes: z.string(),
  count_sub_ledgers: z.int(),
  version: z.int(),
  created_at: moment,
});

/** A row of the chart of accounts: a group, or a ledger below its group. */
export const accountRow = z.strictObject({
  type: z.enum(["Group", "Ledger"]),
  id: idOut,
  tenant_id: idOut,
  organization_name: z.string(),
  group_id: idOut,
  parent_ledger_id: idOut.nullable(),
  code: z.string(),
  name: z.string(),
  op_balance: money,
  op_balance_dc: side,
  cl_balance: money,
  cl_balance_dc: side,
  count_sub_ledgers: z.int(),
  control_group_delete: z.boolean(),
});

export const listGroups = endpoint({
  method: "GET",
  path: "/groups",
  summary: "Groups of the chart of accounts",
  access: "accounting.read",
  query: z.strictObject({ tenant_id: organizationFilter, ...legacyToken }),
  data: z.array(group),
});

export const listAccounts = endpoint({
  method: "GET",
  path: "/accounts",
  summary: "The chart of accounts as flat rows: each group followed by its ledgers",
  access: "accounting.read",
  query: z.strictObject({
    tenant_id: organizationFilter,
    group_id: id.optional(),
    search,
    ...pageQuery(10),
  }),
  data: z.array(accountRow),
  paged: true,
});

export const listLedgers = endpoint({
  method: "GET",
  path: "/ledgers",
  summary: "Ledgers that take postings, as choices for entries",
  access: "accounting.read",
  query: z.strictObject({ tenant_id: organizationFilter, search, ...pageQuery(50) }),
  data: z.array(ledgerChoice),
  paged: true,
});

export const nextLedgerCode = endpoint({
  method: "GET",
  path: "/groups/{id}/next-ledger-code",
  summary: "The code that the next ledger of the group would get; a preview, allotted at save",
  access: "accounting.read",
  params: z.strictObject({ id }),
  data: z.strictObject({ code: z.string() }),
});

export const listGroupLedgers = endpoint({
  method: "GET",
  path: "/groups/{id}/ledgers",
  summary: "The ledgers of a group that may be the parent of another",
  access: "accounting.read",
  params: z.strictObject({ id }),
  data: z.array(ledgerChoice),
});

export const ledgerBody = z.strictObject({
  group_id: id,
  parent_ledger_id: id.nullish(),
  name: line("the ledger name", 120),
  /** The previewed code; the server allots the real one, so it is accepted and not read. */
  code: z.string().max(40).optional(),
  op_balance: money.optional(),
  op_balance_dc: side.default("DR"),
  notes: optionalLine(2000),
  ledger_id: id.nullish(),
  ...legacyToken,
});

export const addLedger = endpoint({
  method: "POST",
  path: "/ledgers",
  summary: "Add a ledger to a group; its code is allotted here",
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
  query: z.strictObject({ tenant_id: organizationFilter }),
  data: ledger,
});
