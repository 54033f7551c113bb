import { listBankAccountChanges } from "@kontor/contract/employees/bank";
import { listBenefits } from "@kontor/contract/employees/benefits";
import {
  getEmployee,
  getEmployeeChoices,
  listEmployeeHistory,
  listEmployees,
} from "@kontor/contract/employees/employees";
import {
  getSettlement,
  type cancelExit,
  type returnToWork,
} from "@kontor/contract/employees/leaving";
import {
  getArrearsWindow,
  listOpeningFigures,
  listPayItems,
  listPayRates,
  listReliefs,
} from "@kontor/contract/employees/pay";
import { getEmployeeTotals } from "@kontor/contract/employees/totals";
import type { DataOf, Endpoint } from "@kontor/contract/endpoint";
import { getPortalAccess } from "@kontor/contract/portal/invitation";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { call, callPaged, prefetchedPage, type CallInput } from "../platform/api.ts";
import { useConcurrentMutation, useEndpointMutation } from "../platform/mutation.ts";
import { queryClient } from "../platform/query-client.ts";

export type Employee = DataOf<typeof getEmployee>;
export type ListedEmployee = DataOf<typeof listEmployees>[number];
export type EmployeeChoices = DataOf<typeof getEmployeeChoices>;
export type EmployeeEvent = DataOf<typeof listEmployeeHistory>[number];
export type PayRate = DataOf<typeof listPayRates>[number];
export type PayItem = DataOf<typeof listPayItems>[number];
export type Benefit = DataOf<typeof listBenefits>[number];
export type Relief = DataOf<typeof listReliefs>[number];
export type OpeningFigures = DataOf<typeof listOpeningFigures>[number];
export type BankAccountChange = DataOf<typeof listBankAccountChanges>[number];
export type Settlement = DataOf<typeof getSettlement>;

/** The path of every call about an organization's staff. */
export type CompanyPath = { tenant_id: number; company_id: number };
/** The path of every call about one employee. */
export type EmployeePath = CompanyPath & { id: number };

/** The props of every tab of an employee's page. */
export type EmployeeTabProps = { employee: Employee };

/**
 * The prefix of every query key of this feature. A change of an employee makes all of them
 * outdated.
 */
export const employeesKey = ["employees"] as const;

/** The identity of an employee in calls. */
export function pathOf({ tenant_id, company_id, id }: EmployeePath): EmployeePath {
  return { tenant_id, company_id, id };
}

const keyOf = (path: EmployeePath, part: string) =>
  [...employeesKey, "one", pathOf(path), part] as const;

/** One page of the employees that match the filters. */
export const employeesQuery = (input: CallInput<typeof listEmployees>) =>
  queryOptions({
    queryKey: [...employeesKey, "list", input],
    queryFn: ({ signal }) => callPaged(listEmployees, input, { signal }),
    initialData: () => prefetchedPage(listEmployees, input),
    placeholderData: keepPreviousData,
  });

/**
 * The monthly pay of the employees that match the filters. While it loads, the sum of other filters
 * is not shown. The list shows errors of the filters itself.
 */
export const employeeTotalsQuery = (input: CallInput<typeof getEmployeeTotals>) =>
  queryOptions({
    queryKey: [...employeesKey, "totals", input],
    queryFn: ({ signal }) => call(getEmployeeTotals, input, { signal, quiet: true }),
  });

/** The choices of one organization in forms and filters. Without them the fields are free text. */
export const choicesQuery = (company: CompanyPath) =>
  queryOptions({
    queryKey: [...employeesKey, "choices", company],
    queryFn: ({ signal }) => call(getEmployeeChoices, company, { signal, quiet: true }),
  });

/** One employee. The screen shows a failure itself. */
export const employeeQuery = (path: EmployeePath) =>
  queryOptions({
    queryKey: keyOf(path, "record"),
    queryFn: ({ signal }) => call(getEmployee, path, { signal, quiet: true }),
  });

/** An employee's access to the portal. The panel shows an error in its place. */
export const portalAccessQuery = (path: EmployeePath) =>
  queryOptions({
    queryKey: keyOf(path, "portal"),
    queryFn: ({ signal }) => call(getPortalAccess, path, { signal, quiet: true }),
  });

