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
  takeBackYearEnd,
} from "@kontor/contract/accounting/periods";

import { useEndpointMutation } from "../platform/mutation.ts";
import { accountingKeys, balanceKeys } from "./data.ts";

// A group's name is shown with its ledgers, and a ledger's name and code on every entry and
// statement.

export function useAddGroup() {
  return useEndpointMutation(addGroup, [accountingKeys.groups, accountingKeys.accounts]);
}

export function useUpdateGroup() {
  return useEndpointMutation(updateGroup, [
    accountingKeys.groups,
    accountingKeys.accounts,
    accountingKeys.ledgers,
  ]);
}

export function useDeleteGroup() {
  return useEndpointMutation(deleteGroup, [accountingKeys.groups, accountingKeys.accounts]);
}

export function useAddLedger() {
  return useEndpointMutation(addLedger, [
    accountingKeys.groups,
    accountingKeys.ledgerCodes,
    accountingKeys.totals,
    ...balanceKeys,
  ]);
}

export function useUpdateLedger() {
  return useEndpointMutation(updateLedger, [
    accountingKeys.totals,
    accountingKeys.entries,
    ...balanceKeys,
  ]);
}

/** @param draft the key of the entry's draft on this device. */
export function useAddEntry(draft: string) {
  return useEndpointMutation(addEntry, [accountingKeys.entries, ...balanceKeys], { draft });
}

/** @param draft as for {@link useAddEntry}. */
export function useUpdateEntry(draft: string) {
  return useEndpointMutation(updateEntry, [accountingKeys.entries, ...balanceKeys], { draft });
}

/** Posts an entry too, so that balances and reports are out of date with it. */
export function useReverseEntry() {
  return useEndpointMutation(reverseEntry, [accountingKeys.entries, ...balanceKeys, ["reports"]]);
}

export function useSetPeriodLock() {
  return useEndpointMutation(setPeriodLock, [accountingKeys.periods, ["reports"]]);
}

export function useReconcileBank() {
  return useEndpointMutation(reconcileBank, [["reports"]]);
}

export function useGrantLockException() {
  return useEndpointMutation(grantLockException, [accountingKeys.periods]);
}

export function useEndLockException() {
  return useEndpointMutation(endLockException, [accountingKeys.periods]);
}

export function useCloseYear() {
  return useEndpointMutation(closeYear, [
    accountingKeys.periods,
    accountingKeys.entries,
    ...balanceKeys,
    ["reports"],
  ]);
}

export function useTakeBackYearEnd() {
  return useEndpointMutation(takeBackYearEnd, [
    accountingKeys.periods,
    accountingKeys.entries,
    ...balanceKeys,
    ["reports"],
  ]);
}
