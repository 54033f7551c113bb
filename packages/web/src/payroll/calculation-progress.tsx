import { formatCount } from "@kontor/contract/format";
import { Progress } from "@mantine/core";

import classes from "./calculation-progress.module.css";

type CalculationProgressProps = {
  /** What is calculated, for screen readers. */
  label: string;
  state: "WAITING" | "RUNNING";
  /** The number of people calculated so far, and of all. */
  done: number;
  total: number;
};

/** The progress of a calculation, as a bar and in words. */
export function CalculationProgress({ label, state, done, total }: CalculationProgressProps) {
  const waiting = state === "WAITING" || total === 0;
  const percent = waiting ? 0 : Math.floor((done * 100) / total);
  return (
    <>
      <Progress.Root size="lg">
        <Progress.Section
          value={waiting ? 100 : percent}
          animated
          striped={waiting}
          withAria={false}
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          {...(waiting ? {} : { "aria-valuenow": percent })}
        />
      </Progress.Root>
      <p className={classes.progress} role="status">
        {waiting ? "Queued" : `${formatCount(done)} of ${formatCount(total)} payslips, ${percent}%`}
      </p>
    </>
  );
}
