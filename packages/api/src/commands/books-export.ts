import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { errorCode } from "@kontor/embedded-postgres/error";

import { journalText } from "../accounting/coherence/journal-text.ts";
import { organizationLabel } from "../platform/organization/organization.ts";
import {
  commandArguments,
  CommandError,
  explaining,
  idOption,
  readDatabase,
  runCommand,
} from "./command.ts";

const usage = `Usage: npm run --silent books:export -- --tenant 12 [--output books.journal]

  --tenant  the organization
  --output  writes to this new file instead of standard output`;

function readArguments(): { tenant: number; output: string | undefined } {
  const { values } = commandArguments(usage, {
    options: { tenant: { type: "string" }, output: { type: "string" } },
  });
  const tenant = explaining(usage, () => {
    if (values.tenant !== undefined) return idOption("tenant", values.tenant);
    throw new CommandError("Name the organization whose books to export: --tenant.");
  });
  return { tenant, output: values.output };
}

/**
 * `npm run --silent books:export -- --tenant 12 > books.journal`: writes the books of one
 * organization in the plain-text format of the programs `ledger` and `hledger`, whether or not
 * Kontor is running.
 */
await runCommand(async () => {
  const { tenant, output } = readArguments();
  await readDatabase(async (tx) => {
    // A request for books that do not exist must not produce an empty file.
    await organizationLabel(tx, tenant);
    await write(journalText(tx, tenant), output);
  });
  return 0;
});

async function write(text: AsyncIterable<string>, output: string | undefined): Promise<void> {
  try {
    if (output === undefined) await pipeline(Readable.from(text), process.stdout, { end: false });
    // An existing file is kept: it may be the only copy of an earlier state.
    else await pipeline(Readable.from(text), createWriteStream(output, { flags: "wx" }));
  } catch (error) {
    const code = errorCode(error);
    // The reader of the output, such as a pager, may close it early.
    if (code === "EPIPE") return;
    if (code === "EEXIST") throw new CommandError(`${output} already exists. Choose another file.`);
    if (code?.startsWith("E")) throw new CommandError((error as Error).message);
    throw error;
  }
}
