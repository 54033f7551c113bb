import { formatLongMoment } from "@kontor/contract/format";
import { waitingText } from "@kontor/contract/settings/outgoing";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { notifySuccess } from "../platform/message/notify.tsx";
import { useHasPermission } from "../session/data.ts";
import { PasswordDialog } from "../users/password-dialog.tsx";
import { outgoingQuery, useReleaseOutgoing, type Outgoing } from "./data.ts";

import classes from "./hold-banner.module.css";

/**
 * The banner above every screen while emails and transfers are on hold. Administrators also see why
 * and what waits, and can release it.
 */
export function HoldBanner() {
  const mayRelease = useHasPermission("settings.write");
  return (
    <div role="note" aria-label="On hold" className={classes.banner}>
      <p className={classes.text}>
        <strong>Emails and transfers are on hold.</strong>{" "}
        {!mayRelease && "They leave once a platform administrator releases them."}
      </p>
      {mayRelease && <Release />}
    </div>
  );
}

/** Why they are on hold, what waits, and the button that releases it. */
function Release() {
  const { data: outgoing } = useQuery(outgoingQuery());
  const [opened, setOpened] = useState(false);
  if (outgoing === undefined) return null;
  return (
    <>
      <p className={classes.text}>
        {reasonOf(outgoing)} Waiting: {waitingText(outgoing)}.
      </p>
      <Button variant="default" size="xs" onClick={() => setOpened(true)}>
        Release…
      </Button>
      {opened && <ReleaseDialog outgoing={outgoing} onExited={() => setOpened(false)} />}
    </>
  );
}

function ReleaseDialog({ outgoing, onExited }: { outgoing: Outgoing; onExited: () => void }) {
  const release = useReleaseOutgoing();
  return (
    <PasswordDialog
      title="Release Emails and Transfers"
      about={
        `What waits leaves within a minute: ${waitingText(outgoing)}. ` +
        "Emails that should not leave any more can first be discarded in the Outbox. " +
        "Release it only if no other Kontor sends for these organizations, and once you have compared the bank’s own list with the transfers here."
      }
      reason="Required for what sends money."
      submit="Release"
      onConfirm={async (password) => {
        await release.mutateAsync({ input: { password } });
        notifySuccess("Emails and transfers were released.");
      }}
      onExited={onExited}
    />
  );
}

function reasonOf({ hold }: Outgoing): string {
  if (hold === null) return "";
  if (hold.reason === "COPIED") return "This database is a copy of the one that last sent any.";
  const on = hold.since === null ? "" : ` on ${formatLongMoment(hold.since)}`;
  return hold.reason === "RESTORED"
    ? `This database was restored from a backup${on}.`
    : `An operator stopped them${on}.`;
}
