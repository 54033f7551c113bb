import { addLedger, updateLedger } from "@kontor/contract/accounting/accounts";
import { addEntry, updateEntry } from "@kontor/contract/accounting/entries";
import { addGroup, deleteGroup, updateGroup } from "@kontor/contract/accounting/groups";
import {
  closeYear,
  endLockException,
  grantLockException,
  reconcileBank,
  reverseEntry,
  setPeriodLock,
  undoYearEnd,
} from "@kontor/contract/accounting/periods";

import { useConcurrentMutation, useEndpointMutation } from "../platform/mutation.ts";
import { accountingKeys, balanceKeys, postedKeys, reportKeys } from "./data.ts";

// A group's name is shown with its ledgers, and a ledger's name and code on every entry and
// statement.

/** Adds a group to a class; the API allots its code. */
export function useAddGroup() {
  return useEndpointMutation(addGroup, [accountingKeys.groups, accountingKeys.accounts]);
}

/** Renames a group. Its ledgers and their statements show the name. */
export function useUpdateGroup() {
  return useEndpointMutation(updateGroup, [accountingKeys.groups, ...balanceKeys]);
}

/** Deletes a group that holds no ledger and is not of the standard chart. */
export function useDeleteGroup() {
  return useEndpointMutation(deleteGroup, [accountingKeys.groups, accountingKeys.accounts]);
}

/** Adds a ledger; with an opening balance it changes the totals of the chart. */
export function useAddLedger() {
  return useEndpointMutation(addLedger, [
    accountingKeys.groups,
    accountingKeys.ledgerCodes,
    accountingKeys.totals,
    ...balanceKeys,
  ]);
}

/** Changes a ledger: its name on entries, and with its opening balance all later ones. */
export function useUpdateLedger() {
  return useEndpointMutation(updateLedger, [
    accountingKeys.totals,
    accountingKeys.entries,
    ...balanceKeys,
  ]);
}

/** Posts an entry, which changes balances. */
export function useAddEntry() {
  return useEndpointMutation(addEntry, [accountingKeys.entries, ...balanceKeys]);
}

/** Adds a revision to an entry, which changes balances. */
export function useUpdateEntry() {
  return useEndpointMutation(updateEntry, [accountingKeys.entries, ...balanceKeys]);
}

/** A reversal posts an entry, so balances and reports become outdated too. */
export function useReverseEntry() {
  return useEndpointMutation(reverseEntry, postedKeys);
}

/** The keys of queries whose rows say whether an entry is locked for the user. */
const lockedKeys = [accountingKeys.entries, accountingKeys.statements] as const;

/** Locks an organization's books up to a day, or opens them again from one. */
export function useSetPeriodLock() {
  const shown = [accountingKeys.periods, ...lockedKeys, reportKeys.all];
  return useConcurrentMutation(setPeriodLock, shown);
}

/** Records the day up to which a bank ledger was compared with the bank's statement. */
export function useReconcileBank() {
  return useEndpointMutation(reconcileBank, [reportKeys.all]);
}

/** Allows one user to post on locked days for some hours. */
export function useGrantLockException() {
  return useEndpointMutation(grantLockException, [accountingKeys.periods, ...lockedKeys]);
}

/** Ends such an exception before its time. One that another user has ended is no longer shown. */
export function useEndLockException() {
  const shown = [accountingKeys.periods, ...lockedKeys];
  return useConcurrentMutation(endLockException, shown);
}

/** Posts income and expenses of a year to retained earnings. */
export function useCloseYear() {
  return useEndpointMutation(closeYear, [accountingKeys.periods, ...postedKeys]);
}

/** Reverses the closing of a year while the next one is not locked. */
export function useUndoYearEnd() {
  return useEndpointMutation(undoYearEnd, [accountingKeys.periods, ...postedKeys]);
}
