import type { Kobo } from "@kontor/books/money";
import type { Side } from "@kontor/books/side";
import { formatMoney } from "@kontor/contract/format";
import { fundsBody, type FundingAction } from "@kontor/contract/funding/funding";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";

import { fieldErrorsOf } from "../platform/api-problem.ts";
import { useContractForm } from "../platform/form/contract-form.ts";
import { useSubmit } from "../platform/form/use-submit.ts";
import { notifySuccess } from "../platform/message/notify.tsx";
import { DialogActions, FormDialog, useFormDialog } from "../ui/form/form-dialog.tsx";
import { LineInput } from "../ui/form/line-input.tsx";
import { MoneyInput, moneyProblem, type MoneyValue } from "../ui/form/money-input.tsx";
import { StoredDraftNotice } from "../ui/form/resume-draft-notice.tsx";
import { financialsQuery, useSubmitFunds, type CompanyPath, type Transaction } from "./data.ts";
import { Balance, FundSummary } from "./fund-summary.tsx";

import classes from "./funding.module.css";

type FundDialogProps = {
  action: FundingAction;
  organization: CompanyPath;
  companyName: string;
  /** Without a sign; CR means overdrawn. */
  balance: Kobo;
  balanceSide: Side;
  /** Prefilled values, such as the shortfall of a payment. */
  proposed?: { amount: Kobo; description: string };
  /** The mistaken transaction to correct, by the opposite action with its amount. */
  corrects?: Transaction;
  /** Called when the dialog has left the screen, whether anything was moved or not. */
  onExited: () => void;
};

const texts = {
  DEPOSIT: {
    title: "Deposit Funds",
    confirm: "Confirm deposit",
    done: "Funds deposited successfully..",
  },
  WITHDRAWAL: {
    title: "Withdraw Funds",
    confirm: "Confirm withdrawal",
    done: "Funds withdrawn successfully..",
  },
} as const satisfies Record<FundingAction, { title: string; confirm: string; done: string }>;

type FundValues = { amount: MoneyValue; description: string; confirmed_amount: MoneyValue };

/** Deposits or withdraws funds of a company, after a summary of its effect. */
export function FundDialog(props: FundDialogProps) {
  const { action, companyName, corrects, onExited } = props;
  const funds = useFunds(props);
  const fund = useFundForm(props, funds.limit);
  const { dialog, summary, values } = fund;
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
      <form noValidate className={classes.form} onSubmit={fund.onSubmit}>
        {!summary && (
          <StoredDraftNotice what={`this ${action.toLowerCase()}`} storedDraft={fund.storedDraft} />
        )}
        {corrects !== undefined && <Correction corrected={corrects} />}
        {summary && typeof values.amount === "bigint" ? (
          <>
            <FundSummary
              action={action}
              amount={values.amount}
              before={funds.balance}
              description={values.description.trim()}
            />
            {fund.twice && <ConfirmedAmount {...fund.fieldProps("confirmed_amount")} {...funds} />}
            <DialogActions
              dialog={dialog}
              submit={texts[action].confirm}
              refusal={fund.refusal}
              missing={fund.missing()}
              back={fund.back}
            />
          </>
        ) : (
          <>
            <div data-surface="inset" className={classes.current}>
              <Text size="sm" c="dimmed">
                Current Balance
              </Text>
              <Balance {...funds.balance} />
            </div>
            <MoneyInput
              {...fund.fieldProps("amount")}
              label="Amount"
              placeholder="0.00"
              required
              withAsterisk={false}
              readOnly={corrects !== undefined}
              data-autofocus
            />
            <LineInput
              {...fund.fieldProps("description")}
              label="Description"
              description="Becomes the narration in the books."
              limit={200}
            />
            <DialogActions
              dialog={dialog}
              submit="Submit"
              refusal={fund.refusal}
              missing={fund.missing()}
            />
          </>
        )}
      </form>
    </FormDialog>
  );
}

/** The present balance and the deposit limit; until they are loaded, the values of the page. */
function useFunds({ organization, balance, balanceSide }: FundDialogProps) {
  const { tenant_id, company_id } = organization;
  const found = useQuery(financialsQuery({ tenant_id, company_id, page: 1 })).data?.data;
  return {
    limit: found?.deposit_limit,
    balance: found
      ? { amount: found.balance, side: found.balance_dc }
      : { amount: balance, side: balanceSide },
  };
}

