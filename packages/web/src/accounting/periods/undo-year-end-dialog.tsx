import { undoYearEnd, type yearClosing } from "@kontor/contract/accounting/periods";
import { formatDate } from "@kontor/contract/format";
import type { z } from "zod";

import { ReasonDialog } from "../../ui/reason/reason-dialog.tsx";
import { useUndoYearEnd } from "../mutations.ts";

import classes from "./periods.module.css";

type UndoYearEndDialogProps = {
  tenantId: number;
  closing: z.output<typeof yearClosing>;
  /** Whether the last day of the year is locked. */
  isLocked: boolean;
  onExited: () => void;
};

/** Reverses a year-end by an entry with the sides swapped. */
export function UndoYearEndDialog({
  tenantId,
  closing,
  isLocked,
  onExited,
}: UndoYearEndDialogProps) {
  const undo = useUndoYearEnd();
  const { id, ent_number, year_end } = closing;
  return (
    <ReasonDialog
      title="Reverse Year-end"
      submit="Reverse"
      draft={`take-back-year:${tenantId}:${id}`}
      schema={undoYearEnd.body.shape.reason}
      send={(reason, submits) =>
        undo.mutateAsync({ input: { tenant_id: tenantId, id, reason }, submits })
      }
      done="Year-end reversed successfully.."
      onExited={onExited}
    >
      <p className={classes.plain}>
        A reversal of {ent_number} is posted on {formatDate(year_end)}.
        {isLocked && " The year stays locked until a user opens the period."}
      </p>
    </ReasonDialog>
  );
}
