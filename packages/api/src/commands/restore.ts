import { resolve } from "node:path";

import { auditAll } from "../platform/audit.ts";
import { restore } from "../platform/backup/restore.ts";
import { systemClock } from "../platform/clock.ts";
import { holdOutgoing } from "../platform/configuration/outgoing.ts";
import { openDatabaseServer } from "../platform/database/database-server.ts";
import { migrate } from "../platform/database/migrate.ts";
import { ensureRights } from "../platform/database/rights.ts";
import { readEnvironment } from "../platform/environment.ts";
import type { Tx } from "../platform/scope.ts";
import { checkEverything } from "../proof/check.ts";
import {
  commandArguments,
  CommandError,
  openServer,
  readDatabase,
  runCommand,
  withDatabase,
} from "./command.ts";

const usage = `Usage: npm run restore -- kontor.dump

Restores into the empty database of DATABASE_URL, or into a new embedded one, and checks the books.
Emails and transfers of the restored database are on hold until they are released.
Exit status: 0 when the books agree, 1 when there is a fault, 2 when nothing was restored.`;

function fileArgument(): string {
  const { positionals } = commandArguments(usage, { options: {}, allowPositionals: true });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new CommandError(`Name one file.\n${usage}`);
  return resolve(file);
}

/**
 * Holds emails and transfers. A backup knows which database it is of, so that a copy is on hold from
 * its first moment; this also holds one that an earlier release made, and says when it was restored.
 */
async function hold(tx: Tx): Promise<void> {
  if (!(await holdOutgoing(tx, "RESTORED", systemClock.now()))) return;
  const by = { tx, actorId: null, requestId: "restore" };
  const detail = { hold_reason: "RESTORED" };
  await auditAll(by, null, [{ action: "outgoing.held", subject: "platform", detail }]);
}

/**
 * `npm run restore -- file`: restores a backup into the empty database of DATABASE_URL, or into a
 * new embedded one, migrates it to this version, holds its emails and transfers, and checks the
 * books. The exit status is 0 when they agree, 1 when there is a fault, and 2 when nothing was
 * restored.
 */
await runCommand(async () => {
  const file = fileArgument();
  const environment = readEnvironment();
  const server = await openServer(openDatabaseServer, environment);
  try {
    await restore(server.ownerUrl, file, environment.postgresTools);
    const ran = await migrate(server.ownerUrl);
    await ensureRights(server);
    await withDatabase(server.requestsUrl, (database) => database.transaction(hold));
    process.stdout.write(
      `${file} was restored${ran.length === 0 ? "" : `, and ${ran.length} migrations brought it to this version`}.\n`,
    );
  } finally {
    await server.stop();
  }
  const faults = await readDatabase((tx) => checkEverything(tx, null));
  for (const { tenant_id, subject, message } of faults) {
    process.stdout.write(`tenant ${tenant_id}, ${subject}: ${message}\n`);
  }
  process.stdout.write(faults.length === 0 ? "The books agree.\n" : "The books do not agree.\n");
  process.stdout.write(
    "Emails and transfers are on hold: npm run outgoing says what waits and releases them.\n",
  );
  return faults.length === 0 ? 0 : 1;
});
