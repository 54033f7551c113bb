import { randomBytes } from "node:crypto";

import { sql } from "kysely";
import pg from "pg";
import { describe, expect, inject, onTestFinished, test } from "vitest";

import { openDatabase, withOwnerClient } from "./database.ts";
import { migrate } from "./migrate.ts";
import { derivedPassword, ensureRights, LoginMissing, requestsUrlOf } from "./rights.ts";

/** All privileges of the role of requests. What a migration grants must be listed here. */
const rights: Readonly<Record<string, string>> = {
  "schema public": "usage",
  // Only functions write the books; some columns of a ledger may be set, but never a balance.
  "column ledgers.code": "insert",
  "column ledgers.control": "insert",
  "column ledgers.created_at": "insert",
  "column ledgers.group_id": "insert",
  "column ledgers.name": "insert, update",
  "column ledgers.notes": "insert, update",
  "column ledgers.op_balance_dc": "insert",
  "column ledgers.parent_ledger_id": "insert, update",
  "column ledgers.purpose": "insert",
  "column ledgers.sequence": "insert",
  "column ledgers.tenant_id": "insert",
  "column ledgers.version": "update",
  "column employee_import_pieces.sealed": "update",
  "column funding_transactions.status": "update",
  "function forget_audit": "execute",
  "function forget_notes": "execute",
  "function database_home": "execute",
  "function has_user": "execute",
  "function keep_quarters": "execute",
  "function lock_entry_to_reverse": "execute",
  "function outgoing_held": "execute",
  "function post_entries": "execute",
  "function post_plain": "execute",
  "function record_audit": "execute",
  "function set_opening_balance": "execute",
  "function set_period_lock": "execute",
  "function tenants_matching": "execute",
  "function third_of": "execute",
  "sequence configuration_versions": "usage",
  "table advance_allocations": "insert, select",
  "table advance_counters": "insert, select, update",
  "table advance_instalments": "insert, select",
  "table advance_terms": "insert, select",
  "table audit_log": "select",
  "table bank_account_changes": "delete, insert, select, update",
  "table bank_inquiries": "delete, insert, select, update",
  "table bank_reconciliation_items": "insert, select",
  "table bank_reconciliations": "insert, select",
  "table book_proofs": "insert, select, update",
  "table benefits_in_kind": "delete, insert, select, update",
  "table branches": "insert, select, update",
  "table chain_heads": "insert, select, update",
  "table chain_links": "insert, select",
  "table companies": "insert, select, update",
  "table employee_counts": "insert, select, update",
  "table employee_documents": "delete, insert, select",
  "table employee_import_mappings": "insert, select, update",
  "table employee_import_pieces": "delete, insert, select",
  "table employee_import_rows": "delete, insert, select, update",
  "table employee_imports": "insert, select, update",
  "table employees": "delete, insert, select, update",
  "table entries": "select",
  "table entry_counters": "select",
  "table entry_days": "select",
  "table entry_items": "select",
  "table entry_reversals": "insert, select",
  "table entry_revisions": "select",
  "table files": "insert, select",
  "table funding_transactions": "insert, select",
  "table group_counters": "insert, select, update",
  "table groups": "delete, insert, select, update",
  "table idempotency_keys": "delete, insert, select, update",
  "table invitations": "insert, select, update",
  "table kept_quarters": "select",
  "table ledger_day_marks": "select",
  "table ledger_days": "select",
  "table ledger_months": "select",
  "table ledger_quarters": "select",
  "table ledger_thirds": "select",
  "table ledgers": "select",
  "table maintenance_runs": "delete, insert, select",
  "table mails": "delete, insert, select, update",
  "table notification_reads": "insert, select, update",
  "table opening_figures": "delete, insert, select, update",
  "table organization_values": "delete, insert, select, update",
  "table outgoing": "select, update",
  "table outside_payments": "insert, select, update",
  "table password_reset_links": "delete, insert, select",
  "table password_reset_tries": "delete, insert, select, update",
  "table password_resets": "delete, insert, select, update",
  "table past_employments": "delete, insert, select",
  "table pay_accounts": "insert, select, update",
  "table pay_items": "delete, insert, select, update",
  "table pay_rates": "delete, insert, select, update",
  "table payroll_counters": "insert, select, update",
  "table payroll_rehearsal_people": "delete, insert, select, update",
  "table payroll_rehearsals": "delete, insert, select, update",
  "table payroll_run_events": "insert, select",
  "table payroll_runs": "delete, insert, select, update",
  "table payslips": "delete, insert, select, update",
  "table period_lock_exceptions": "insert, select, update",
  "table period_locks": "select",
  "table platform_chain_heads": "insert, select, update",
  "table platform_proofs": "insert, select, update",
  "table platform_chain_links": "insert, select",
  "table platform_defaults": "delete, insert, select, update",
  "table platform_secrets": "delete, insert, select, update",
  "table portal_accounts": "delete, insert, select, update",
  "table portal_addresses": "delete, insert, select",
  "table portal_code_tries": "delete, insert, select, update",
  "table portal_codes": "delete, insert, select, update",
  "table portal_sessions": "delete, insert, select, update",
  "table recovery_codes": "delete, insert, select",
  "table remittances": "insert, select, update",
  "table reliefs": "delete, insert, select, update",
  "table salary_advances": "insert, select, update",
  "table sandbox_transfers": "insert, select, update",
  "table saved_views": "delete, insert, select, update",
  "table second_factor_rules": "insert, select, update",
  "table second_factors": "delete, insert, select, update",
  "table sessions": "delete, insert, select, update",
  "table sign_in_challenges": "delete, insert, select, update",
  "table sign_in_failures": "delete, insert, select, update",
  "table tenants": "insert, select, update",
  "table transfers": "insert, select, update",
  "table users": "insert, select, update",
  "table year_closings": "insert, select, update",
};

