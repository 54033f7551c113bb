import { formatMoney } from "@kontor/contract/format";
import { revocationFields, revokeApproval } from "@kontor/contract/salary-advances/decisions";

import { ReasonDialog } from "../../ui/reason/reason-dialog.tsx";
import { Sentence } from "../../ui/record/remarks.tsx";
import { pathOf, useAdvanceChange, type SalaryAdvance } from "../data.ts";

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
      onExited={onExited}
    >
      <Sentence>
        {formatMoney(amount)} will not be sent, and no longer counts against the wallet and the
        limit of {emp_name}. The request is marked as rejected, and {emp_name} can ask again.
      </Sentence>
    </ReasonDialog>
  );
}
