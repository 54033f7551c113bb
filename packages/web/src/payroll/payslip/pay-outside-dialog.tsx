import { markPayslipPaid } from "@kontor/contract/payroll/payslips";
import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { CashLedgerSelect } from "../../accounting/cash-ledger-select.tsx";
import { today } from "../../platform/clock.ts";
import { useContractForm } from "../../platform/form/contract-form.ts";
import { useSubmit } from "../../platform/form/use-submit.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { DateInput } from "../../ui/form/date-input.tsx";
import { FieldGrid } from "../../ui/form/field-grid.tsx";
import { DialogActions, FormDialog, useFormDialog } from "../../ui/form/form-dialog.tsx";
import {
  pathOf,
  paymentLedgersQuery,
  useRunChange,
  type ListedPayslip,
  type PayrollRun,
} from "../data.ts";
import { signedText } from "../signed-money.tsx";

import classes from "./payslip.module.css";

type OutsideValues = {
  date: string | null;
  /** Null takes the first that is offered. */
  ledger_id: string | null;
  note: string;
};

const none: readonly { value: string; label: string }[] = [];

type PayOutsideDialogProps = { run: PayrollRun; payslip: ListedPayslip; onExited: () => void };

/** Records that somebody was paid by other means than from the wallet. */
export function PayOutsideDialog({ run, payslip, onExited }: PayOutsideDialogProps) {
  const { id: payslip_id, name, net } = payslip;
  const markPaid = useRunChange(markPayslipPaid);
  const ledgers = useQuery(paymentLedgersQuery(run)).data ?? none;
  const { form, fieldProps, refuse } = useContractForm<OutsideValues>({
    name: "paid-outside",
    initialValues: { date: today(), ledger_id: null, note: "" },
    schemas: { note: markPayslipPaid.body.shape.note },
    rules: {
      date: (date) => {
        if (date === null) return "Give the day on which the money was handed over.";
        return date > today() ? "Choose today or an earlier day." : undefined;
      },
    },
  });
  const { onSubmit, saving } = useSubmit<OutsideValues>({
    form,
    refuse,
    save: async ({ date, ledger_id, note }) => {
      if (date === null) return;
      const from = ledger_id === null ? {} : { ledger_id: Number(ledger_id) };
      await markPaid({ ...pathOf(run), payslip_id, date, note, ...from });
      notifySuccess(`${name} is marked as paid..`);
      dialog.close();
    },
  });
  const dialog = useFormDialog(form, saving);
  return (
    <FormDialog dialog={dialog} onExited={onExited} title={`Mark ${name} as Paid`}>
      <form noValidate onSubmit={onSubmit} className={classes.form}>
        <p className={classes.plain}>
          {signedText(net)} was paid to {name} in cash or by another bank. Nothing is sent from the
          wallet, and the books say where the money left.
        </p>
        <FieldGrid>
          <DateInput
            {...fieldProps("date")}
            label="Date"
            maxDate={today()}
            required
            withAsterisk={false}
          />
          <CashLedgerSelect
            {...fieldProps("ledger_id")}
            value={form.values.ledger_id}
            label="Paid From"
            description="The ledger of cash or bank that the money left."
            data={ledgers}
          />
          <div data-wide>
            <TextInput
              {...fieldProps("note")}
              label="How It Was Paid"
              placeholder="Cheque 000123 of First Bank"
              description="Stands as narration in the books."
              maxLength={200}
              required
              withAsterisk={false}
              data-autofocus
            />
          </div>
        </FieldGrid>
        <DialogActions dialog={dialog} submit="Mark as Paid" />
      </form>
    </FormDialog>
  );
}
