import { formatMoment } from "@kontor/contract/format";

import { TransactionStatusChip } from "../../funding/transaction-status.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { Remark, Sentence } from "../../ui/record/remarks.tsx";
import type { Payslip } from "../data.ts";

import classes from "./payslip.module.css";

type TransfersPanelProps = { payslip: Payslip; transfers: Payslip["transfers"] };

/** Each attempt to pay a payslip, the latest first. */
export function TransfersPanel({ payslip, transfers }: TransfersPanelProps) {
  if (transfers.length === 0 && payslip.payment !== "PAID_OUTSIDE") return null;
  return (
    <Panel
      title="Payment"
      {...(payslip.payment === "PAID_OUTSIDE" ? { about: "Paid by other means." } : {})}
    >
      <ol className={classes.transfers} aria-label="Transfers">
        {transfers.map(({ id, attempt, reference, status, reason, requested_at, finished_at }) => (
          <li key={id}>
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
          </li>
        ))}
      </ol>
    </Panel>
  );
}
