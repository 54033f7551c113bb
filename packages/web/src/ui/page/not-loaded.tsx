import { Button } from "@mantine/core";

import { PageSpinner } from "../spinner.tsx";
import { EmptyState } from "./empty-state.tsx";

type NotLoadedProps = {
  /** What could not be loaded, at the start of a sentence: "The ledger". */
  what: string;
  failed: boolean;
  onRetry: () => void;
};

/** What stands in place of a screen that cannot be shown yet: a wait, or a failure with another try. */
export function NotLoaded({ what, failed, onRetry }: NotLoadedProps) {
  if (!failed) return <PageSpinner />;
  return (
    <div role="alert">
      <EmptyState text={`${what} could not be loaded.`}>
        <Button variant="default" size="xs" onClick={onRetry}>
          Try again
        </Button>
      </EmptyState>
    </div>
  );
}
