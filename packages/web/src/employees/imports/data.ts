import {
  getEmployeeImport,
  listEmployeeImportRows,
  listEmployeeImports,
} from "@kontor/contract/employees/imports";
import type { DataOf } from "@kontor/contract/endpoint";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { call, callPaged, type CallInput } from "../../platform/api.ts";
import { employeesKey, type EmployeePath } from "../data.ts";

/** A file that was uploaded, with what its columns look like. */
export type OpenedImport = DataOf<typeof getEmployeeImport>;
/** The same as lists and changes give it. */
export type EmployeeImport = DataOf<typeof listEmployeeImports>[number];
export type ImportRow = DataOf<typeof listEmployeeImportRows>[number];
/** What every call about one import names it by. */
export type ImportPath = EmployeePath;

/** Interval of polling the progress of a check, in milliseconds. */
const lookAgain = 600;

/** One page of the files of an organization. */
export const importsQuery = (input: CallInput<typeof listEmployeeImports>) =>
  queryOptions({
    queryKey: [...employeesKey, "imports", "list", input],
    queryFn: ({ signal }) => callPaged(listEmployeeImports, input, { signal }),
    placeholderData: keepPreviousData,
  });

/** One file, reloaded again and again while it is being checked. A failure is shown by the screen itself. */
export const importQuery = (path: ImportPath) =>
  queryOptions({
    queryKey: [...employeesKey, "imports", "one", path],
    queryFn: ({ signal }) => call(getEmployeeImport, path, { signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data?.status === "CHECKING" ? lookAgain : false),
  });

/** One page of what would become of the rows of one kind, as they were checked for a version of the import. */
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
