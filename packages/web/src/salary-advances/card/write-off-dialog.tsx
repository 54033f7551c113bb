import { formatMoney } from "@kontor/contract/format";
import { writeOffAdvance } from "@kontor/contract/salary-advances/repayments";
import { PasswordInput } from "@mantine/core";
import { useState } from "react";

import { permanentNoteHint } from "../../accounting/cash-dialog.tsx";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { DialogForm, useDialogForm } from "../../ui/form/form-dialog.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import { ReasonField } from "../../ui/reason/reason-field.tsx";
import { pathOf, useAdvanceChange, type SalaryAdvance } from "../data.ts";

type WriteOffDialogProps = { advance: SalaryAdvance; onExited: () => void };

/** Writes off the whole owed amount; asks for a reason and the user's password. */
export function WriteOffDialog({ advance, onExited }: WriteOffDialogProps) {
  const { owed, emp_name } = advance;
  const writeOff = useAdvanceChange(writeOffAdvance);
  const edit = useDialogForm({
    name: "write-off",
    draft: `${advance.tenant_id}:${advance.id}`,
    initialValues: { reason: "", password: "" },
    schemas: writeOffAdvance.body.pick({ reason: true, password: true }).shape,
    save: (values) => writeOff({ ...pathOf(advance), ...values, owed: owed.total }),
    onSaved: () => notifySuccess("Salary advance written off successfully.."),
  });
  const { fieldProps } = edit;
  const [before] = useState(owed.total);
  const settled = owed.total === 0n;
  const change = settled
    ? "Nothing is owed any more, so there is nothing left to write off."
    : `${formatMoney(owed.total)} is owed now, no longer ${formatMoney(before)}.`;
  return (
    <DialogForm
      edit={edit}
      what="this write-off"
      onExited={onExited}
      title="Write Off Salary Advance"
      submit="Write Off"
      meanwhile={owed.total === before ? null : { text: change, ended: settled }}
    >
      {!settled && (
        <Notice title={`${formatMoney(owed.total)} will be written off`}>
          {emp_name} will owe nothing, and {formatMoney(owed.principal)} is posted as an expense of
          the company. This cannot be undone.
        </Notice>
      )}
      <ReasonField
        {...fieldProps("reason")}
        description={`Also shown in the audit log. ${permanentNoteHint}`}
        data-autofocus
      />
      <PasswordInput
        {...fieldProps("password")}
        label="Your Password"
        description="Enter your password to confirm that it is you."
        autoComplete="current-password"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ "aria-label": "Show or hide your password" }}
      />
    </DialogForm>
  );
}
