import { ENTRY_TYPE } from "@kontor/books/entry-number";
import * as accounting from "@kontor/contract/accounting/accounts";
import { compareBankStatement } from "@kontor/contract/accounting/bank-statements";
import * as entries from "@kontor/contract/accounting/entries";
import * as files from "@kontor/contract/accounting/exports";
import * as groups from "@kontor/contract/accounting/groups";
import * as periods from "@kontor/contract/accounting/periods";
import { getStatement, searchStatement } from "@kontor/contract/accounting/statements";
import type { Endpoint } from "@kontor/contract/endpoint";

import type { Caller } from "./harness.ts";
import { importForm } from "./imports.ts";
import type { TestOrganization } from "./organizations.ts";

/** A call with its input. */
export type BooksCall = [Endpoint, { params?: object; query?: object; body?: object }];

/** The two items of a small entry. */
export const itemsOf = ({ ledgers }: TestOrganization) =>
  [
    { dc: "DR", amount: "5.00", ledger_id: ledgers.paye_payable, narration: "In" },
    { dc: "CR", amount: "5.00", ledger_id: ledgers.bank_clearing, narration: "Out" },
  ] as const;

/** A new ledger of a bank. */
async function bankOf(staff: Caller, { tenant_id, ledgers }: TestOrganization) {
  const query = { tenant_id };
  const beside = { params: { id: ledgers.bank_clearing }, query };
  const { group_id } = await staff.call(accounting.getLedger, beside);
  return staff.call(accounting.addLedger, { body: { tenant_id, group_id, name: "Bank" } });
}

/** Every call on one record of an organization's books, with valid input for existing rows. */
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
  const bank = await bankOf(staff, organization);
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
    [getStatement, { ...ledger, query }],
    [files.exportStatement, { ...ledger, query }],
    [searchStatement, { ...ledger, query: { ...query, search: "rent" } }],
    [entries.listEntries, { query: { tenant_id, ledger_id } }],
    [entries.getEntryTotals, { query: { tenant_id, ledger_id } }],
    [files.exportEntries, { query: { tenant_id, ledger_id } }],
    [entries.addEntry, { body: { tenant_id, ...posting } }],
    [entries.addEntryBatch, { body: { tenant_id, entries: [posting] } }],
    [entries.getEntry, { ...entry, query }],
    [entries.updateEntry, { ...entry, body: { tenant_id, ...posting } }],
    [entries.getEntryHistory, { ...entry, query }],
    [periods.getLedgerBalance, { ...ledger, query: { ...query, day: "2026-03-09" } }],
    [
      periods.reconcileBank,
      {
        params: { id: bank.id },
        body: { tenant_id, reconciled_to: "2026-03-09", balance: "5.00" },
      },
    ],
  ];
}

const side = (dc: "DR" | "CR", ledger_id: number | undefined) => ({
  dc,
  amount: "5.00",
  ledger_id,
  narration: "Before the year ends",
});

/** Every call on the periods of an organization's books, with one closed year. */
async function callsOnPeriods(
  staff: Caller,
  { tenant_id, ledgers }: TestOrganization,
): Promise<BooksCall[]> {
  const reason = "Audited";
  const query = { tenant_id, year_end: "2025-12-31" };
  const posted = await staff.call(entries.addEntry, {
    body: {
      tenant_id,
      entry_type_id: ENTRY_TYPE.journal.id,
      entry_date: query.year_end,
      items: [side("DR", ledgers.other_pay), side("CR", ledgers.bank_clearing)],
    },
  });
  const { equity_ledger } = await staff.call(periods.previewYearEnd, { query });
  const closing = { ...query, equity_ledger_id: equity_ledger?.id, reason };
  const { closings } = await staff.call(periods.closeYear, { body: closing });
  const exception = { tenant_id, user_id: staff.user_id, hours: 1, reason };
  const { exceptions } = await staff.call(periods.grantLockException, { body: exception });
  const taken = { params: { id: closings[0]?.id }, body: { tenant_id, reason } };
  return [
    [periods.reverseEntry, { params: { id: posted.id }, body: { tenant_id, reason } }],
    [periods.getPeriods, { query: { tenant_id } }],
    [periods.listExceptionUsers, { query: { tenant_id } }],
    [periods.endLockException, { params: { id: exceptions[0]?.id }, body: { tenant_id } }],
    [periods.grantLockException, { body: exception }],
    [periods.undoYearEnd, taken],
    [periods.setPeriodLock, { body: { tenant_id, locked_until: null, reason } }],
    [periods.previewYearEnd, { query }],
    [periods.closeYear, { body: closing }],
  ];
}

/** Those calls, and the lists of an organization's books. */
export async function callsOnBooks(
  staff: Caller,
  organization: TestOrganization,
): Promise<BooksCall[]> {
  const query = { tenant_id: organization.tenant_id };
  const bankStatement = importForm("Date,Credit\n09/03/2026,5.00\n");
  bankStatement.append("tenant_id", String(organization.tenant_id));
  const bank = await bankOf(staff, organization);
  return [
    ...(await callsOnRecords(staff, organization)),
    ...(await callsOnPeriods(staff, organization)),
    [groups.listGroups, { query }],
    [accounting.listAccounts, { query }],
    [accounting.getAccountTotals, { query }],
    [accounting.listLedgers, { query }],
    [entries.listEntries, { query }],
    [entries.getEntryTotals, { query }],
    [entries.findEntriesByNumber, { query: { ...query, number: "61" } }],
    [files.exportAccounts, { query }],
    [files.exportEntries, { query }],
    [compareBankStatement, { params: { id: bank.id }, body: bankStatement }],
  ];
}
