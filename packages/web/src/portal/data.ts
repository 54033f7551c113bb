import type { DataOf } from "@kontor/contract/endpoint";
import { getPortalOffer, listPortalAdvances } from "@kontor/contract/portal/advances";
import { getPortalPayslip, listPortalPayslips } from "@kontor/contract/portal/payslips";
import { portalMe, portalSignOut } from "@kontor/contract/portal/session";
import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";

import { ApiProblem } from "../platform/api-problem.ts";
import { call, callPaged, type CallInput } from "../platform/api.ts";
import { reconnectInterval } from "../platform/connection.ts";
import { isRefetch } from "../platform/loading/is-refetch.ts";
import { clearPortalSession, rememberEmployee } from "../platform/portal-session.ts";

export type PortalSelf = DataOf<typeof portalMe>;
export type PortalPayslipItem = DataOf<typeof listPortalPayslips>[number];
export type PortalPayslip = DataOf<typeof getPortalPayslip>;
export type PortalAdvance = DataOf<typeof listPortalAdvances>[number];

const portalKey = ["portal"] as const;

/**
 * The key prefix of what a request or its withdrawal makes outdated: the offer and the requests.
 */
export const advancesKey = [...portalKey, "advances"] as const;

/** Interval of asking whether a hold has been released, in milliseconds. */
const heldInterval = 60_000;

/**
 * The signed-in employee.
 *
 * @param lost whether the server cannot be reached; it is then asked again and again.
 */
export const portalSelfQuery = (lost = false) =>
  queryOptions({
    queryKey: [...portalKey, "me"],
    queryFn: async ({ signal, ...query }) => {
      const unattended = isRefetch(query);
      const self = await call(portalMe, {}, { signal, quiet: true, unattended });
      rememberEmployee(self.employment);
      return self;
    },
    staleTime: 60_000,
    refetchInterval: ({ state }) => {
      if (lost) return reconnectInterval;
      return state.data?.outgoing_held === true ? heldInterval : false;
    },
    // The data may still be fresh, but the employee waits for the connection.
    refetchOnReconnect: "always",
  });

/** How much the employee may request today. A refusal is shown in place of the offer. */
export const offerQuery = () =>
  queryOptions({
    queryKey: [...advancesKey, "offer"],
    queryFn: ({ signal }) => call(getPortalOffer, {}, { signal, quiet: true }),
  });

/**
 * The sentence to show when a call was refused because its module is off; null for other errors. A
 * retry would not help.
 */
export function moduleOffSentence(error: Error | null): string | null {
  return error instanceof ApiProblem && error.status === 409 ? error.message : null;
}

/** Interval of polling pending requests, in milliseconds. */
const pollInterval = 5000;

/** The employee's own requests, latest first. */
export const advancesQuery = (input: CallInput<typeof listPortalAdvances>) =>
  queryOptions({
    queryKey: [...advancesKey, "list", input],
    queryFn: ({ signal, ...query }) =>
      callPaged(listPortalAdvances, input, { signal, quiet: true, unattended: isRefetch(query) }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === "APPROVED") ? pollInterval : false,
  });

/** The employee's own payslips, latest first. */
export const payslipsQuery = (input: CallInput<typeof listPortalPayslips>) =>
  queryOptions({
    queryKey: [...portalKey, "payslips", "list", input],
    queryFn: ({ signal }) => callPaged(listPortalPayslips, input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** One payslip with its lines. */
export const payslipQuery = (id: number) =>
  queryOptions({
    queryKey: [...portalKey, "payslips", id],
    queryFn: ({ signal }) => call(getPortalPayslip, { id }, { signal, quiet: true }),
  });

/** Ends the session on the server and in this tab, even if the server cannot be reached. */
export function useSignOut() {
  return useMutation({
    mutationFn: () => call(portalSignOut, {}, { quiet: true }),
    onSettled: clearPortalSession,
  });
}
