import { Suspense, useState } from "react";

import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { useHasPermission } from "../../session/data.ts";
import type { BulkAction } from "../../ui/table/row-selection.tsx";
import type { ListedPayslip, PayrollRun } from "../data.ts";

const ExcludeSeveralDialog = lazyComponent(
  () => import("./exclude-dialog.tsx"),
  "ExcludeSeveralDialog",
);

type PendingExclusion = {
  /** The run as it was when they were chosen. */
  run: PayrollRun;
  payslips: readonly ListedPayslip[];
  answer: (excluded: boolean) => void;
};

/** The bulk action that excludes ticked payslips from a draft, with its dialog; none in another run. */
export function useBulkExclusion(run: PayrollRun) {
  const mayPrepare = useHasPermission("payroll.prepare");
  const [chosen, setChosen] = useState<PendingExclusion | null>(null);
  const isDraft = run.status === "DRAFT" && run.calculation.state === "DONE";
  const exclude: BulkAction<ListedPayslip> = {
    label: "Exclude",
    fits: ({ excluded }) => !excluded,
    onRun: (payslips) => new Promise<boolean>((answer) => setChosen({ run, payslips, answer })),
  };
  const dialog = (
    <Suspense>
      {chosen && (
        <ExcludeSeveralDialog
          run={chosen.run}
          payslips={chosen.payslips}
          onExited={(excluded) => {
            chosen.answer(excluded);
            setChosen(null);
          }}
        />
      )}
    </Suspense>
  );
  return { bulk: isDraft && mayPrepare ? [exclude] : [], dialog };
}
