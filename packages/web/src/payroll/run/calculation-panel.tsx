import { formatCount } from "@kontor/contract/format";
import { Progress } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";

import { Notice } from "../../ui/page/notice.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { isCalculating, type PayrollRun } from "../data.ts";
import { CalculateButton } from "./calculate-button.tsx";

import classes from "./run.module.css";

/** How far the calculation is, or why it failed. */
export function CalculationPanel({ run }: { run: PayrollRun }) {
  const { state, done, total, problem } = run.calculation;
  if (!isCalculating(run)) {
    return (
      <Notice title="The run is not calculated" icon={IconAlertTriangle} role="alert">
        <p className={classes.plain}>{problem || "Have it calculated again."}</p>
        <div className={classes.noticeButtons}>
          <CalculateButton run={run} />
        </div>
      </Notice>
    );
  }
  const waiting = state === "WAITING" || total === 0;
  const percent = waiting ? 0 : Math.floor((done * 100) / total);
  return (
    <Panel title="Being calculated" about="This page goes on by itself.">
      <Progress.Root size="lg">
        <Progress.Section
          value={waiting ? 100 : percent}
          animated
          striped={waiting}
          withAria={false}
          role="progressbar"
          aria-label="Calculation"
          aria-valuemin={0}
          aria-valuemax={100}
          {...(waiting ? {} : { "aria-valuenow": percent })}
        />
      </Progress.Root>
      <p className={classes.progress} role="status">
        {waiting
          ? "Waiting for its turn"
          : `${formatCount(done)} of ${formatCount(total)} payslips, ${percent} %`}
      </p>
    </Panel>
  );
}
