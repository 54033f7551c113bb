import { useMay } from "../../session/data.ts";
import { Notice } from "../../ui/page/notice.tsx";
import { Sentence } from "../../ui/record/remarks.tsx";
import type { PayrollRun } from "../data.ts";
import { CalculateButton } from "./calculate-button.tsx";

import classes from "./run.module.css";

/** What has changed since a run was calculated, and what that asks for. */
export function ChangesNotice({ run }: { run: PayrollRun }) {
  const mayPrepare = useMay("payroll.prepare");
  const { changes, status } = run;
  if (changes.length === 0) return null;
  const submitted = status === "PENDING_APPROVAL";
  return (
    <Notice title="The run would come out differently now">
      <ul className={classes.sentences}>
        {changes.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Sentence>
        {submitted
          ? "It cannot be approved like this. Calculated again, it is a draft and has to be submitted once more."
          : "Have it calculated again before it is submitted."}
        {!mayPrepare && " Whoever prepares the payroll can do that."}
      </Sentence>
      {mayPrepare && (
        <div className={classes.noticeButtons}>
          <CalculateButton run={run} />
        </div>
      )}
    </Notice>
  );
}
