import { formatCount, formatMoment, formatMoney } from "@kontor/contract/format";
import { isReversible, runStatusTitles } from "@kontor/contract/payroll/runs";
import { decideRun, disburseRun, reverseRun, submitRun } from "@kontor/contract/payroll/steps";
import { monthName } from "@kontor/payroll/month";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";

import { NoResponse } from "../../platform/api-problem.ts";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { DialogForm, useDialogForm } from "../../ui/form/form-dialog.tsx";
import { MeanwhileNotice, Notice } from "../../ui/page/notice.tsx";
import { ReasonField } from "../../ui/reason/reason-field.tsx";
import { Sentence } from "../../ui/record/remarks.tsx";
import { isUnpaid, pathOf, runQuery, useRunChange, type PayrollRun } from "../data.ts";
import { WalletCoverage } from "./wallet-coverage.tsx";

import classes from "./steps.module.css";

export type Step = "submit" | "approve" | "reject" | "disburse" | "reverse";

type StepTexts = {
  title: string;
  submit: string;
  done: string;
  /** Whether a run is in a status from which the step can be taken. */
  from: (run: PayrollRun) => boolean;
  /** The purpose of the reason; without it no reason is requested. */
  reason?: string;
  about: (run: PayrollRun) => ReactNode;
};

const isDraft = ({ status }: PayrollRun) => status === "DRAFT";
const isSubmitted = ({ status }: PayrollRun) => status === "PENDING_APPROVAL";

const stepTexts: Readonly<Record<Step, StepTexts>> = {
  submit: {
    title: "Submit for Approval",
    submit: "Submit",
    done: "Payroll run submitted successfully..",
    from: isDraft,
    about: () =>
      "The owners are notified. If pay data changes before the approval, the run must be calculated and submitted again.",
  },
  approve: {
    title: "Approve Payroll Run",
    submit: "Approve",
    done: "Payroll run approved successfully..",
    from: isSubmitted,
    about: ({ totals, posting }) =>
      posting.length === 0
        ? "There is nothing to post and nothing to pay: the run records its corrections for the tax year."
        : `The run is posted to the books at once: ${formatMoney(totals.cost)} of cost, with the amounts payable to employees and authorities. No payments are sent yet.`,
  },
  reject: {
    title: "Reject Payroll Run",
    submit: "Reject",
    done: "Payroll run rejected successfully..",
    from: isSubmitted,
    reason: "Shown to the users who prepare payroll. The run returns to draft.",
    about: () => null,
  },
  disburse: {
    title: "Disburse Net Pay",
    submit: "Send Payments",
    done: "Payments are on their way..",
    from: ({ status }) => isUnpaid(status),
    about: ({ payment, totals }) =>
      payment.to_send === totals.net
        ? "Net pay is sent to the bank account on each payslip. Payments that have been sent cannot be recalled."
        : "Net pay is sent to everybody not paid yet. Failed payments go to the employee’s current account.",
  },
  reverse: {
    title: "Reverse Payroll Run",
    submit: "Reverse",
    done: "Payroll run reversed successfully..",
    from: isReversible,
    reason: "Shown in the history of the run and in the audit log.",
    about: ({ entry }) =>
      entry === null
        ? "Nothing was posted, so the books stay as they are, and a new run can be started for the month."
        : `An entry reverses ${entry.ent_number}, recovered salary advances become outstanding again, and a new run can be started for the month.`,
  },
};

/** Steps whose calls are idempotent: sent again, they return the outcome of the first call. */
const idempotent: readonly Step[] = ["disburse", "reverse"];

function useStepCall(step: Step) {
  const submit = useRunChange(submitRun);
  const decide = useRunChange(decideRun);
  const disburse = useRunChange(disburseRun);
  const reverse = useRunChange(reverseRun);
  return async (run: PayrollRun, reason: string): Promise<void> => {
    const input = { ...pathOf(run), version: run.version };
    const calls = {
      submit: () => submit(input),
      approve: () => decide({ ...input, status: "APPROVED" }),
      reject: () => decide({ ...input, status: "REJECTED", reason }),
      disburse: () => disburse(input),
      reverse: () => reverse({ ...input, reason }),
    };
    await calls[step]();
  };
}

type StepDialogProps = { step: Step; run: PayrollRun; onExited: () => void };

