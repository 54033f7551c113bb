import { formatCount, formatDate, formatDay, formatMoney } from "@kontor/contract/format";
import { monthName } from "@kontor/payroll/month";
import { IconCheck } from "@tabler/icons-react";

import { Figure, Figures } from "../../ui/record/figures.tsx";
import { RecordName } from "../../ui/record/record-head.tsx";
import { Remark } from "../../ui/record/remarks.tsx";
import type { PayrollRun } from "../data.ts";
import { RunStatusChip } from "../run-status.tsx";
import { differenceText } from "../signed-money.tsx";

import classes from "./run.module.css";

/** The amounts of the run, its month and its progress. */
export function RunHead({ run }: { run: PayrollRun }) {
  const { number, period, company_name, cycle, title, status, payday, totals } = run;
  const { people, excluded, difference, compared_with } = run;
  const month = monthName(period);
  const facts = [
    number,
    company_name,
    cycle === "REGULAR" ? "Regular" : "Off-cycle",
    `Payday ${formatDate(payday)}`,
  ];
  return (
    <section data-surface="card" className={classes.head} aria-label="Payroll run">
      <div className={classes.top}>
        <div className={classes.what}>
          <RecordName
            name={title === "" ? month : title}
            chips={<RunStatusChip status={status} />}
            facts={[title === "" ? facts : [month, ...facts]]}
          />
        </div>
        <Figures>
          <Figure
            label="People"
            note={excluded === 0 ? undefined : `${formatCount(excluded)} excluded`}
          >
            {formatCount(people)}
          </Figure>
          <Figure label="Gross">{formatMoney(totals.gross)}</Figure>
          <Figure
            label="Net"
            note={
              difference &&
              compared_with && (
                <>
                  {differenceText(difference)}{" "}
                  <span className={classes.unbroken}>since {compared_with.number}</span>
                </>
              )
            }
          >
            {formatMoney(totals.net)}
          </Figure>
          <Figure label="Cost" note="Including employer’s contributions">
            {formatMoney(totals.cost)}
          </Figure>
        </Figures>
      </div>
      <RunSteps run={run} />
    </section>
  );
}

const steps = [
  { label: "Prepared", event: "SUBMITTED" },
  { label: "Approved", event: "APPROVED" },
  { label: "Disbursed", event: "DISBURSED" },
  { label: "Paid", event: "PAID" },
] as const;

/** The number of completed steps in each status. */
const completedSteps: Readonly<Record<PayrollRun["status"], number>> = {
  DRAFT: 0,
  PENDING_APPROVAL: 1,
  PENDING_DISBURSEMENT: 2,
  DISBURSING: 3,
  PARTLY_PAID: 3,
  PAID: 4,
  REVERSED: 2,
};

/** The steps of a run: which are done, by whom, and which is next. */
function RunSteps({ run }: { run: PayrollRun }) {
  const done = completedSteps[run.status];
  const ended = run.status === "REVERSED";
  return (
    <ol className={classes.way} aria-label="Steps">
      {steps.map(({ label, event }, index) => {
        const last = run.events.findLast((each) => each.event === event);
        const isDone = index < done;
        const isNext = index === done && !ended;
        return (
          <li
            key={label}
            data-done={isDone || undefined}
            aria-current={isNext ? "step" : undefined}
          >
            <span className={classes.sign} aria-hidden>
              {isDone ? <IconCheck size={13} stroke={3} /> : index + 1}
            </span>
            <span className={classes.stepText}>
              <span className={classes.stepLabel}>{label}</span>
              <Remark inline>
                {isDone && last ? <StepActor event={last} /> : isNext ? "Next" : " "}
              </Remark>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** Who took a step, and on which day. */
function StepActor({ event: { by, at } }: { event: PayrollRun["events"][number] }) {
  return (
    <>
      {by !== "" && `${by}, `}
      <span className={classes.unbroken}>{formatDay(at)}</span>
    </>
  );
}
