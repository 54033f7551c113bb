import type { DataOf, Endpoint } from "@kontor/contract/endpoint";
import { getPayCorrections } from "@kontor/contract/payroll/corrections";
import {
  getPayslip,
  getPayslipTotals,
  listEmployeePayslips,
  listPaymentLedgers,
  listPayslips,
} from "@kontor/contract/payroll/payslips";
import { getRun, getRunTotals, listRuns } from "@kontor/contract/payroll/runs";
import { hashKey, keepPreviousData, queryOptions } from "@tanstack/react-query";

import { accountingKeys, balanceKeys } from "../accounting/data.ts";
import { transferInterval } from "../funding/data.ts";
import { call, callPaged, prefetchedPage, type CallInput } from "../platform/api.ts";
import { isRefetch } from "../platform/loading/is-refetch.ts";
import { useConcurrentMutation } from "../platform/mutation.ts";
import { payrollKey } from "./waiting-runs.ts";

export type ListedRun = DataOf<typeof listRuns>[number];
export type PayrollRun = DataOf<typeof getRun>;
export type RunStatus = PayrollRun["status"];
export type ListedPayslip = DataOf<typeof listPayslips>[number];
export type EmployeePayslip = DataOf<typeof listEmployeePayslips>[number];
export type Payslip = DataOf<typeof getPayslip>;
export type SignedAmount = PayrollRun["variance"][number]["net"];

/** The path of every call about a run. */
export type RunPath = { tenant_id: number; company_id: number; id: number };

/** The identity of a run in calls. */
export function pathOf({ tenant_id, company_id, id }: RunPath): RunPath {
  return { tenant_id, company_id, id };
}

/** One page of the runs that match the filters. The list shows a failed request itself. */
export const runsQuery = (input: CallInput<typeof listRuns>) =>
  queryOptions({
    queryKey: [...payrollKey, "runs", input],
    queryFn: ({ signal }) => callPaged(listRuns, input, { signal, quiet: true }),
    initialData: () => prefetchedPage(listRuns, input),
    placeholderData: keepPreviousData,
  });

/** The totals of all runs that match the filters. No earlier totals are shown meanwhile. */
export const runTotalsQuery = (input: CallInput<typeof getRunTotals>) =>
  queryOptions({
    queryKey: [...payrollKey, "run-totals", input],
    queryFn: ({ signal }) => call(getRunTotals, input, { signal, quiet: true }),
  });

/** Interval of polling a calculation, in milliseconds. */
const calculationInterval = 700;

/** One run with all that its page shows; it is polled while something is in progress. */
export const runQuery = (path: RunPath) =>
  queryOptions({
    queryKey: [...payrollKey, "run", pathOf(path)],
    queryFn: ({ signal, ...query }) =>
      call(getRun, pathOf(path), { signal, quiet: true, unattended: isRefetch(query) }),
    refetchInterval: ({ state }) => {
      if (state.data && isCalculating(state.data)) return calculationInterval;
      return state.data?.status === "DISBURSING" ? transferInterval : false;
    },
  });

/** Whether the payslips of a run are being calculated. */
export function isCalculating({ calculation }: Pick<PayrollRun, "calculation">): boolean {
  return calculation.state === "WAITING" || calculation.state === "RUNNING";
}

/** One page of the payslips of this revision of a run. */
export const payslipsQuery = (revision: string, input: CallInput<typeof listPayslips>) =>
  queryOptions({
    queryKey: [...payrollKey, "payslips", input, revision] as const,
    queryFn: ({ signal }) => callPaged(listPayslips, input, { signal }),
    placeholderData: (previous, query) =>
      query?.queryKey[2].id === input.id ? previous : undefined,
  });

/**
 * The totals of all payslips that match the filters, in this revision of the run, and those of the
 * revision before while they load.
 */
export const payslipTotalsQuery = (revision: string, input: CallInput<typeof getPayslipTotals>) =>
  queryOptions({
    queryKey: [...payrollKey, "payslip-totals", input, revision] as const,
    queryFn: ({ signal }) => call(getPayslipTotals, input, { signal, quiet: true }),
    placeholderData: (previous, query) =>
      query !== undefined && hashKey([query.queryKey[2]]) === hashKey([input])
        ? previous
        : undefined,
  });

/** One page of the payslips of the employee of the path, in all runs. */
export const employeePayslipsQuery = (input: CallInput<typeof listEmployeePayslips>) =>
  queryOptions({
    queryKey: [...payrollKey, "employee-payslips", input],
    queryFn: ({ signal }) => callPaged(listEmployeePayslips, input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** What the employee of the path is still owed for earlier months, or was overpaid. */
export const payCorrectionsQuery = (path: RunPath) =>
  queryOptions({
    queryKey: [...payrollKey, "pay-corrections", pathOf(path)],
    queryFn: ({ signal }) => call(getPayCorrections, pathOf(path), { signal, quiet: true }),
  });

/** A revision that changes whenever the payslips of a run may have changed. */
export function revisionOf({ version, calculation }: PayrollRun): string {
  return `${version}/${calculation.state}/${calculation.finished_at?.toISOString() ?? ""}`;
}

/** One payslip with its explanation. */
export const payslipQuery = (path: CallInput<typeof getPayslip>) =>
  queryOptions({
    queryKey: [...payrollKey, "payslip", path],
    queryFn: ({ signal, ...query }) =>
      call(getPayslip, path, { signal, quiet: true, unattended: isRefetch(query) }),
    refetchInterval: ({ state }) => {
      const payment = state.data?.payment;
      return payment === "PENDING" || payment === "PROCESSING" ? transferInterval : false;
    },
  });

/** The cash and bank ledgers from which pay may have been paid, the usual one first. */
export const paymentLedgersQuery = (path: RunPath) =>
  queryOptions({
    queryKey: [...payrollKey, "payment-ledgers", pathOf(path)],
    queryFn: ({ signal }) => call(listPaymentLedgers, pathOf(path), { signal }),
    select: (ledgers) =>
      ledgers.map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` })),
  });

/**
 * The queries that a change of a run makes outdated: it may affect funds, advances and the books.
 */
const invalidatedKeys = [
  payrollKey,
  ["funding"],
  ["salary-advances"],
  accountingKeys.entries,
  ...balanceKeys,
];

/** A call that changes a run. */
export const useRunChange = <E extends Endpoint>(endpoint: E) =>
  useConcurrentMutation(endpoint, invalidatedKeys);

/** Whether a run is approved and some payslips are not paid yet. */
export function isUnpaid(status: RunStatus): boolean {
  return status === "PENDING_DISBURSEMENT" || status === "DISBURSING" || status === "PARTLY_PAID";
}
