import { markPayslipPaid } from "@kontor/contract/payroll/payslips";
import { useQuery } from "@tanstack/react-query";

import { CashDialog } from "../../accounting/cash-dialog.tsx";
import {
  pathOf,
  paymentLedgersQuery,
  useRunChange,
  type ListedPayslip,
  type PayrollRun,
} from "../data.ts";
import { signedText } from "../signed-money.tsx";

const none: readonly { value: string; label: string }[] = [];

type PayOutsideDialogProps = { run: PayrollRun; payslip: ListedPayslip; onExited: () => void };

/** Records that an employee was paid by other means than from the wallet. */
export function PayOutsideDialog({ run, payslip, onExited }: PayOutsideDialogProps) {
  const { id: payslip_id, name, net } = payslip;
  const markPaid = useRunChange(markPayslipPaid);
  const ledgers = useQuery(paymentLedgersQuery(run)).data ?? none;
  return (
    <CashDialog
      name="paid-outside"
      what="this payment"
      draft={`${run.tenant_id}:${payslip_id}`}
      title={`Mark ${name} as Paid`}
      submit="Mark as Paid"
      onExited={onExited}
      total={net.amount}
      missingDay="Give the day on which the money was handed over."
      ledger={{
        label: "Paid From",
        description: "The ledger of cash or bank that the money left.",
        options: ledgers,
      }}
      note={{
        label: "How It Was Paid",
        placeholder: "Cheque 000123 of First Bank",
        description: "Stands as narration in the books.",
        required: true,
      }}
      schema={markPayslipPaid.body.shape.note}
      save={(movement) => markPaid({ ...pathOf(run), payslip_id, ...movement })}
      saved={`${name} is marked as paid..`}
    >
      {signedText(net)} was paid to {name} in cash or by another bank. Nothing is sent from the
      wallet, and the books say where the money left.
    </CashDialog>
  );
}
