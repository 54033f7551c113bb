import { formatCount } from "@kontor/contract/format";
import { excludePayslip, excludePayslips } from "@kontor/contract/payroll/payslips";
import { line } from "@kontor/contract/wire/text";
import { monthName } from "@kontor/payroll/month";
import { useRef } from "react";

import { ReasonDialog } from "../../ui/reason/reason-dialog.tsx";
import { pathOf, useRunChange, type ListedPayslip, type PayrollRun } from "../data.ts";

type ExcludeDialogProps = { run: PayrollRun; payslip: ListedPayslip; onExited: () => void };

/** Excludes an employee from a draft run, with a reason that stays with the payslip. */
export function ExcludeDialog({ run, payslip, onExited }: ExcludeDialogProps) {
  const { id: payslip_id, employee_id, name } = payslip;
  const exclude = useRunChange(excludePayslip);
  return (
    <ReasonDialog
      title={`Exclude ${name}`}
      submit="Exclude"
      // Somebody else may calculate the run meanwhile, which gives the employee another payslip.
      draft={`exclude-payslip:${run.tenant_id}:${run.id}:${employee_id}`}
      schema={line("why the employee is excluded", 200)}
      description={`${name} is not paid in the payroll for ${monthName(run.period)}, even if it is calculated again.`}
      limit={200}
      send={(reason) => exclude({ ...pathOf(run), payslip_id, excluded: true, reason })}
      done={`${name} is excluded from this run..`}
      onExited={onExited}
    />
  );
}

type ExcludeSeveralDialogProps = {
  /** The run as it was when the payslips were chosen. */
  run: PayrollRun;
  payslips: readonly ListedPayslip[];
  onExited: (excluded: boolean) => void;
};

/** Excludes several employees from a draft run for the same reason, which stays with each payslip. */
export function ExcludeSeveralDialog({ run, payslips, onExited }: ExcludeSeveralDialogProps) {
  const excluded = useRef(false);
  const exclude = useRunChange(excludePayslips);
  const [first] = payslips;
  const alone = payslips.length === 1 ? first?.name : undefined;
  const who = alone ?? `${formatCount(payslips.length)} employees`;
  const be = alone === undefined ? "are" : "is";
  return (
    <ReasonDialog
      title={`Exclude ${alone ?? `${formatCount(payslips.length)} Employees`}`}
      submit="Exclude"
      draft={`exclude-payslips:${run.tenant_id}:${run.id}`}
      schema={line("why the employees are excluded", 200)}
      description={`${who} ${be} not paid in the payroll for ${monthName(run.period)}, even if it is calculated again.`}
      limit={200}
      send={async (reason) => {
        const payslip_ids = payslips.map(({ id }) => id);
        await exclude({ ...pathOf(run), version: run.version, payslip_ids, reason });
        excluded.current = true;
      }}
      done={`${who} ${be} excluded from this run..`}
      onExited={() => onExited(excluded.current)}
    />
  );
}
