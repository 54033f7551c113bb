import type { DataOf } from "@kontor/contract/endpoint";
import { getFinancials, getPayAccount, submitFunds } from "@kontor/contract/funding/funding";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { accountingKeys, balanceKeys } from "../accounting/data.ts";
import { call, callPaged, type CallInput } from "../platform/api.ts";
import { isRefetch } from "../platform/loading/is-refetch.ts";
import { useEndpointMutation } from "../platform/mutation.ts";

export const fundingKey = ["funding"] as const;

export type CompanyPath = { tenant_id: number; company_id: number };

export type Transaction = DataOf<typeof getFinancials>["transactions"][number];

/** The balance and one page of the transactions that match the filters. */
export const financialsQuery = (input: CallInput<typeof getFinancials>) =>
  queryOptions({
    queryKey: [...fundingKey, "financials", input],
    queryFn: ({ signal }) => callPaged(getFinancials, input, { signal }),
    placeholderData: keepPreviousData,
  });

/** Interval of polling an account that is being opened, in milliseconds. */
const openingInterval = 3000;

/** Interval of polling what waits for money in transit, in milliseconds. */
export const transferInterval = 3000;

/**
 * The bank account into which an organization's funds are paid; polled while it is being opened.
 */
export const payAccountQuery = (organization: CompanyPath) =>
  queryOptions({
    queryKey: [...fundingKey, "pay-account", organization.tenant_id, organization.company_id],
    queryFn: ({ signal, ...query }) =>
      call(getPayAccount, organization, { signal, unattended: isRefetch(query) }),
    staleTime: 60_000,
    // It is opened after the organization was created, usually within a second.
    refetchInterval: ({ state }) => (state.data?.status === "OPENING" ? openingInterval : false),
  });

/**
 * Every movement of funds posts an entry, so the queries of the books become outdated too, as do
 * those of what waits for money.
 */
export function useSubmitFunds() {
  return useEndpointMutation(submitFunds, [
    fundingKey,
    ["payroll"],
    ["salary-advances"],
    accountingKeys.entries,
    ...balanceKeys,
  ]);
}
