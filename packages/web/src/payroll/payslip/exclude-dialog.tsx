import { excludePayslip } from "@kontor/contract/payroll/payslips";
import { monthName } from "@kontor/payroll/month";
import { Textarea } from "@mantine/core";

import { useContractForm } from "../../platform/form/contract-form.ts";
import { useSubmit } from "../../platform/form/use-submit.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { DialogActions, FormDialog, useFormDialog } from "../../ui/form/form-dialog.tsx";
import { pathOf, useRunChange, type ListedPayslip, type PayrollRun } from "../data.ts";

type ExcludeDialogProps = { run: PayrollRun; payslip: ListedPayslip; onExited: () => void };

/** Leaves somebody out of a draft run, with the reason that stays with the payslip. */
export function ExcludeDialog({ run, payslip, onExited }: ExcludeDialogProps) {
  const { id: payslip_id, name } = payslip;
  const exclude = useRunChange(excludePayslip);
  const { form, fieldProps, refuse } = useContractForm({
    name: "exclusion",
    initialValues: { reason: "" },
    schemas: {},
    rules: {
      reason: (reason) => (reason.trim() === "" ? "Say why the employee is left out." : undefined),
    },
  });
  const { onSubmit, saving } = useSubmit({
    form,
    refuse,
    save: async ({ reason }) => {
      await exclude({ ...pathOf(run), payslip_id, excluded: true, reason: reason.trim() });
      notifySuccess(`${name} is left out of this run..`);
      dialog.close();
    },
  });
  const dialog = useFormDialog(form, saving);
  return (
    <FormDialog dialog={dialog} onExited={onExited} title={`Leave Out ${name}`}>
      <form noValidate onSubmit={onSubmit}>
        <Textarea
          {...fieldProps("reason")}
          label="Reason"
          description={`${name} gets nothing from the payroll of ${monthName(run.period)}, also when it is calculated again.`}
          autosize
          minRows={2}
          maxRows={5}
          maxLength={200}
          required
          withAsterisk={false}
          data-autofocus
        />
        <DialogActions dialog={dialog} submit="Leave Out" />
      </form>
    </FormDialog>
  );
}
