import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openDatabase, type Database } from "@kontor/api/platform/database/database";
import { createOwnedDatabase } from "@kontor/api/platform/database/database-server";
import { migrate } from "@kontor/api/platform/database/migrate";
import { ensureRights, requestsUrlOf } from "@kontor/api/platform/database/rights";
import { exactlyOne } from "@kontor/api/platform/database/rows";
import { setTenant, type Tx } from "@kontor/api/platform/scope";
import { startEmbeddedPostgres } from "@kontor/embedded-postgres/server";
import { sql } from "kysely";

import { endOnInterrupt } from "./interrupt.ts";

export type BenchDatabase = {
  database: Database;
  /** Connects as the owner of the schema. */
  ownerUrl: string;
  /** Connects as the superuser, who bypasses policies and constraints. */
  superuserUrl: string;
  close(): Promise<void>;
};

/** A migrated database on a separate PostgreSQL, with the product's durable settings. */
export async function openBenchDatabase(
  settings: Record<string, string> = {},
): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-bench-"));
  const server = await startEmbeddedPostgres({
    dataFolder: join(folder, "postgres"),
    log: () => undefined,
    settings: { max_connections: "120", ...settings },
  });
  const ownerUrl = await createOwnedDatabase(server.url("postgres"), "bench");
  const requestsUrl = requestsUrlOf(ownerUrl);
  await migrate(ownerUrl);
  await ensureRights({ ownerUrl, requestsUrl });
  const database = openDatabase({ url: requestsUrl, connections: 8, onError: () => undefined });
  const end = async (): Promise<void> => {
    await database.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const ended = endOnInterrupt(end);
  return {
    database,
    ownerUrl,
    superuserUrl: server.url("bench"),
    close: () => end().finally(ended),
  };
}

export type BenchTenant = { tenantId: number; ledgerIds: number[] };

/**
 * A tenant with the given number of ledgers in one group. @returns its id and the ids of its
 * ledgers.
 */
export async function openBenchTenant(
  database: Database,
  code: string,
  ledgers: number,
): Promise<BenchTenant> {
  return database.transaction(async (tx: Tx) => {
    const now = new Date();
    const tenant = await sql<{ id: number }>`
      insert into tenants (code, name, email, created_at)
      values (${code}, ${code}, ${`${code}@example.com`}, ${now}) returning id`.execute(tx);
    const tenantId = exactlyOne(tenant.rows).id;
    await setTenant(tx, tenantId);
    const group = await sql<{ id: number }>`
      insert into groups (tenant_id, code, name, class, sequence, ledger_sequence, created_at)
      values (${tenantId}, '01-01', 'Bench', '01', 1, ${ledgers}, ${now}) returning id`.execute(tx);
    await sql`insert into group_counters values (${tenantId}, '01', 1)`.execute(tx);
    const { rows } = await sql<{ id: number }>`
      insert into ledgers (tenant_id, group_id, code, sequence, name, created_at)
      select ${tenantId}, ${exactlyOne(group.rows).id}, '01-01-' || lpad(n::text, 4, '0'), n, 'Ledger ' || n, ${now}
      from generate_series(1, ${ledgers}::int) n returning id`.execute(tx);
    return { tenantId, ledgerIds: rows.map((row) => row.id) };
  });
}

/** Adds the company of a tenant. @returns its id */
export async function addBenchCompany(database: Database, tenantId: number): Promise<number> {
  return database.transaction(async (tx) => {
    await setTenant(tx, tenantId);
    const { rows } = await sql<{ id: number }>`
      insert into companies (tenant_id, address, support_email, admin_name, admin_email, brand_color)
      values (${tenantId}, 'Example Street', 'support@example.com', 'Admin', 'admin@example.com', '#004AAD')
      returning id`.execute(tx);
    return exactlyOne(rows).id;
  });
}

/** The names of employees, in turn; searches count on them. */
export const employeeNames = {
  first: ["Adaeze", "Musa", "Folake", "Emeka", "Zainab", "Tunde", "Ngozi", "Ibrahim"],
  last: ["Okafor", "Bello", "Adeyemi", "Danjuma", "Eze", "Balogun", "Abubakar", "Nwosu"],
};

/** A user with an active session. @returns the bearer token. */
export async function openBenchSession(database: Database): Promise<string> {
  const { newToken, tokenHash } = await import("@kontor/api/platform/http/authenticate");
  const token = newToken();
  const now = new Date();
  await database.transaction(async (tx) => {
    const user = await sql<{ id: number }>`
      insert into users (email, name, roles, password_hash, created_at)
      values ('bench@example.com', 'Bench', '{ADMINISTRATOR}', 'none', ${now}) returning id`.execute(
      tx,
    );
    await sql`insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at)
      values (${tokenHash(token)}, ${exactlyOne(user.rows).id}, ${now}, ${now}, ${new Date(now.getTime() + 3_600_000)})`.execute(
      tx,
    );
  });
  return token;
}
