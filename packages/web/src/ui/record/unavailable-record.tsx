import type { ComponentProps, ReactNode } from "react";

import { ApiProblem } from "../../platform/api-problem.ts";
import { EmptyState } from "../page/empty-state.tsx";
import { NotLoaded } from "../page/not-loaded.tsx";
import { Page } from "../page/page.tsx";

type UnavailableRecordProps = {
  title: string;
  /** What was requested, at the start of a sentence: "The employee". */
  what: string;
  backTo: ComponentProps<typeof Page>["backTo"];
  /** The query that has not returned the record. */
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** The record is already known not to exist. */
  missing?: boolean;
  /** A link to the list of such records. */
  children: ReactNode;
};

/**
 * The page of a record that cannot be shown: it is loading, failed to load, or does not exist. A
 * record that the user may not see is shown as not existing. Any other refusal, for example because
 * a module is off, is shown as it is.
 */
export function UnavailableRecord({
  title,
  what,
  backTo,
  query,
  missing = false,
  children,
}: UnavailableRecordProps) {
  const { error, isFetching, refetch } = query;
  const none = missing || (error instanceof ApiProblem && error.status === 404);
  return (
    <Page title={title} backTo={backTo}>
      {none ? (
        <EmptyState text={`${what} was not found.`}>{children}</EmptyState>
      ) : (
        <NotLoaded
          what={what}
          failed={error !== null && !isFetching}
          error={error}
          onRetry={() => void refetch()}
        >
          {children}
        </NotLoaded>
      )}
    </Page>
  );
}
