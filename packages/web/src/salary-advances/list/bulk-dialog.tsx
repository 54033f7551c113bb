import { sum } from "@kontor/books/money";
import { formatCount, formatMoney } from "@kontor/contract/format";
import { decideAdvances } from "@kontor/contract/salary-advances/decisions";
import { Button, Text } from "@mantine/core";
import { useState } from "react";

import { useContractForm } from "../../platform/form/contract-form.ts";
import { useSubmit } from "../../platform/form/use-submit.ts";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { DialogActions, FormDialog, useFormDialog } from "../../ui/form/form-dialog.tsx";
import { StoredDraftNotice } from "../../ui/form/resume-draft-notice.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import { Outcomes, type Outcome } from "../../ui/page/outcomes.tsx";
import { ReasonField } from "../../ui/reason/reason-field.tsx";
import {
  decisionInput,
  useAdvanceChange,
  useApprovalCheck,
  type DecisionStatus,
  type ListedAdvance,
} from "../data.ts";
import { advanceTones } from "../status.tsx";
import { ApprovalCheckNotice } from "./approval-check.tsx";
import { advanceKey } from "./row-decisions.ts";

import classes from "./bulk-dialog.module.css";

const texts = {
  APPROVED: { title: "Approve Salary Advances", submit: "Approve" },
  REJECTED: { title: "Reject Salary Advances", submit: "Reject" },
} as const;

type BulkDialogProps = {
  status: DecisionStatus;
  /** The rows to decide, all of them PENDING. */
  rows: readonly ListedAdvance[];
  /** Called when the dialog has closed. @param decided whether anything was decided. */
  onExited: (decided: boolean) => void;
};

/**
 * Asks before several advances are decided at once, and then shows the outcome of each. An approval
 * leaves out advances with warnings of their own, and shows the warnings about the others together.
 */
export function BulkDialog({ status, rows, onExited }: BulkDialogProps) {
  const decide = useAdvanceChange(decideAdvances);
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | null>(null);
  const withWarnings = status === "APPROVED" ? rows.filter(({ warns }) => warns) : [];
  const included = status === "APPROVED" ? rows.filter(({ warns }) => !warns) : rows;
  const approving = status === "APPROVED" && included.length > 0;
  const check = useApprovalCheck(approving && outcomes === null ? included : []);
  const { form, fieldProps, refuse, storedDraft } = useContractForm({
    name: "bulk-decision",
    draft: status,
    initialValues: { reason: "" },
    schemas: decideAdvances.body.pick({ reason: true }).shape,
  });
  const { onSubmit, saving, refusal } = useSubmit({
    form,
    refuse,
    save: async ({ reason }) => {
      const decisions = included.map((row) => decisionInput(row, status));
      const results = await decide({ decisions, reason });
      const byKey = new Map(results.map((result) => [advanceKey(result), result]));
      storedDraft.forget();
      form.resetDirty();
      setOutcomes([
        ...included.map((advance): Outcome => {
          const { advance: now, problem } = byKey.get(advanceKey(advance)) ?? {};
          return {
            ...outcomeIdentity(advance),
            ...(now
              ? { tone: advanceTones[now.status], word: now.status }
              : { tone: "bad", word: refused, why: problem?.message ?? "" }),
          };
        }),
        ...withWarnings.map((advance): Outcome => ({
          ...outcomeIdentity(advance),
          tone: "neutral",
          word: "LEFT OUT",
        })),
      ]);
    },
  });
  const dialog = useFormDialog(form, saving);
  const { title, submit } = texts[status];
  return (
    <FormDialog dialog={dialog} onExited={() => onExited(outcomes !== null)} title={title}>
      {outcomes ? (
        <>
          <Outcomes summary={summaryOf(outcomes, withWarnings.length)} outcomes={outcomes} />
          <FormActions>
            <Button data-autofocus onClick={dialog.close}>
              Done
            </Button>
          </FormActions>
        </>
      ) : (
        <form noValidate onSubmit={onSubmit} className={classes.form}>
          <Text>
            {included.length === 1
              ? "One salary advance"
              : `${formatCount(included.length)} advances`}{" "}
            totalling {formatMoney(sum(included.map(({ amount }) => amount)))}.
          </Text>
          {withWarnings.length > 0 && (
            <Notice title={`${formatCount(withWarnings.length)} left out`}>
              There is a warning on {withWarnings.length === 1 ? "this one" : "each of these"}. Open
              the advance of {withWarnings.map(({ emp_name }) => emp_name).join(", ")} to read the
              warning and decide there.
            </Notice>
          )}
          {approving && <ApprovalCheckNotice check={check} rows={included} />}
          <StoredDraftNotice what="this reason" storedDraft={storedDraft} />
          {status === "REJECTED" && (
            <ReasonField
              {...fieldProps("reason")}
              description="Emailed to each of the employees."
              required={false}
              data-autofocus
            />
          )}
          <DialogActions
            dialog={dialog}
            submit={submit}
            refusal={refusal}
            disabled={included.length === 0 || (approving && check.data === undefined)}
          />
        </form>
      )}
    </FormDialog>
  );
}

const refused = "REFUSED";

function outcomeIdentity(advance: ListedAdvance): Pick<Outcome, "key" | "name" | "note"> {
  return { key: advanceKey(advance), name: advance.emp_name, note: formatMoney(advance.amount) };
}

function summaryOf(outcomes: readonly Outcome[], left: number): string {
  const tried = outcomes.length - left;
  const done = tried - outcomes.filter(({ word }) => word === refused).length;
  const out = left > 0 ? `, ${formatCount(left)} left out` : "";
  return `${formatCount(done)} of ${formatCount(tried)} decided${out}.`;
}
