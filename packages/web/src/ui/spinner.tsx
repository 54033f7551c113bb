import { useSteadyLoading } from "./use-steady-loading.ts";

import classes from "./spinner.module.css";

type SpinnerProps = {
  /** What is awaited, for those who cannot see the spinner. */
  label?: string;
  size?: "sm" | "md";
};

/** A spinner that announces itself. */
export function Spinner({ label = "Loading", size = "sm" }: SpinnerProps) {
  return <span role="status" aria-label={label} className={classes.spinner} data-size={size} />;
}

/** A spinner in the middle of its place, once the wait is worth one. */
export function PageSpinner({ label }: { label?: string }) {
  const visible = useSteadyLoading(true);
  return <div className={classes.page}>{visible && <Spinner size="md" label={label} />}</div>;
}
