import { peopleText } from "@kontor/contract/payroll/runs";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";

import { Panel } from "../../ui/page/panel.tsx";
import { AllWell, Remark } from "../../ui/record/remarks.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { addressOf, type PayrollRun } from "../data.ts";
import { warningSentences, warningTitles } from "../words.ts";

import classes from "./run.module.css";

/**
 * The text without warnings: before payment nothing prevents it, afterwards there was nothing to
 * note.
 */
function nothingFound({ status, totals, changes }: PayrollRun): string {
  const open = status === "DRAFT" || status === "PENDING_APPROVAL";
  // An outdated run is calculated again before it is paid.
  return open && totals.net > 0n && changes.length === 0
    ? "No warnings: every payslip can be paid"
    : "No warnings";
}

/** The warnings before the run is paid: blocking ones first. */
export function WarningsPanel({ run }: { run: PayrollRun }) {
  const blocking = run.warnings.filter(({ blocks }) => blocks);
  const notes = run.warnings.filter(({ blocks }) => !blocks);
  const about =
    blocking.length === 0
      ? undefined
      : "Items marked in red must be corrected, or those employees excluded, before the run can be submitted.";
  return (
    <Panel title="Warnings" about={about}>
      {run.warnings.length === 0 ? (
        <AllWell>{nothingFound(run)}</AllWell>
      ) : (
        <ul className={classes.warnings}>
          {[...blocking, ...notes].map(({ code, blocks, people }) => (
            <li key={code} data-blocks={blocks || undefined}>
              {blocks ? (
                <IconAlertTriangle size={18} aria-label="Blocks the run" role="img" />
              ) : (
                <IconInfoCircle size={18} aria-hidden />
              )}
              <div>
                <p className={classes.warningHead}>
                  <TextLink
                    to="/app/payroll/$tenant_id/$company_id/$id"
                    params={addressOf(run)}
                    search={{ warning: code }}
                    hash="payslips"
                    resetScroll={false}
                  >
                    {warningTitles[code]}
                  </TextLink>
                  <Remark inline>{peopleText(people)}</Remark>
                </p>
                <Remark>{warningSentences[code]}</Remark>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
