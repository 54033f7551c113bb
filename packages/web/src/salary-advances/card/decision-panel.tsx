import { formatMoment } from "@kontor/contract/format";
import { decideAdvance } from "@kontor/contract/salary-advances/decisions";
import { Button } from "@mantine/core";
import { IconArrowBackUp, IconCheck, IconX } from "@tabler/icons-react";
import { Suspense, useState } from "react";

import { Fact, Facts } from "../../employees/facts.tsx";
import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { confirm } from "../../platform/message/confirm.tsx";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { focusMainOnUnmount } from "../../platform/message/return-focus.ts";
import { succeeds } from "../../platform/mutation.ts";
import { useHasPermission } from "../../session/data.ts";
import { Notice } from "../../ui/page/notice.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { CheckPassed, Remark } from "../../ui/record/remarks.tsx";
import { decisionInput, isInTransit, useAdvanceChange, type SalaryAdvance } from "../data.ts";
import { approvalWarnings, hasWarnings } from "../eligibility-texts.ts";

import classes from "./card.module.css";

const RevokeDialog = lazyComponent(() => import("./revoke-dialog.tsx"), "RevokeDialog");
const RejectDialog = lazyComponent(() => import("./reject-dialog.tsx"), "RejectDialog");

type OpenDialog = "reject" | "revoke" | null;

/**
 * The warnings, the decision and who made it, and the rules of the request. It keeps a dialog open,
 * with what was typed, when somebody else decides meanwhile.
 */
export function DecisionPanel({ advance }: { advance: SalaryAdvance }) {
  const { status, decision } = advance;
  const [open, setOpen] = useState<OpenDialog>(null);
  const onExited = () => setOpen(null);
  return (
    <Panel title="Decision">
      <div className={classes.stack}>
        {status === "PENDING" && <Warnings advance={advance} />}
        {decision ? (
          <DecisionMade advance={advance} decision={decision} onRevoke={() => setOpen("revoke")} />
        ) : (
          <DecisionButtons advance={advance} onReject={() => setOpen("reject")} />
        )}
        <Remark>{rulesSentence(advance)}</Remark>
        {advance.rules_now !== null && <Remark>{changedRulesSentence(advance.rules_now)}</Remark>}
      </div>
      <Suspense>
        {open === "reject" && <RejectDialog advance={advance} onExited={onExited} />}
        {open === "revoke" && <RevokeDialog advance={advance} onExited={onExited} />}
      </Suspense>
    </Panel>
  );
}

/** The rules on the day of the request, which stay in effect for it. */
function rulesSentence({ rules, interest_rate }: SalaryAdvance): string {
  const auto = rules.auto_approval ? "on" : "off";
  return `Rules when it was requested: up to ${rules.max_percentage}% of gross, ${interest_rate}% interest a year, auto approval ${auto}.`;
}

function changedRulesSentence(now: NonNullable<SalaryAdvance["rules_now"]>): string {
  return `They have changed since to ${now.max_percentage}% of gross and ${now.interest_rate}% interest a year, which applies to new requests only.`;
}

/** Whether nobody may approve it; other objections are for the user to weigh. */
function isIneligible({ ineligible }: SalaryAdvance): boolean {
  return ineligible.includes("labour_act");
}

function Warnings({ advance }: { advance: SalaryAdvance }) {
  const warnings = approvalWarnings(advance);
  if (!hasWarnings(advance)) {
    return <CheckPassed>Nothing prevents approval</CheckPassed>;
  }
  return (
    <Notice
      title={isIneligible(advance) ? "This request cannot be approved" : "Read before you approve"}
    >
      {warnings.length === 0 ? (
        "There are warnings about pay or funds that you do not have permission to see."
      ) : (
        <ul className={classes.sentences}>
          {warnings.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

type DecisionButtonsProps = { advance: SalaryAdvance; onReject: () => void };

/**
 * The Approve and Reject buttons, for users who may decide; only Reject if nobody may approve it.
 */
function DecisionButtons({ advance, onReject }: DecisionButtonsProps) {
  const mayDecide = useHasPermission("salary-advances.decide");
  const decide = useAdvanceChange(decideAdvance);
  const [approving, setApproving] = useState(false);
  if (!mayDecide) return <Remark>Waiting for a user who can decide.</Remark>;
  const approve = async () => {
    const question = "Approve despite the warnings?";
    const detail = approvalWarnings(advance).join(" ");
    if (hasWarnings(advance) && !(await confirm(question, detail))) return;
    setApproving(true);
    if (await succeeds(decide(decisionInput(advance, "APPROVED")))) {
      notifySuccess("Salary advance approved successfully..");
    }
    setApproving(false);
  };
  return (
    <div className={classes.buttons}>
      {!isIneligible(advance) && (
        <Button
          ref={focusMainOnUnmount}
          loading={approving}
          leftSection={<IconCheck size={16} aria-hidden />}
          onClick={() => void approve()}
        >
          Approve
        </Button>
      )}
      <Button
        variant="default"
        disabled={approving}
        leftSection={<IconX size={16} aria-hidden />}
        onClick={onReject}
      >
        Reject
      </Button>
    </div>
  );
}

type DecisionMadeProps = {
  advance: SalaryAdvance;
  decision: NonNullable<SalaryAdvance["decision"]>;
  onRevoke: () => void;
};

/**
 * Who decided, when and why, or the rule of an automatic decision; also who revoked an approval.
 */
function DecisionMade({ advance, decision, onRevoke }: DecisionMadeProps) {
  const { status, rules, revocation } = advance;
  const { by, automatic, at, reason } = decision;
  const rejected = status === "REJECTED" && revocation === null;
  return (
    <>
      <Facts>
        <Fact label={rejected ? "Rejected By" : "Approved By"}>
          {automatic
            ? `The system: auto approval was on and the amount was within ${rules.max_percentage}% of gross`
            : by}
        </Fact>
        <Fact label="On">{formatMoment(at)}</Fact>
        {(rejected || reason !== "") && <Fact label="Reason">{reason}</Fact>}
        {revocation && (
          <>
            <Fact label="Approval Revoked By">{revocation.by}</Fact>
            <Fact label="Revoked On">{formatMoment(revocation.at)}</Fact>
            <Fact label="Reason">{revocation.reason}</Fact>
          </>
        )}
      </Facts>
      {status === "APPROVED" && !isInTransit(advance) && <RevokeButton onRevoke={onRevoke} />}
    </>
  );
}

/** The button to close an approved advance that will not be sent, for users who may decide. */
function RevokeButton({ onRevoke }: { onRevoke: () => void }) {
  const mayDecide = useHasPermission("salary-advances.decide");
  if (!mayDecide) return null;
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconArrowBackUp size={15} aria-hidden />}
        onClick={onRevoke}
      >
        Revoke Approval
      </Button>
    </div>
  );
}
