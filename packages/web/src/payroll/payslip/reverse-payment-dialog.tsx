import { reverseOutsidePayment } from "@kontor/contract/payroll/payslips";

import { permanentNoteHint } from "../../accounting/cash-dialog.tsx";
import { ReasonDialog } from "../../ui/reason/reason-dialog.tsx";
import { Sentence } from "../../ui/record/remarks.tsx";
import { pathOf, useRunChange, type ListedPayslip, type PayrollRun } from "../data.ts";
import { signedText } from "../signed-money.tsx";

type ReversePaymentDialogProps = { run: PayrollRun; payslip: ListedPayslip; onExited: () => void };

/** Reverses a payment made by other means, with a reason that is recorded in the books. */
export function ReversePaymentDialog({ run, payslip, onExited }: ReversePaymentDialogProps) {
  const { id: payslip_id, name, net } = payslip;
  const reverse = useRunChange(reverseOutsidePayment);
  return (
    <ReasonDialog
      title={`Reverse Payment of ${name}`}
      submit="Reverse Payment"
      draft={`reverse-payment:${run.tenant_id}:${payslip_id}`}
      schema={reverseOutsidePayment.body.shape.reason}
      description={`Shown in the history of the run and in the audit log. ${permanentNoteHint}`}
      send={(reason) => reverse({ ...pathOf(run), payslip_id, reason })}
      done={`${name} is unpaid again..`}
      onExited={onExited}
    >
      <Sentence>
        A reversing entry, dated today, reverses the payment of {signedText(net)} by other means.
        The pay is then outstanding again and can be sent or marked as paid.
      </Sentence>
    </ReasonDialog>
  );
}
