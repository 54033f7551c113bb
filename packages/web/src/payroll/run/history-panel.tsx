import { formatMoment } from "@kontor/contract/format";

import { Panel } from "../../ui/page/panel.tsx";
import type { PayrollRun } from "../data.ts";
import { eventTitles } from "../words.ts";

import classes from "./run.module.css";

/** Who did what to the run, the latest first. */
export function HistoryPanel({ run }: { run: PayrollRun }) {
  return (
    <Panel title="History">
      <ol className={classes.events} aria-label="History">
        {run.events.toReversed().map(({ event, by, at, reason }) => (
          <li key={`${event} ${at.toISOString()}`} data-event={event}>
            <p className={classes.eventName}>{eventTitles[event]}</p>
            {reason !== "" && <p className={classes.plain}>{reason}</p>}
            <p className={classes.small}>{[by, formatMoment(at)].filter(Boolean).join(", ")}</p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
