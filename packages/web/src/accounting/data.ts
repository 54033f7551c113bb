import {
  getAccountTotals,
  getLedger,
  listAccounts,
  listLedgers,
  listSubLedgers,
} from "@kontor/contract/accounting/accounts";
import {
  getEntry,
  getEntryHistory,
  getEntryTotals,
  listEntries,
} from "@kontor/contract/accounting/entries";
import {
  getGroup,
  listGroupLedgers,
  listGroups,
  nextLedgerCode,
} from "@kontor/contract/accounting/groups";
import {
  getLedgerBalance,
  getPeriods,
  listExceptionUsers,
  previewYearEnd,
} from "@kontor/contract/accounting/periods";
import { getStatement, searchStatement } from "@kontor/contract/accounting/statements";
import type { Endpoint } from "@kontor/contract/endpoint";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";

import { call, callPaged, prefetchedPage, type CallInput } from "../platform/api.ts";
import { maxChoices } from "../platform/organization/choices.ts";

/** The key prefixes of everything that the accounting screens load. */
export const accountingKeys = {
  all: ["accounting"],
  groups: ["accounting", "groups"],
  ledgerCodes: ["accounting", "ledger-codes"],
  accounts: ["accounting", "accounts"],
  totals: ["accounting", "totals"],
  ledgers: ["accounting", "ledgers"],
  statements: ["accounting", "statements"],
  entries: ["accounting", "entries"],
  periods: ["accounting", "periods"],
} as const;

/**
 * The keys of everything that shows a balance. Posting an entry makes it outdated, as it does the
 * entries.
 */
export const balanceKeys = [
  accountingKeys.accounts,
  accountingKeys.ledgers,
  accountingKeys.statements,
] as const;

/** The keys of reports: the prefix of all of them, and that of one with its filters. */
export const reportKeys = {
  all: ["reports"],
  one: (report: Endpoint, filters: unknown) => ["reports", report.path, filters],
} as const;

/** The keys of all that a posting changes: entries, balances and reports. */
export const postedKeys = [accountingKeys.entries, ...balanceKeys, reportKeys.all] as const;

type Filter<E> = Omit<CallInput<E>, "token">;

/** A record and its organization, which a user of one organization may leave out. */
export type RecordKey = { tenant_id: number | undefined; id: number };

/** The first groups by code that match a search, as choices. */
export const groupChoicesQuery = (input: { tenant_id: number; search: string }) =>
  queryOptions({
    queryKey: [...accountingKeys.groups, "choices", input],
    queryFn: ({ signal }) => callPaged(listGroups, { ...input, per_page: maxChoices }, { signal }),
    placeholderData: keepPreviousData,
  });

/** One group. A filter loads it silently, since a missing group needs no message there. */
export const groupQuery = (key: RecordKey, quiet = false) =>
  queryOptions({
    queryKey: [...accountingKeys.groups, key],
    queryFn: ({ signal }) => call(getGroup, key, { signal, quiet }),
  });

/**
 * The code that the group's next ledger would get. It is never cached, since other users also add
 * ledgers.
 */
export const nextLedgerCodeQuery = (group: RecordKey) =>
  queryOptions({
    queryKey: [...accountingKeys.ledgerCodes, group],
    queryFn: ({ signal }) => call(nextLedgerCode, group, { signal }),
    staleTime: 0,
  });

/** The ledgers of a group that may be the parent of another and match a search. */
export const parentChoicesQuery = (input: RecordKey & { search: string }) =>
  queryOptions({
    queryKey: [...accountingKeys.ledgers, "parents", input],
    queryFn: ({ signal }) =>
      callPaged(listGroupLedgers, { ...input, per_page: maxChoices }, { signal }),
    placeholderData: keepPreviousData,
  });

/** One page of the chart of accounts. */
export const accountsQuery = (input: Filter<typeof listAccounts>) =>
  queryOptions({
    queryKey: [...accountingKeys.accounts, input],
    queryFn: ({ signal }) => callPaged(listAccounts, input, { signal }),
    initialData: () => prefetchedPage(listAccounts, input),
    placeholderData: keepPreviousData,
  });

