import type { DataOf } from "@kontor/contract/endpoint";
import {
  getRehearsalTerms,
  type rehearse,
  type RehearsalTerms,
} from "@kontor/contract/payroll/rehearsal";
import { queryOptions } from "@tanstack/react-query";

import { call } from "../../platform/api.ts";
import { payrollKey } from "../waiting.ts";

export type RehearsalBasis = DataOf<typeof getRehearsalTerms>;

/** What was tried out, and what came of it. */
export type Outcome = { terms: RehearsalTerms; result: DataOf<typeof rehearse> };

/** Whose last run is rehearsed. */
export type RehearsalPath = { tenant_id: number; company_id: number };

/** The last approved run, and what it was calculated by. */
export const rehearsalQuery = (path: RehearsalPath) =>
  queryOptions({
    queryKey: [...payrollKey, "rehearsal", path],
    queryFn: ({ signal }) => call(getRehearsalTerms, path, { signal, quiet: true }),
    // What is typed stands on these terms; they change with the next approved run.
    staleTime: Infinity,
  });
