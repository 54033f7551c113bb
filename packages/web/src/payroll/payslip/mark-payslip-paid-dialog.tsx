import { markPayslipPaid } from "@kontor/contract/payroll/payslips";

import { pathOf, useRunChange, type ListedPayslip, type PayrollRun } from "../data.ts";
import { signedText } from "../signed-money.tsx";
import { OutsidePaymentDialog } from "./outside-payment-dialog.tsx";

type MarkPayslipPaidDialogProps = { run: PayrollRun; payslip: ListedPayslip; onExited: () => void };

/** Records that an employee was paid by other means than from the wallet. */
export function MarkPayslipPaidDialog({ run, payslip, onExited }: MarkPayslipPaidDialogProps) {
  const { id: payslip_id, name, net } = payslip;
  const markPaid = useRunChange(markPayslipPaid);
  return (
    <OutsidePaymentDialog
      run={run}
      draft={`${run.tenant_id}:${payslip_id}`}
      title={`Mark ${name} as Paid`}
      submit="Mark as Paid"
      onExited={onExited}
      total={net.amount}
      example="Cheque 000123 of First Bank"
      save={(movement) => markPaid({ ...pathOf(run), payslip_id, ...movement })}
      saved={`${name} is marked as paid..`}
    >
      {signedText(net)} was paid to {name} in cash or through another bank. Nothing is sent from the
      wallet, and the payment is posted from the ledger that you choose.
    </OutsidePaymentDialog>
  );
}
