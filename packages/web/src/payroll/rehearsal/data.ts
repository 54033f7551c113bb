import type { DataOf } from "@kontor/contract/endpoint";
import { getRehearsal, getRehearsalTerms } from "@kontor/contract/payroll/rehearsal";
import { queryOptions } from "@tanstack/react-query";

import { call } from "../../platform/api.ts";
import { isRefetch } from "../../platform/loading/is-refetch.ts";
import { payrollKey } from "../waiting-runs.ts";

export type RehearsalBasis = DataOf<typeof getRehearsalTerms>;
export type Rehearsal = DataOf<typeof getRehearsal>;
export type RehearsalOutcome = NonNullable<Rehearsal["outcome"]>;

/** The organization whose last run is rehearsed. */
export type RehearsalPath = { tenant_id: number; company_id: number };

/** The last approved run, and its terms. */
export const rehearsalBasisQuery = (path: RehearsalPath) =>
  queryOptions({
    queryKey: [...payrollKey, "rehearsal-basis", path],
    queryFn: ({ signal }) => call(getRehearsalTerms, path, { signal, quiet: true }),
    // Typed changes build on these terms, which change only with the next approved run.
    staleTime: Infinity,
  });

/** Interval of polling a rehearsal, in milliseconds. */
const pollInterval = 700;

/** A rehearsal, polled until it is done; disabled without an id. */
export const rehearsalQuery = (path: RehearsalPath, id: number | undefined) =>
  queryOptions({
    queryKey: [...payrollKey, "rehearsal", path, id],
    queryFn: ({ signal, ...query }) => {
      const unattended = isRefetch(query);
      return call(getRehearsal, { ...path, id: id ?? 0 }, { signal, quiet: true, unattended });
    },
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.state === "WAITING" || data?.state === "RUNNING" ? pollInterval : false,
  });