const asAdmin = (statement: string) =>
  withOwnerClient(inject("adminUrl"), (client) => client.query(statement));

/** The privileges in a database according to the catalogue, in the notation of the list above. */
async function rightsIn(url: string): Promise<Record<string, string>> {
  const { rows } = await withOwnerClient(url, (client) =>
    client.query<{ name: string; held: string }>(`
      select kind || ' ' || regexp_replace(replace(object, 'public.', ''), '\\(.*', '')
          || case part when '' then '' else '.' || part end as name,
        string_agg(lower(privilege), ', ' order by privilege) as held
      from rights_of_requests group by 1`),
  );
  return Object.fromEntries(rows.map(({ name, held }) => [name, held]));
}

test("the privileges of requests are exactly those of the list", async () => {
  expect(await rightsIn(inject("ownerUrl"))).toEqual(rights);
});

test("PUBLIC has no privileges on any table, and cannot call functions that run with the owner's privileges", async () => {
  const { rows } = await withOwnerClient(inject("ownerUrl"), (client) =>
    client.query<object>(`
      select c.relname as name from pg_class c cross join aclexplode(c.relacl) a
      where c.relnamespace = 'public'::regnamespace and a.grantee = 0
      union all
      select p.proname from pg_proc p
        cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
      where p.pronamespace = 'public'::regnamespace and p.prosecdef and a.grantee = 0`),
  );
  expect(rows).toEqual([]);
});

/** A migrated database with its own owner, who may grant the role of requests to others. */
async function ownDatabase(mayGive = true): Promise<{ ownerUrl: string; requestsUrl: string }> {
  const suffix = randomBytes(6).toString("hex");
  const owner = `owner_${suffix}`;
  await asAdmin(`create role ${owner} login createrole password 'secret'`);
  const option = mayGive ? "with admin option" : "";
  await asAdmin(`grant kontor_app to ${owner} ${option}`);
  await asAdmin(`create database ${owner} owner ${owner}`);
  const url = new URL(inject("adminUrl"));
  Object.assign(url, { pathname: `/${owner}`, username: owner, password: "secret" });
  onTestFinished(async () => {
    await asAdmin(`drop database ${owner} with (force)`);
    await asAdmin(`drop role if exists ${owner}_requests`);
    await asAdmin(`drop role ${owner}`);
  });
  await migrate(url.href);
  return { ownerUrl: url.href, requestsUrl: requestsUrlOf(url.href) };
}

async function ping(url: string): Promise<void> {
  const database = openDatabase({ url, connections: 1, onError: () => undefined });
  try {
    await database.ping();
  } finally {
    await database.close();
  }
}

