import { formatCounted } from "@kontor/contract/format";

import { resealEmployees } from "../employees/reseal.ts";
import { resealTransfers } from "../funding/transfers/reseal.ts";
import { resealPayslips } from "../payroll/payslips/reseal.ts";
import {
  resealPlatformSecrets,
  mergeResealResults,
  type UnknownKeyTexts,
  type ResealResult,
  type ResealTools,
} from "../platform/configuration/reseal.ts";
import { openDatabaseServerToRead } from "../platform/database/database-server.ts";
import { readEnvironment } from "../platform/environment.ts";
import { resealMails } from "../platform/mail/mail-server.ts";
import { tenantIds } from "../platform/organization/organization.ts";
import { resealSecondFactors } from "../session/second-factor.ts";
import { commandArguments, CommandError, openServer, runCommand, withDatabase } from "./command.ts";

const usage = `Usage: npm run secrets:rotate

Encrypts everything again that KONTOR_SECRET_KEY_OLD encrypted, with KONTOR_SECRET_KEY.
Exit status: 0 when nothing needs the old key any more, 1 when something has to be corrected first,
2 when it could not run.`;

/** The features' functions that re-encrypt an organization's texts. */
const tenantReseals = [resealEmployees, resealTransfers, resealPayslips];

/** Re-encrypts everything that was encrypted with KONTOR_SECRET_KEY_OLD. */
async function rotate(tools: ResealTools): Promise<ResealResult> {
  const parts = [
    await resealPlatformSecrets(tools),
    await resealSecondFactors(tools),
    await resealMails(tools),
  ];
  for (const tenantId of await tools.database.transaction((tx) => tenantIds(tx))) {
    for (const reseal of tenantReseals) parts.push(await reseal(tools, tenantId));
  }
  return mergeResealResults(parts);
}

/** What is left of other keys, by column and over all organizations, and what to do about it. */
function describeUnknownKeys(unknownKeys: readonly UnknownKeyTexts[]): string {
  const counts = new Map<string, number>();
  for (const { column, key, count } of unknownKeys) {
    const place = `${column} with the key ${key}`;
    counts.set(place, (counts.get(place) ?? 0) + count);
  }
  const lines = [...counts].map(
    ([place, count]) => `${formatCounted(count, "text was", "texts were")} encrypted in ${place}.`,
  );
  return (
    `${lines.join("\n")}\nNeither of the two keys reads these, and they were left as they are. If you have ` +
    "that key, run this again with it as KONTOR_SECRET_KEY_OLD; if it is lost, enter the values again.\n"
  );
}

/**
 * `npm run secrets:rotate`: re-encrypts with KONTOR_SECRET_KEY everything encrypted with
 * KONTOR_SECRET_KEY_OLD, while processes that have both keys are running. It may be interrupted and
 * run again. The exit status is 0 when nothing needs the old key any more, 1 when numbers have to
 * be corrected or entered again, and 2 when it could not run.
 */
await runCommand(async () => {
  commandArguments(usage, { options: {} });
  const environment = readEnvironment();
  if (environment.secretKey === undefined || environment.oldSecretKey === undefined) {
    throw new CommandError(
      "Set KONTOR_SECRET_KEY to the new key and KONTOR_SECRET_KEY_OLD to the one before it, for this command and for every running process.",
    );
  }
  const server = await openServer(openDatabaseServerToRead, environment);
  try {
    const { count, clashes, unknownKeys } = await withDatabase(server.requestsUrl, (database) =>
      rotate({ database, environment }),
    );
    process.stdout.write(`${formatCounted(count, "text was", "texts were")} re-encrypted.\n`);
    for (const clash of clashes) {
      process.stdout.write(`${clash} has a number that another employee of the company has.\n`);
    }
    if (unknownKeys.length > 0) process.stdout.write(describeUnknownKeys(unknownKeys));
    if (clashes.length > 0 || unknownKeys.length > 0) return 1;
    process.stdout.write("Nothing needs the old key any more: remove KONTOR_SECRET_KEY_OLD.\n");
    return 0;
  } finally {
    await server.stop();
  }
});
