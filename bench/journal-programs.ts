import { execFile } from "node:child_process";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";

import { journalText } from "@kontor/api/accounting/coherence/journal-text";
import type { Database } from "@kontor/api/platform/database/database";
import { setAllTenantsReadable } from "@kontor/api/platform/scope";

const run = promisify(execFile);

/** Independent programs that compute balances from a journal. */
export const programs = ["ledger", "hledger"] as const;
export type Program = (typeof programs)[number];

/**
 * The own balance of each ledger, in kobo and debit positive, by its code; ledgers at zero are left
 * out.
 */
export type Balances = ReadonlyMap<string, bigint>;

/** Exports the books of a tenant to a file in the format of the programs. */
export async function exportJournal(
  database: Database,
  tenantId: number,
  file: string,
): Promise<void> {
  await database.transaction(
    async (tx) => {
      await setAllTenantsReadable(tx);
      await pipeline(Readable.from(journalText(tx, tenantId)), createWriteStream(file));
    },
    { snapshot: true },
  );
}

/** The version of a program. @throws Error that says how to install it when it is missing */
export async function versionOf(program: Program): Promise<string> {
  try {
    const { stdout } = await run(program, ["--version"]);
    return stdout.split("\n")[0] ?? "";
  } catch (error) {
    throw new Error(
      `The program ${program} is not there. On Debian and Ubuntu: apt-get install -y ${programs.join(" ")}.`,
      { cause: error },
    );
  }
}

const reports: Readonly<Record<Program, readonly string[]>> = {
  // `amount` is the account's own balance, without the accounts below it.
  ledger: [
    "balance",
    "--flat",
    "--no-total",
    "--balance-format",
    String.raw`%(account)\t%(quantity(amount))\n`,
  ],
  hledger: ["balance", "--flat", "--no-total", "--output-format", "csv"],
};

/**
 * Lets a program compute all balances of a journal. @returns them, and the seconds that it took.
 */
export async function balancesBy(
  program: Program,
  file: string,
): Promise<{ balances: Balances; seconds: number }> {
  const begin = performance.now();
  const { stdout } = await run(program, ["-f", file, ...reports[program]], {
    maxBuffer: 1_000_000_000,
  });
  const seconds = (performance.now() - begin) / 1000;
  const balances = new Map<string, bigint>();
  for (const line of stdout.split("\n")) {
    // The account name ends with the ledger's code and name; other accounts have no code.
    const found = /:(\d\d-\d{2,}-\d{4,}) [^:]*[\t,](?:NGN )?(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(
      line.replaceAll('"', ""),
    );
    if (found === null) continue;
    const [, code = "", sign, naira = "", rest = ""] = found;
    const kobo = BigInt(naira + rest.padEnd(2, "0"));
    if (kobo !== 0n) balances.set(code, sign === "-" ? -kobo : kobo);
  }
  return { balances, seconds };
}

/** Fails when two sets of balances differ in any ledger. */
export function expectSame(ours: Balances, theirs: Balances, program: Program): void {
  for (const code of new Set([...ours.keys(), ...theirs.keys()])) {
    const [own = 0n, other = 0n] = [ours.get(code), theirs.get(code)];
    if (own !== other) {
      throw new Error(`ledger ${code} stands at ${own} kobo here and at ${other} by ${program}`);
    }
  }
}