describe("a start ensures", () => {
  test("the login, which many processes may do at once", async () => {
    const addresses = await ownDatabase();
    await expect(ping(addresses.requestsUrl)).rejects.toThrow(/authentication failed/);
    await Promise.all([1, 2, 3, 4].map(() => ensureRights(addresses)));
    await ping(addresses.requestsUrl);
  });

  test("the privileges, after a restore that lost them", async () => {
    const addresses = await ownDatabase();
    await ensureRights(addresses);
    // As a dump is restored on a server without the role.
    await withOwnerClient(addresses.ownerUrl, async (client) => {
      await client.query("revoke all on all tables in schema public from kontor_app");
      await client.query("revoke all on all sequences in schema public from kontor_app");
      await client.query("revoke all on all functions in schema public from kontor_app");
      await client.query("revoke insert (code), update (name) on ledgers from kontor_app");
      await client.query("grant execute on function has_user(text) to public");
      await client.query("revoke all on schema public from kontor_app");
    });
    expect(await rightsIn(addresses.ownerUrl)).toEqual({});
    await ensureRights(addresses);
    await ping(addresses.requestsUrl);
    expect(await rightsIn(addresses.ownerUrl)).toEqual(rights);
    const { rows } = await withOwnerClient(addresses.ownerUrl, (client) =>
      client.query<object>(
        "select proacl::text like '%{=X%' as open from pg_proc where proname = 'has_user'",
      ),
    );
    expect(rows).toEqual([{ open: false }]);
  });

  test("the password of the login, when the owner's has changed", async () => {
    const addresses = await ownDatabase();
    await ensureRights(addresses);
    const changed = new URL(addresses.ownerUrl);
    await asAdmin(`alter role ${changed.username} password 'another'`);
    changed.password = "another";
    const now = { ownerUrl: changed.href, requestsUrl: requestsUrlOf(changed.href) };
    await expect(ping(now.requestsUrl)).rejects.toThrow(/authentication failed/);
    await ensureRights(now);
    await ping(now.requestsUrl);
  });

  test("nothing that the owner may not change, and prints what an administrator has to run", async () => {
    const addresses = await ownDatabase(false);
    const { username } = new URL(addresses.requestsUrl);
    await expect(ensureRights(addresses)).rejects.toThrow(LoginMissing);
    await expect(ensureRights(addresses)).rejects.toThrow(`grant kontor_app to "${username}";`);
    await expect(ensureRights(addresses)).rejects.toThrow("in DATABASE_REQUESTS_URL.");
  });

  test("the login that an administrator created with another password, by its own address", async () => {
    const { ownerUrl, requestsUrl } = await ownDatabase(false);
    const login = new URL(requestsUrl).username;
    await asAdmin(`create role ${login} login password 'chosen'`);
    for (const setting of ["timezone = 'UTC'", "statement_timeout = '15000ms'"]) {
      await asAdmin(`alter role ${login} set ${setting}`);
    }
    await asAdmin(`alter role ${login} set idle_in_transaction_session_timeout = '15000ms'`);
    await asAdmin(`grant kontor_app to ${login}`);
    const derived = ensureRights({ ownerUrl, requestsUrl });
    await expect(derived).rejects.toThrow("Give its address in DATABASE_REQUESTS_URL.");
    const chosen = Object.assign(new URL(requestsUrl), { password: "chosen" }).href;
    await ensureRights({ ownerUrl, requestsUrl: chosen });
    await ping(chosen);
  });
});

test("a login that may do more than requests is refused, and its settings are left", async () => {
  const { ownerUrl } = await ownDatabase();
  const admin = new URL(inject("adminUrl")).username;
  for (const login of [new URL(ownerUrl).username, admin]) {
    const requestsUrl = Object.assign(new URL(ownerUrl), { username: login }).href;
    await expect(ensureRights({ ownerUrl, requestsUrl })).rejects.toThrow(
      `Requests must not be served as ${login}`,
    );
    const { rows } = await withOwnerClient(ownerUrl, (client) =>
      client.query<object>("select rolconfig from pg_roles where rolname = $1", [login]),
    );
    expect(rows).toEqual([{ rolconfig: null }]);
  }
});

test("the login of requests must be one of the same database", async () => {
  const { requestsUrl, ...addresses } = await ownDatabase();
  await ensureRights({ requestsUrl, ...addresses });
  const elsewhere = Object.assign(new URL(requestsUrl), { pathname: "/postgres" }).href;
  await expect(ping(elsewhere)).rejects.toThrow("this is not the database of DATABASE_URL");
});

test("a login without time zone and limits is not ready", async () => {
  const addresses = await ownDatabase();
  await ensureRights(addresses);
  const { username } = new URL(addresses.requestsUrl);
  await withOwnerClient(addresses.ownerUrl, (client) =>
    client.query(`alter role "${username}" reset all`),
  );
  await expect(ping(addresses.requestsUrl)).rejects.toThrow("lacks its time zone and time limits");
  await ensureRights(addresses);
  await ping(addresses.requestsUrl);
});

test("the address of requests is derived from the owner's, and neither password from the other", () => {
  const url = new URL(
    requestsUrlOf("postgres://kontor:s%40crt@db.example:6543/books?sslmode=require"),
  );
  expect(url.href).toMatch(
    /^postgres:\/\/kontor_requests:[\w-]{43}@db\.example:6543\/books\?sslmode=require$/,
  );
  expect(url.password).toBe(derivedPassword("s@crt", "kontor_requests"));
  expect(derivedPassword("s@crt", "kontor")).not.toBe(url.password);
  expect(() => requestsUrlOf("postgres://db.example/books")).toThrow("DATABASE_REQUESTS_URL");
});

