import type { Kobo } from "@kontor/books/money";
import { formatMoney } from "@kontor/contract/format";
import {
  refundAdvance,
  refundBody,
  repayAdvance,
  repaymentBody,
} from "@kontor/contract/salary-advances/repayments";
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";

import { CashLedgerSelect } from "../../accounting/cash-ledger-select.tsx";
import { today } from "../../platform/clock.ts";
import { useContractForm } from "../../platform/form/contract-form.ts";
import { useSubmit } from "../../platform/form/use-submit.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { DateInput } from "../../ui/form/date-input.tsx";
import { FieldGrid } from "../../ui/form/field-grid.tsx";
import { DialogActions, FormDialog, useFormDialog } from "../../ui/form/form-dialog.tsx";
import { MoneyInput, moneyProblem, type MoneyValue } from "../../ui/form/money-input.tsx";
import { pathOf, repaymentLedgersQuery, useAdvanceChange, type SalaryAdvance } from "../data.ts";

import classes from "./card.module.css";

type RepaymentValues = {
  amount: MoneyValue;
  date: string | null;
  /** Null takes the first that is offered. */
  ledger_id: string | null;
  note: string;
};

const none: readonly { value: string; label: string }[] = [];

type RepaymentDialogProps = { advance: SalaryAdvance; onExited: () => void };

/** Records what an employee paid back beside the payroll: a part, or all that is owed. */
export function RepaymentDialog({ advance, onExited }: RepaymentDialogProps) {
  const { owed, emp_name } = advance;
  const repay = useAdvanceChange(repayAdvance);
  const { form, fieldProps, refuse } = useContractForm<RepaymentValues>({
    name: "repayment",
    initialValues: { amount: null, date: today(), ledger_id: null, note: "" },
    schemas: repaymentBody.pick({ note: true }).shape,
    rules: {
      amount: (amount) => {
        const problem = moneyProblem(amount, "above-zero");
        if (problem !== null) return problem;
        const tooMuch = typeof amount === "bigint" && amount > owed.total;
        return tooMuch ? `Only ${formatMoney(owed.total)} is still owed.` : undefined;
      },
      date: (date) => {
        if (date === null) return "Give the day on which the money came in.";
        return date > today() ? "Give a day that is not in the future." : undefined;
      },
    },
  });
  const { onSubmit, saving } = useSubmit<RepaymentValues>({
    form,
    refuse,
    save: async ({ amount, date, ledger_id, note }) => {
      if (typeof amount !== "bigint" || date === null) return;
      const into = ledger_id === null ? {} : { ledger_id: Number(ledger_id) };
      await repay({ ...pathOf(advance), amount, date, note, ...into });
      notifySuccess("Repayment recorded successfully..");
      dialog.close();
    },
  });
  const dialog = useFormDialog(form, saving);
  return (
    <FormDialog dialog={dialog} onExited={onExited} title="Record Repayment">
      <form noValidate onSubmit={onSubmit} className={classes.stack}>
        <p className={classes.plain}>
          {emp_name} still owes {formatMoney(owed.total)}: {formatMoney(owed.principal)} of the
          advance and {formatMoney(owed.interest)} interest. What is paid covers the earliest
          instalments first.
        </p>
        <FieldGrid>
          <MoneyInput
            {...fieldProps("amount")}
            label="Amount"
            placeholder="0.00"
            required
            withAsterisk={false}
            data-autofocus
          />
          <DateInput
            {...fieldProps("date")}
            label="Date"
            maxDate={today()}
            required
            withAsterisk={false}
          />
          <div data-wide>
            <Button
              variant="light"
              size="xs"
              onClick={() => form.setFieldValue("amount", owed.total)}
            >
              All That Is Owed
            </Button>
          </div>
          <div data-wide>
            <LedgerSelect
              {...fieldProps("ledger_id")}
              advance={advance}
              value={form.values.ledger_id}
              label="Paid Into"
              description="The ledger of cash or bank that received the money."
            />
          </div>
          <div data-wide>
            <TextInput
              {...fieldProps("note")}
              label="Note"
              description="Stands as narration in the books, such as the number of the receipt."
              maxLength={200}
            />
          </div>
        </FieldGrid>
        <DialogActions dialog={dialog} submit="Record Repayment" />
      </form>
    </FormDialog>
  );
}

type RefundDialogProps = { advance: SalaryAdvance; refundable: Kobo; onExited: () => void };

/** Records that an employee got back what was repaid of an advance whose money the bank sent back. */
export function RefundDialog({ advance, refundable, onExited }: RefundDialogProps) {
  const { emp_name } = advance;
  const refund = useAdvanceChange(refundAdvance);
  const { form, fieldProps, refuse } = useContractForm<Omit<RepaymentValues, "amount">>({
    name: "refund",
    initialValues: { date: today(), ledger_id: null, note: "" },
    schemas: refundBody.pick({ note: true }).shape,
    rules: {
      date: (date) => {
        if (date === null) return "Give the day on which the money was given back.";
        return date > today() ? "Give a day that is not in the future." : undefined;
      },
    },
  });
  const { onSubmit, saving } = useSubmit<Omit<RepaymentValues, "amount">>({
    form,
    refuse,
    save: async ({ date, ledger_id, note }) => {
      if (date === null) return;
      const from = ledger_id === null ? {} : { ledger_id: Number(ledger_id) };
      await refund({ ...pathOf(advance), date, note, ...from });
      notifySuccess("Refund recorded successfully..");
      dialog.close();
    },
  });
  const dialog = useFormDialog(form, saving);
  return (
    <FormDialog dialog={dialog} onExited={onExited} title="Record Refund">
      <form noValidate onSubmit={onSubmit} className={classes.stack}>
        <p className={classes.plain}>
          {emp_name} paid {formatMoney(refundable)} back before the bank sent the advance back, so
          nothing was owed of it. Pay {formatMoney(refundable)} out and record it here; the advance
          can then be sent again, or its approval revoked.
        </p>
        <FieldGrid>
          <DateInput
            {...fieldProps("date")}
            label="Date"
            maxDate={today()}
            required
            withAsterisk={false}
          />
          <LedgerSelect
            {...fieldProps("ledger_id")}
            advance={advance}
            value={form.values.ledger_id}
            label="Paid From"
            description="The ledger of cash or bank that the money left."
          />
          <div data-wide>
            <TextInput
              {...fieldProps("note")}
              label="Note"
              description="Stands with the refund, such as the number of the cheque."
              maxLength={200}
            />
          </div>
        </FieldGrid>
        <DialogActions dialog={dialog} submit="Record Refund" />
      </form>
    </FormDialog>
  );
}

type LedgerSelectProps = Omit<ComponentProps<typeof CashLedgerSelect>, "data"> & {
  advance: SalaryAdvance;
};

/** A ledger of cash or bank. */
function LedgerSelect({ advance, ...field }: LedgerSelectProps) {
  return (
    <CashLedgerSelect {...field} data={useQuery(repaymentLedgersQuery(advance)).data ?? none} />
  );
}
