import { decideAdvance } from "@kontor/contract/salary-advances/decisions";

import { ReasonDialog } from "../../ui/reason/reason-dialog.tsx";
import type { SalaryAdvance } from "../data.ts";

type RejectDialogProps = {
  advance: SalaryAdvance;
  reject: (reason: string) => Promise<unknown>;
  onExited: () => void;
};

/** Rejects a request with a reason, which the employee reads. */
export function RejectDialog({ advance, reject, onExited }: RejectDialogProps) {
  return (
    <ReasonDialog
      title="Reject Salary Advance"
      submit="Reject"
      draft={`reject-advance:${advance.tenant_id}:${advance.id}`}
      schema={decideAdvance.body.shape.reason}
      description={`Emailed to ${advance.emp_name} exactly as you write it.`}
      optional
      send={reject}
      done="Salary advance rejected successfully.."
      onExited={onExited}
    />
  );
}
