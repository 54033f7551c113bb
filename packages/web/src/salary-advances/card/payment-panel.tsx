import { formatMoment, formatMoney } from "@kontor/contract/format";
import { sendAdvance } from "@kontor/contract/salary-advances/repayments";
import { Button } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useState } from "react";

import { TransactionStatusChip } from "../../funding/transaction-status.tsx";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { succeeds } from "../../platform/mutation.ts";
import { useHasPermission } from "../../session/data.ts";
import { Notice } from "../../ui/page/notice.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { Remark, Sentence } from "../../ui/record/remarks.tsx";
import { TimelineEvent, Timeline } from "../../ui/record/timeline.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { isInTransit, pathOf, useAdvanceChange, type SalaryAdvance } from "../data.ts";

import classes from "./card.module.css";

/** The payment to the employee: what blocks it, and each attempt. */
export function PaymentPanel({ advance }: { advance: SalaryAdvance }) {
  const { status, obstacle, transfers, paid_at } = advance;
  return (
    <Panel title="Payment" about={<span role="status">{summaryOf(advance)}</span>}>
      <div className={classes.stack}>
        {status === "APPROVED" && obstacle && <Obstacle advance={advance} obstacle={obstacle} />}
        {transfers.length > 0 && (
          <Timeline label="Transfers">
            {transfers.map((transfer) => (
              <Attempt key={transfer.id} transfer={transfer} />
            ))}
          </Timeline>
        )}
        {paid_at && transfers.length === 0 && <Remark>Paid {formatMoment(paid_at)}</Remark>}
      </div>
    </Panel>
  );
}

function summaryOf(advance: SalaryAdvance): string {
  const { paid_at, obstacle, amount } = advance;
  if (advance.status === "PAID" && paid_at) {
    return `${formatMoney(amount)} reached the employee on ${formatMoment(paid_at)}.`;
  }
  if (isInTransit(advance)) return "The money is on its way. This page updates automatically.";
  if (obstacle) return "Approved, but not sent yet.";
  return "Approved. It will be sent in a moment.";
}

type ObstacleProps = {
  advance: SalaryAdvance;
  obstacle: NonNullable<SalaryAdvance["obstacle"]>;
};

/** The obstacle, with a link to remove it. After a failure a user must decide when to retry. */
function Obstacle({ advance, obstacle }: ObstacleProps) {
  const mayDecide = useHasPermission("salary-advances.decide");
  const send = useAdvanceChange(sendAdvance);
  const [sending, setSending] = useState(false);
  const sendIt = async () => {
    setSending(true);
    if (await succeeds(send(pathOf(advance)))) notifySuccess("Salary advance sent again..");
    setSending(false);
  };
  return (
    <Notice title={obstacleTitles[obstacle.code]}>
      <Sentence>{obstacle.message}</Sentence>
      <Sentence>
        <Remedy advance={advance} code={obstacle.code} />
      </Sentence>
      {mayDecide && obstacle.code === "transfer_failed" && (
        <Button
          mt="sm"
          size="xs"
          loading={sending}
          leftSection={<IconSend size={15} aria-hidden />}
          onClick={() => void sendIt()}
        >
          Send Again
        </Button>
      )}
    </Notice>
  );
}

type Transfer = SalaryAdvance["transfers"][number];

type ObstacleCode = ObstacleProps["obstacle"]["code"];

const obstacleTitles: Readonly<Record<ObstacleCode, string>> = {
  funds_missing: "The wallet balance is too low",
  bank_account_missing: "No bank account to send it to",
  employee_leaving: "The employee leaves",
  instalments_past: "The paydays have passed",
  employee_suspended: "The employee is suspended",
  organization_suspended: "The organization is suspended",
  transfer_failed: "The transfer failed",
};

/** A link to the page where the user can remove the obstacle, if they may see it. */
function Remedy({ advance, code }: { advance: SalaryAdvance; code: ObstacleCode }) {
  const { tenant_id, company_id, employee_id } = advance;
  const maySeeFunds = useHasPermission("funding.read");
  const maySeeEmployee = useHasPermission("employees.read");
  const maySeeOrganization = useHasPermission("organizations.read");
  const params = { tenant_id: String(tenant_id), company_id: String(company_id) };
  if (code === "organization_suspended") {
    return maySeeOrganization ? (
      <TextLink to="/app/organizations/$tenant_id/$company_id" params={params}>
        To the organization
      </TextLink>
    ) : null;
  }
  if (code === "funds_missing") {
    return maySeeFunds ? (
      <TextLink
        to="/app/organizations/$tenant_id/$company_id"
        params={params}
        search={{ tab: "accounts" }}
      >
        To the company’s accounts
      </TextLink>
    ) : null;
  }
  if (!maySeeEmployee || code === "instalments_past") return null;
  const employee = { tenant_id: String(tenant_id), employee_id: String(employee_id) };
  const tab = code === "transfer_failed" || code === "bank_account_missing" ? "bank" : "employment";
  return (
    <TextLink to="/app/employees/$tenant_id/$employee_id" params={employee} search={{ tab }}>
      {tab === "bank" ? "To the employee’s bank account" : "To the employment"}
    </TextLink>
  );
}

const transferTones: Readonly<Partial<Record<Transfer["status"], "good" | "bad">>> = {
  COMPLETED: "good",
  FAILED: "bad",
  REVERSED: "bad",
};

function Attempt({ transfer }: { transfer: Transfer }) {
  const { attempt, status, reference, reason, requested_at, finished_at } = transfer;
  const settled = finished_at ? `, settled ${formatMoment(finished_at)}` : "";
  return (
    <TimelineEvent
      name={`Attempt ${attempt}`}
      tone={transferTones[status]}
      chip={<TransactionStatusChip status={status} />}
      reason={reason}
      facts={[`Sent ${formatMoment(requested_at)}${settled}`, reference]}
    />
  );
}
