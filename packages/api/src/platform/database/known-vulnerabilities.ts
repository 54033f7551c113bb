import { sql } from "kysely";

import type { Database } from "./database.ts";
import { exactlyOne } from "./rows.ts";

/**
 * For each major release, the minor release that fixed the vulnerabilities known in August 2026.
 */
const fixed: Readonly<Record<number, number>> = { 17: 11, 18: 6 };

/**
 * The warning about a server of that version (`server_version_num`, such as 180004), or undefined.
 */
export function vulnerabilitiesOf(version: number): string | undefined {
  const major = Math.floor(version / 10_000);
  const minor = version % 10_000;
  const fixedIn = fixed[major];
  if (fixedIn === undefined || minor >= fixedIn) return undefined;
  return (
    `Warning: PostgreSQL ${major}.${minor} has known vulnerabilities, which ${major}.${fixedIn} fixes. Let nobody but Kontor ` +
    "connect to it, and update it as soon as there is a newer release for this system."
  );
}

/** The same for the server of a database. */
export async function knownVulnerabilities(database: Database): Promise<string | undefined> {
  const { rows } = await database.statement((db) =>
    sql<{ version: number }>`select current_setting('server_version_num')::int as version`.execute(
      db,
    ),
  );
  return vulnerabilitiesOf(exactlyOne(rows).version);
}
