import { Button } from "@mantine/core";
import type { ReactNode } from "react";

import { ApiProblem, permanentRefusalOf, serverMessageOf } from "../../platform/api-problem.ts";
import { focusMainOnUnmount } from "../../platform/message/return-focus.ts";
import { PageSpinner } from "../spinner.tsx";
import { EmptyState } from "./empty-state.tsx";

type NotLoadedProps = {
  /** What could not be loaded, at the start of a sentence: "The ledger". */
  what: string;
  failed: boolean;
  /** Why the load failed. The server's message is shown, and a missing record has no retry. */
  error: Error | null;
  onRetry: () => void;
  /** A link to the list of such records, shown when the record was not found. */
  children?: ReactNode;
};

/**
 * Shown instead of a screen: a spinner, an error with the server's message and a retry, or a
 * not-found message.
 */
export function NotLoaded({ what, failed, error, onRetry, children }: NotLoadedProps) {
  if (!failed) return <PageSpinner />;
  if (error instanceof ApiProblem && error.status === 404) {
    return (
      <div role="alert">
        <EmptyState text={`${what} was not found.`}>{children}</EmptyState>
      </div>
    );
  }
  const refused = permanentRefusalOf(error);
  if (refused !== null) {
    return (
      <div role="alert">
        <EmptyState text={refused}>{children}</EmptyState>
      </div>
    );
  }
  return (
    <div role="alert">
      <EmptyState text={`${what} could not be loaded.`} about={serverMessageOf(error) ?? undefined}>
        <Button ref={focusMainOnUnmount} variant="default" size="xs" onClick={onRetry}>
          Try again
        </Button>
      </EmptyState>
    </div>
  );
}
