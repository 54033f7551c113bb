import type { Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";
import type { FundingAction } from "@kontor/contract/funding/funding";
import { Text, Textarea } from "@mantine/core";

import { useContractForm } from "../platform/form/contract-form.ts";
import { useSubmit } from "../platform/form/use-submit.ts";
import { notifySuccess } from "../platform/message/notify.tsx";
import { DialogActions, FormDialog, useFormDialog } from "../ui/form/form-dialog.tsx";
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
  /** What is filled in already, such as what a payment lacks. */
  proposed?: { amount: Kobo; description: string };
  /** The dialog has left the screen, whether anything was moved or not. */
  onExited: () => void;
};

const texts = {
  DEPOSIT: { title: "Deposit Funds", done: "Funds deposited successfully.." },
  WITHDRAWAL: { title: "Withdraw Funds", done: "Funds withdrawn successfully.." },
} as const satisfies Record<FundingAction, { title: string; done: string }>;

type FundValues = { amount: MoneyValue; description: string };

/** Deposits or withdraws funds of a company. */
export function FundDialog(props: FundDialogProps) {
  const { action, organization, companyName, balance, balanceSide, proposed, onExited } = props;
  const submitFunds = useSubmitFunds();
  const { form, fieldProps, refuse } = useContractForm<FundValues>({
    name: "funds",
    initialValues: {
      amount: proposed?.amount ?? null,
      description: proposed?.description ?? "",
    },
    schemas: {},
    rules: { amount: (value) => moneyProblem(value, "above-zero") ?? undefined },
  });
  const { onSubmit, saving } = useSubmit<FundValues>({
    form,
    refuse,
    save: async ({ amount, description }) => {
      if (typeof amount !== "bigint") return;
      const input = { ...organization, action, amount, description: description.trim() };
      await submitFunds.mutateAsync({ input });
      notifySuccess(texts[action].done);
      dialog.close();
    },
  });
  const dialog = useFormDialog(form, saving);
  return (
    <FormDialog
      dialog={dialog}
      onExited={onExited}
      title={
        <>
          {texts[action].title} <span className={classes.company}>{companyName}</span>
        </>
      }
    >
      <form noValidate className={classes.form} onSubmit={onSubmit}>
        <div className={classes.current}>
          <Text size="sm" c="dimmed">
            Current Balance
          </Text>
          <Balance amount={balance} side={balanceSide} />
        </div>
        <MoneyInput
          {...fieldProps("amount")}
          label="Amount"
          placeholder="0.00"
          required
          withAsterisk={false}
          data-autofocus
        />
        <Textarea
          {...fieldProps("description")}
          label="Description"
          description="Stands as narration in the books."
          autosize
          minRows={2}
          maxRows={5}
          maxLength={200}
        />
        <DialogActions dialog={dialog} submit="Submit" />
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
