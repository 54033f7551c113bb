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
      title={`Leave Out ${name}`}
      submit="Leave Out"
      draft={`exclude-payslip:${run.tenant_id}:${payslip_id}`}
      schema={line("why the employee is left out", 200)}
      description={`${name} gets nothing from the payroll of ${monthName(run.period)}, also when it is calculated again.`}
      limit={200}
      send={(reason) => exclude({ ...pathOf(run), payslip_id, excluded: true, reason })}
      done={`${name} is left out of this run..`}
      onExited={onExited}
    />
  );
}
