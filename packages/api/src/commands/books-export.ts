import { rmSync } from "node:fs";
import { open, rename, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { errorCode } from "@kontor/embedded-postgres/error";

import { journalText } from "../accounting/coherence/journal-text.ts";
import { organizationLabel } from "../platform/organization/organization.ts";
import {
  commandArguments,
  CommandError,
  withUsage,
  idOption,
  readDatabase,
  runCommand,
} from "./command.ts";

const usage = `Usage: npm run --silent books:export -- --tenant 12 [--output books.journal]

  --tenant  the organization: the first number in the address of its page
  --output  writes to this new file instead of standard output`;

function readArguments(): { tenant: number; output: string | undefined } {
  const { values } = commandArguments(usage, {
    options: { tenant: { type: "string" }, output: { type: "string" } },
  });
  const tenant = withUsage(usage, () => {
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
  if (output !== undefined) return writeNew(text, output);
  try {
    await pipeline(Readable.from(text), process.stdout, { end: false });
  } catch (error) {
    // The reader of the output, such as a pager, may close it early.
    if (errorCode(error) === "EPIPE") return;
    throw unwritable("The standard output", error);
  }
}

/** Writes a new file, which gets its name once it is complete and which only its owner may read. */
async function writeNew(text: AsyncIterable<string>, output: string): Promise<void> {
  const partial = `${output}.partial`;
  // An existing file is kept: it may be the only copy of an earlier state.
  const isThere = await stat(output).catch(() => undefined);
  if (isThere !== undefined) throw alreadyThere(output);
  // Needed as well when a signal ends the command.
  const removePartial = () => rmSync(partial, { force: true });
  try {
    const file = await open(partial, "wx", 0o600);
    process.once("exit", removePartial);
    await pipeline(Readable.from(text), file.createWriteStream());
    await rename(partial, output);
  } catch (error) {
    if (errorCode(error) === "EEXIST") throw alreadyThere(partial);
    throw unwritable(output, error);
  }
}

function alreadyThere(file: string): CommandError {
  return new CommandError(`${file} already exists. Choose another file.`);
}

/** The error for the user when the system refused to write; one of the database unchanged. */
function unwritable(what: string, error: unknown): unknown {
  const isOfDatabase = error instanceof Error && "syscall" in error && error.syscall === "read";
  if (isOfDatabase || errorCode(error)?.startsWith("E") !== true) return error;
  return new CommandError(`${what} cannot be written: ${(error as Error).message}`, {
    cause: error,
  });
}
