import type { ComponentProps, ReactNode } from "react";

import { ApiProblem } from "../../platform/api-problem.ts";
import { EmptyState } from "../page/empty-state.tsx";
import { NotLoaded } from "../page/not-loaded.tsx";
import { Page } from "../page/page.tsx";

type NoRecordProps = {
  title: string;
  /** What is asked for, at the start of a sentence: "The employee". */
  what: string;
  backTo: ComponentProps<typeof Page>["backTo"];
  /** The query that has not given the record. */
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** It is known already that there is none. */
  missing?: boolean;
  /** A link to the list of such records. */
  children: ReactNode;
};

/**
 * The page of a record that cannot be shown: it is loading, failed to load, or does not exist. A
 * record that the user may not see does not exist either. Where something else prevents it, such as
 * a module that is off, the refusal is shown.
 */
export function NoRecord({ title, what, backTo, query, missing = false, children }: NoRecordProps) {
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
