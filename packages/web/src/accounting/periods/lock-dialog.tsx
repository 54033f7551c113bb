import { addDays } from "@kontor/books/calendar-date";
import { setPeriodLock, type periodLock } from "@kontor/contract/accounting/periods";
import { formatDate } from "@kontor/contract/format";
import { useState } from "react";
import type { z } from "zod";

import { today } from "../../platform/clock.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { DateInput } from "../../ui/date/date-input.tsx";
import { dateOrNull } from "../../ui/date/typed-date.ts";
import { DialogForm, useDialogForm } from "../../ui/form/form-dialog.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import { ReasonField } from "../../ui/reason/reason-field.tsx";
import { useSetPeriodLock } from "../mutations.ts";
import { StepsLeftNotice } from "./steps-left-notice.tsx";

import classes from "./periods.module.css";

type LockDialogProps = {
  tenantId: number;
  lock: z.output<typeof periodLock>;
  /** Whether the books are opened instead of locked. */
  opening: boolean;
  /** The last day of the newest closed year, which an earlier lock would open; null for none. */
  closedUntil: string | null;
  /** The last day that is proposed; the end of last month when left out. */
  until?: string;
  onExited: () => void;
};

type LockValues = { locked_until: string | null; reason: string };

/** Locks the books until a day, or opens them again; both require a reason. */
export function LockDialog(props: LockDialogProps) {
  const { tenantId, lock, opening, closedUntil, until, onExited } = props;
  const setLock = useSetPeriodLock();
  const edit = useDialogForm<LockValues>({
    name: "period-lock",
    draft: `${opening ? "open" : "lock"}:${tenantId}`,
    initialValues: { locked_until: opening ? null : (until ?? lastMonthEnd()), reason: "" },
    schemas: setPeriodLock.body.pick({ reason: true }).shape,
    rules: opening
      ? {}
      : {
          locked_until: (day) =>
            dateOrNull(day) === null ? "Enter the last day to lock." : undefined,
        },
    save: ({ locked_until, reason }, submits) =>
      setLock(
        {
          tenant_id: tenantId,
          locked_until: opening ? null : locked_until,
          was_locked_until: lock.locked_until,
          reason,
        },
        submits,
      ),
    onSaved: () =>
      notifySuccess(opening ? "Period opened successfully.." : "Period locked successfully.."),
  });
  const [lockedBefore] = useState(lock.locked_until);
  const { form, fieldProps } = edit;
  const newEnd = opening ? null : dateOrNull(form.values.locked_until);
  const opensYear = closedUntil !== null && (opening || (newEnd !== null && newEnd < closedUntil));
  const title = opening ? "Open Period" : "Lock Period";
  return (
    <DialogForm edit={edit} what="this lock" onExited={onExited} title={title} submit={title}>
      {lock.locked_until !== lockedBefore && (
        <Notice title="Somebody else moved the lock while you were working">
          {lock.locked_until === null
            ? "The books are now open."
            : `The books are now locked until ${formatDate(lock.locked_until)}.`}
        </Notice>
      )}
      {newEnd !== null && newEnd > (lock.locked_until ?? "") && (
        <StepsLeftNotice tenantId={tenantId} until={newEnd} />
      )}
      {opensYear && (
        <Notice>
          The year to {formatDate(closedUntil)} is closed. What is posted in it from now on is not
          in the result that its closing posted to equity. To change that result, reverse the
          closing and close the year again.
        </Notice>
      )}
      {opening && lock.locked_until !== null && (
        <p className={classes.plain}>
          The books are locked until {formatDate(lock.locked_until)}. Once the period is open, every
          user who can post may change figures that were already reported.
        </p>
      )}
      {!opening && (
        <DateInput
          {...fieldProps("locked_until")}
          label="Locked Until"
          description="Nothing can be posted on or before this day."
          maxDate={addDays(today(), -1)}
          required
          withAsterisk={false}
        />
      )}
      <ReasonField
        {...fieldProps("reason")}
        description="Recorded in the audit log."
        data-autofocus
      />
    </DialogForm>
  );
}

function lastMonthEnd(): string {
  return addDays(`${today().slice(0, 7)}-01`, -1);
}
