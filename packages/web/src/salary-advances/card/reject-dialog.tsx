import { formatMoment } from "@kontor/contract/format";
import { decideAdvance } from "@kontor/contract/salary-advances/decisions";

import { ReasonDialog } from "../../ui/reason/reason-dialog.tsx";
import { decisionInput, useAdvanceChange, type SalaryAdvance } from "../data.ts";

type RejectDialogProps = { advance: SalaryAdvance; onExited: () => void };

/** Rejects a request with a reason, which the employee reads. */
export function RejectDialog({ advance, onExited }: RejectDialogProps) {
  const decide = useAdvanceChange(decideAdvance);
  return (
    <ReasonDialog
      title="Reject Salary Advance"
      submit="Reject"
      draft={`reject-advance:${advance.tenant_id}:${advance.id}`}
      schema={decideAdvance.body.shape.reason}
      description={`Emailed to ${advance.emp_name} exactly as you write it.`}
      optional
      send={(reason) => decide({ ...decisionInput(advance, "REJECTED"), reason })}
      done="Salary advance rejected successfully.."
      overtaken={decisionSentence(advance)}
      onExited={onExited}
    />
  );
}

/** The decision that leaves nothing to reject, which may be a withdrawal; null while there is none. */
function decisionSentence({ status, decision, revocation }: SalaryAdvance): string | null {
  if (decision === null) return null;
  const { automatic, by, at, reason } = decision;
  const who = automatic ? "The system" : by;
  const rejected = status === "REJECTED" && revocation === null;
  const sentence = `${who} ${rejected ? "rejected" : "approved"} this request on ${formatMoment(at)}.`;
  return rejected && reason !== "" ? `${sentence} Reason: “${reason}”` : sentence;
}
