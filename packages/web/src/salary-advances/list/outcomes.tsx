import { formatCount, formatMoney } from "@kontor/contract/format";
import { Text } from "@mantine/core";

import { StatusChip } from "../../ui/status-chip.tsx";
import type { AdvanceStatus, ListedAdvance } from "../data.ts";
import { AdvanceStatusChip } from "../status.tsx";

import classes from "./bulk-dialog.module.css";

/** How the decision on one advance went. */
export type Outcome = {
  advance: ListedAdvance;
  /** Where it stands now; null when the decision was refused. */
  status: AdvanceStatus | null;
  /** Why it was refused; empty when it was not. */
  message: string;
};

type OutcomesProps = {
  outcomes: readonly Outcome[];
  /** Those that were left out. */
  left: readonly ListedAdvance[];
};

/** What became of each advance that was decided together with others. */
export function Outcomes({ outcomes, left }: OutcomesProps) {
  const done = outcomes.filter(({ status }) => status !== null).length;
  return (
    <>
      <Text role="status">
        {formatCount(done)} of {formatCount(outcomes.length)} decided
        {left.length > 0 && `, ${formatCount(left.length)} left out`}.
      </Text>
      <ul className={classes.outcomes} aria-label="Outcomes">
        {outcomes.map(({ advance, status, message }) => (
          <li key={advance.id} className={classes.outcome}>
            <Who advance={advance} />
            {status === null ? (
              <>
                <StatusChip tone="bad">REFUSED</StatusChip>
                <span className={classes.why}>{message}</span>
              </>
            ) : (
              <AdvanceStatusChip status={status} />
            )}
          </li>
        ))}
        {left.map((advance) => (
          <li key={advance.id} className={classes.outcome}>
            <Who advance={advance} />
            <StatusChip tone="neutral">LEFT OUT</StatusChip>
          </li>
        ))}
      </ul>
    </>
  );
}

function Who({ advance: { emp_name, amount } }: { advance: ListedAdvance }) {
  return (
    <span className={classes.name}>
      {emp_name} <span className={classes.amount}>{formatMoney(amount)}</span>
    </span>
  );
}
