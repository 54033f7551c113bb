import type { CashFlow } from "@kontor/books/account-code";
import { z } from "zod";

import { endpoint } from "../endpoint.ts";
import { done, legacyToken } from "../wire/calls.ts";
import { id, idOut, organizationFilter, recordTenantId } from "../wire/ids.ts";
import { pageQuery, search } from "../wire/lists.ts";
import { line } from "../wire/text.ts";
import { accountClass, ledgerChoice, loadedVersion } from "./accounts.ts";

/** The names of the sections of a statement of cash flows to which a group can belong. */
export const cashFlowNames: Readonly<Record<CashFlow, string>> = {
  operating: "Operating activities",
  investing: "Investing activities",
  financing: "Financing activities",
  cash: "Cash and cash equivalents",
};

export const cashFlow = z.enum(["operating", "investing", "financing", "cash"], {
  error: "Choose one of operating, investing, financing and cash.",
});

export const group = z.strictObject({
  id: idOut,
  tenant_id: idOut,
  organization_name: z.string(),
  code: z.string(),
  name: z.string(),
  class: accountClass,
  /** Whether it is part of the standard chart of accounts. */
  seeded: z.boolean(),
  /** Whether it may be deleted: it is not part of the standard chart and has no ledgers. */
  control_group_delete: z.boolean(),
  /** The section of its ledgers in a statement of cash flows. */
  cash_flow: cashFlow,
  /** Whether it must stay cash, because it holds the Funding account. */
  holds_funding: z.boolean(),
  /** The number of its ledgers, sub-ledgers included. */
  ledgers_count: z.int(),
  version: z.int(),
});

export const listGroups = endpoint({
  method: "GET",
  path: "/groups",
  summary: "Groups of the chart of accounts, ordered by code",
  access: "accounting.read",
  query: z.strictObject({
    tenant_id: organizationFilter,
    search,
    ...pageQuery(500, 1000),
    ...legacyToken,
  }),
  data: z.array(group),
  paged: true,
});

export const getGroup = endpoint({
  method: "GET",
  path: "/groups/{id}",
  summary: "One group",
  access: "accounting.read",
  params: z.strictObject({ id }),
  query: z.strictObject({ tenant_id: recordTenantId }),
  data: group,
});

const groupName = line("the group name", 120);

export const addGroup = endpoint({
  method: "POST",
  path: "/groups",
  summary: "Add a group to a class of the chart of accounts; the server assigns its code",
  access: "accounting.write",
  body: z.strictObject({
    tenant_id: recordTenantId,
    class: accountClass,
    name: groupName,
    /** When absent, financing for equity and operating for any other class. */
    cash_flow: cashFlow.optional(),
    ...legacyToken,
  }),
  data: group,
  status: 201,
  idempotent: true,
});

export const updateGroup = endpoint({
  method: "PUT",
  path: "/groups/{id}",
  summary: "Rename a group, or change what it is in the statement of cash flows",
  access: "accounting.write",
  params: z.strictObject({ id }),
  body: z.strictObject({
    tenant_id: recordTenantId,
    name: groupName,
    /** When absent, it stays. */
    cash_flow: cashFlow.optional(),
    version: loadedVersion,
    ...legacyToken,
  }),
  data: group,
});

export const deleteGroup = endpoint({
  method: "DELETE",
  path: "/groups/{id}",
  summary: "Delete a group without ledgers that is not part of the standard chart",
  access: "accounting.write",
  params: z.strictObject({ id }),
  body: z.strictObject({ tenant_id: recordTenantId, group_id: id.optional(), ...legacyToken }),
  data: done,
});

export const nextLedgerCode = endpoint({
  method: "GET",
  path: "/groups/{id}/next-ledger-code",
  summary: "Preview the code of the next ledger in the group; it is assigned on saving",
  access: "accounting.read",
  params: z.strictObject({ id }),
  query: z.strictObject({ tenant_id: recordTenantId }),
  data: z.strictObject({ code: z.string() }),
});

export const listGroupLedgers = endpoint({
  method: "GET",
  path: "/groups/{id}/ledgers",
  summary: "The ledgers of a group that can be parents",
  access: "accounting.read",
  params: z.strictObject({ id }),
  query: z.strictObject({ tenant_id: recordTenantId, search, ...pageQuery(500, 1000) }),
  data: z.array(ledgerChoice),
  paged: true,
});
