import { IconAlertTriangle } from "@tabler/icons-react";

import { Notice } from "../../ui/page/notice.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { Sentence } from "../../ui/record/remarks.tsx";
import { CalculationProgress } from "../calculation-progress.tsx";
import type { PayrollRun } from "../data.ts";
import { CalculateButton } from "./calculate-button.tsx";

import classes from "./run.module.css";

/** The progress of the calculation, or why it failed. */
export function CalculationPanel({ run }: { run: PayrollRun }) {
  const { state, done, total, problem } = run.calculation;
  if (state === "DONE" || state === "FAILED") {
    return (
      <Notice title="The run is not calculated" icon={IconAlertTriangle} role="alert">
        <Sentence>{problem || "Calculate it again."}</Sentence>
        <div className={classes.noticeButtons}>
          <CalculateButton run={run} />
        </div>
      </Notice>
    );
  }
  return (
    <Panel title="Being calculated" about="This page updates automatically.">
      <CalculationProgress label="Calculation" state={state} done={done} total={total} />
    </Panel>
  );
}
