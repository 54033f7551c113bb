import { daysBetween } from "@kontor/books/calendar-date";
import {
  authorityTitles,
  decisionTitles as titles,
  type Authority,
  dueSoonDays,
} from "@kontor/contract/dashboard/dashboard";
import { formatCount, formatCounted, formatDate, formatMoment } from "@kontor/contract/format";
import { formatPeople, runStatusTitles } from "@kontor/contract/payroll/runs";
import { auditActor, auditSubjectInWords, auditTitle } from "@kontor/contract/users/audit";
import { monthName } from "@kontor/payroll/month";
import { Badge, Table, Text } from "@mantine/core";
import type { LinkProps } from "@tanstack/react-router";

import { runLink } from "../payroll/links.ts";
import { RunStatusChip, runStatusTones } from "../payroll/run-status.tsx";
import { today } from "../platform/clock.ts";
import { Money } from "../ui/money.tsx";
import { Panel } from "../ui/page/panel.tsx";
import { Scroller } from "../ui/scroller.tsx";
import { StatusChip } from "../ui/status-chip.tsx";
import { UnbrokenCodes } from "../ui/table/list-cell.tsx";
import { DrillDownLink, TextLink } from "../ui/text-link.tsx";
import type { Part } from "./data.ts";
import { decisionListLink } from "./decision-lists.ts";

import classes from "./dashboard.module.css";

export function DecisionsPanel({ decisions }: { decisions: Part<"decisions"> }) {
  const open = decisions.filter(({ waiting }) => waiting > 0);
  return (
    <Panel title="Pending decisions" about="Tasks waiting for you">
      {open.length === 0 ? (
        <Text className={classes.empty}>Nothing is waiting for you</Text>
      ) : (
        <ul className={classes.list}>
          {open.map(({ decision, waiting }) => (
            <li key={decision} className={classes.line}>
              <TextLink {...decisionListLink(decision)}>{titles[decision]}</TextLink>
              <Badge variant="light" size="lg">
                {formatCount(waiting)}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

type PayrollProps = { payroll: Part<"payroll">; several: boolean };

export function PayrollPanel({ payroll: { month, steps, runs }, several }: PayrollProps) {
  return (
    <Panel title="Payroll of this month" about={monthName(month)}>
      {runs.length === 0 ? (
        <Text className={classes.empty}>
          There are no payroll runs yet.{" "}
          <TextLink to="/app/payroll" search={{ view: "all" }} underline="always">
            Open Payroll
          </TextLink>
        </Text>
      ) : (
        <>
          {several && (
            <ul className={classes.chips} aria-label="Runs by status">
              {steps.map(({ status, runs: count }) => (
                <li key={status}>
                  <StatusChip tone={runStatusTones[status]}>
                    {`${formatCount(count)} ${runStatusTitles[status]}`}
                  </StatusChip>
                </li>
              ))}
            </ul>
          )}
          <ul className={classes.list}>
            {runs.map((run) => (
              <li key={`${run.tenant_id} ${run.id}`} className={classes.line}>
                <span className={classes.name}>
                  <TextLink {...runLink(run)}>
                    <UnbrokenCodes
                      in={several ? `${run.company_name}, ${run.number}` : run.number}
                    />
                  </TextLink>
                  <span className={classes.about}>
                    {formatPeople(run.people)}, <Money amount={run.net} />, payday{" "}
                    {formatDate(run.payday)}
                  </span>
                </span>
                <RunStatusChip status={run.status} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

type DueProps = {
  due: Part<"due">;
  /** The link to what is left to remit to an authority; undefined for users who may not open it. */
  behind: ((authority: Authority) => LinkProps) | undefined;
};

export function DuePanel({ due, behind }: DueProps) {
  return (
    <Panel title="Due to authorities" about="Amounts outstanding and the earliest due date">
      <Scroller label="Due to authorities" className={classes.scroller}>
        <Table aria-label="Due to authorities" className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Authority</Table.Th>
              <Table.Th scope="col" className={classes.amount}>
                Owed
              </Table.Th>
              <Table.Th scope="col" className={classes.amount}>
                Due
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {due.map(({ authority, owed, due_date, month }) => (
              <Table.Tr key={authority}>
                <Table.Td>
                  {authorityTitles[authority]}
                  {month !== null && <span className={classes.about}>{monthName(month)}</span>}
                </Table.Td>
                <Table.Td className={classes.amount}>
                  <DrillDownLink target={owed === 0n ? undefined : behind?.(authority)}>
                    <Money amount={owed} dashForZero />
                  </DrillDownLink>
                </Table.Td>
                <Table.Td className={classes.amount}>
                  {due_date === null ? "–" : <DueDay day={due_date} />}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scroller>
    </Panel>
  );
}

function DueDay({ day }: { day: string }) {
  const left = daysBetween(today(), day);
  const soon = left <= dueSoonDays ? `In ${formatCounted(left, "day")}` : null;
  const mark = left < 0 ? "Overdue" : left === 0 ? "Today" : soon;
  return (
    <>
      {formatDate(day)}
      {mark !== null && (
        <span className={classes.mark}>
          <StatusChip tone={left < 0 ? "bad" : "waiting"}>{mark}</StatusChip>
        </span>
      )}
    </>
  );
}

type ActivityProps = { activity: Part<"activity">; several: boolean };

export function ActivityPanel({ activity, several }: ActivityProps) {
  return (
    <Panel title="Latest activity">
      {activity.length === 0 ? (
        <Text className={classes.empty}>No activity yet</Text>
      ) : (
        <ul className={classes.list}>
          {activity.map(({ organization, recorded_at, ...item }) => (
            <li key={item.id} className={classes.line}>
              <span className={classes.name}>
                {auditTitle(item.action)}
                <span className={classes.about}>
                  <UnbrokenCodes in={auditSubjectInWords(item.subject, item.record)} />
                </span>
                <span className={classes.about}>
                  {[auditActor(item), several ? organization : null]
                    .filter((part) => part !== null)
                    .join(", ")}
                </span>
              </span>
              <time className={classes.moment} dateTime={recorded_at.toISOString()}>
                {formatMoment(recorded_at)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
