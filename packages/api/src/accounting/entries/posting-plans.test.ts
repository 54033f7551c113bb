import pg from "pg";
import { expect, test } from "vitest";

import { openWorld } from "../../testing/harness.ts";

/** A separate world, whose owner posts on one connection, which keeps its query plans. */
async function openPlans(name: string) {
  const own = await openWorld({}, { newDatabase: true });
  const owner = new pg.Client({ connectionString: own.ownerUrl });
  await owner.connect();
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await owner.query<Row>(text, values)).rows;
  return {
    query,
    /** Adds a tenant with an empty group, and sets the connection's scope to it. */
    addTenant: async (code: string) => {
      const [tenant] = await query<{ id: string }>(
        `insert into tenants (code, name, email, created_at)
        values ($1, $2, $1 || '@tenant.example', now()) returning id`,
        [code, name],
      );
      const tenantId = tenant?.id ?? "";
      await query("select set_config('app.tenant_id', $1, false)", [tenantId]);
      await query(
        `insert into groups (tenant_id, code, name, class, sequence, ledger_sequence, created_at)
        values ($1, '01-01', 'Group', '01', 1, 100, now())`,
        [tenantId],
      );
      return tenantId;
    },
    addLedgers: (tenantId: string, from: number, to: number) =>
      query<{ id: string }>(
        `insert into ledgers (tenant_id, group_id, code, sequence, name, created_at)
        select tenant_id, id, '01-01-' || n, n, 'Ledger ' || n, now()
        from groups, generate_series($2::int, $3::int) n where tenant_id = $1 returning id`,
        [tenantId, from, to],
      ),
    /** Posts an entry from each ledger to the next one, with optional extra fields. */
    post: (tenantId: string, ledgers: readonly { id: string }[], besides: object = {}) => {
      const entries = ledgers.slice(1).map(({ id }, at) => {
        const common = { amount: 100, narration: "Of many" };
        const items = [
          { ...common, ledger_id: id, dc: "DR" },
          { ...common, ledger_id: ledgers[at]?.id, dc: "CR" },
        ];
        const head = { entry_date: "2026-03-10", entry_type_id: 1, narration: "Of many" };
        return { ...head, items, ...besides };
      });
      return query<{ entry_id: string }>(
        "select * from post_entries($1, null, 'test', now(), $2::jsonb)",
        [tenantId, JSON.stringify(entries)],
      );
    },
    /**
     * The number of rows of each table that this connection has read, from its own statistics,
     * which others do not change.
     */
    rowsRead: async () => {
      const rows = await query<{ relname: string; read: number }>(
        "select relname, (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables",
      );
      return new Map(rows.map(({ relname, read }) => [relname, read]));
    },
    close: async () => {
      await owner.end();
      await own.close();
    },
  };
}

test("plans made for few ledgers find each by its key when there are many", async () => {
  const { query, addTenant, addLedgers, post, close } = await openPlans("Young");
  try {
    const tenantId = await addTenant("y");
    const few = await addLedgers(tenantId, 1, 3);
    await query("analyze ledgers");
    await post(tenantId, few.slice(0, 2));
    await post(tenantId, few);
    const many = [...few, ...(await addLedgers(tenantId, 4, 100))];
    await query("begin");
    expect(await post(tenantId, many)).toHaveLength(many.length - 1);
    const read = await query(
      `select relname, seq_scan::int from pg_stat_xact_user_tables
      where relname in ('ledgers', 'tenants') order by relname`,
    );
    expect(read).toEqual([
      { relname: "ledgers", seq_scan: 0 },
      { relname: "tenants", seq_scan: 0 },
    ]);
    await query("rollback");
  } finally {
    await close();
  }
});

test("plans made for organizations of average size read no more of a large one", async () => {
  const { query, addTenant, addLedgers, post, rowsRead, close } = await openPlans("Among others");
  try {
    for (let n = 1; n <= 60; n++) {
      const small = await addTenant(`s${n}`);
      await post(small, await addLedgers(small, 1, 3));
    }
    const large = await addTenant("large");
    const ledgers = await addLedgers(large, 1, 500);
    const posted = await post(large, ledgers);
    await query("analyze");
    const revised = { entry_id: posted[0]?.entry_id, expected_revision: 1 };
    for (const work of [
      () => post(large, ledgers.slice(0, 5)),
      () => post(large, ledgers.slice(0, 2)),
      () => post(large, ledgers.slice(2, 4), revised),
    ]) {
      await query("begin");
      const before = await rowsRead();
      expect(await work()).not.toEqual([]);
      const read = [...(await rowsRead())].map(([name, rows]) => ({
        name,
        rows: rows - (before.get(name) ?? 0),
      }));
      expect(read.filter(({ rows }) => rows > 100)).toEqual([]);
      await query("rollback");
    }
  } finally {
    await close();
  }
});

test("plans made without idempotency keys find each key when there are many", async () => {
  const { query, addTenant, addLedgers, rowsRead, close } = await openPlans("Young");
  try {
    const [user] = await query<{ id: string }>(
      `insert into users (email, name, roles, password_hash, created_at)
      values ('y@y.example', 'Y', '{ADMINISTRATOR}', 'none', now()) returning id`,
    );
    const tenantId = await addTenant("y");
    const [debit, credit] = await addLedgers(tenantId, 1, 2);
    const post = async (count: number, name: string) => {
      const item = { amount: "100", narration: "Line" };
      const items = [
        { ...item, ledger_id: debit?.id, dc: "DR" },
        { ...item, ledger_id: credit?.id, dc: "CR" },
      ];
      const keys = Array.from({ length: count }, (_each, n) => `${name}-${n}`);
      const same = <Value>(value: Value) => keys.map(() => value);
      const batch = {
        tenant_id: tenantId,
        entries: same({ entry_type_id: 1, entry_date: "2026-03-02", items }),
        ledgers: `{${debit?.id},${credit?.id}}`,
      };
      await query(
        "select * from post_requests(now(), 'accounting', '', null, $1, $2, $3, $4, $5, $6, '{}', '{}', now())",
        [
          JSON.stringify([batch]),
          same(user?.id),
          same(tenantId),
          keys.map((_key, index) => index + 1),
          keys,
          same(Buffer.alloc(32)),
        ],
      );
    };
    const claim = async (key: string) => {
      const claimed = [user?.id, tenantId, key];
      const hash = Buffer.alloc(32);
      await query("select claim_idempotency_key($1, $2, $3, $4, now())", [...claimed, hash]);
      await query("select keep_idempotent_response($1, $2, $3, 201, '{}')", claimed);
    };
    await query("select set_config('app.tenant_id', '', false)");
    await query("set role kontor_app");
    await claim("alone");
    await post(2, "first");
    await post(1000, "many");
    await query("begin");
    const before = (await rowsRead()).get("idempotency_keys") ?? 0;
    await expect(post(1, "many")).rejects.toMatchObject({ code: "KB002" });
    await query("rollback");
    await query("begin");
    await post(5, "last");
    const read = ((await rowsRead()).get("idempotency_keys") ?? 0) - before;
    expect(read).toBeLessThan(50);
    await query("rollback");
    await query("begin");
    await claim("last");
    const claiming = ((await rowsRead()).get("idempotency_keys") ?? 0) - before;
    expect(claiming).toBeGreaterThan(0);
    expect(claiming).toBeLessThan(50);
    await query("rollback");
  } finally {
    await close();
  }
});
