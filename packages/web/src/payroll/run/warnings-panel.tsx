import { recordGapSentences, recordGapTitles } from "@kontor/contract/payroll/record-gaps";
import { formatPeople } from "@kontor/contract/payroll/runs";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";

import { useHasPermission } from "../../session/data.ts";
import { Panel } from "../../ui/page/panel.tsx";
import { FirstPeople } from "../../ui/record/first-people.tsx";
import { CheckPassed, Remark } from "../../ui/record/remarks.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { PayrollRun } from "../data.ts";
import { GapPeople } from "../gap-people.tsx";
import { payslipLink, runLink } from "../links.ts";
import { warningsWithAmount, warningSentences, warningTitles } from "../payroll-texts.ts";
import { signedText } from "../signed-money.tsx";

import classes from "./run.module.css";

/**
 * The text without warnings: before approval nothing prevents the payment. Afterwards it speaks of the
 * payslips only, since gaps in the records are no longer looked for.
 */
function noWarningsText({ status, totals, changes }: PayrollRun): string {
  const open = status === "DRAFT" || status === "PENDING_APPROVAL";
  // An outdated run is calculated again before it is paid.
  return open && totals.net > 0n && changes.length === 0
    ? "No warnings: every payslip can be paid"
    : "No warnings on payslips";
}

/**
 * Whether the warnings are longer than the panel that they are beside, so that they go below it,
 * in columns of their own.
 */
export function hasManyWarnings({ warnings, gaps, kept_exclusions }: PayrollRun): boolean {
  return warnings.length + gaps.length + Math.sign(kept_exclusions) > 4;
}

/** What should be checked before the run is paid: blocking warnings first, gaps in records last. */
export function WarningsPanel({ run }: { run: PayrollRun }) {
  const blocking = run.warnings.filter(({ blocks }) => blocks);
  const notes = run.warnings.filter(({ blocks }) => !blocks);
  const about =
    blocking.length === 0
      ? undefined
      : "Items marked in red must be corrected, or those employees excluded, before the run can be submitted.";
  return (
    <Panel title="Warnings" about={about}>
      {run.warnings.length + run.gaps.length + run.kept_exclusions === 0 ? (
        <CheckPassed>{noWarningsText(run)}</CheckPassed>
      ) : (
        <ul className={classes.warnings}>
          {[...blocking, ...notes].map((warning) => (
            <Warning key={warning.code} run={run} warning={warning} />
          ))}
          {run.kept_exclusions > 0 && <KeptExclusions run={run} />}
          {run.gaps.map((gap) => (
            <Gap key={gap.gap} run={run} gap={gap} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

type ItemProps = {
  title: ReactNode;
  people: number;
  about: string;
  blocks?: boolean;
  children?: ReactNode;
};

/** Something to check, and how many people it is about. */
function Item({ title, people, about, blocks = false, children }: ItemProps) {
  return (
    <li data-blocks={blocks || undefined}>
      {blocks ? (
        <IconAlertTriangle size={18} aria-label="Blocks the run" role="img" />
      ) : (
        <IconInfoCircle size={18} aria-hidden />
      )}
      <div>
        <p className={classes.warningHead}>
          {title}
          <Remark inline>{formatPeople(people)}</Remark>
        </p>
        <Remark>{about}</Remark>
        {children}
      </div>
    </li>
  );
}

type PayslipFilter = { warning: PayrollRun["warnings"][number]["code"] } | { show: "excluded" };

/** A link to the payslips of the run that an item is about. */
function payslipsLink(run: PayrollRun, search: PayslipFilter) {
  return { ...runLink(run), search, hash: "payslips", resetScroll: false } as const;
}

type WarningProps = { run: PayrollRun; warning: PayrollRun["warnings"][number] };

function Warning({ run, warning: { code, blocks, people, first } }: WarningProps) {
  return (
    <Item
      title={<TextLink {...payslipsLink(run, { warning: code })}>{warningTitles[code]}</TextLink>}
      people={people}
      about={warningSentences[code]}
      blocks={blocks}
    >
      <FirstPeople
        people={people}
        all={payslipsLink(run, { warning: code })}
        first={first.map(({ payslip_id, name, amount }) => ({
          id: payslip_id,
          name,
          fact: amount && warningsWithAmount.has(code) ? signedText(amount) : undefined,
          link: payslipLink(run, { id: payslip_id }),
        }))}
      />
    </Item>
  );
}

/** The employees who were excluded by hand in the reversed run of the month. */
function KeptExclusions({ run }: { run: PayrollRun }) {
  return (
    <Item
      title={<TextLink {...payslipsLink(run, { show: "excluded" })}>Exclusions kept</TextLink>}
      people={run.kept_exclusions}
      about="They were excluded in the reversed run of this month. Include those who are to be paid."
    />
  );
}

type GapProps = { run: PayrollRun; gap: PayrollRun["gaps"][number] };

/** What the records of some people lack for the schedules of the authorities. */
function Gap({ run, gap }: GapProps) {
  const mayImport = useHasPermission("employees.import");
  return (
    <Item
      title={<span>{recordGapTitles[gap.gap]}</span>}
      people={gap.people}
      about={recordGapSentences[gap.gap]}
    >
      <GapPeople tenantId={run.tenant_id} recordGap={gap} />
      {gap.gap === "opening_figures" && mayImport && (
        <p className={classes.remedy}>
          <TextLink to="/app/employees/import" search={{ tenant_id: run.tenant_id }}>
            Import opening figures from a file
          </TextLink>
        </p>
      )}
    </Item>
  );
}
