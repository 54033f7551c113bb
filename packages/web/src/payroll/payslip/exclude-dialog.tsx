import { excludePayslip } from "@kontor/contract/payroll/payslips";
import { line } from "@kontor/contract/wire";
import { monthName } from "@kontor/payroll/month";

import { ReasonDialog } from "../../ui/reason/reason-dialog.tsx";
import { pathOf, useRunChange, type ListedPayslip, type PayrollRun } from "../data.ts";

type ExcludeDialogProps = { run: PayrollRun; payslip: ListedPayslip; onExited: () => void };

/** Excludes an employee from a draft run, with a reason that stays with the payslip. */
export function ExcludeDialog({ run, payslip, onExited }: ExcludeDialogProps) {
  const { id: payslip_id, name } = payslip;
  const exclude = useRunChange(excludePayslip);
  return (
    <ReasonDialog
      title={`Exclude ${name}`}
      submit="Exclude"
      draft={`exclude-payslip:${run.tenant_id}:${payslip_id}`}
      schema={line("why the employee is excluded", 200)}
      description={`${name} is not paid in the payroll for ${monthName(run.period)}, even if it is calculated again.`}
      limit={200}
      send={(reason) => exclude({ ...pathOf(run), payslip_id, excluded: true, reason })}
      done={`${name} is excluded from this run..`}
      onExited={onExited}
    />
  );
}
