import { isSide, type Side } from "@kontor/books/side";
import { reconcileBank } from "@kontor/contract/accounting/periods";
import { NativeSelect } from "@mantine/core";

import { today } from "../../platform/clock.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { DateInput } from "../../ui/date/date-input.tsx";
import { DialogForm, useDialogForm } from "../../ui/form/form-dialog.tsx";
import { LineInput } from "../../ui/form/line-input.tsx";
import { MoneyInput, moneyProblem, type MoneyValue } from "../../ui/form/money-input.tsx";
import { useReconcileBank } from "../mutations.ts";

import classes from "./periods.module.css";

type ReconcileDialogProps = {
  tenantId: number;
  /** The bank ledger that was compared. */
  ledger: { id: number; name: string };
  /** The day that is proposed. */
  until: string;
  onExited: () => void;
};

type ReconcileValues = {
  reconciled_to: string | null;
  balance: MoneyValue;
  balance_dc: Side;
  note: string;
};

/** Records that a ledger was compared with its bank's statement, and what the bank had. */
export function ReconcileDialog({ tenantId, ledger, until, onExited }: ReconcileDialogProps) {
  const reconcile = useReconcileBank();
  const edit = useDialogForm<ReconcileValues>({
    name: "bank-reconciliation",
    draft: `${tenantId}:${ledger.id}`,
    initialValues: { reconciled_to: until, balance: null, balance_dc: "DR", note: "" },
    schemas: reconcileBank.body.pick({ note: true }).shape,
    rules: {
      reconciled_to: (day) => (day === null ? "Enter the last day of the statement." : undefined),
      balance: (value) => moneyProblem(value, "amount") ?? undefined,
    },
    save: async ({ reconciled_to, balance, balance_dc, note }) => {
      if (reconciled_to === null || typeof balance !== "bigint") return false;
      return reconcile.mutateAsync({
        input: { tenant_id: tenantId, id: ledger.id, reconciled_to, balance, balance_dc, note },
      });
    },
    onSaved: () => notifySuccess("Reconciliation recorded successfully.."),
  });
  const { form, fieldProps } = edit;
  return (
    <DialogForm
      edit={edit}
      what="this reconciliation"
      onExited={onExited}
      title="Record Reconciliation"
      submit="Record Reconciliation"
    >
      <p className={classes.plain}>{ledger.name}</p>
      <DateInput
        {...fieldProps("reconciled_to")}
        label="Reconciled To"
        description="The last day of the bank statement."
        maxDate={today()}
        required
        withAsterisk={false}
      />
      <MoneyInput
        {...fieldProps("balance")}
        label="Bank Balance"
        description="The closing balance on the statement for that day."
        required
        withAsterisk={false}
        data-autofocus
      />
      <NativeSelect
        {...fieldProps("balance_dc")}
        label="The Account Is"
        data={[
          { value: "DR", label: "In credit (money in the bank)" },
          { value: "CR", label: "Overdrawn" },
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (isSide(value)) form.setFieldValue("balance_dc", value);
        }}
      />
      <LineInput {...fieldProps("note")} label="Note" limit={300} />
    </DialogForm>
  );
}
