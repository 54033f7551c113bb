import { sql } from "kysely";
import { expect, test } from "vitest";

import { openFileWorld } from "../../testing/harness.ts";
import { openTenant } from "../../testing/tenants.ts";
import { systemClock } from "../clock.ts";
import { withOwnerClient } from "../database/database.ts";
import { tokenHash } from "../http/authenticate.ts";
import { setAllTenantsReadable } from "../scope.ts";
import { deleteExpiredData } from "./housekeeping.ts";

const hour = 60 * 60_000;
const world = await openFileWorld();
const user = await world.signIn("platform");

const at = (hours: number): Date => new Date(world.clock.now().getTime() + hours * hour);
const keep = { mails: 180, imports: 30, audit: 2192 };
const hash = (name: string): Buffer => tokenHash(name);

test("deletes what has expired and nothing else", async () => {
  const { tenant_id } = await openTenant(world);
  const others = [await world.signIn("staff"), await world.signIn("staff")];
  await world.database.transaction(async (tx) => {
    await sql`delete from sessions`.execute(tx);
    await sql`insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, revoked_at)
      values (${hash("live")}, ${user.user_id}, ${at(-1)}, ${at(0)}, ${at(11)}, null),
        (${hash("over")}, ${user.user_id}, ${at(-12)}, ${at(0)}, ${at(0)}, null),
        (${hash("left")}, ${user.user_id}, ${at(-1)}, ${at(0)}, ${at(11)}, ${at(0)})`.execute(tx);
    await sql`insert into idempotency_keys (user_id, key, request_hash, created_at)
      values (${user.user_id}, 'kept-key', '', ${at(-48)}), (${user.user_id}, 'old-key', '', ${at(-48.1)})`.execute(
      tx,
    );
    await sql`insert into sign_in_failures (key_hash, failures, last_failed_at)
      values (${hash("recent")}, 3, ${at(-23)}), (${hash("old")}, 9, ${at(-25)})`.execute(tx);
    await sql`insert into password_resets (user_id, code_hash, code_expires_at, token_hash, token_expires_at)
      values (${user.user_id}, '', ${at(0.1)}, null, null),
        (${others[0]?.user_id}, '', ${at(-0.1)}, ${hash("token")}, ${at(0.1)}),
        (${others[1]?.user_id}, '', ${at(-1)}, ${hash("dead token")}, ${at(-0.5)})`.execute(tx);
    await sql`insert into sign_in_challenges (token_hash, user_id, password_hash, expires_at)
      values (${hash("begun")}, ${user.user_id}, '', ${at(0.05)}),
        (${hash("given up")}, ${user.user_id}, '', ${at(0)})`.execute(tx);
    await sql`insert into portal_sessions
        (token_hash, tenant_id, employee_id, created_at, last_seen_at, expires_at, revoked_at)
      values (${hash("live")}, ${tenant_id}, 1, ${at(-1)}, ${at(0)}, ${at(11)}, null),
        (${hash("over")}, ${tenant_id}, 1, ${at(-12)}, ${at(0)}, ${at(0)}, null),
        (${hash("left")}, ${tenant_id}, 1, ${at(-1)}, ${at(0)}, ${at(11)}, ${at(0)})`.execute(tx);
    await sql`insert into portal_codes (address_hash, code_hash, expires_at)
      values (${hash("mailed")}, '', ${at(0.1)}), (${hash("not used")}, '', ${at(0)})`.execute(tx);
    await sql`insert into portal_code_tries (address_hash, asker_hash, tries)
      values (${hash("not used")}, ${hash("asker")}, 2)`.execute(tx);
    await sql`insert into password_reset_links (token_hash, user_id, expires_at)
      values (${hash("mailed")}, ${user.user_id}, ${at(0.1)}),
        (${hash("too late")}, ${user.user_id}, ${at(0)})`.execute(tx);
    await sql`insert into mails (label, to_email, subject, html, text, status, next_try_at, created_at)
      values ('old', 'a@example.com', '', '', '', 'SENT', ${at(0)}, ${at(-181 * 24)}),
        ('recent', 'a@example.com', '', '', '', 'FAILED', ${at(0)}, ${at(-179 * 24)}),
        ('waiting', 'a@example.com', '', '', '', 'WAITING', ${at(0)}, ${at(-181 * 24)})`.execute(
      tx,
    );
    await sql`insert into maintenance_runs (kind, finished_at, milliseconds, faults)
      values ('backup', ${at(-401 * 24)}, 1, 0), ('backup', ${at(-1)}, 1, 0)`.execute(tx);
  });

  expect(await deleteExpiredData(world.database, world.clock.now(), keep)).toEqual({
    sessions: 2,
    idempotency_keys: 1,
    sign_in_failures: 1,
    sign_in_challenges: 1,
    portal_sessions: 2,
    portal_codes: 1,
    password_resets: 1,
    password_reset_links: 1,
    mails: 1,
    maintenance_runs: 1,
    audit_log: 0,
  });
  const left = await world.database.transaction((tx) =>
    sql`select
      (select array_agg(token_hash) from sessions) as sessions,
      (select array_agg(key) from idempotency_keys) as keys,
      (select array_agg(key_hash) from sign_in_failures) as failures,
      (select array_agg(token_hash) from sign_in_challenges) as challenges,
      (select array_agg(token_hash) from portal_sessions) as portal_sessions,
      (select array_agg(address_hash) from portal_codes) as portal_codes,
      (select array_agg(user_id::int order by user_id) from password_resets) as resets`.execute(tx),
  );
  expect(left.rows).toEqual([
    {
      sessions: [hash("live")],
      keys: ["kept-key"],
      failures: [hash("recent")],
      challenges: [hash("begun")],
      portal_sessions: [hash("live")],
      portal_codes: [hash("mailed")],
      resets: [user.user_id, others[0]?.user_id],
    },
  ]);
});

