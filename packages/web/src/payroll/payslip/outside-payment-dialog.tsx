import type { Kobo } from "@kontor/books/money";
import { markPayslipPaid } from "@kontor/contract/payroll/payslips";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";

import { CashDialog, permanentNoteHint } from "../../accounting/cash-dialog.tsx";
import { paymentLedgersQuery, type PayrollRun } from "../data.ts";

type OutsidePaymentDialogProps = Pick<
  ComponentProps<typeof CashDialog>,
  "draft" | "title" | "submit" | "onExited" | "option" | "save" | "saved" | "meanwhile"
> & {
  run: PayrollRun;
  /** What was paid, in kobo. */
  total: Kobo;
  /** An example of how it was paid, as the placeholder. */
  example: string;
  /** States what is recorded, and its effect. */
  children: ReactNode;
};

/** Records that pay of a run left cash or bank by other means than from the wallet. */
export function OutsidePaymentDialog({
  run,
  example,
  children,
  ...dialog
}: OutsidePaymentDialogProps) {
  const ledgers = useQuery(paymentLedgersQuery(run)).data;
  return (
    <CashDialog
      {...dialog}
      name="paid-outside"
      what="this payment"
      missingDay="Enter the day on which the payment was made."
      ledger={{
        label: "Paid From",
        description: "The cash or bank ledger the money left.",
        options: ledgers,
      }}
      note={{
        label: "How It Was Paid",
        placeholder: example,
        description: permanentNoteHint,
        required: true,
      }}
      schema={markPayslipPaid.body.shape.note}
    >
      {children}
    </CashDialog>
  );
}
