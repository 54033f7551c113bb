import type { Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";
import type { FundingAction } from "@kontor/contract/funding";
import { Button, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";

import { applyFieldErrors, focusFirstError } from "../platform/form/forms.ts";
import { notifySuccess } from "../platform/message/notify.tsx";
import { FormActions, FormDialog } from "../ui/form/form-dialog.tsx";
import { MoneyInput, moneyProblem, type MoneyValue } from "../ui/form/money-input.tsx";
import { Money } from "../ui/money.tsx";
import { useSubmitFunds, type Organization } from "./data.ts";

import classes from "./funding.module.css";

type FundDialogProps = {
  action: FundingAction;
  organization: Organization;
  companyName: string;
  /** Without a sign; CR means overdrawn. */
  balance: Kobo;
  balanceSide: Side;
  onClose: () => void;
};

const words = {
  DEPOSIT: { title: "Deposit Funds", done: "Funds deposited successfully.." },
  WITHDRAWAL: { title: "Withdraw Funds", done: "Funds withdrawn successfully.." },
} as const satisfies Record<FundingAction, { title: string; done: string }>;

type FundValues = { amount: MoneyValue; description: string };

/** Deposits or withdraws funds of a company. */
export function FundDialog(props: FundDialogProps) {
  const { action, organization, companyName, balance, balanceSide, onClose } = props;
  const submitFunds = useSubmitFunds();
  const form = useForm<FundValues>({
    initialValues: { amount: null, description: "" },
    validate: { amount: (value) => moneyProblem(value, "above-zero") },
  });
  const submit = async ({ amount, description }: FundValues) => {
    if (typeof amount !== "bigint") return;
    try {
      await submitFunds.mutateAsync({
        input: { ...organization, action, amount, description: description.trim() },
      });
    } catch (error) {
      applyFieldErrors(form, error);
      return;
    }
    notifySuccess(words[action].done);
    onClose();
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={
        <>
          {words[action].title} <span className={classes.company}>{companyName}</span>
        </>
      }
    >
      <form
        noValidate
        className={classes.form}
        onSubmit={form.onSubmit((values) => void submit(values), focusFirstError(form))}
      >
        <div className={classes.current}>
          <Text size="sm" c="dimmed">
            Current Balance
          </Text>
          <Balance amount={balance} side={balanceSide} />
        </div>
        <MoneyInput
          {...form.getInputProps("amount")}
          value={form.values.amount}
          label="Amount"
          placeholder="0.00"
          required
          withAsterisk={false}
          data-autofocus
        />
        <Textarea
          {...form.getInputProps("description")}
          label="Description"
          description="Stands as narration in the books."
          autosize
          minRows={2}
          maxRows={5}
          maxLength={200}
        />
        <FormActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={submitFunds.isPending}>
            Submit
          </Button>
        </FormActions>
      </form>
    </FormDialog>
  );
}

/** A balance of funds: on the credit side it is overdrawn. */
export function Balance({ amount, side }: { amount: Kobo; side: Side }) {
  const overdrawn = side === "CR" && amount !== 0n;
  return (
    <span className={classes.balance} data-overdrawn={overdrawn || undefined}>
      <Money amount={amount} strong />
      {overdrawn && <span className={classes.overdrawn}> overdrawn</span>}
    </span>
  );
}
