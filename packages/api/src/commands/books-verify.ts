import { readFile } from "node:fs/promises";

import { formatCount, formatCounted, formatLongMoment } from "@kontor/contract/format";
import { attestation } from "@kontor/contract/proof/proof";
import { errorCode } from "@kontor/embedded-postgres/error";
import type { z } from "zod";

import { organizationLabel } from "../platform/organization/organization.ts";
import { verifyChain, type Verification } from "../proof/chain/verify.ts";
import { commandArguments, CommandError, readDatabase, runCommand } from "./command.ts";

const usage = `Usage: npm run books:verify -- --attestation attestation-acme.json

  --attestation  the file that ends in .json, downloaded from the dashboard

Exit status: 0 when these are the attested books, 1 when not, 2 when the check could not run.`;

function fileArgument(): string {
  const { values } = commandArguments(usage, { options: { attestation: { type: "string" } } });
  if (values.attestation !== undefined) return values.attestation;
  throw new CommandError(`Name the file of the attestation: --attestation.\n${usage}`);
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
    `${file} is not an attestation. Download one from the dashboard: the file that ends in .json.`,
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

type Head = NonNullable<z.output<typeof attestation>["chain"]>;

/**
 * Reports whether a chain still has an attested link. @returns whether it has, and all links match
 */
function compare(subject: string, verification: Verification, attested: Head): boolean {
  if (verification.mismatch !== null)
    say(`${subject}, ${verification.mismatch.subject}: ${verification.mismatch.found}`);
  if (verification.requestedHash === null) {
    const last = formatCount(Number(verification.position));
    say(`${subject}: the chain ends at link ${last}: links that were attested are gone.`);
  } else if (verification.requestedHash !== attested.hash) {
    const link = formatCount(attested.position);
    say(
      `${subject}: link ${link} has another hash: what was recorded up to it is not what was attested.`,
    );
  }
  return verification.mismatch === null && verification.requestedHash === attested.hash;
}

/**
 * `npm run books:verify -- --attestation file`: checks that these are still the books that were
 * attested. Verifies the chain of the organization and that of the platform's own log, and looks
 * for the heads in the attestation. The exit status is 0 when they exist and all links match, 1
 * when not, and 2 when the check could not run.
 */
await runCommand(async () => {
  const made = await readAttestation(fileArgument());
  const { chain, platform_chain: platform } = made;
  if (chain === null)
    throw new CommandError("The attestation was made before anything was chained.");
  const walks = await readDatabase(async (tx) => {
    await organizationLabel(tx, made.tenant_id);
    return {
      own: await verifyChain(tx, made.tenant_id, BigInt(chain.position)),
      platform: platform && (await verifyChain(tx, null, BigInt(platform.position))),
    };
  });
  say(
    `${made.name} (${made.code}), attested on ${formatLongMoment(made.made_at)} at link ${formatCount(chain.position)}.`,
  );
  const same = compare(`tenant ${made.tenant_id}`, walks.own, chain);
  if (same) {
    const added = Number(walks.own.position) - chain.position;
    say(`These are the same books; ${formatCounted(added, "link was", "links were")} added since.`);
  }
  if (!walks.platform || !platform) return same ? 0 : 1;
  const samePlatform = compare("platform", walks.platform, platform);
  if (samePlatform) {
    const added = Number(walks.platform.position) - platform.position;
    say(
      `The platform's own log is the same; ${formatCounted(added, "link was", "links were")} added since.`,
    );
  }
  return same && samePlatform ? 0 : 1;
});