test("inside a tenant's scope, users, sessions, mails, files and tenants of others are neither seen nor written", async () => {
  const addresses = await ownDatabase();
  await ensureRights(addresses);
  await withOwnerClient(addresses.ownerUrl, async (client) => {
    await client.query(`
      insert into tenants (code, name, email, created_at)
        values ('a', 'A', 'a@example.com', now()), ('b', 'B', 'b@example.com', now());
      insert into users (email, name, roles, tenant_id, password_hash, created_at)
        values ('p@example.com', 'P', '{ADMINISTRATOR}', null, 'x', now()),
          ('a@example.com', 'A', '{OWNER}', 1, 'x', now()), ('b@example.com', 'B', '{OWNER}', 2, 'x', now());
      insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at)
        select sha256(email::bytea), id, now(), now(), now() from users;
      insert into mails (tenant_id, label, to_email, subject, html, text, next_try_at, created_at)
        values (null, 'x', 'p', 's', 'h', 't', now(), now()), (1, 'x', 'a', 's', 'h', 't', now(), now()),
          (2, 'x', 'b', 's', 'h', 't', now(), now());
      insert into files (key, tenant_id, media_type, bytes, created_at)
        values (repeat('0', 32), null, 'x', '', now()), (repeat('1', 32), 1, 'x', '', now()),
          (repeat('2', 32), 2, 'x', '', now());
      insert into notification_reads (user_id, kind, about_tenant_id, tenant_id, mark, read_at)
        select id, 'wallet_low', 1, coalesce(tenant_id, 0), 'm', now() from users;
      insert into saved_views (user_id, tenant_id, list, name, search, is_default, created_at)
        select id, coalesce(tenant_id, 0), '/entries', 'v', '{}', false, now() from users;
      insert into second_factor_rules (tenant_id, roles, version) values (0, '{}', 1), (1, '{}', 1), (2, '{}', 1);`);
  });
  const client = new pg.Client({ connectionString: addresses.requestsUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("begin; set local app.tenant_id = '1'");
  const seen: Record<string, unknown> = {};
  for (const [table, what] of [
    ["tenants", "code"],
    ["users", "email"],
    ["sessions", "user_id::int"],
    ["mails", "to_email"],
    ["files", "left(key, 1)"],
    ["second_factor_rules", "tenant_id::int"],
    ["notification_reads", "user_id::int"],
    ["saved_views", "user_id::int"],
  ]) {
    const { rows } = await client.query<{ all: unknown }>(
      `select array_agg(${what} order by ${what}) as all from ${table}`,
    );
    seen[table ?? ""] = rows[0]?.all;
  }
  expect(seen).toEqual({
    tenants: ["a"],
    // The platform's user who recorded something may be seen by everyone.
    users: ["a@example.com", "p@example.com"],
    sessions: [2],
    mails: ["a"],
    files: ["1"],
    second_factor_rules: [1],
    notification_reads: [2],
    saved_views: [2],
  });
  for (const statement of [
    "update users set name = 'X' where tenant_id is distinct from 1",
    "update tenants set name = 'X' where id <> 1",
    "delete from sessions where user_id <> 2",
    "update mails set subject = 'X' where tenant_id is distinct from 1",
    "update notification_reads set mark = 'n' where tenant_id <> 1",
    "delete from saved_views where tenant_id <> 1",
    "update second_factor_rules set roles = '{}' where tenant_id <> 1",
  ]) {
    expect((await client.query(statement)).rowCount).toBe(0);
  }
  await expect(client.query("update users set tenant_id = 2 where tenant_id = 1")).rejects.toThrow(
    "row-level security",
  );
});

test("an audit row has the server's time and the actor of the session, whatever the caller passes", async () => {
  const addresses = await ownDatabase();
  await ensureRights(addresses);
  const database = openDatabase({
    url: addresses.requestsUrl,
    connections: 1,
    onError: () => undefined,
  });
  onTestFinished(() => database.close());
  const { rows } = await database.transaction(async (tx) => {
    await sql`select set_config('app.user_id', '7', true), set_config('app.reads_all', 'on', true)`.execute(
      tx,
    );
    await sql`select record_audit(null, 8, 'ledger.added', 'ledger:1', '{}', 'r', null)`.execute(
      tx,
    );
    return sql`select actor_id, recorded_at between now() - interval '1 minute' and clock_timestamp() as fresh
      from audit_log`.execute(tx);
  });
  expect(rows).toEqual([{ actor_id: 7, fresh: true }]);
});
