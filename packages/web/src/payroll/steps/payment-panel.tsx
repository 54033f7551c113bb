import { formatCount, formatMoney } from "@kontor/contract/format";

import { Panel } from "../../ui/page/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { isUnpaid, type PayrollRun } from "../data.ts";
import { runLink } from "../links.ts";
import { BankFileMenu } from "./bank-file-menu.tsx";
import { FailedPayments } from "./failed-payments.tsx";
import { FundingRequest } from "./funding-request.tsx";
import { MarkRunPaid } from "./mark-run-paid.tsx";
import { WalletCoverage } from "./wallet-coverage.tsx";

import classes from "./steps.module.css";

/** The progress of a run's payment, what the wallet covers, and the failed payments. */
export function PaymentPanel({ run }: { run: PayrollRun }) {
  const { status, wallet, payment } = run;
  // Before the approval only the wallet can be shown.
  const early = status === "PENDING_APPROVAL" && wallet !== null;
  if (!early && !isUnpaid(status) && status !== "PAID") return null;
  return (
    <Panel
      title="Payment"
      about={summaryOf(run)}
      aside={
        <div className={classes.buttons}>
          {isUnpaid(status) && <BankFileMenu run={run} />}
          <MarkRunPaid run={run} />
        </div>
      }
    >
      <div className={classes.stack}>
        {status !== "PENDING_APPROVAL" && status !== "PENDING_DISBURSEMENT" && (
          <Progress run={run} />
        )}
        {status !== "PAID" && <WalletCoverage run={run} />}
        {wallet && status !== "PAID" && <FundingRequest run={run} wallet={wallet} />}
        {payment.failed > 0 && <FailedPayments run={run} />}
      </div>
    </Panel>
  );
}

function summaryOf({ status, payment, totals }: PayrollRun): string {
  if (status === "PAID" && totals.net === 0n) return "There was nothing to pay.";
  if (status === "PAID") return `${formatMoney(totals.net)} reached everybody.`;
  if (payment.under_way > 0) return `${formatMoney(payment.unpaid)} has not arrived yet.`;
  return `${formatMoney(payment.unpaid)} is still to be paid.`;
}

/**
 * People who are paid, on their way, failed and not sent yet, as parts of one bar; those who wait
 * for somebody lead to their payslips.
 */
function Progress({ run }: { run: PayrollRun }) {
  const { people, payment } = run;
  const { paid, under_way, failed } = payment;
  const parts = [
    { part: "paid", label: "Paid", count: paid },
    { part: "busy", label: "On their way", count: under_way },
    { part: "failed", label: "Failed", count: failed, show: "failed" as const },
    {
      part: "open",
      label: "Not sent yet",
      count: Math.max(0, people - paid - under_way - failed),
      show: "unsent" as const,
    },
  ].filter(({ count }) => count > 0);
  return (
    <div>
      <div className={classes.bar} aria-hidden>
        {parts.map(({ part, count }) => (
          <span key={part} data-part={part} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul className={classes.legend} aria-label="Payment progress">
        {parts.map(({ part, label, count, show }) => (
          <li key={part} data-part={part}>
            {show ? (
              <TextLink {...runLink(run)} search={{ show }} hash="payslips" resetScroll={false}>
                {label}: {formatCount(count)}
              </TextLink>
            ) : (
              `${label}: ${formatCount(count)}`
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
