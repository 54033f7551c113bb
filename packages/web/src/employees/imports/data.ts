import {
  getEmployeeImport,
  listEmployeeImportRows,
  listEmployeeImports,
} from "@kontor/contract/employees/imports";
import type { DataOf } from "@kontor/contract/endpoint";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { call, callPaged, type CallInput } from "../../platform/api.ts";
import { isRefetch } from "../../platform/loading/is-refetch.ts";
import { employeesKey, type EmployeePath } from "../data.ts";

/** An uploaded file, with a preview of its columns. */
export type OpenedImport = DataOf<typeof getEmployeeImport>;
/** An uploaded file as lists and changes return it. */
export type EmployeeImport = DataOf<typeof listEmployeeImports>[number];
export type ImportRow = DataOf<typeof listEmployeeImportRows>[number];
/** The path of an import in calls. */
export type ImportPath = EmployeePath;

/** Interval of polling the progress of a check, in milliseconds. */
const pollInterval = 600;

/** One page of the files of an organization. */
export const importsQuery = (input: CallInput<typeof listEmployeeImports>) =>
  queryOptions({
    queryKey: [...employeesKey, "imports", "list", input],
    queryFn: ({ signal }) => callPaged(listEmployeeImports, input, { signal }),
    placeholderData: keepPreviousData,
  });

/** One file, reloaded at intervals while it is being checked. The screen shows a failure itself. */
export const importQuery = (path: ImportPath) =>
  queryOptions({
    queryKey: [...employeesKey, "imports", "one", path],
    queryFn: ({ signal, ...query }) =>
      call(getEmployeeImport, path, { signal, quiet: true, unattended: isRefetch(query) }),
    refetchInterval: ({ state }) => (state.data?.status === "CHECKING" ? pollInterval : false),
  });

/** One page of the effects of the rows of one kind, as checked for a version of the import. */
export const importRowsQuery = (
  input: CallInput<typeof listEmployeeImportRows>,
  { version }: Pick<EmployeeImport, "version">,
) =>
  queryOptions({
    queryKey: [...employeesKey, "imports", "rows", input, version] as const,
    queryFn: ({ signal }) => callPaged(listEmployeeImportRows, input, { signal }),
    placeholderData: (previous, query) =>
      query?.queryKey[3].id === input.id && query.queryKey[3].kind === input.kind
        ? previous
        : undefined,
  });
