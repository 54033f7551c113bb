import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";

import { openBooks } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";

const insufficientPrivilege = "42501";

const world = await openFileWorld();
const books = await openBooks(world);
let client: pg.Client;

beforeAll(async () => {
  await books.post(books.ledger("paye_payable"), books.ledger("bank_clearing"), "10.00");
  client = new pg.Client({ connectionString: world.ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await expectCoherentBooks(world);
});

/**
 * Runs a statement as a request would, in the scope of a tenant, and rolls it back. @returns
 * SQLSTATE, or "done".
 */
async function attempt(statement: string, tenantId: number, readsAll = false): Promise<string> {
  await client.query("begin");
  try {
    await client.query("set local role kontor_app");
    await client.query(
      "select set_config('app.tenant_id', $1, true), set_config('app.reads_all', $2, true)",
      [readsAll ? "" : String(tenantId), readsAll ? "on" : "off"],
    );
    await client.query(statement);
    return "done";
  } catch (error) {
    return error instanceof pg.DatabaseError ? (error.code ?? "") : String(error);
  } finally {
    await client.query("rollback");
  }
}

/**
 * Posts and rolls back. @returns the result and the stored rows, with ids relative to the last
 * earlier one.
 */
async function rowsAfter(statement: string, batch: string): Promise<Record<string, unknown[]>> {
  const left: Record<string, unknown[]> = {};
  const tenantId = books.tenant.tenant_id;
  await client.query("begin");
  try {
    await client.query("select set_config('app.tenant_id', $1, true)", [tenantId]);
    const { rows: ids } = await client.query<{ last: string }>(
      "select nextval('entries_id_seq') as last",
    );
    const counted = (row: string) =>
      `jsonb_build_object('entry_id', (to_jsonb(${row}) ->> 'entry_id')::bigint - ${ids[0]?.last})`;
    left["answers"] = (await client.query(statement, [batch])).rows;
    const queries = {
      entries: `select (to_jsonb(x) - '{id,posted_in}'::text[]) || jsonb_build_object('id', id - ${ids[0]?.last}) as row
        from entries x where id > ${ids[0]?.last} order by id`,
      entry_items: `select to_jsonb(x) || ${counted("x")} as row from entry_items x
        where entry_id > ${ids[0]?.last} order by entry_id, line`,
      audit_log: `select to_jsonb(x) - '{id,subject}'::text[] as row from audit_log x
        where recorded_at = '2026-03-20' order by id`,
      ledger_day_marks: `select to_jsonb(x) || ${counted("x")} as row from ledger_day_marks x order by ledger_id, day`,
      ledgers: "select to_jsonb(x) as row from ledgers x order by id",
      ledger_days: "select to_jsonb(x) as row from ledger_days x order by ledger_id, day",
      ledger_months: "select to_jsonb(x) as row from ledger_months x order by ledger_id, month",
      entry_counters: `select to_jsonb(x) || jsonb_build_object('newest_id', greatest(newest_id - ${ids[0]?.last}, 0)) as row
        from entry_counters x order by entry_type_id`,
      entry_days: "select to_jsonb(x) as row from entry_days x order by day",
    };
    for (const [name, query] of Object.entries(queries)) {
      left[name] = (await client.query<{ row: unknown }>(query)).rows.map(({ row }) => row);
    }
  } finally {
    await client.query("rollback");
  }
  return left;
}

/** A balanced entry of 1.00 in the form for post_entries. */
function posting(change: Record<string, unknown> = {}): string {
  const item = (dc: string, ledger_id: number) => ({
    dc,
    ledger_id,
    amount: 100,
    narration: "Direct",
  });
  return JSON.stringify([
    {
      entry_type_id: 1,
      entry_date: "2026-03-09",
      items: [item("DR", books.ledger("paye_payable")), item("CR", books.ledger("bank_clearing"))],
      ...change,
    },
  ]);
}

const call = (tenantId: number, entries: string) =>
  `select * from post_entries(${tenantId}, null, 'test', now(), '${entries}')`;

describe("a request cannot bypass the write path", () => {
  const values = {
    entries:
      "(tenant_id, entry_type_id, number, entry_date, recorded_at) select tenant_id, 1, 9, day, now()",
    entry_items:
      "(tenant_id, entry_id, revision, line, ledger_id, dc, amount, day, narration) select tenant_id, 1, 1, 1, 1, 'DR', 1, day, 'x'",
    entry_revisions:
      "(tenant_id, entry_id, revision, entry_date, narration, recorded_at) select tenant_id, 1, 1, day, 'x', now()",
    entry_days: "(tenant_id, day, entries) select tenant_id, '2020-01-01', 1",
    entry_counters:
      "(tenant_id, entry_type_id, last_number, newest_day, newest_id) select tenant_id, 9, 1, day, 1",
    ledger_days:
      "(tenant_id, ledger_id, day, debit, credit, lines) select tenant_id, 1, day, 1, 1, 1",
    ledger_months:
      "(tenant_id, ledger_id, month, debit, credit, lines) select tenant_id, 1, '2020-01-01', 1, 1, 1",
    ledger_day_marks:
      "(tenant_id, ledger_id, day, entry_id, debit, credit, lines) select tenant_id, 1, day, 1, 1, 1, 1",
  };

  test.for(Object.entries(values))(
    "%s cannot be inserted into, updated or deleted from",
    async ([table, row]) => {
      const tenantId = books.tenant.tenant_id;
      const codes = [
        await attempt(`insert into ${table} ${row} from entry_days`, tenantId),
        await attempt(`update ${table} set tenant_id = tenant_id`, tenantId),
        await attempt(`delete from ${table}`, tenantId),
        await attempt(`select 1 from ${table} for update`, tenantId),
        await attempt(`truncate ${table}`, tenantId),
      ];
      expect(codes).toEqual(Array.from({ length: 5 }, () => insufficientPrivilege));
      expect(await attempt(`select * from ${table}`, tenantId)).toBe("done");
    },
  );

  test("a ledger's balance, opening balance, group, code and purpose cannot be written", async () => {
    const tenantId = books.tenant.tenant_id;
    for (const column of [
      "balance",
      "op_balance",
      "op_balance_dc",
      "group_id",
      "code",
      "purpose",
    ]) {
      expect(await attempt(`update ledgers set ${column} = ${column}`, tenantId)).toBe(
        insufficientPrivilege,
      );
    }
    expect(await attempt("delete from ledgers", tenantId)).toBe(insufficientPrivilege);
    expect(await attempt("insert into ledgers (tenant_id, balance) values (1, 1)", tenantId)).toBe(
      insufficientPrivilege,
    );
    expect(await attempt("update ledgers set name = name", tenantId)).toBe("done");
  });

  test("the inner functions of the write path cannot be called", async () => {
    const tenantId = books.tenant.tenant_id;
    for (const part of [
      `post_alone(${tenantId}, null, '', now(), '{}')`,
      `take_back_postings(${tenantId}, '{1}')`,
      `shift_marks(${tenantId}, '{}', 1)`,
      `keep_locked_period(${tenantId}, '2020-01-01', now(), '{}')`,
      `refuse_reversed(${tenantId}, '{}')`,
      `refuse_by_hand(${tenantId}, '{}', '{}')`,
      `lock_ledgers(${tenantId}, '{}', '{}', '{}')`,
    ]) {
      expect(await attempt(`select ${part}`, tenantId)).toBe(insufficientPrivilege);
    }
  });
});

describe("post_entries itself", () => {
  test("posts a valid entry in the scope of the tenant", async () => {
    expect(await attempt(call(books.tenant.tenant_id, posting()), books.tenant.tenant_id)).toBe(
      "done",
    );
  });

  test("gives the same books for entries posted one by one as for the same ones in a batch", async () => {
    const tenantId = books.tenant.tenant_id;
    // More than the 256 lines after which a ledger's day gets a mark.
    const { rows: entries } = await client.query<{ entry: object }>(
      `select jsonb_build_object('entry_type_id', 1 + n % 2, 'entry_date', date '2026-03-01' + n % 40 / 39,
        'narration', 'Entry ' || n, 'actor_id', null, 'request_id', 'request ' || n, 'items', jsonb_build_array(
          jsonb_build_object('ledger_id', $1::bigint, 'dc', case n % 3 when 0 then 'CR' else 'DR' end, 'amount', n,
            'narration', 'Line ' || n),
          jsonb_build_object('ledger_id', $2::bigint, 'dc', case n % 3 when 0 then 'DR' else 'CR' end, 'amount', n,
            'narration', 'Line ' || n))) as entry
      from generate_series(1, 300) n`,
      [books.ledger("paye_payable"), books.ledger("bank_clearing")],
    );
    const batch = JSON.stringify(entries.map(({ entry }) => entry));
    // The first batch ends where a day has 256 lines, because a batch sets marks at its end.
    const batchedBy = (key: string) =>
      `select posted.place + b.first - 1 as place, posted.number, posted.revision
      from (
          select min(e.place)::integer as first, jsonb_agg(e.entry order by e.place) as entries
          from jsonb_array_elements($1::jsonb) with ordinality e(entry, place) group by ${key} order by 1) b,
        post_entries(${tenantId}, 1, 'test', '2026-03-20', b.entries) posted order by 1`;
    const together = await rowsAfter(batchedBy("e.place > 262"), batch);
    const oneByOne = await rowsAfter(batchedBy("e.place"), batch);
    expect(oneByOne).toEqual(together);
    expect(together["ledger_day_marks"]).toHaveLength(2);
    expect(together["entries"]).toHaveLength(300);
  });

  test("refuses an invalid entry, whoever calls it", async () => {
    const tenantId = books.tenant.tenant_id;
    const item = (dc: string, amount: number, ledger_id = books.ledger("bank_clearing")) => ({
      dc,
      amount,
      ledger_id,
      narration: "Direct",
    });
    const funding = books.ledger("paye_payable");
    const refused = [
      [],
      [item("DR", 100, funding)],
      [item("DR", 100, funding), item("CR", 99)],
      [item("DR", 0, funding), item("CR", 0)],
      [item("DR", -100, funding), item("CR", -100)],
    ];
    for (const items of refused) {
      expect(await attempt(call(tenantId, posting({ items })), tenantId)).toBe("KB001");
    }
    // A repeated ledger violates a key, a missing narration a check, and an unknown side the sums.
    const twice = [item("DR", 100), item("CR", 100)];
    expect(await attempt(call(tenantId, posting({ items: twice })), tenantId)).toBe("23505");
    const silent = [item("DR", 100, funding), { ...item("CR", 100), narration: "" }];
    expect(await attempt(call(tenantId, posting({ items: silent })), tenantId)).toBe("23514");
    const sideless = [item("DR", 100, funding), item("XX", 100)];
    expect(await attempt(call(tenantId, posting({ items: sideless })), tenantId)).toBe("KB001");
  });

  test("reaches no other tenant: neither by its ledgers, its entries nor its name", async () => {
    const [own, other] = [books.tenant.tenant_id, books.strangerTenant.tenant_id];
    expect(await attempt(call(other, posting()), own)).toBe(insufficientPrivilege);
    expect(await attempt(call(own, posting()), other)).toBe(insufficientPrivilege);
    expect(await attempt(call(other, posting({ entry_id: 1 })), other)).toBe("KB001");
    const foreign = [
      {
        dc: "DR",
        amount: 1,
        ledger_id: books.strangerTenant.ledgers.bank_clearing,
        narration: "x",
      },
      { dc: "CR", amount: 1, ledger_id: books.ledger("bank_clearing"), narration: "x" },
    ];
    expect(await attempt(call(own, posting({ items: foreign })), own)).toBe("KB001");
    expect(await attempt(call(own, posting()), own, true)).not.toBe("done");
    const opening = `select set_opening_balance(${own}, ${books.ledger("bank_clearing")}, 5, 'DR')`;
    expect(await attempt(opening, other)).toBe(insufficientPrivilege);
    expect(await attempt(opening, own)).toBe("done");
  });

  test("nor when the owner is a superuser, who bypasses row-level security", async () => {
    const [own, other] = [books.tenant.tenant_id, books.strangerTenant.tenant_id];
    const admin = new URL(inject("adminUrl"));
    admin.pathname = new URL(world.ownerUrl).pathname;
    const superuser = new pg.Client({ connectionString: admin.href });
    await superuser.connect();
    const calls = [
      call(own, posting()),
      `select set_opening_balance(${own}, ${books.ledger("bank_clearing")}, 5, 'DR')`,
    ];
    try {
      for (const statement of calls) {
        await superuser.query("begin");
        await superuser.query("alter function post_entries owner to current_user");
        await superuser.query("alter function set_opening_balance owner to current_user");
        await superuser.query("set local role kontor_app");
        await superuser.query("select set_config('app.tenant_id', $1, true)", [other]);
        await expect(superuser.query(statement)).rejects.toMatchObject({
          code: insufficientPrivilege,
          message: `tenant ${own} is not in scope`,
        });
        await superuser.query("rollback");
      }
    } finally {
      await superuser.end();
    }
  });
});

describe("a statement without a tenant condition", () => {
  test("sees only its own rows, all for staff, and none without a scope", async () => {
    const count = async (tenantId: string, readsAll: string) => {
      await client.query("begin");
      await client.query("set local role kontor_app");
      await client.query(
        "select set_config('app.tenant_id', $1, true), set_config('app.reads_all', $2, true)",
        [tenantId, readsAll],
      );
      const { rows } = await client.query<{ tenants: number; ledgers: number }>(
        "select count(distinct tenant_id)::int as tenants, count(*)::int as ledgers from ledgers",
      );
      await client.query("rollback");
      return rows[0];
    };
    const own = String(books.tenant.tenant_id);
    expect(await count(own, "off")).toEqual({ tenants: 1, ledgers: 27 });
    expect(await count("", "on")).toEqual({ tenants: 2, ledgers: 54 });
    expect(await count("", "off")).toEqual({ tenants: 0, ledgers: 0 });
  });

  test("writes to no other tenant, and staff who read all tenants write to none", async () => {
    const [own, other] = [books.tenant.tenant_id, books.strangerTenant.tenant_id];
    const insert = (tenantId: number) =>
      `insert into groups (tenant_id, code, name, class, sequence, created_at)
       values (${tenantId}, '01-77', 'x', '01', 77, now())`;
    expect(await attempt(insert(own), own)).toBe("done");
    expect(await attempt(insert(other), own)).toBe(insufficientPrivilege);
    expect(await attempt(insert(own), own, true)).toBe(insufficientPrivilege);
    expect(await attempt(`update groups set tenant_id = ${other}`, own)).toBe(
      insufficientPrivilege,
    );
  });
});
