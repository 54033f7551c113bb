import type pg from "pg";
import { describe, expect, test } from "vitest";

import { openFileWorld } from "../../testing/harness.ts";
import { withOwnerClient } from "./database.ts";
import { exactlyOne } from "./rows.ts";

/**
 * Checks the migrated schema in PostgreSQL's catalogue. Every table must follow the rules of tenant
 * tables, or be listed here with the reason for its exception.
 */
const outside: Readonly<Record<string, string>> = {
  tenants: "the directory itself",
  users: "platform and staff belong to no tenant, and sign-in does not know the tenant yet",
  sessions: "belong to users",
  password_resets: "belong to users",
  password_reset_links: "belong to users",
  password_reset_tries: "belong to users",
  invitations: "belong to users",
  second_factors: "belong to users",
  recovery_codes: "belong to users",
  notification_reads: "belong to users",
  saved_views: "belong to users",
  sign_in_challenges: "belong to users",
  second_factor_rules: "are read with the session, before the tenant is known",
  portal_addresses: "say in which tenants an address was invited",
  portal_codes: "belong to addresses that may be known to several tenants",
  portal_code_tries: "belong to those codes",
  portal_sessions: "show the tenant of an employee, so they are read before it is known",
  sign_in_failures: "count for people who may be nobody",
  idempotency_keys: "belong to users",
  audit_log: "records the platform too; it has policies of its own, tested below",
  mails: "go to people who may belong to no tenant",
  files: "are public to whoever knows the key",
  platform_chain_links: "chain what is recorded of the platform itself",
  platform_chain_heads: "end that chain",
  platform_proofs: "tell how far that chain was found to fit",
  platform_defaults: "belong to the platform",
  platform_secrets: "belong to the platform",
  maintenance_runs: "tell of the whole installation",
  outgoing: "holds what leaves the whole installation",
  sandbox_transfers: "is the memory of a provider, which stands outside of Kontor",
  kept_rights: "belongs to the start",
  kysely_migration: "belongs to the migrator",
  kysely_migration_lock: "belongs to the migrator",
  migration_checksums: "belongs to the migrator",
};

/**
 * The tables that only the owner can access for several tenants at once: those that a posting
 * writes or reads.
 */
const together: Readonly<Record<string, string>> = {
  audit_log: "insert",
  entries: "all",
  entry_counters: "all",
  entry_days: "all",
  entry_items: "all",
  ledger_day_marks: "all",
  ledger_days: "all",
  ledger_months: "all",
  ledgers: "all",
  organization_values: "select",
  period_locks: "select",
};

/**
 * Functions that run with the owner's privileges; each is the only way to write something that the
 * app role may not.
 */
const doors = [
  "forget_audit",
  "forget_notes",
  "has_user",
  "keep_quarters",
  "lock_entry_to_reverse",
  "post_entries",
  "post_plain",
  "record_audit",
  "set_opening_balance",
  "set_period_lock",
  "tenants_matching",
];

const world = await openFileWorld();

type Row = Record<string, unknown>;

/** Runs a catalogue query, in which `tables` is the list of tenant tables. */
async function catalogue(query: string): Promise<Row[]> {
  return withOwnerClient(world.ownerUrl, async (client: pg.Client) => {
    const { rows } = await client.query<Row>(
      `with tables as (
        select c.oid, c.relname as name, c.relrowsecurity, c.relforcerowsecurity
        from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($1)
      ), tenant_column as (
        select t.oid, a.attnum, a.attnotnull, a.atttypid
        from tables t join pg_attribute a on a.attrelid = t.oid and a.attname = 'tenant_id' and not a.attisdropped
      )
      ${query}`,
      [Object.keys(outside)],
    );
    return rows;
  });
}

