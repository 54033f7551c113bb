import { formatMoney } from "@kontor/contract/format";
import { writeOffAdvance } from "@kontor/contract/salary-advances/repayments";
import { PasswordInput } from "@mantine/core";

import { useContractForm } from "../../platform/form/contract-form.ts";
import { useSubmit } from "../../platform/form/use-submit.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { DialogActions, FormDialog, useFormDialog } from "../../ui/form/form-dialog.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import { ReasonField } from "../../ui/reason/reason-field.tsx";
import { pathOf, useAdvanceChange, type SalaryAdvance } from "../data.ts";

import classes from "./card.module.css";

type WriteOffDialogProps = { advance: SalaryAdvance; onExited: () => void };

/** Gives up all that is owed; asks why, and for the password of who does it. */
export function WriteOffDialog({ advance, onExited }: WriteOffDialogProps) {
  const { owed, emp_name } = advance;
  const writeOff = useAdvanceChange(writeOffAdvance);
  const { form, fieldProps, refuse } = useContractForm({
    name: "write-off",
    initialValues: { reason: "", password: "" },
    schemas: writeOffAdvance.body.shape,
  });
  const { onSubmit, saving } = useSubmit({
    form,
    refuse,
    save: async (values) => {
      await writeOff({ ...pathOf(advance), ...values });
      notifySuccess("Salary advance written off successfully..");
      dialog.close();
    },
  });
  const dialog = useFormDialog(form, saving);
  return (
    <FormDialog dialog={dialog} onExited={onExited} title="Write Off Salary Advance">
      <form noValidate onSubmit={onSubmit} className={classes.stack}>
        <Notice title={`${formatMoney(owed.total)} is given up`}>
          {emp_name} owes nothing any more then, and {formatMoney(owed.principal)} becomes an
          expense of the company. It cannot be undone.
        </Notice>
        <ReasonField
          {...fieldProps("reason")}
          description="Stands in the books and in the audit log."
          data-autofocus
        />
        <PasswordInput
          {...fieldProps("password")}
          label="Your Password"
          description="Only who knows it gives up money."
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ "aria-label": "Show or hide your password" }}
        />
        <DialogActions dialog={dialog} submit="Write Off" />
      </form>
    </FormDialog>
  );
}
