import { formatCount, formatCounted } from "@kontor/contract/format";
import {
  exportRehearsal,
  maxRehearsedEmployees,
  rehearsalTitles,
} from "@kontor/contract/payroll/rehearsal";
import { Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";

import { callFile } from "../../platform/api.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Notice } from "../../ui/page/notice.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { Scroller } from "../../ui/scroller.tsx";
import { ExportMenu } from "../../ui/table/export-menu.tsx";
import { CalculationProgress } from "../calculation-progress.tsx";
import { differenceText, signedText } from "../signed-money.tsx";
import type { RehearsalOutcome, Rehearsal, RehearsalPath } from "./data.ts";

import classes from "./rehearsal.module.css";

type ResultProps = { path: RehearsalPath; rehearsal: Rehearsal | undefined };

/** The progress of a rehearsal, then its result: who gets how much more or less. */
export function RehearsalResult({ path, rehearsal }: ResultProps) {
  if (rehearsal === undefined) {
    return (
      <Panel title="Outcome">
        <EmptyState text="Change the terms and rehearse to see how each employee’s pay would change." />
      </Panel>
    );
  }
  const { id, state, done, total, outcome } = rehearsal;
  if (outcome !== null) return <OutcomePanels path={{ ...path, id }} outcome={outcome} />;
  if (state === "WAITING" || state === "RUNNING") {
    return (
      <Panel title="Being rehearsed" about="This page updates automatically.">
        <CalculationProgress label="Rehearsal" state={state} done={done} total={total} />
      </Panel>
    );
  }
  return (
    <Notice title="The rehearsal could not be calculated" icon={IconAlertTriangle} role="alert">
      Try again. If it fails again, contact support.
    </Notice>
  );
}

type OutcomeProps = { path: RehearsalPath & { id: number }; outcome: RehearsalOutcome };

function OutcomePanels({ path, outcome }: OutcomeProps) {
  const { changed_since, more, less, same, totals, people } = outcome;
  return (
    <div className={classes.outcome}>
      <Panel
        title="Outcome"
        about="PAYE is cumulative over the tax year, so a change for earlier months is caught up in the remaining months."
        aside={
          <ExportMenu
            onExport={(format, options) => callFile(exportRehearsal, { ...path, format }, options)}
          />
        }
      >
        {changed_since > 0 && (
          <Notice>
            {formatCounted(changed_since, "record has", "records have")} changed since the run. Both
            sides are calculated from the current records.
          </Notice>
        )}
        <p className={classes.counts} role="status">
          <strong>{formatCount(more)}</strong> {more === 1 ? "gets" : "get"} more,{" "}
          <strong>{formatCount(less)}</strong> {less === 1 ? "gets" : "get"} less,{" "}
          <strong>{formatCount(same)}</strong> the same.
        </p>
        <TotalsTable totals={totals} />
      </Panel>
      <Panel title="People" about="Largest change in net pay first.">
        <PeopleTable people={people} />
        {people.length === maxRehearsedEmployees && (
          <Text size="sm" c="dimmed" mt="xs">
            The first {maxRehearsedEmployees} are shown. Export the list to see everybody.
          </Text>
        )}
      </Panel>
    </div>
  );
}

/** The totals of each component in the run and in the rehearsal. */
function TotalsTable({ totals }: Pick<RehearsalOutcome, "totals">) {
  return (
    <Scroller label="Totals by component" className={classes.scroll}>
      <table className={classes.table} aria-label="Totals by component">
        <thead>
          <tr>
            <th scope="col">Component</th>
            <th scope="col" data-wide>
              Now
            </th>
            <th scope="col">Rehearsed</th>
            <th scope="col">Difference</th>
          </tr>
        </thead>
        <tbody>
          {totals.map(({ component, before, after, difference }) => (
            <tr key={component} data-sum={totalRows.has(component) || undefined}>
              <th scope="row">{rehearsalTitles[component]}</th>
              <td data-wide>{signedText(before)}</td>
              <td data-now={signedText(before)}>{signedText(after)}</td>
              <td data-differs={difference.amount > 0n || undefined}>
                {differenceText(difference)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

/** The employees with the largest changes of net pay, in both calculations. */
function PeopleTable({ people }: Pick<RehearsalOutcome, "people">) {
  return (
    <Scroller label="People by change" className={classes.scroll}>
      <table className={classes.table} aria-label="People by change">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" data-wide>
              Net Now
            </th>
            <th scope="col">Net Rehearsed</th>
            <th scope="col">Difference</th>
            <th scope="col" data-wide>
              PAYE
            </th>
            <th scope="col" data-wide>
              Cost
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.employee_id}>
              <th scope="row">
                {person.name}
                <span className={classes.staffNo}>{person.staff_no}</span>
              </th>
              <td data-wide>{signedText(person.net_before)}</td>
              <td data-now={signedText(person.net_before)}>{signedText(person.net_after)}</td>
              <td data-differs={person.net_difference.amount > 0n || undefined}>
                {differenceText(person.net_difference)}
              </td>
              <td data-wide>{differenceText(person.paye_difference)}</td>
              <td data-wide>{differenceText(person.cost_difference)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

const totalRows: ReadonlySet<string> = new Set(["gross", "net", "cost"]);