describe("every tenant table", () => {
  test("there are some, and every listed exception still exists", async () => {
    const names = (await catalogue("select name from tables")).map(({ name }) => name);
    expect(names).toContain("entry_items");
    expect(names.length).toBeGreaterThan(10);
    const existing = await withOwnerClient(world.ownerUrl, async (client) => {
      const { rows } = await client.query<Row>(
        "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
      );
      return rows.map(({ relname }) => relname);
    });
    expect(Object.keys(outside).filter((name) => !existing.includes(name))).toEqual([]);
  });

  test("has a tenant_id that is never null", async () => {
    expect(
      await catalogue(`
        select t.name from tables t left join tenant_column c on c.oid = t.oid
        where c.oid is null or not c.attnotnull or c.atttypid <> 'bigint'::regtype`),
    ).toEqual([]);
  });

  test("has row-level security, forced for its owner too, with only the two policies", async () => {
    expect(
      await catalogue("select name from tables where not (relrowsecurity and relforcerowsecurity)"),
    ).toEqual([]);
    const policies = await catalogue(`
      select t.name, p.polname, p.polpermissive, p.polcmd,
        pg_get_expr(p.polqual, p.polrelid) as sees, pg_get_expr(p.polwithcheck, p.polrelid) as writes
      from tables t left join pg_policy p on p.polrelid = t.oid and p.polname <> 'tenants_together'
      order by t.name, p.polname`);
    const shapes = new Set(policies.map(({ name: _name, ...policy }) => JSON.stringify(policy)));
    expect([...shapes].map((shape) => (JSON.parse(shape) as Row)["polname"])).toEqual([
      "staff_reads",
      "tenant_writes",
    ]);
    expect(policies.find(({ polname }) => polname === "tenant_writes")).toMatchObject({
      polcmd: "*",
      sees: expect.stringContaining("tenant_id = "),
      writes: expect.stringContaining("app.tenant_id"),
    });
    expect(policies.find(({ polname }) => polname === "staff_reads")).toMatchObject({
      polcmd: "r",
      sees: expect.stringContaining("app.reads_all"),
    });
    const tables = await catalogue("select name from tables");
    expect(policies).toHaveLength(2 * tables.length);
  });

  test("can be written for several tenants only by its owner, only where postings do so, for tenants that the transaction names", async () => {
    const policies = await catalogue(`
      select p.polrelid::regclass::text as name, p.polroles::regrole[]::text as roles,
        case p.polcmd when '*' then 'all' when 'r' then 'select' when 'a' then 'insert' else p.polcmd::text end as command,
        pg_get_expr(p.polqual, p.polrelid) as sees, pg_get_expr(p.polwithcheck, p.polrelid) as writes
      from pg_policy p
      where p.polname in ('tenants_together', 'audit_adds_together')
        or coalesce(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) like '%tenant_ids%'
      order by 1`);
    const own = `(tenant_id = ANY (( SELECT (NULLIF(current_setting('app.tenant_ids'::text, true), ''::text))::bigint[] AS "nullif")::bigint[]))`;
    expect(policies).toEqual(
      Object.entries(together).map(([name, command]) => ({
        name,
        roles: "{pg_database_owner}",
        command,
        sees: command === "insert" ? null : own,
        writes: command === "select" ? null : own,
      })),
    );
  });

  test("has a primary key that begins with the tenant", async () => {
    expect(
      await catalogue(`
        select t.name from tables t join tenant_column c on c.oid = t.oid
        where not exists (
          select from pg_index i where i.indrelid = t.oid and i.indisprimary and i.indkey[0] = c.attnum)`),
    ).toEqual([]);
  });

  test("has no index that begins with another column", async () => {
    expect(
      await catalogue(`
        select i.indexrelid::regclass::text as name
        from tenant_column c join pg_index i on i.indrelid = c.oid
        where i.indkey[0] <> c.attnum`),
    ).toEqual([]);
  });

  test("has no foreign key without the tenant on both sides", async () => {
    expect(
      await catalogue(`
        select f.conname as name
        from tenant_column c join pg_constraint f on f.conrelid = c.oid and f.contype = 'f'
        left join tenant_column r on r.oid = f.confrelid
        where f.conkey[1] <> c.attnum
          or (f.confrelid <> 'tenants'::regclass and f.confkey[1] is distinct from r.attnum)`),
    ).toEqual([]);
  });

  test("has no triggers, deferrable constraints or exclusion constraints", async () => {
    expect(
      await catalogue(`
        select t.name, g.tgname as found from tables t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
        union all
        select t.name, f.conname from tables t join pg_constraint f on f.conrelid = t.oid
        where f.condeferrable or f.contype = 'x'
        union all
        select t.name, r.rulename from tables t join pg_rewrite r on r.ev_class = t.oid`),
    ).toEqual([]);
  });

  test("shows its rows only within a scope; without one no row is visible", async () => {
    const names = (await catalogue("select name from tables")).map(({ name }) => String(name));
    const seen = await withOwnerClient(world.ownerUrl, async (client) => {
      await client.query("begin");
      await client.query(
        "insert into tenants (code, name, email, created_at) values ('a', 'A', 'a@example.com', now())",
      );
      await client.query("select set_config('app.tenant_id', max(id)::text, true) from tenants");
      await client.query(
        `insert into groups (tenant_id, code, name, class, sequence, created_at)
         select max(id), '01-01', 'Cash', '01', 1, now() from tenants`,
      );
      const counts: number[] = [];
      for (const scope of ["", "999999"]) {
        await client.query("select set_config('app.tenant_id', $1, true)", [scope]);
        for (const name of names) {
          const { rows } = await client.query<{ count: number }>(
            `select count(*)::int as count from ${name}`,
          );
          counts.push(exactlyOne(rows).count);
        }
      }
      await client.query("rollback");
      return counts;
    });
    expect(seen).toHaveLength(2 * names.length);
    expect(new Set(seen)).toEqual(new Set([0]));
  });
});

