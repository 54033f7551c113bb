import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { withOwnerClient } from "@kontor/api/platform/database/database";

import { print } from "./timing.ts";

const run = promisify(execFile);

/** The version to compare with, of github.com/pgr0ss/pgledger. */
const commit = "c18c7d267d46ab396641d5e44f1ce3166aeb9a6d";
const files = [
  "vendor/scoville-pgsql-ulid/ulid-to-uuid.sql",
  "vendor/scoville-pgsql-ulid/uuid-to-ulid.sql",
  "pgledger.sql",
];

/**
 * Opens a plain ledger in SQL with this many accounts, in a separate database on the same server:
 * transfers with balances, but without tenants, numbers, totals of days, audit or users. Its SQL is
 * downloaded, or read from a checkout in the folder of KONTOR_PGLEDGER.
 *
 * @returns its address; undefined, with a printed note, when its SQL is not available.
 */
export async function openPgledger(
  superuserUrl: string,
  accounts: number,
): Promise<string | undefined> {
  const sources = await sourcesOf(process.env["KONTOR_PGLEDGER"]).catch((error: unknown) => {
    print(`pgledger is left out, since its SQL is not to be had: ${String(error)}`);
    return undefined;
  });
  if (sources === undefined) return undefined;
  await withOwnerClient(superuserUrl, (client) => client.query("create database pgledger"));
  const url = new URL(superuserUrl);
  url.pathname = "/pgledger";
  await withOwnerClient(url.href, async (client) => {
    for (const source of sources) await client.query(source);
    await client.query(
      `create table bench_accounts as
        select n, a.id from generate_series(1, ${accounts}) n, pgledger_create_account('Account ' || n, 'NGN') a`,
    );
    await client.query("alter table bench_accounts add primary key (n)");
    await client.query("analyze");
  });
  return url.href;
}

function sourcesOf(folder: string | undefined): Promise<string[]> {
  return Promise.all(
    files.map(async (file) => {
      if (folder !== undefined) return readFile(join(folder, file), "utf8");
      const response = await fetch(
        `https://raw.githubusercontent.com/pgr0ss/pgledger/${commit}/${file}`,
      );
      if (!response.ok) throw new Error(`${file} was answered ${response.status}`);
      return response.text();
    }),
  );
}

/** A transfer between any two of the accounts, as a pgbench script. */
export const pgledgerTransfer = (accounts: number): string => `\\set debit random(1, ${accounts})
\\set other random(1, ${accounts} - 1)
\\set credit :other + case when :other >= :debit then 1 else 0 end
\\set amount random(1, 10000) * 100
select * from pgledger_create_transfer((select id from bench_accounts where n = :debit), (select id from bench_accounts where n = :credit), :amount);
`;

/** Runs a script with pgbench for some seconds. @returns transactions a second. */
export async function pgbench(
  url: string,
  script: string,
  {
    connections,
    seconds,
    options = "",
  }: { connections: number; seconds: number; options?: string },
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-pgbench-"));
  const file = join(folder, "script.sql");
  await writeFile(file, script);
  try {
    const args = ["-n", "-M", "prepared", "-c", connections, "-j", 2, "-T", seconds, "-f", file];
    const { stdout } = await run("pgbench", [...args.map(String), url], {
      env: { ...process.env, PGOPTIONS: options },
    });
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
