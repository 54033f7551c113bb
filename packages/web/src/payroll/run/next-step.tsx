import { isReversible } from "@kontor/contract/payroll/runs";
import { discardRun } from "@kontor/contract/payroll/steps";
import { Button } from "@mantine/core";
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconSend,
  IconTrash,
  IconX,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, useState, type ReactNode } from "react";

import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import { confirm } from "../../platform/message/confirm.tsx";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { succeeds } from "../../platform/mutation.ts";
import { useHasPermission } from "../../session/data.ts";
import { OpenDialogButton } from "../../ui/open-dialog-button.tsx";
import { isCalculating, isUnpaid, pathOf, useRunChange, type PayrollRun } from "../data.ts";
import type { Step } from "../steps/step-dialog.tsx";
import { CalculateButton } from "./calculate-button.tsx";

import classes from "../steps/steps.module.css";

const StepDialog = lazyComponent(() => import("../steps/step-dialog.tsx"), "StepDialog");

/** The next step and who takes it, with the buttons for users who may take it. */
export function NextStep({ run }: { run: PayrollRun }) {
  const [step, setStep] = useState<Step | null>(null);
  const { title, about } = stepTexts[run.status](run);
  const ended = run.status === "PAID" || run.status === "REVERSED";
  return (
    <section className={classes.next} aria-label="Next step" data-ended={ended || undefined}>
      {/* Announced when it changes: payments arrive, and other users act, while the page is open. */}
      <div className={classes.nextText} role="status">
        <h2 className={classes.nextTitle}>{title}</h2>
        <p className={classes.nextAbout}>{about}</p>
        {run.next_step_refused !== null && run.changes.length === 0 && (
          <p className={classes.refused} role="note">
            <IconAlertTriangle size={16} aria-hidden />
            {run.next_step_refused}
          </p>
        )}
      </div>
      <div className={classes.buttons}>
        <Buttons run={run} onStep={setStep} />
      </div>
      <Suspense>
        {step && <StepDialog step={step} run={run} onExited={() => setStep(null)} />}
      </Suspense>
    </section>
  );
}

type StepText = { title: string; about: string };

const stepTexts: Readonly<Record<PayrollRun["status"], (run: PayrollRun) => StepText>> = {
  DRAFT: (run) => {
    const last = run.events.findLast(({ event }) => event !== "CALCULATED");
    const corrected = isReady(run) && run.events.at(-1)?.event === "CALCULATED";
    const toDo = corrected
      ? "It has been calculated again since: check and resubmit it."
      : "Correct the run, calculate it again and resubmit it.";
    return last?.event === "REJECTED"
      ? { title: `Rejected by ${last.by}`, about: reasonText(last.reason) + toDo }
      : {
          title: draftTitle(run),
          about: `A user who prepares payroll submits it. An owner of ${run.company_name} approves it.`,
        };
  },
  PENDING_APPROVAL: ({ company_name }) => ({
    title: "Waiting for approval",
    about: `An owner of ${company_name}, other than the person who submitted it, approves or rejects it.`,
  }),
  PENDING_DISBURSEMENT: () => ({
    title: "Waiting for disbursement",
    about:
      "A disburser, other than the people who submitted and approved the run, sends the net pay.",
  }),
  DISBURSING: () => ({
    title: "Being paid",
    about: "The money is on its way. This page updates automatically.",
  }),
  PARTLY_PAID: () => ({
    title: "Some people are not paid yet",
    about:
      "A disburser sends the remaining payments, or marks employees paid by other means as paid.",
  }),
  PAID: (run) =>
    isReversible(run)
      ? {
          title: "Approved, with nothing to pay",
          about: `Corrections are made as arrears in the next run. Until a later run is approved, an owner of ${run.company_name} can reverse this one.`,
        }
      : {
          title: "Everybody is paid",
          about:
            "Corrections are made as arrears in the next run. This run can no longer be changed.",
        },
  REVERSED: ({ events }) => ({
    title: "Reversed",
    about: `${reasonText(events.at(-1)?.reason ?? "")}The month can be paid by a new run.`,
  }),
};

