import { formatMoment, formatMoney } from "@kontor/contract/format";
import { revocationFields, revokeApproval } from "@kontor/contract/salary-advances/decisions";

import { ReasonDialog } from "../../ui/reason/reason-dialog.tsx";
import { Sentence } from "../../ui/record/remarks.tsx";
import { isInTransit, pathOf, useAdvanceChange, type SalaryAdvance } from "../data.ts";

type RevokeDialogProps = { advance: SalaryAdvance; onExited: () => void };

/**
 * Revokes the approval of an advance that has not been paid out, with a reason for the employee.
 */
export function RevokeDialog({ advance, onExited }: RevokeDialogProps) {
  const { emp_name, amount, tenant_id, id } = advance;
  const revoke = useAdvanceChange(revokeApproval);
  return (
    <ReasonDialog
      title="Revoke Approval"
      submit="Revoke Approval"
      draft={`revoke-advance:${tenant_id}:${id}`}
      schema={revocationFields.reason}
      description={`Emailed to ${emp_name} exactly as you write it.`}
      send={(reason) => revoke({ ...pathOf(advance), reason })}
      done="Approval revoked successfully.."
      overtaken={changeSentence(advance)}
      onExited={onExited}
    >
      <Sentence>
        {formatMoney(amount)} will not be sent, and no longer counts against the wallet and the
        limit of {emp_name}. The request is marked as rejected, and {emp_name} can ask again.
      </Sentence>
    </ReasonDialog>
  );
}

/** What leaves no approval to revoke; null while there is one. */
function changeSentence(advance: SalaryAdvance): string | null {
  const { status, revocation, paid_at } = advance;
  if (revocation) {
    return `${revocation.by} revoked the approval on ${formatMoment(revocation.at)}.`;
  }
  if (isInTransit(advance)) return "The money is on its way to the employee.";
  if (status === "APPROVED") return null;
  return paid_at
    ? `The money reached the employee on ${formatMoment(paid_at)}.`
    : "The advance is not approved any more.";
}