test("every table that names a tenant has row-level security and a policy", async () => {
  const { rows } = await withOwnerClient(world.ownerUrl, (client) =>
    client.query<Row>(`
      select c.relname as name
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not (c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))`),
  );
  expect(rows).toEqual([]);
});

test("the list of what could not be sharded does not grow", async () => {
  const found = await withOwnerClient(world.ownerUrl, async (client) => {
    const { rows: policies } = await client.query<{ name: string; text: string }>(`
      select c.relname as name,
        concat_ws(' ', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) as text
      from pg_policy p join pg_class c on c.oid = p.polrelid
      where c.relnamespace = 'public'::regnamespace order by 1`);
    const { rows: triggers } = await client.query<{ name: string }>(`
      select tgrelid::regclass || '.' || tgname as name from pg_trigger where not tgisinternal
        and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`);
    const { rows: columns } = await client.query<{ name: string }>(`
      select distinct a.attrelid::regclass::text as name from pg_attribute a cross join aclexplode(a.attacl) r
      where r.grantee = 'kontor_app'::regrole order by 1`);
    return { policies, triggers, columns };
  });
  // A policy uses only the scope and no rows of other tables, except the policy of sessions, which
  // belong to users.
  const scope =
    /\( SELECT (?:scoped_tenant\(\)|\(?NULLIF\(current_setting\([^)]*\), ''::text\)\)?::\w+(?:\[\])?) AS "?\w+"?\)/g;
  const selecting = found.policies.filter(({ text }) => /select/i.test(text.replaceAll(scope, "")));
  expect(new Set(selecting.map(({ name }) => name))).toEqual(new Set(["sessions"]));
  expect(found.triggers.map(({ name }) => name)).toEqual(["tenants.tenants_suspended"]);
  expect(found.columns.map(({ name }) => name)).toEqual([
    "employee_import_pieces",
    "funding_transactions",
    "ledgers",
  ]);
});

describe("the role of requests", () => {
  const asOwner = (query: string) =>
    withOwnerClient(world.ownerUrl, async (client) => (await client.query<Row>(query)).rows);

  test("owns nothing, bypasses nothing and cannot sign in", async () => {
    expect(
      await asOwner(`
        select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication
        from pg_roles where rolname = 'kontor_app'`),
    ).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolcanlogin: false,
        rolreplication: false,
      },
    ]);
    expect(
      await asOwner(
        "select oid::regclass::text from pg_class where relowner = 'kontor_app'::regrole",
      ),
    ).toEqual([]);
    expect(
      await asOwner("select has_schema_privilege('kontor_app', 'public', 'create') as may_create"),
    ).toEqual([{ may_create: false }]);
  });

  test("has no privileges on tables without row-level security", async () => {
    expect(
      await asOwner(`
        select c.relname as name, held.privilege
        from pg_class c cross join (values ('truncate'), ('trigger'), ('references')) held(privilege)
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and has_table_privilege('kontor_app', c.oid, held.privilege)`),
    ).toEqual([]);
  });

  test("has the owner's privileges only in the listed functions, each with its own search path", async () => {
    const found = await asOwner(`
      select p.proname as name, p.proconfig is null as without_path,
        has_function_privilege('kontor_app', p.oid, 'execute') as open
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef order by 1`);
    expect(found).toEqual(doors.map((name) => ({ name, without_path: false, open: true })));
  });

  test("can neither change nor delete rows of the audit log", async () => {
    expect(
      await asOwner(`
        select c.relrowsecurity and c.relforcerowsecurity as secured,
          has_table_privilege('kontor_app', c.oid, 'update') or has_any_column_privilege('kontor_app', c.oid, 'update')
            or has_table_privilege('kontor_app', c.oid, 'delete') as may_change
        from pg_class c where c.oid = 'audit_log'::regclass`),
    ).toEqual([{ secured: true, may_change: false }]);
  });
});
