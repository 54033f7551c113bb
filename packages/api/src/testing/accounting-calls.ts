import * as accounting from "@kontor/contract/accounting/accounts";
import * as entries from "@kontor/contract/accounting/entries";
import * as files from "@kontor/contract/accounting/exports";
import * as groups from "@kontor/contract/accounting/groups";
import type { Endpoint } from "@kontor/contract/endpoint";

import type { Caller } from "./harness.ts";
import type { TestOrganization } from "./organizations.ts";

/** A call with what it takes. */
export type BooksCall = [Endpoint, { params?: object; query?: object; body?: object }];

/** Two items of a small entry. */
export const itemsOf = ({ ledgers }: TestOrganization) =>
  [
    { dc: "DR", amount: "5.00", ledger_id: ledgers.paye_payable, narration: "In" },
    { dc: "CR", amount: "5.00", ledger_id: ledgers.bank_clearing, narration: "Out" },
  ] as const;

/** Every call on one record of an organization's books, with what it takes and rows that are there. */
export async function callsOnRecords(
  staff: Caller,
  organization: TestOrganization,
): Promise<BooksCall[]> {
  const { tenant_id } = organization;
  const query = { tenant_id };
  const posting = { items: itemsOf(organization) };
  const ledger_id = organization.ledgers.bank_clearing;
  const ledger = { params: { id: ledger_id } };
  const { group_id } = await staff.call(accounting.getLedger, { ...ledger, query });
  const group = { params: { id: group_id } };
  const own = await staff.call(groups.addGroup, {
    body: { tenant_id, class: "05", name: "Reserves" },
  });
  const posted = await staff.call(entries.addEntry, { body: { tenant_id, ...posting } });
  const entry = { params: { id: posted.id } };
  return [
    [groups.addGroup, { body: { tenant_id, class: "05", name: "More" } }],
    [groups.getGroup, { ...group, query }],
    [groups.updateGroup, { params: { id: own.id }, body: { tenant_id, name: "Other reserves" } }],
    [groups.deleteGroup, { params: { id: own.id }, body: { tenant_id } }],
    [groups.listGroupLedgers, { ...group, query }],
    [groups.nextLedgerCode, { ...group, query }],
    [accounting.addLedger, { body: { tenant_id, group_id, name: "Till" } }],
    [accounting.getLedger, { ...ledger, query }],
    [accounting.updateLedger, { ...ledger, body: { tenant_id, name: "Bank in transit" } }],
    [accounting.listSubLedgers, { ...ledger, query }],
    [accounting.listAccounts, { query: { tenant_id, group_id } }],
    [files.exportAccounts, { query: { tenant_id, group_id } }],
    [entries.getStatement, { ...ledger, query }],
    [files.exportStatement, { ...ledger, query }],
    [entries.listEntries, { query: { tenant_id, ledger_id } }],
    [files.exportEntries, { query: { tenant_id, ledger_id } }],
    [entries.addEntry, { body: { tenant_id, ...posting } }],
    [entries.addEntryBatch, { body: { tenant_id, entries: [posting] } }],
    [entries.getEntry, { ...entry, query }],
    [entries.updateEntry, { ...entry, body: { tenant_id, ...posting } }],
    [entries.getEntryHistory, { ...entry, query }],
  ];
}

/** Those calls, and the lists of an organization's books. */
export async function callsOnBooks(
  staff: Caller,
  organization: TestOrganization,
): Promise<BooksCall[]> {
  const query = { tenant_id: organization.tenant_id };
  return [
    ...(await callsOnRecords(staff, organization)),
    [groups.listGroups, { query }],
    [accounting.listAccounts, { query }],
    [accounting.getAccountTotals, { query }],
    [accounting.listLedgers, { query }],
    [entries.listEntries, { query }],
    [files.exportAccounts, { query }],
    [files.exportEntries, { query }],
  ];
}
