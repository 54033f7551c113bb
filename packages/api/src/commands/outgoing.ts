import { formatLongMoment } from "@kontor/contract/format";
import { waitingText } from "@kontor/contract/settings/outgoing";

import { auditAll } from "../platform/audit.ts";
import { systemClock } from "../platform/clock.ts";
import {
  holdOutgoing,
  outgoingHold,
  releaseOutgoing,
  type OutgoingHold,
} from "../platform/configuration/outgoing.ts";
import { openDatabaseServerToRead } from "../platform/database/database-server.ts";
import { readEnvironment } from "../platform/environment.ts";
import { discardWaitingMails } from "../platform/mail/outbox.ts";
import type { Tx } from "../platform/scope.ts";
import { outgoingState } from "../settings/outgoing.ts";
import { commandArguments, CommandError, openServer, runCommand, withDatabase } from "./command.ts";

const usage = `Usage: npm run outgoing -- [hold | discard-mails | release]

Says whether emails and transfers are on hold, and what waits to leave.

  hold           holds emails, transfers and every other call to a bank until they are released
  discard-mails  discards the emails that wait, such as those of a restored backup that were sent
                 since it was made; each can still be sent from the Outbox, unless it has a code
  release        lets emails and transfers leave from this database, those that wait within a minute

Exit status: 0 when they may leave, 1 when they are on hold, 2 when it could not run.`;

const reasons: Readonly<Record<OutgoingHold["reason"], string>> = {
  RESTORED: "this database was restored from a backup",
  COPIED: "this database is not the one that last sent, but a copy of it",
  STOPPED: "an operator stopped them",
};

const actions = ["hold", "discard-mails", "release"] as const;
type Action = (typeof actions)[number];

function actionArgument(): Action | undefined {
  const { positionals } = commandArguments(usage, { options: {}, allowPositionals: true });
  const [word, ...more] = positionals;
  const action = actions.find((each) => each === word);
  if (action !== word || more.length > 0) {
    throw new CommandError(`Say hold, discard-mails, release or nothing.\n${usage}`);
  }
  return action;
}

/** Acts, and records it without a user, who is not known here. */
async function act(tx: Tx, action: Action): Promise<void> {
  const by = { tx, actorId: null, requestId: `outgoing ${action}` };
  if (action === "discard-mails") {
    const count = await discardWaitingMails(tx);
    const detail = { status: "WAITING", count };
    if (count > 0)
      await auditAll(by, null, [{ action: "mails.discarded", subject: "platform", detail }]);
    return;
  }
  const before = await outgoingHold(tx);
  const changed =
    action === "hold"
      ? before === null && (await holdOutgoing(tx, "STOPPED", systemClock.now()))
      : await releaseOutgoing(tx);
  if (!changed) return;
  await auditAll(by, null, [
    {
      action: action === "hold" ? "outgoing.held" : "outgoing.released",
      subject: "platform",
      detail: { hold_reason: before?.reason ?? "STOPPED" },
    },
  ]);
}

/** Writes whether emails and transfers are on hold, and what waits. @returns the exit status */
async function report(tx: Tx): Promise<number> {
  const state = await outgoingState({ tx });
  const { hold } = state;
  const waiting = `Waiting: ${waitingText(state)}.\n`;
  if (hold === null) {
    process.stdout.write(`Emails and transfers may leave.\n${waiting}`);
    return 0;
  }
  const since = hold.since === null ? "" : ` since ${formatLongMoment(hold.since)}`;
  process.stdout.write(
    `Emails and transfers are on hold${since}: ${reasons[hold.reason]}.\n${waiting}`,
  );
  return 1;
}

/**
 * `npm run outgoing -- [hold | discard-mails | release]`: shows, sets or ends the hold on emails and
 * transfers, or discards the emails that wait. The exit status is 0 when they may leave, 1 when they are on hold, and 2 when it could not run.
 */
await runCommand(async () => {
  const action = actionArgument();
  const server = await openServer(openDatabaseServerToRead, readEnvironment());
  const run = async (tx: Tx): Promise<number> => {
    if (action !== undefined) await act(tx, action);
    return report(tx);
  };
  try {
    return await withDatabase(server.requestsUrl, (database) => database.transaction(run));
  } finally {
    await server.stop();
  }
});
