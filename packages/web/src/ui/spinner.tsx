import { useDelayedSpinner } from "./use-delayed-spinner.ts";

import classes from "./spinner.module.css";

type SpinnerProps = {
  /** What is loading, for screen readers. */
  label?: string;
  size?: "sm" | "md";
};

/** A spinner that screen readers announce. */
export function Spinner({ label = "Loading", size = "sm" }: SpinnerProps) {
  return <span role="status" aria-label={label} className={classes.spinner} data-size={size} />;
}

/** A centred spinner, shown only when the wait is long enough. */
export function PageSpinner({ label }: { label?: string }) {
  const visible = useDelayedSpinner(true);
  return (
    <div className={classes.page} data-waiting>
      {visible && <Spinner size="md" label={label} />}
    </div>
  );
}