/** Opening balances by side, of one organization or all. */
export const accountTotalsQuery = (tenantId: number) =>
  queryOptions({
    queryKey: [...accountingKeys.totals, tenantId],
    queryFn: ({ signal }) => call(getAccountTotals, { tenant_id: tenantId }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Ledgers that take postings and match a search by name or code, of one class or of all. */
export const ledgerChoicesQuery = (
  input: Pick<Filter<typeof listLedgers>, "search" | "with_control" | "class" | "first"> & {
    tenant_id: number;
  },
) =>
  queryOptions({
    queryKey: [...accountingKeys.ledgers, "choices", input],
    queryFn: ({ signal }) => callPaged(listLedgers, { ...input, per_page: maxChoices }, { signal }),
    placeholderData: keepPreviousData,
  });

/**
 * A ledger with its balances as of today. For one that is missing, or that the caller may not read,
 * the error is `not_found`.
 */
export const ledgerQuery = (key: RecordKey) =>
  queryOptions({
    queryKey: [...accountingKeys.ledgers, key],
    queryFn: ({ signal }) => call(getLedger, key, { signal }),
  });

/**
 * The balance of a ledger at the end of a day. It is loaded each time, since others post meanwhile.
 * The component shows errors itself.
 */
export const ledgerBalanceQuery = (input: { tenant_id: number; id: number; day: string }) =>
  queryOptions({
    queryKey: [...accountingKeys.ledgers, "balance", input],
    queryFn: ({ signal }) => call(getLedgerBalance, input, { signal, quiet: true }),
    staleTime: 0,
  });

/** One page of the ledgers below a ledger. */
export const subLedgersQuery = (input: Filter<typeof listSubLedgers>) =>
  queryOptions({
    queryKey: [...accountingKeys.ledgers, "sub-ledgers", input],
    queryFn: ({ signal }) => callPaged(listSubLedgers, input, { signal }),
    placeholderData: keepPreviousData,
  });

/** One page of a ledger's statement. While it loads, no page of another ledger is shown. */
export const statementQuery = (input: Filter<typeof getStatement>) =>
  queryOptions({
    queryKey: [...accountingKeys.statements, input],
    queryFn: ({ signal }) => callPaged(getStatement, input, { signal }),
    placeholderData: (previous) => (previous?.data.ledger.id === input.id ? previous : undefined),
  });

/** The lines of a statement that a search finds. The list shows its errors itself. */
export const statementSearchQuery = (input: Filter<typeof searchStatement>) =>
  queryOptions({
    queryKey: [...accountingKeys.statements, "found", input],
    queryFn: ({ signal }) => callPaged(searchStatement, input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** One page of the entries. The list shows a failed request itself. */
export const entriesQuery = (input: Filter<typeof listEntries>) =>
  queryOptions({
    queryKey: [...accountingKeys.entries, "list", input],
    queryFn: ({ signal }) => callPaged(listEntries, input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** The totals of all entries of a list. The list itself reports errors of its filters. */
export const entryTotalsQuery = (input: Filter<typeof getEntryTotals>) =>
  queryOptions({
    queryKey: [...accountingKeys.entries, "totals", input],
    queryFn: ({ signal }) => call(getEntryTotals, input, { signal, quiet: true }),
  });

/** An entry with its items as they are now. */
export const entryQuery = (key: RecordKey) =>
  queryOptions({
    queryKey: [...accountingKeys.entries, key],
    queryFn: ({ signal }) => call(getEntry, key, { signal }),
  });

/** How many revisions of an entry are loaded at once. */
const revisionsAtOnce = 20;

/** The revisions of an entry, newest first, loaded in steps. */
export const entryHistoryQuery = (key: RecordKey) =>
  infiniteQueryOptions({
    queryKey: [...accountingKeys.entries, "history", key],
    queryFn: ({ signal, pageParam: page }) =>
      callPaged(getEntryHistory, { ...key, page, per_page: revisionsAtOnce }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) =>
      meta.page * meta.per_page < meta.total ? meta.page + 1 : undefined,
  });

/** The locked period of an organization's books, its exceptions and the closed years. */
export const periodsQuery = (tenantId: number | undefined) =>
  queryOptions({
    queryKey: [...accountingKeys.periods, tenantId],
    queryFn: ({ signal }) => call(getPeriods, { tenant_id: tenantId }, { signal, quiet: true }),
  });

/** The users who may be granted an exception and match a search by name or email. */
export const exceptionUsersQuery = (input: { tenant_id: number; search: string }) =>
  queryOptions({
    queryKey: [...accountingKeys.periods, "exception-users", input],
    queryFn: ({ signal }) =>
      callPaged(listExceptionUsers, { ...input, per_page: maxChoices }, { signal }),
    placeholderData: keepPreviousData,
  });

/** What a year-end would post. It is loaded each time, since the user and others post meanwhile. */
export const yearEndQuery = (input: { tenant_id: number | undefined; year_end: string }) =>
  queryOptions({
    queryKey: [...accountingKeys.periods, "year-end", input],
    queryFn: ({ signal }) => call(previewYearEnd, input, { signal, quiet: true }),
    staleTime: 0,
  });