test("deletes more than one batch", async () => {
  await world.database.transaction((tx) =>
    sql`insert into idempotency_keys (user_id, key, request_hash, created_at)
      select ${user.user_id}, 'portion-' || n, '', ${at(-100)} from generate_series(1, 10001) n`.execute(
      tx,
    ),
  );
  expect(await deleteExpiredData(world.database, world.clock.now(), keep)).toMatchObject({
    idempotency_keys: 10_001,
  });
  expect(await deleteExpiredData(world.database, world.clock.now(), keep)).toMatchObject({
    idempotency_keys: 0,
  });
});

test("the audit log is kept for its own period, at least a year", async () => {
  const { database, ownerUrl } = world;
  const now = new Date(systemClock.now());
  const days = (count: number) => new Date(now.getTime() - count * 24 * hour);
  await withOwnerClient(ownerUrl, (owner) =>
    owner.query(
      `insert into audit_log (action, subject, request_id, recorded_at)
       values ('old', '', '', $1), ('recent', '', '', $2), ('young', '', '', $3)`,
      [days(800), days(600), days(300)],
    ),
  );
  const actions = async () =>
    database.transaction(async (tx) => {
      await setAllTenantsReadable(tx);
      const { rows } = await sql<{ action: string }>`
        select action from audit_log where action in ('old', 'recent', 'young') order by id`.execute(
        tx,
      );
      return rows.map(({ action }) => action);
    });
  expect(await deleteExpiredData(database, now, { ...keep, audit: 700 })).toMatchObject({
    audit_log: 1,
  });
  expect(await actions()).toEqual(["recent", "young"]);
  // A shorter setting, or a direct call of the function, still keeps a year.
  expect(await deleteExpiredData(database, now, { ...keep, audit: 1 })).toMatchObject({
    audit_log: 1,
  });
  expect(await actions()).toEqual(["young"]);
  const refused = database.transaction((tx) => sql`delete from audit_log`.execute(tx));
  await expect(refused).rejects.toThrow("permission denied");
});

test("earlier opening balances stay in the audit log, for statements as of their time", async () => {
  const { database, ownerUrl } = world;
  const now = new Date(systemClock.now());
  const years = (count: number) => new Date(now.getTime() - count * 365 * 24 * hour);
  const changes = [
    ["ledger.changed", { op_balance: { from: "100", to: "200" } }],
    ["ledger.changed", { name: { from: "Till", to: "Cash" } }],
    ["ledger.added", { op_balance: "100" }],
  ] as const;
  await withOwnerClient(ownerUrl, async (owner) => {
    for (const [action, detail] of changes) {
      await owner.query(
        `insert into audit_log (action, subject, request_id, detail, recorded_at)
         values ($1, 'ledger:1', '', $2, $3)`,
        [action, detail, years(9)],
      );
    }
  });
  expect(await deleteExpiredData(database, now, keep)).toMatchObject({ audit_log: 2 });
  expect(await deleteExpiredData(database, now, keep)).toMatchObject({ audit_log: 0 });
  const { rows } = await database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    return sql`select action, detail from audit_log where subject = 'ledger:1'`.execute(tx);
  });
  expect(rows).toEqual([{ action: "ledger.changed", detail: changes[0][1] }]);
});
