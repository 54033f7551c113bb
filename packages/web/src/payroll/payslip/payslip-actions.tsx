import { excludePayslip } from "@kontor/contract/payroll/payslips";
import { Suspense, useState } from "react";

import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { succeeds } from "../../platform/mutation.ts";
import { useHasPermission } from "../../session/data.ts";
import type { RowAction } from "../../ui/table/row-actions.tsx";
import { pathOf, useRunChange, type ListedPayslip, type PayrollRun } from "../data.ts";
import { downloadPayslip } from "./download-payslip.ts";

const ExcludeDialog = lazyComponent(() => import("./exclude-dialog.tsx"), "ExcludeDialog");
const MarkPayslipPaidDialog = lazyComponent(
  () => import("./mark-payslip-paid-dialog.tsx"),
  "MarkPayslipPaidDialog",
);
const ReversePaymentDialog = lazyComponent(
  () => import("./reverse-payment-dialog.tsx"),
  "ReversePaymentDialog",
);
const PayItemDialog = lazyComponent(
  () => import("../../employees/pay/pay-item-dialog.tsx"),
  "PayItemDialog",
);

/** Statuses in which a payslip may still be paid by other means. */
const payableStatuses: ReadonlySet<PayrollRun["status"]> = new Set([
  "PENDING_DISBURSEMENT",
  "DISBURSING",
  "PARTLY_PAID",
]);

type OpenDialog = { kind: "exclude" | "outside" | "reverse" | "item"; payslip: ListedPayslip };

/**
 * The actions that the user may take on one payslip, for menus and buttons.
 *
 * @returns `actions` of a payslip, and the dialogs that they open.
 */
export function usePayslipActions(run: PayrollRun) {
  const mayPrepare = useHasPermission("payroll.prepare");
  const mayDisburse = useHasPermission("payroll.disburse");
  const mayWritePay = useHasPermission("employees.pay.write");
  const include = useRunChange(excludePayslip);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  // A user who took an earlier step of the run may not pay; the action is hidden rather than
  // refused after the form is filled.
  const mayPay = mayDisburse && run.outside_payment_refused === null;
  const draft = run.status === "DRAFT" && run.calculation.state === "DONE" && mayPrepare;

  const includeAgain = async ({ id: payslip_id, name }: ListedPayslip) => {
    if (await succeeds(include({ ...pathOf(run), payslip_id, excluded: false }))) {
      notifySuccess(`${name} is included in this run again..`);
    }
  };

  const actions = (payslip: ListedPayslip): RowAction[] => {
    const { excluded, payment, net } = payslip;
    const unpaid = payment === null || payment === "FAILED" || payment === "REVERSED";
    const isPayable = payableStatuses.has(run.status) && !excluded && unpaid && net.amount > 0n;
    return [
      ...(draft && excluded
        ? [{ label: "Include Again", onClick: () => void includeAgain(payslip) }]
        : []),
      ...(draft && !excluded
        ? [{ label: "Exclude", onClick: () => setOpen({ kind: "exclude", payslip }) }]
        : []),
      ...(draft && mayWritePay
        ? [{ label: "Add Item", onClick: () => setOpen({ kind: "item", payslip }) }]
        : []),
      ...(mayPay && isPayable
        ? [{ label: "Mark as Paid", onClick: () => setOpen({ kind: "outside", payslip }) }]
        : []),
      ...(mayPay && payment === "PAID_OUTSIDE"
        ? [{ label: "Reverse Payment", onClick: () => setOpen({ kind: "reverse", payslip }) }]
        : []),
      {
        label: "Download PDF",
        onClick: () => void downloadPayslip({ ...pathOf(run), payslip_id: payslip.id }),
      },
    ];
  };

  const close = () => setOpen(null);
  const dialogs = (
    <Suspense>
      {open?.kind === "exclude" && (
        <ExcludeDialog run={run} payslip={open.payslip} onExited={close} />
      )}
      {open?.kind === "outside" && (
        <MarkPayslipPaidDialog run={run} payslip={open.payslip} onExited={close} />
      )}
      {open?.kind === "reverse" && (
        <ReversePaymentDialog run={run} payslip={open.payslip} onExited={close} />
      )}
      {open?.kind === "item" && (
        <PayItemDialog
          employee={{ ...pathOf(run), id: open.payslip.employee_id }}
          item={null}
          month={run.period}
          onExited={close}
        />
      )}
    </Suspense>
  );
  return { actions, dialogs };
}
