import { formatDate, formatMoment, formatMoney } from "@kontor/contract/format";

import { TransactionStatusChip } from "../../funding/transaction-status.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { Remark, Sentence } from "../../ui/record/remarks.tsx";
import { StatusChip } from "../../ui/status-chip.tsx";
import type { PayrollRun, Payslip } from "../data.ts";
import { PostedEntryLink } from "../posted-entry-link.tsx";

import classes from "./payslip.module.css";

type TransfersPanelProps = { run: PayrollRun; payslip: Payslip };

/** Each attempt to pay a payslip, from the wallet or by other means, the latest first. */
export function TransfersPanel({ run, payslip }: TransfersPanelProps) {
  const { transfers, outside_payments } = payslip;
  const attempts = [
    ...transfers.map((transfer) => ({
      key: `transfer ${transfer.id}`,
      at: transfer.requested_at,
      shown: <Transfer transfer={transfer} />,
    })),
    ...outside_payments.map((payment) => ({
      key: `outside ${payment.id}`,
      at: payment.recorded_at,
      shown: <OutsidePayment payment={payment} tenantId={run.tenant_id} />,
    })),
  ];
  if (attempts.length === 0) return null;
  return (
    <Panel title="Payment">
      <ol className={classes.transfers} aria-label="Payments">
        {attempts
          .toSorted((one, other) => other.at.getTime() - one.at.getTime())
          .map(({ key, shown }) => (
            <li key={key}>{shown}</li>
          ))}
      </ol>
    </Panel>
  );
}

function Transfer({ transfer }: { transfer: Payslip["transfers"][number] }) {
  const { attempt, reference, status, reason, requested_at, finished_at } = transfer;
  return (
    <>
      <p className={classes.transferHead}>
        <strong>Attempt {attempt}</strong>
        <TransactionStatusChip status={status} />
      </p>
      {reason !== "" && <Sentence>{reason}</Sentence>}
      <Remark>
        Sent {formatMoment(requested_at)}
        {finished_at && `, settled ${formatMoment(finished_at)}`}
      </Remark>
      <Remark>{reference}</Remark>
    </>
  );
}

type OutsidePaymentProps = { payment: Payslip["outside_payments"][number]; tenantId: number };

function OutsidePayment({ payment, tenantId }: OutsidePaymentProps) {
  const { amount, paid_on, ledger, note, entry, recorded_at, recorded_by, reversal } = payment;
  return (
    <>
      <p className={classes.transferHead}>
        <strong>Paid by other means</strong>
        {reversal === null ? (
          <StatusChip tone="good">Posted</StatusChip>
        ) : (
          <StatusChip tone="neutral">Reversed</StatusChip>
        )}
      </p>
      <Sentence>{note}</Sentence>
      <Remark>
        {formatMoney(amount)} on {formatDate(paid_on)} from {ledger.code} {ledger.name}
      </Remark>
      <Remark>
        <PostedEntryLink tenantId={tenantId} entry={entry} />, recorded{" "}
        {[formatMoment(recorded_at), recorded_by && `by ${recorded_by}`].filter(Boolean).join(" ")}
      </Remark>
      {reversal && (
        <Remark>
          Reversed by <PostedEntryLink tenantId={tenantId} entry={reversal.entry} />{" "}
          {[formatMoment(reversal.at), reversal.by && `by ${reversal.by}`]
            .filter(Boolean)
            .join(" ")}
          : {reversal.reason}
        </Remark>
      )}
    </>
  );
}
