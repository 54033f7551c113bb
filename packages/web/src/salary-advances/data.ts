import { listEmployees } from "@kontor/contract/employees/employees";
import type { DataOf, Endpoint } from "@kontor/contract/endpoint";
import {
  getSalaryAdvance,
  getSalaryAdvanceTotals,
  listSalaryAdvances,
} from "@kontor/contract/salary-advances/advances";
import { checkApprovals } from "@kontor/contract/salary-advances/decisions";
import { listRepaymentLedgers } from "@kontor/contract/salary-advances/repayments";
import { getAdvanceOffer } from "@kontor/contract/salary-advances/requests";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";

import { accountingKeys, balanceKeys } from "../accounting/data.ts";
import { transferInterval } from "../funding/data.ts";
import { call, callPaged, type CallInput } from "../platform/api.ts";
import { isRefetch } from "../platform/loading/is-refetch.ts";
import { useConcurrentMutation } from "../platform/mutation.ts";
import { maxChoices } from "../platform/organization/choices.ts";
import { advancesKey } from "./pending.ts";

export type ListedAdvance = DataOf<typeof listSalaryAdvances>[number];
export type SalaryAdvance = DataOf<typeof getSalaryAdvance>;
export type AdvanceStatus = ListedAdvance["status"];

export type DecisionStatus = "APPROVED" | "REJECTED";

/** The input of a decision, with the amount and employee that were shown. */
export function decisionInput(
  { id, tenant_id, employee_id, amount }: ListedAdvance,
  status: DecisionStatus,
) {
  return { id, tenant_id, employee_id, amount, status };
}

/** The path of calls on an employee or an advance. */
export type RecordPath = { tenant_id: number; company_id: number; id: number };

/** An employee for whom an advance is requested. */
export type Applicant = RecordPath & { name: string };

/** The path of a record, without its other fields. */
export function pathOf({ tenant_id, company_id, id }: RecordPath): RecordPath {
  return { tenant_id, company_id, id };
}

/** One page of the salary advances that match the filters. */
export const advancesQuery = (input: CallInput<typeof listSalaryAdvances>) =>
  queryOptions({
    queryKey: [...advancesKey, "list", input],
    queryFn: ({ signal }) => callPaged(listSalaryAdvances, input, { signal }),
    placeholderData: keepPreviousData,
  });

/**
 * The totals of the advances that match the filters, without placeholder data while they load. The
 * list shows errors of the filters.
 */
export const advanceTotalsQuery = (input: CallInput<typeof getSalaryAdvanceTotals>) =>
  queryOptions({
    queryKey: [...advancesKey, "totals", input],
    queryFn: ({ signal }) => call(getSalaryAdvanceTotals, input, { signal, quiet: true }),
  });

/** One salary advance with all its data. */
export const advanceQuery = (path: RecordPath) =>
  queryOptions({
    queryKey: [...advancesKey, "one", pathOf(path)],
    queryFn: ({ signal, ...query }) =>
      call(getSalaryAdvance, pathOf(path), { signal, quiet: true, unattended: isRefetch(query) }),
    refetchInterval: ({ state: { data } }) =>
      isInTransit(data) || isAboutToBeSent(data) ? transferInterval : false,
  });

/** Whether the latest transfer is still open. */
export function isInTransit(advance: SalaryAdvance | undefined): boolean {
  const status = advance?.transfers[0]?.status;
  return status === "PENDING" || status === "PROCESSING";
}

/** Whether a job sends the advance next, with nothing in the way. */
function isAboutToBeSent(advance: SalaryAdvance | undefined): boolean {
  return advance?.status === "APPROVED" && advance.obstacle === null;
}

/** The ledgers that can receive a repayment, as choices of a field; the usual one first. */
export const repaymentLedgersQuery = (path: RecordPath) =>
  queryOptions({
    queryKey: [...advancesKey, "repayment-ledgers", pathOf(path)],
    queryFn: ({ signal }) => call(listRepaymentLedgers, pathOf(path), { signal }),
    select: (ledgers) =>
      ledgers.map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` })),
  });

/** How much an employee may request today. */
export const offerQuery = (employee: RecordPath) =>
  queryOptions({
    queryKey: [...advancesKey, "offer", employee],
    queryFn: ({ signal }) => call(getAdvanceOffer, pathOf(employee), { signal, quiet: true }),
  });

/** Active employees that match a search, of one organization or, with 0, of all. */
export const activeEmployeesQuery = (input: { tenant_id: number; search: string }) =>
  queryOptions({
    queryKey: [...advancesKey, "employees", input],
    queryFn: async ({ signal }) => {
      const filters = {
        ...input,
        status: "ACTIVE",
        sort: "name",
        per_page: maxChoices,
      } as const;
      const { data } = await callPaged(listEmployees, filters, { signal });
      return data;
    },
    placeholderData: keepPreviousData,
  });

export type ApprovalCheck = DataOf<typeof checkApprovals>;

/**
 * The warnings about approving these rows together, checked once. Its key is not below that of the
 * advances, so that the decision does not cause another check.
 *
 * @param rows none if nothing is to be checked.
 */
export function useApprovalCheck(rows: readonly ListedAdvance[]) {
  const advances = rows.map(({ id, tenant_id }) => ({ id, tenant_id }));
  return useQuery({
    queryKey: ["approval-check", advances],
    queryFn: ({ signal }) => call(checkApprovals, { advances }, { signal, quiet: true }),
    enabled: advances.length > 0,
    staleTime: Infinity,
    gcTime: 0,
  });
}

/**
 * The queries that a change of an advance makes outdated: it may move money and change the books.
 */
const invalidatedKeys = [advancesKey, ["funding"], accountingKeys.entries, ...balanceKeys];

/** A call that changes salary advances. */
export const useAdvanceChange = <E extends Endpoint>(endpoint: E) =>
  useConcurrentMutation(endpoint, invalidatedKeys);
