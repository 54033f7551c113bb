import { resolve } from "node:path";

import { backUp } from "../platform/backup/backup.ts";
import { lagosTimestamp, systemClock } from "../platform/clock.ts";
import { openDatabaseServerToRead } from "../platform/database/database-server.ts";
import { readEnvironment } from "../platform/environment.ts";
import { recordMaintenance } from "../platform/monitoring/maintenance.ts";
import { commandArguments, CommandError, openServer, runCommand, withDatabase } from "./command.ts";

const usage = `Usage: npm run backup [-- kontor.dump]

Writes the whole database to a new file, by default kontor-DATE-TIME.dump in this folder.
Exit status: 0 when the file is complete, 1 when it is complete and monitoring could not be told,
2 when there is no file.`;

/** The named file, or a name from the current time: `kontor-2026-03-10-140509.dump`. */
function fileArgument(): string {
  const { positionals } = commandArguments(usage, { options: {}, allowPositionals: true });
  if (positionals.length > 1) throw new CommandError(`There is more than one file.\n${usage}`);
  const moment = lagosTimestamp(systemClock.now()).replace(" ", "-").replaceAll(":", "");
  return resolve(positionals[0] ?? `kontor-${moment}.dump`);
}

/** Records a finished backup, with one fault if it failed. */
async function recordBackup(url: string, startedAt: number, faults: 0 | 1): Promise<void> {
  const milliseconds = performance.now() - startedAt;
  const run = { finishedAt: systemClock.now(), milliseconds, faults };
  await withDatabase(url, (database) =>
    database.transaction((tx) => recordMaintenance(tx, { kind: "backup", ...run })),
  );
}

/**
 * `npm run backup [-- file]`: dumps the database to a file, whether or not Kontor is running.
 * Success or failure is recorded, for monitoring, the dashboard and the notifications. The exit
 * status is 0 when the file is complete, 1 when it is complete and could not be recorded, and 2 when
 * there is no file.
 */
await runCommand(async () => {
  const file = fileArgument();
  const environment = readEnvironment();
  // A stop ends the dump, so that neither half a file nor an embedded server stays behind.
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stop.abort());
  const server = await openServer(openDatabaseServerToRead, environment, { endsOnSignal: false });
  const startedAt = performance.now();
  try {
    const bytes = await backUp(server.ownerUrl, file, environment.postgresTools, stop.signal).catch(
      async (error: unknown) => {
        // The operator needs the reason for the failure, even if it cannot be recorded.
        await recordBackup(server.requestsUrl, startedAt, 1).catch(() => undefined);
        throw error;
      },
    );
    const milliseconds = performance.now() - startedAt;
    process.stdout.write(
      `${file} contains the whole database (${(bytes / 1_000_000).toFixed(1)} MB, ${(milliseconds / 1000).toFixed(1)} s).\n` +
        "Keep KONTOR_SECRET_KEY as well, in another place: without it the encrypted numbers in this file cannot be read.\n",
    );
    try {
      await recordBackup(server.requestsUrl, startedAt, 0);
      return 0;
    } catch (error) {
      process.stderr.write(
        `The backup could not be recorded in the database (${(error as Error).message}), so the dashboard ` +
          "and the alerts do not know of it. The file is complete.\n",
      );
      return 1;
    }
  } finally {
    await server.stop();
  }
});
