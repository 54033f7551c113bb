import { resolve } from "node:path";

import { backUp } from "../platform/backup/backup.ts";
import { lagosText, systemClock } from "../platform/clock.ts";
import { openDatabaseServerToRead } from "../platform/database/database-server.ts";
import { openDatabase } from "../platform/database/database.ts";
import { readEnvironment } from "../platform/environment.ts";
import { recordMaintenance } from "../platform/monitoring/maintenance.ts";
import { commandArguments, CommandError, runCommand } from "./command.ts";

const usage = `Usage: npm run backup [-- kontor.dump]

Writes the whole database to a new file, by default kontor-DATE-TIME.dump in this folder.`;

/** The named file, or a name from the current time: `kontor-2026-03-10-140509.dump`. */
function fileArgument(): string {
  const { positionals } = commandArguments(usage, { options: {}, allowPositionals: true });
  if (positionals.length > 1) throw new CommandError(`There is more than one file.\n${usage}`);
  const moment = lagosText(systemClock.now()).replace(" ", "-").replaceAll(":", "");
  return resolve(positionals[0] ?? `kontor-${moment}.dump`);
}

/**
 * Records a finished backup, with one fault if it failed.
 *
 * @returns its duration in milliseconds.
 */
async function recordBackup(url: string, startedAt: number, faults: 0 | 1): Promise<number> {
  const milliseconds = performance.now() - startedAt;
  const database = openDatabase({ url, connections: 1, onError: () => undefined });
  try {
    const run = { finishedAt: systemClock.now(), milliseconds, faults };
    await database.transaction((tx) => recordMaintenance(tx, { kind: "backup", ...run }));
    return milliseconds;
  } finally {
    await database.close();
  }
}

/**
 * `npm run backup [-- file]`: dumps the database to a file, whether or not Kontor is running.
 * Success or failure is recorded, for monitoring, the dashboard and the notifications.
 */
await runCommand(async () => {
  const file = fileArgument();
  const environment = readEnvironment();
  const server = await openDatabaseServerToRead(environment, {
    log: (message) => process.stderr.write(`${message}\n`),
    onExit: (reason) => process.stderr.write(`The embedded database ended: ${reason}\n`),
  });
  const startedAt = performance.now();
  try {
    const bytes = await backUp(server.ownerUrl, file, environment.postgresTools).catch(
      async (error: unknown) => {
        // The operator needs the reason for the failure, even if it cannot be recorded.
        await recordBackup(server.requestsUrl, startedAt, 1).catch(() => undefined);
        throw error;
      },
    );
    const milliseconds = await recordBackup(server.requestsUrl, startedAt, 0);
    process.stdout.write(
      `${file} contains the whole database (${(bytes / 1_000_000).toFixed(1)} MB, ${(milliseconds / 1000).toFixed(1)} s).\n` +
        "Keep KONTOR_SECRET_KEY as well, in another place: without it the encrypted numbers in this file cannot be read.\n",
    );
    return 0;
  } finally {
    await server.stop();
  }
});
