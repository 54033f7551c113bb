import { addDays } from "@kontor/books/calendar-date";
import { setPeriodLock, type periodLock } from "@kontor/contract/accounting/periods";
import { formatDate } from "@kontor/contract/format";
import type { z } from "zod";

import { today } from "../../platform/clock.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { DateInput } from "../../ui/form/date-input.tsx";
import { DialogForm, useDialogForm } from "../../ui/form/form-dialog.tsx";
import { ReasonField } from "../../ui/reason/reason-field.tsx";
import { useSetPeriodLock } from "../mutations.ts";

import classes from "./periods.module.css";

type LockDialogProps = {
  tenantId: number;
  lock: z.output<typeof periodLock>;
  /** Opens the books instead of locking them. */
  opening: boolean;
  /** The last day that is proposed; the end of last month when left out. */
  until?: string;
  onExited: () => void;
};

type LockValues = { locked_until: string | null; reason: string };

/** Locks the books until a day, or opens them again; both require a reason. */
export function LockDialog({ tenantId, lock, opening, until, onExited }: LockDialogProps) {
  const setLock = useSetPeriodLock();
  const edit = useDialogForm<LockValues>({
    name: "period-lock",
    draft: `${opening ? "open" : "lock"}:${tenantId}`,
    initialValues: { locked_until: opening ? null : (until ?? lastMonthEnd()), reason: "" },
    schemas: setPeriodLock.body.pick({ reason: true }).shape,
    rules: opening
      ? {}
      : { locked_until: (day) => (day === null ? "Give the last day to be locked." : undefined) },
    save: ({ locked_until, reason }) =>
      setLock.mutateAsync({
        input: { tenant_id: tenantId, locked_until: opening ? null : locked_until, reason },
      }),
    onSaved: () =>
      notifySuccess(opening ? "Period opened successfully.." : "Period locked successfully.."),
  });
  const { fieldProps } = edit;
  const title = opening ? "Open Period" : "Lock Period";
  return (
    <DialogForm edit={edit} what="this lock" onExited={onExited} title={title} submit={title}>
      {opening ? (
        <p className={classes.plain}>
          The books are locked until {formatDate(lock.locked_until ?? today())}. Once they are open,
          everybody who may post can change what was reported.
        </p>
      ) : (
        <DateInput
          {...fieldProps("locked_until")}
          label="Locked Until"
          description="The last day that takes nothing any more."
          maxDate={addDays(today(), -1)}
          required
          withAsterisk={false}
        />
      )}
      <ReasonField {...fieldProps("reason")} description="Kept in the audit log." data-autofocus />
    </DialogForm>
  );
}

function lastMonthEnd(): string {
  return addDays(`${today().slice(0, 7)}-01`, -1);
}
