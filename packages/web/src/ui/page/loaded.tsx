import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { NotLoaded } from "./not-loaded.tsx";

type LoadedProps<Data> = {
  query: UseQueryResult<Data>;
  /** What is loaded, at the start of a sentence: "The ledger". */
  what: string;
  /** A link to the list of such records, shown when the record was not found. */
  instead?: ReactNode;
  /** Renders the data. `reload` returns the current record; undefined when that fails. */
  children: (data: Data, reload: () => Promise<Data | undefined>) => ReactNode;
};

/**
 * The data of a query. Until it is loaded: a spinner, an error with a retry, or a not-found
 * message.
 */
export function Loaded<Data>({ query, what, instead, children }: LoadedProps<Data>) {
  const { data, error, isError, isFetching, refetch } = query;
  if (data !== undefined) return children(data, async () => (await refetch()).data);
  return (
    <NotLoaded
      what={what}
      failed={isError && !isFetching}
      error={error}
      onRetry={() => void refetch()}
    >
      {instead}
    </NotLoaded>
  );
}