/** One page of the changes of an employee. While it loads, no page of another employee is shown. */
export const historyQuery = (input: CallInput<typeof listEmployeeHistory>) =>
  queryOptions({
    queryKey: [...keyOf(input, "history"), input] as const,
    queryFn: ({ signal }) => callPaged(listEmployeeHistory, input, { signal }),
    placeholderData: (previous, query) =>
      query?.queryKey[4].id === input.id ? previous : undefined,
  });

/**
 * The dated rates of pay of an employee. The panel shows errors itself; so do the panels of the
 * queries below.
 */
export const payRatesQuery = (path: EmployeePath) =>
  queryOptions({
    queryKey: keyOf(path, "pay-rates"),
    queryFn: ({ signal }) => call(listPayRates, path, { signal, quiet: true }),
  });

/** The month of the next payroll, and the months whose pay it still corrects. */
export const arrearsWindowQuery = (path: EmployeePath) =>
  queryOptions({
    queryKey: keyOf(path, "arrears-window"),
    queryFn: ({ signal }) => call(getArrearsWindow, path, { signal, quiet: true }),
  });

/** The earnings and deductions that are added to an employee's monthly pay. */
export const payItemsQuery = (path: EmployeePath) =>
  queryOptions({
    queryKey: keyOf(path, "pay-items"),
    queryFn: ({ signal }) => call(listPayItems, path, { signal, quiet: true }),
  });

/** The benefits in kind of an employee. */
export const benefitsQuery = (path: EmployeePath) =>
  queryOptions({
    queryKey: keyOf(path, "benefits"),
    queryFn: ({ signal }) => call(listBenefits, path, { signal, quiet: true }),
  });

/** The declared reliefs of an employee, with who approved them. */
export const reliefsQuery = (path: EmployeePath) =>
  queryOptions({
    queryKey: keyOf(path, "reliefs"),
    queryFn: ({ signal }) => call(listReliefs, path, { signal, quiet: true }),
  });

/** What an employee earned and paid in a year from before payroll was run in Kontor. */
export const openingFiguresQuery = (path: EmployeePath) =>
  queryOptions({
    queryKey: keyOf(path, "opening-figures"),
    queryFn: ({ signal }) => call(listOpeningFigures, path, { signal, quiet: true }),
  });

/** The requested bank accounts of an employee, with the outcome of each. */
export const bankAccountChangesQuery = (path: EmployeePath) =>
  queryOptions({
    queryKey: keyOf(path, "bank-account-changes"),
    queryFn: ({ signal }) => call(listBankAccountChanges, path, { signal, quiet: true }),
  });

/** The final settlement of an employee who leaves. Other employees have none. */
export const settlementQuery = (path: EmployeePath) =>
  queryOptions({
    queryKey: keyOf(path, "settlement"),
    queryFn: ({ signal }) => call(getSettlement, path, { signal, quiet: true }),
    enabled: () => queryClient.getQueryData(employeeQuery(path).queryKey)?.exit !== null,
  });

/** The queries that a change of an employee makes outdated; payroll results depend on employees. */
const invalidatedKeys = [employeesKey, ["payroll"]] as const;

/** A mutation that changes an employee. */
export function useEmployeeChange<E extends Endpoint>(endpoint: E) {
  return useEndpointMutation(endpoint, invalidatedKeys);
}

/**
 * The same for a call after which the employee is employed again. The response replaces the cached
 * employee at once, so that the settlement, which no longer exists, is not reloaded.
 */
export function useEmployeeReturn<E extends typeof returnToWork | typeof cancelExit>(endpoint: E) {
  return useEndpointMutation(endpoint, invalidatedKeys, {
    keep: (employee) =>
      queryClient.setQueryData(employeeQuery(pathOf(employee)).queryKey, employee),
  });
}

/** The same, but a refusal because of another user's change reloads and shows that change. */
export function useContestedEmployeeChange<E extends Endpoint>(endpoint: E) {
  return useConcurrentMutation(endpoint, invalidatedKeys);
}