/** Whether a draft can be submitted, by what every reader of the run may see. */
function isReady({ calculation, changes, warnings }: PayrollRun): boolean {
  return (
    calculation.state === "DONE" && changes.length === 0 && !warnings.some(({ blocks }) => blocks)
  );
}

function draftTitle(run: PayrollRun): string {
  const { people, excluded } = run;
  if (!isReady(run)) return "Not ready to be submitted";
  return people + excluded === 0 ? "Nobody to pay" : "Ready to check and submit";
}

/** A reason as a sentence that precedes another one; empty without a reason. */
function reasonText(reason: string): string {
  if (reason === "") return "";
  return /[.!?]$/.test(reason) ? `Reason: “${reason}” ` : `Reason: “${reason}”. `;
}

type ButtonsProps = { run: PayrollRun; onStep: (step: Step) => void };

function Buttons({ run, onStep }: ButtonsProps) {
  const mayPrepare = useHasPermission("payroll.prepare");
  const mayApprove = useHasPermission("payroll.approve");
  const mayDisburse = useHasPermission("payroll.disburse");
  const { status, next_step_refused, changes } = run;
  const refused = next_step_refused !== null;
  const to = (step: Step) => () => onStep(step);
  if (status === "DRAFT" && mayPrepare) {
    return (
      <>
        <DiscardButton run={run} />
        {changes.length === 0 && !isCalculating(run) && run.calculation.state === "DONE" && (
          <CalculateButton run={run} variant="default" />
        )}
        <StepButton
          icon={<IconSend size={16} aria-hidden />}
          disabled={refused}
          onOpen={to("submit")}
        >
          Submit for Approval
        </StepButton>
      </>
    );
  }
  if (status === "PENDING_APPROVAL" && mayApprove) {
    return (
      <>
        <StepButton icon={<IconX size={16} aria-hidden />} quiet onOpen={to("reject")}>
          Reject
        </StepButton>
        <StepButton
          icon={<IconCheck size={16} aria-hidden />}
          disabled={refused}
          onOpen={to("approve")}
        >
          Approve
        </StepButton>
      </>
    );
  }
  return (
    <>
      {isReversible(run) && mayApprove && (
        <StepButton icon={<IconArrowBackUp size={16} aria-hidden />} quiet onOpen={to("reverse")}>
          Reverse
        </StepButton>
      )}
      {isUnpaid(status) && mayDisburse && run.payment.to_send > 0n && (
        <StepButton
          icon={<IconSend size={16} aria-hidden />}
          disabled={refused}
          onOpen={to("disburse")}
        >
          {sendingLabel(run)}
        </StepButton>
      )}
    </>
  );
}

/** The label of the button that sends: failed transfers again, or those not sent yet. */
function sendingLabel({ status, payment }: PayrollRun): string {
  if (status === "PENDING_DISBURSEMENT") return "Disburse";
  return payment.failed > 0 ? "Send Again" : "Send the Rest";
}

type StepButtonProps = {
  icon: ReactNode;
  quiet?: boolean;
  disabled?: boolean;
  onOpen: () => void;
  children: string;
};

function StepButton({ icon, quiet = false, disabled = false, onOpen, children }: StepButtonProps) {
  return (
    <OpenDialogButton
      icon={icon}
      variant={quiet ? "default" : "filled"}
      disabled={disabled}
      onOpen={onOpen}
    >
      {children}
    </OpenDialogButton>
  );
}

/** Discards a draft after a confirmation, and returns to the list of runs. */
function DiscardButton({ run }: { run: PayrollRun }) {
  const discard = useRunChange(discardRun);
  const navigate = useNavigate();
  const confirmDiscard = async () => {
    const detail = "Its payslips and exclusions will be deleted. Nothing has been posted or paid.";
    if (!(await confirm(`Discard ${run.number}?`, detail))) return;
    if (!(await succeeds(discard({ ...pathOf(run), version: run.version })))) return;
    notifySuccess("Payroll run discarded..");
    await navigate({ to: "/app/payroll" });
  };
  return (
    <Button
      variant="default"
      leftSection={<IconTrash size={16} aria-hidden />}
      onClick={() => void confirmDiscard()}
    >
      Discard
    </Button>
  );
}