/**
 * Asks before a step is taken, with its amounts. If somebody else was faster, the dialog keeps what
 * was typed and shows the run's new state.
 */
export function StepDialog({ step, run, onExited }: StepDialogProps) {
  const { title, submit, done, from, reason: asks, about } = stepTexts[step];
  const take = useStepCall(step);
  const [first] = useState(run.version);
  const [finished, setFinished] = useState(false);
  // The step was sent and got no response. It may have been taken.
  const [unanswered, setUnanswered] = useState(false);
  const client = useQueryClient();
  const edit = useDialogForm({
    name: "payroll-step",
    draft: `${step}:${run.tenant_id}:${run.id}`,
    initialValues: { reason: "" },
    schemas: {},
    rules: {
      reason: (reason) =>
        asks !== undefined && reason.trim() === "" ? "Enter the reason." : undefined,
    },
    save: async ({ reason }) => {
      if (unanswered && !idempotent.includes(step)) {
        const newest = await client.fetchQuery({ ...runQuery(run), staleTime: 0 });
        if (newest.version !== run.version) return false;
      }
      try {
        await take(run, reason.trim());
      } catch (error) {
        setUnanswered(error instanceof NoResponse);
        throw error;
      }
      setFinished(true);
      return undefined;
    },
    onSaved: () => notifySuccess(done),
  });
  const { fieldProps } = edit;
  const open = from(run);
  const superseded = !finished && !edit.saving && run.version !== first;
  return (
    <DialogForm
      edit={edit}
      what="this reason"
      onExited={onExited}
      title={title}
      submit={submit}
      disabled={!open}
    >
      {superseded && (
        <MeanwhileNotice
          title={
            unanswered
              ? "The run has changed since you sent this"
              : "Somebody else changed the run while you were working"
          }
        >
          {open
            ? "The amounts below are up to date. Check them before you continue."
            : `It is ${runStatusTitles[run.status].toLowerCase()} now, so there is nothing left to do.`}
        </MeanwhileNotice>
      )}
      <Amounts step={step} run={run} />
      {!finished && <Sentence>{about(run)}</Sentence>}
      {step === "disburse" && !finished && <DownloadedFileNotice run={run} />}
      {step === "reverse" && !finished && <RemittedNotice run={run} />}
      {(step === "approve" || step === "disburse") && <WalletCoverage run={run} />}
      {asks !== undefined && (
        <ReasonField {...fieldProps("reason")} description={asks} data-autofocus />
      )}
    </DialogForm>
  );
}

/** Warns of the latest file from which a bank may pay the same people. */
function DownloadedFileNotice({ run }: { run: PayrollRun }) {
  const file = run.events.findLast(({ event }) => event === "PAYMENT_FILE");
  if (file === undefined) return null;
  return (
    <Notice title="A bank payment file was downloaded" role="alert">
      {[file.by, formatMoment(file.at), file.reason].filter(Boolean).join(", ")}. If a bank pays
      from that file, do not send payments: mark these people as paid, or they are paid twice.
    </Notice>
  );
}

/** Says that remittances of the month stay as they are when the run is reversed. */
function RemittedNotice({ run: { remitted, period } }: { run: PayrollRun }) {
  if (remitted === 0n) return null;
  return (
    <Notice title={`${formatMoney(remitted)} is already remitted for ${monthName(period)}`}>
      It stays remitted and counts towards the next run of the month. If the month is not run again,
      reverse the remittances under Statutory Schedules.
    </Notice>
  );
}

/** The people and amounts of the step. */
function Amounts({ step, run }: { step: Step; run: PayrollRun }) {
  const { people, totals, payment, number, title, period, company_name } = run;
  const facts =
    step === "disburse"
      ? [
          ["To be sent", formatMoney(payment.to_send)],
          ["People already paid", formatCount(payment.paid)],
        ]
      : [
          ["People", formatCount(people)],
          ["Gross", formatMoney(totals.gross)],
          ["Net", formatMoney(totals.net)],
          ["Cost", formatMoney(totals.cost)],
        ];
  return (
    <div>
      <p className={classes.which}>
        {[number, title || monthName(period), company_name].join(" · ")}
      </p>
      <dl data-surface="inset" className={classes.amounts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