/** The form with its two steps: the movement, then a summary of its effect. */
function useFundForm(props: FundDialogProps, limit: Kobo | undefined) {
  const { action, organization, proposed, corrects } = props;
  const [summary, setSummary] = useState(false);
  // The server asks for the second amount too, if the limit was lowered meanwhile.
  const [isOpen, setOpen] = useState(false);
  const submitFunds = useSubmitFunds();
  const { form, fieldProps, missing, refuse, storedDraft } = useContractForm<FundValues>({
    name: "funds",
    draft: `${action}:${organization.tenant_id}:${organization.company_id}${corrects ? `:${corrects.id}` : ""}`,
    several: true,
    // The second amount must be typed, so the draft leaves it out.
    withheld: ["confirmed_amount"],
    initialValues: {
      amount: corrects?.amount ?? proposed?.amount ?? null,
      description: proposed?.description ?? "",
      confirmed_amount: null,
    },
    schemas: {},
    rules: {
      amount: amountProblem,
      confirmed_amount: (value): string | undefined =>
        summary && twice ? confirmedAmountProblem(value, amount) : undefined,
    },
  });
  const { amount } = form.getValues();
  const above = limit !== undefined && typeof amount === "bigint" && amount > limit;
  const twice = corrects === undefined && (isOpen || (action === "DEPOSIT" && above));
  const { onSubmit, saving, refusal } = useSubmit<FundValues>({
    form,
    refuse: (error) => {
      const fields = fieldErrorsOf(error);
      if ("confirmed_amount" in fields) setOpen(true);
      // Render the fields before a refusal is shown at one of them.
      else if (Object.keys(fields).length > 0) flushSync(() => setSummary(false));
      refuse(error);
    },
    save: async (values) => {
      if (typeof values.amount !== "bigint") return;
      if (!summary) {
        setSummary(true);
        return;
      }
      const { confirmed_amount: again } = values;
      await submitFunds.mutateAsync({
        input: {
          ...organization,
          action,
          amount: values.amount,
          description: values.description.trim(),
          ...(twice && typeof again === "bigint" ? { confirmed_amount: again } : {}),
          ...(corrects && { corrects: corrects.id }),
        },
        submits: storedDraft.submits,
      });
      storedDraft.forget();
      notifySuccess(texts[action].done);
      dialog.close();
    },
  });
  const dialog = useFormDialog(form, saving);
  const back = () => {
    form.setFieldValue("confirmed_amount", null);
    setSummary(false);
  };
  return {
    dialog,
    summary,
    twice,
    values: form.values,
    fieldProps,
    missing,
    storedDraft,
    onSubmit,
    refusal,
    back,
  };
}

function amountProblem(value: MoneyValue): string | undefined {
  const problem = moneyProblem(value, "above-zero");
  if (problem !== null || typeof value !== "bigint") return problem ?? undefined;
  return fundsBody.shape.amount.safeEncode(value).error?.issues[0]?.message;
}

function confirmedAmountProblem(value: MoneyValue, amount: MoneyValue): string | undefined {
  const problem = moneyProblem(value, "above-zero");
  if (problem !== null) return problem;
  return value === amount ? undefined : "The amounts do not match.";
}

type ConfirmedAmountProps = Parameters<typeof MoneyInput>[0] & { limit: Kobo | undefined };

/** The field for the amount of a large deposit, typed a second time rather than pasted. */
function ConfirmedAmount({ limit, ...field }: ConfirmedAmountProps) {
  const why =
    limit === undefined ? "" : `Enter the amount again for deposits above ${formatMoney(limit)}.`;
  return (
    <MoneyInput
      {...field}
      label="Amount Again"
      description={why}
      placeholder="0.00"
      required
      withAsterisk={false}
      inputWrapperOrder={["label", "description", "input", "error"]}
    />
  );
}

function Correction({ corrected: { ent_number, amount, action } }: { corrected: Transaction }) {
  return (
    <Text size="sm">
      This takes back <strong>{ent_number}</strong>, a {action.toLowerCase()} of{" "}
      {formatMoney(amount)}. The two stay in the books and name each other.
    </Text>
  );
}
