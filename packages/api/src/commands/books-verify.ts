import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { formatCount, formatLongMoment } from "@kontor/contract/format";
import { attestation } from "@kontor/contract/proof/proof";
import { errorCode } from "@kontor/embedded-postgres/error";
import type { z } from "zod";

import { organizationLabel } from "../platform/organization/organization.ts";
import { walkChain } from "../proof/chain/verify.ts";
import { CommandError, readDatabase, runCommand } from "./command.ts";

const usage = "Usage: npm run books:verify -- --attestation attestation-acme.json";

function fileArgument(): string {
  try {
    const { values } = parseArgs({ options: { attestation: { type: "string" } } });
    if (values.attestation !== undefined) return values.attestation;
    throw new CommandError("Name the file of the attestation: --attestation.");
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${usage}`);
  }
}

async function readAttestation(file: string): Promise<z.output<typeof attestation>> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    const missing = errorCode(error) === "ENOENT";
    throw new CommandError(
      missing ? `There is no file ${file}.` : `${file} cannot be read: ${String(error)}`,
    );
  });
  const read = attestation.safeParse(parsed(text));
  if (read.success) return read.data;
  throw new CommandError(
    `${file} is no attestation. Download one at the dashboard: the file that ends in .json.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * `npm run books:verify -- --attestation file`: are these still the books that were attested? Walks the chain of
 * the organization and looks for the head that the attestation has. The exit status is 0 when it is there and
 * all links fit, 1 when not, and 2 when it could not look.
 */
await runCommand(async () => {
  const made = await readAttestation(fileArgument());
  const { chain } = made;
  if (chain === null)
    throw new CommandError("The attestation was made before anything was chained.");
  const walk = await readDatabase(async (tx) => {
    await organizationLabel(tx, made.tenant_id);
    return walkChain(tx, made.tenant_id, BigInt(chain.position));
  });
  say(
    `${made.name} (${made.code}), attested on ${formatLongMoment(made.made_at)} at link ${formatCount(chain.position)}.`,
  );
  if (walk.misfit !== null)
    say(`tenant ${made.tenant_id}, ${walk.misfit.subject}: ${walk.misfit.found}`);
  if (walk.asked === null) {
    say(
      `The chain ends at link ${formatCount(Number(walk.position))}: links that were attested are gone.`,
    );
  } else if (walk.asked !== chain.hash) {
    say("The link has another hash: what was recorded up to it is not what was attested.");
  }
  const same = walk.misfit === null && walk.asked === chain.hash;
  if (same) {
    say(
      `These are the same books; ${formatCount(Number(walk.position) - chain.position)} links were added since.`,
    );
  }
  return same ? 0 : 1;
});
