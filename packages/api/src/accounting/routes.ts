import * as contract from "@kontor/contract/accounting/accounts";
import { compareBankStatement } from "@kontor/contract/accounting/bank-statements";
import * as entriesContract from "@kontor/contract/accounting/entries";
import * as exportsContract from "@kontor/contract/accounting/exports";
import * as groupsContract from "@kontor/contract/accounting/groups";
import * as periodsContract from "@kontor/contract/accounting/periods";
import { getStatement, searchStatement } from "@kontor/contract/accounting/statements";

import { fileRoute } from "../platform/http/serve-file.ts";
import { groupedRoute } from "../platform/http/serve-grouped.ts";
import { route, uploadRoute, type Route } from "../platform/http/serve.ts";
import { prepareSheet } from "../platform/sheets/sheet-in-worker.ts";
import { compareStatement } from "./bank-statement/compare-statement.ts";
import { accountsFile } from "./chart/accounts-export.ts";
import { accounts, totalsOfAccounts } from "./chart/accounts.ts";
import {
  addGroupToClass,
  findGroup,
  groups,
  ledgersOfGroup,
  previewLedgerCode,
  removeGroup,
  changeGroup,
} from "./chart/groups.ts";
import { editLedger } from "./chart/ledger-edit.ts";
import { addLedgerToGroup, findLedger, ledgerChoices, subLedgers } from "./chart/ledgers.ts";
import { entriesFile } from "./entries/entries-export.ts";
import { entriesByNumber, entriesList } from "./entries/entries-list.ts";
import { totalsOfEntries } from "./entries/entries-total.ts";
import { postEntryBatch, reviseEntry } from "./entries/entries.ts";
import { entryHistory, findEntry } from "./entries/find-entry.ts";
import { groupedPosting } from "./entries/grouped-posting.ts";
import { reversePostedEntry } from "./entries/reversal.ts";
import { ledgerBalance, reconcileBank } from "./periods/bank-reconciliations.ts";
import { exceptionUsers } from "./periods/exception-users.ts";
import { endException, grantException, lockPeriod } from "./periods/lock.ts";
import { periods } from "./periods/periods.ts";
import { closeYear, previewYearClosing, undoYearClosing } from "./periods/year-end.ts";
import { statementFile } from "./statement/statement-export.ts";
import { statementSearch } from "./statement/statement-search.ts";
import { ledgerStatement } from "./statement/statement.ts";

export const accountingRoutes: readonly Route[] = [
  route(groupsContract.listGroups, groups),
  route(groupsContract.addGroup, addGroupToClass),
  route(groupsContract.getGroup, findGroup),
  route(groupsContract.updateGroup, changeGroup),
  route(groupsContract.deleteGroup, removeGroup),
  route(groupsContract.listGroupLedgers, ledgersOfGroup),
  route(groupsContract.nextLedgerCode, previewLedgerCode),
  route(contract.listAccounts, accounts),
  route(contract.getAccountTotals, totalsOfAccounts, { snapshot: true }),
  route(contract.listLedgers, ledgerChoices),
  route(contract.addLedger, addLedgerToGroup),
  route(contract.getLedger, findLedger),
  route(contract.updateLedger, editLedger),
  route(contract.listSubLedgers, subLedgers),
  route(getStatement, ledgerStatement),
  route(searchStatement, statementSearch, { snapshot: true }),
  route(entriesContract.listEntries, entriesList),
  route(entriesContract.getEntryTotals, totalsOfEntries, { snapshot: true }),
  route(entriesContract.findEntriesByNumber, entriesByNumber),
  groupedRoute(entriesContract.addEntry, groupedPosting),
  route(entriesContract.addEntryBatch, postEntryBatch),
  route(entriesContract.getEntry, findEntry),
  route(entriesContract.updateEntry, reviseEntry),
  route(entriesContract.getEntryHistory, entryHistory),
  route(periodsContract.reverseEntry, reversePostedEntry),
  route(periodsContract.getLedgerBalance, ledgerBalance),
  route(periodsContract.reconcileBank, reconcileBank),
  uploadRoute(compareBankStatement, prepareSheet("bank-statement"), compareStatement),
  route(periodsContract.getPeriods, periods),
  route(periodsContract.setPeriodLock, lockPeriod),
  route(periodsContract.listExceptionUsers, exceptionUsers),
  route(periodsContract.grantLockException, grantException),
  route(periodsContract.endLockException, endException),
  route(periodsContract.previewYearEnd, previewYearClosing),
  route(periodsContract.closeYear, closeYear),
  route(periodsContract.undoYearEnd, undoYearClosing),
  fileRoute(exportsContract.exportStatement, statementFile, { snapshot: true }),
  fileRoute(exportsContract.exportAccounts, accountsFile, { snapshot: true }),
  fileRoute(exportsContract.exportEntries, entriesFile, { snapshot: true }),
];
