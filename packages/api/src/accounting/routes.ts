import * as contract from "@kontor/contract/accounting";
import * as entriesContract from "@kontor/contract/accounting-entries";
import * as exportsContract from "@kontor/contract/accounting-exports";
import * as groupsContract from "@kontor/contract/accounting-groups";

import { fileRoute } from "../platform/serve-file.ts";
import { togetherRoute } from "../platform/serve-together.ts";
import { route, type Route } from "../platform/serve.ts";
import { accountsFile } from "./accounts-export.ts";
import { accounts, totalsOfAccounts } from "./accounts.ts";
import { entriesFile } from "./entries-export.ts";
import { entriesList } from "./entries-list.ts";
import { postEntryBatch, reviseEntry } from "./entries.ts";
import { entryHistory, findEntry } from "./find-entry.ts";
import {
  addGroupToClass,
  findGroup,
  groups,
  ledgersOfGroup,
  previewLedgerCode,
  removeGroup,
  renameGroup,
} from "./groups.ts";
import { editLedger } from "./ledger-edit.ts";
import { addLedgerToGroup, findLedger, ledgerChoices, subLedgers } from "./ledgers.ts";
import { postTogether } from "./post-together.ts";
import { statementFile } from "./statement-export.ts";
import { ledgerStatement } from "./statement.ts";

export const accountingRoutes: readonly Route[] = [
  route(groupsContract.listGroups, groups),
  route(groupsContract.addGroup, addGroupToClass),
  route(groupsContract.getGroup, findGroup),
  route(groupsContract.updateGroup, renameGroup),
  route(groupsContract.deleteGroup, removeGroup),
  route(groupsContract.listGroupLedgers, ledgersOfGroup),
  route(groupsContract.nextLedgerCode, previewLedgerCode),
  route(contract.listAccounts, accounts),
  route(contract.getAccountTotals, totalsOfAccounts),
  route(contract.listLedgers, ledgerChoices),
  route(contract.addLedger, addLedgerToGroup),
  route(contract.getLedger, findLedger),
  route(contract.updateLedger, editLedger),
  route(contract.listSubLedgers, subLedgers),
  route(entriesContract.getStatement, ledgerStatement),
  route(entriesContract.listEntries, entriesList),
  togetherRoute(entriesContract.addEntry, postTogether),
  route(entriesContract.addEntryBatch, postEntryBatch),
  route(entriesContract.getEntry, findEntry),
  route(entriesContract.updateEntry, reviseEntry),
  route(entriesContract.getEntryHistory, entryHistory),
  fileRoute(exportsContract.exportStatement, statementFile, { snapshot: true }),
  fileRoute(exportsContract.exportAccounts, accountsFile, { snapshot: true }),
  fileRoute(exportsContract.exportEntries, entriesFile, { snapshot: true }),
];
