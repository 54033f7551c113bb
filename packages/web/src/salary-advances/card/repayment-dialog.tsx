import type { Kobo } from "@kontor/books/money";
import { formatMoney } from "@kontor/contract/format";
import {
  refundAdvance,
  refundBody,
  repayAdvance,
  repaymentBody,
} from "@kontor/contract/salary-advances/repayments";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { CashDialog, permanentNoteHint } from "../../accounting/cash-dialog.tsx";
import { pathOf, repaymentLedgersQuery, useAdvanceChange, type SalaryAdvance } from "../data.ts";

type RepaymentDialogProps = { advance: SalaryAdvance; onExited: () => void };

/** Records a repayment made outside payroll: a part or everything that is owed. */
export function RepaymentDialog({ advance, onExited }: RepaymentDialogProps) {
  const { owed, emp_name } = advance;
  const repay = useAdvanceChange(repayAdvance);
  const ledgers = useQuery(repaymentLedgersQuery(advance)).data;
  const [before] = useState(owed.total);
  return (
    <CashDialog
      name="repayment"
      what="this repayment"
      draft={`${advance.tenant_id}:${advance.id}`}
      title="Record Repayment"
      submit="Record Repayment"
      onExited={onExited}
      total={owed.total}
      part={{
        tooMuch: `Only ${formatMoney(owed.total)} is still owed.`,
        all: "Full Amount Owed",
      }}
      missingDay="Enter the day on which the money was received."
      ledger={{
        label: "Paid Into",
        description: "The cash or bank ledger that received the money.",
        options: ledgers,
      }}
      note={{
        label: "Note",
        description: `For example, the receipt number. ${permanentNoteHint}`,
      }}
      schema={repaymentBody.shape.note}
      save={(movement, amount, submits) =>
        repay({ ...pathOf(advance), ...movement, amount, owed: owed.total }, submits)
      }
      meanwhile={changeOf(before, owed.total)}
      saved="Repayment recorded successfully.."
    >
      {emp_name} still owes {formatMoney(owed.total)}: {formatMoney(owed.principal)} of the advance
      and {formatMoney(owed.interest)} interest. Repayments are allocated to the earliest
      instalments first.
    </CashDialog>
  );
}

/** What became of the owed amount since the dialog was opened; null if it is the same. */
function changeOf(before: Kobo, owed: Kobo) {
  if (owed === before) return null;
  const text =
    owed === 0n
      ? "Nothing is owed any more, so there is nothing left to record."
      : `${formatMoney(owed)} is owed now, no longer ${formatMoney(before)}. Check that your repayment is not recorded already.`;
  return { text, ended: owed === 0n };
}

type RefundDialogProps = { advance: SalaryAdvance; refundable: Kobo; onExited: () => void };

/** Records a refund of what an employee had repaid of an advance whose money the bank sent back. */
export function RefundDialog({ advance, refundable, onExited }: RefundDialogProps) {
  const { emp_name } = advance;
  const refund = useAdvanceChange(refundAdvance);
  const ledgers = useQuery(repaymentLedgersQuery(advance)).data;
  return (
    <CashDialog
      name="refund"
      what="this refund"
      draft={`${advance.tenant_id}:${advance.id}`}
      title="Record Refund"
      submit="Record Refund"
      onExited={onExited}
      total={refundable}
      missingDay="Enter the day on which the money was refunded."
      ledger={{
        label: "Paid From",
        description: "The cash or bank ledger that the money was paid from.",
        options: ledgers,
      }}
      note={{
        label: "Note",
        description: "Recorded with the refund, such as the cheque number.",
      }}
      schema={refundBody.shape.note}
      save={(movement, _amount, submits) => refund({ ...pathOf(advance), ...movement }, submits)}
      saved="Refund recorded successfully.."
      meanwhile={
        refundable === 0n
          ? { text: "Nothing is left to refund, so there is nothing left to record.", ended: true }
          : null
      }
    >
      {emp_name} paid back {formatMoney(refundable)} before the bank returned the advance, so
      nothing was owed. Refund {formatMoney(refundable)} and record it here. You can then send the
      advance again or revoke its approval.
    </CashDialog>
  );
}
