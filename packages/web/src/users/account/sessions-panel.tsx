import { formatMoment } from "@kontor/contract/format";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { confirm } from "../../platform/message/confirm.tsx";
import { notifySuccess } from "../../platform/message/notify.tsx";
import { succeeds } from "../../platform/mutation.ts";
import { Loaded } from "../../ui/page/loaded.tsx";
import { Panel } from "../../ui/page/panel.tsx";
import { StatusChip } from "../../ui/status-chip.tsx";
import { ownSessionsQuery, useEndOtherSessions, useEndSession, type OwnSession } from "../data.ts";

import classes from "../users.module.css";

/** The user's own sessions, and buttons to end them. */
export function SessionsPanel() {
  const sessions = useQuery(ownSessionsQuery());
  const endOthers = useEndOtherSessions();
  const several = (sessions.data?.length ?? 0) > 1;
  const confirmEndingOthers = async () => {
    if (!(await confirm("End all other sessions?"))) return;
    if (await succeeds(endOthers.mutateAsync({ input: {} })))
      notifySuccess("All other sessions have ended.");
  };
  return (
    <Panel
      title="Sessions"
      about="Devices on which you are signed in."
      aside={
        several && (
          <Button
            variant="default"
            loading={endOthers.isPending}
            onClick={() => void confirmEndingOthers()}
          >
            End All Others
          </Button>
        )
      }
    >
      <Loaded query={sessions} what="Your sessions">
        {(rows) => (
          <ul className={classes.sessions}>
            {rows.map((row) => (
              <Session key={row.id} session={row} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

function Session({ session }: { session: OwnSession }) {
  const { id, device, address, last_seen_at, current } = session;
  const end = useEndSession();
  return (
    <li className={classes.session}>
      <div>
        <p className={classes.device}>{device}</p>
        <p className={classes.facts}>
          {address ?? "Unknown address"} · last used {formatMoment(last_seen_at)}
        </p>
      </div>
      {current ? (
        <StatusChip tone="busy">This device</StatusChip>
      ) : (
        <Button
          variant="subtle"
          color="red"
          aria-label={`End the session of ${device}`}
          loading={end.isPending}
          onClick={() => void succeeds(end.mutateAsync({ input: { id } }))}
        >
          End
        </Button>
      )}
    </li>
  );
}
