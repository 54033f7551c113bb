import { markPayslipPaid } from "@kontor/contract/payroll/payslips";
import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";

import { ledgerChoicesQuery } from "../../accounting/data.ts";
import { today } from "../../platform/clock.ts";
import { useContractForm } from "../../platform/form/contract-form.ts";
import { useSubmit } from "../../platform/form/use-submit.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { useMay } from "../../session/data.ts";
import { DateInput } from "../../ui/form/date-input.tsx";
import { FieldGrid } from "../../ui/form/field-grid.tsx";
import { DialogActions, FormDialog, useFormDialog } from "../../ui/form/form-dialog.tsx";
import { SearchSelect } from "../../ui/form/search-select.tsx";
import { pathOf, useRunChange, type ListedPayslip, type PayrollRun } from "../data.ts";
import { signedText } from "../signed-money.tsx";

import classes from "./payslip.module.css";

type Ledger = { id: number; name: string };
type OutsideValues = { date: string | null; ledger_id: Ledger | null; note: string };

type PayOutsideDialogProps = { run: PayrollRun; payslip: ListedPayslip; onExited: () => void };

/** Records that somebody was paid by other means than from the wallet. */
export function PayOutsideDialog({ run, payslip, onExited }: PayOutsideDialogProps) {
  const { id: payslip_id, name, net } = payslip;
  const markPaid = useRunChange(markPayslipPaid);
  const maySeeLedgers = useMay("accounting.read");
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
      const from = ledger_id === null ? {} : { ledger_id: ledger_id.id };
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
          {maySeeLedgers && (
            <LedgerSelect
              tenantId={run.tenant_id}
              selected={form.values.ledger_id}
              onSelect={(ledger) => form.setFieldValue("ledger_id", ledger)}
              error={form.errors["ledger_id"]}
            />
          )}
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

type LedgerSelectProps = {
  tenantId: number;
  selected: Ledger | null;
  onSelect: (ledger: Ledger | null) => void;
  error?: ReactNode;
};

/** The ledger of cash or bank that the money left; Bank clearing when none is chosen. */
function LedgerSelect({ tenantId, selected, onSelect, error }: LedgerSelectProps) {
  const [search, setSearch] = useState("");
  // Money leaves an asset; the server takes no other, and none that a feature keeps.
  const found = useQuery(ledgerChoicesQuery({ tenant_id: tenantId, search, class: "01" }));
  return (
    <SearchSelect
      label="From Ledger"
      placeholder="Bank clearing"
      path="ledger_id"
      clearable
      error={error}
      selected={selected && { value: selected.id, label: selected.name }}
      choices={found.data?.data.map(({ id, name, code }) => ({
        value: id,
        label: name,
        detail: code,
      }))}
      onSelect={(choice) => onSelect(choice && { id: choice.value, name: choice.label })}
      onSearch={setSearch}
      searching={found.isFetching && (found.isPlaceholderData || found.isPending)}
      nothingFound="No ledger found"
    />
  );
}
