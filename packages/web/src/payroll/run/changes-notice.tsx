import { useHasPermission } from "../../session/data.ts";
import { Notice } from "../../ui/page/notice.tsx";
import { Sentence } from "../../ui/record/remarks.tsx";
import type { PayrollRun } from "../data.ts";
import { CalculateButton } from "./calculate-button.tsx";

import classes from "./run.module.css";

/** What has changed since a run was calculated, and what has to be done about it. */
export function ChangesNotice({ run }: { run: PayrollRun }) {
  const mayPrepare = useHasPermission("payroll.prepare");
  const { changes, status } = run;
  if (changes.length === 0) return null;
  const submitted = status === "PENDING_APPROVAL";
  return (
    <Notice title="The run is out of date">
      <ul className={classes.sentences}>
        {changes.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Sentence>
        {submitted
          ? "It cannot be approved as it is. Calculating it again returns it to draft, and it must be submitted again."
          : "Calculate it again before submitting it."}
        {!mayPrepare && " A user who prepares payroll can do that."}
      </Sentence>
      {mayPrepare && (
        <div className={classes.noticeButtons}>
          <CalculateButton run={run} />
        </div>
      )}
    </Notice>
  );
}
