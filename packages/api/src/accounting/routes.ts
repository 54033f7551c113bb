import * as contract from "@kontor/contract/accounting";
import * as booksContract from "@kontor/contract/accounting-books";
import * as entriesContract from "@kontor/contract/accounting-entries";
import * as groupsContract from "@kontor/contract/accounting-groups";

import { route, type Route } from "../platform/serve.ts";
import { accounts } from "./accounts.ts";
import { booksCheck } from "./coherence.ts";
import { entriesList } from "./entries-list.ts";
import { findEntry, postEntry } from "./entries.ts";
import { groups, ledgersOfGroup, previewLedgerCode } from "./groups.ts";
import { addLedgerToGroup, findLedger, ledgerChoices } from "./ledgers.ts";
import { ledgerStatement } from "./statement.ts";

export const accountingRoutes: readonly Route[] = [
  route(booksContract.checkBooks, booksCheck),
  route(groupsContract.listGroups, groups),
  route(groupsContract.listGroupLedgers, ledgersOfGroup),
  route(groupsContract.nextLedgerCode, previewLedgerCode),
  route(contract.listAccounts, accounts),
  route(contract.listLedgers, ledgerChoices),
  route(contract.addLedger, addLedgerToGroup),
  route(contract.getLedger, findLedger),
  route(entriesContract.getStatement, ledgerStatement),
  route(entriesContract.listEntries, entriesList),
  route(entriesContract.addEntry, postEntry),
  route(entriesContract.getEntry, findEntry),
];
