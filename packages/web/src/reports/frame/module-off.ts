import { ApiProblem } from "../../platform/api-problem.ts";

type Report = {
  error: unknown;
  isPending: boolean;
  isPlaceholderData: boolean;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};

/**
 * A report for a table. When the payroll module is off, a sentence says so instead of an error,
 * since a retry would not help.
 */
export function moduleState<Loaded extends Report>(report: Loaded, several = false) {
  const { error } = report;
  const off = error instanceof ApiProblem && error.status === 409 ? error.message : undefined;
  const nothing = several || off !== undefined;
  return {
    off,
    nothing,
    query: nothing ? { ...report, isError: false, isFetching: false } : report,
  };
}
