import { formatMoment } from "@kontor/contract/format";

import { Panel } from "../../ui/page/panel.tsx";
import { TimelineEvent, Timeline } from "../../ui/record/timeline.tsx";
import type { PayrollRun } from "../data.ts";
import { eventTitles, eventTones } from "../payroll-texts.ts";

/** Who did what to the run, the latest first. */
export function HistoryPanel({ run }: { run: PayrollRun }) {
  return (
    <Panel title="History">
      <Timeline label="History">
        {run.events.toReversed().map(({ event, by, at, reason }) => (
          <TimelineEvent
            key={`${event} ${at.toISOString()}`}
            name={eventTitles[event]}
            tone={eventTones[event]}
            reason={reason}
            facts={[[by, formatMoment(at)].filter(Boolean).join(", ")]}
          />
        ))}
      </Timeline>
    </Panel>
  );
}
