import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";
import { openTenant, type TestTenant } from "../../testing/tenants.ts";

const world = await openFileWorld();
const tenants = [await openTenant(world), await openTenant(world), await openTenant(world)];
const client = new pg.Client({ connectionString: world.ownerUrl });

beforeAll(async () => {
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await expectCoherentBooks(world);
});

/** Runs work as a request would, and rolls it back. */
async function rolledBack<Result>(work: () => Promise<Result>): Promise<Result> {
  await client.query("begin");
  try {
    return await work();
  } finally {
    await client.query("rollback");
  }
}

const tenantAt = (place: number): TestTenant => {
  const tenant = tenants[place];
  if (tenant === undefined) throw new Error(`there is no tenant ${place}`);
  return tenant;
};

/** Entries of a tenant in the form for `post_for_tenants`; the n-th is of n kobo. */
function batchOf({ tenant_id, ledgers }: TestTenant, count: number, day = "2026-03-02") {
  const entries = Array.from({ length: count }, (_each, index) => {
    const [debit, credit] = [ledgers.paye_payable, ledgers.bank_clearing];
    const item = { amount: String(index + 1), narration: `Line ${index}` };
    const items = [
      { ...item, dc: index % 3 === 0 ? "CR" : "DR", ledger_id: debit },
      { ...item, dc: index % 3 === 0 ? "DR" : "CR", ledger_id: credit },
    ];
    const by = { actor_id: null, request_id: `request ${tenant_id}-${index}` };
    return {
      entry_type_id: 1 + (index % 2),
      entry_date: index % 50 === 49 ? "2026-04-01" : day,
      narration: `Entry ${index}`,
      items,
      ...by,
    };
  });
  return {
    tenant_id,
    entries,
    ledgers: `{${ledgers.paye_payable},${ledgers.bank_clearing}}`,
  };
}

type Reply = { tenant_id: string; posted: unknown[]; ledgers: unknown[] };

async function postFor(batches: readonly ReturnType<typeof batchOf>[]): Promise<Reply[]> {
  await client.query("set local role kontor_app");
  const { rows } = await client.query<Reply>(
    "select tenant_id, posted, ledgers from post_for_tenants('2026-03-20', 'accounting', 'Accounting', null, $1::jsonb)",
    [JSON.stringify(batches)],
  );
  await client.query("reset role");
  return rows.toSorted((one, other) => Number(one.tenant_id) - Number(other.tenant_id));
}

/** The contents of all tenants' books, with entry ids counted within their tenant. */
async function allBooks(): Promise<Record<string, unknown[]>> {
  await client.query(
    "select set_config('app.tenant_id', '', true), set_config('app.reads_all', 'on', true)",
  );
  const first = `(select min(e.id) from entries e where e.tenant_id = x.tenant_id)`;
  const counted = (column: string) =>
    `to_jsonb(x) || jsonb_build_object('${column}', x.${column} - ${first})`;
  const queries = {
    entries: `select (${counted("id")}) - 'posted_in' as row from entries x order by tenant_id, id`,
    entry_items: `select ${counted("entry_id")} as row from entry_items x order by tenant_id, entry_id, line`,
    audit_log: `select to_jsonb(x) - '{id,subject}'::text[] as row from audit_log x
      where action = 'entry.posted' order by tenant_id, id`,
    ledger_day_marks: `select ${counted("entry_id")} as row from ledger_day_marks x order by tenant_id, ledger_id, day`,
    ledgers: "select to_jsonb(x) as row from ledgers x order by id",
    ledger_days: "select to_jsonb(x) as row from ledger_days x order by ledger_id, day",
    ledger_months: "select to_jsonb(x) as row from ledger_months x order by ledger_id, month",
    entry_counters: `select ${counted("newest_id")} as row from entry_counters x order by tenant_id, entry_type_id`,
    entry_days: "select to_jsonb(x) as row from entry_days x order by tenant_id, day",
  };
  const books: Record<string, unknown[]> = {};
  for (const [name, query] of Object.entries(queries)) {
    books[name] = (await client.query<{ row: unknown }>(query)).rows.map(({ row }) => row);
  }
  return books;
}

test("posting for several tenants at once gives the same books as posting for each separately", async () => {
  const [first, second] = [tenantAt(0), tenantAt(1)];
  // More than the 256 lines after which a ledger's day gets a mark, which a call sets at its end.
  const rounds = [
    [batchOf(first, 266), batchOf(second, 3)],
    // On the day of the posting, whose balances are shown with it.
    [batchOf(first, 7, "2026-03-20"), batchOf(second, 40, "2026-03-20")],
  ];
  const [ledgersTogether, together] = await rolledBack(async () => {
    const replies: Reply[] = [];
    for (const batches of rounds) replies.push(...(await postFor(batches)));
    expect(replies.map(({ posted }) => posted.length)).toEqual([266, 3, 7, 40]);
    return [replies.map(({ ledgers }) => new Set(ledgers.map(String))), await allBooks()];
  });
  const [ledgersApart, apart] = await rolledBack(async () => {
    const replies: Reply[] = [];
    for (const batch of rounds.flat()) replies.push(...(await postFor([batch])));
    return [replies.map(({ ledgers }) => new Set(ledgers.map(String))), await allBooks()];
  });
  expect(together).toEqual(apart);
  expect(ledgersTogether).toEqual(ledgersApart);
  expect(together["entries"]).toHaveLength(316);
  expect(together["ledger_day_marks"]).toHaveLength(2);
});

test("the entries of each tenant get its own numbers and ids in their order, and its own ledgers", async () => {
  const replies = await rolledBack(() =>
    postFor([batchOf(tenantAt(0), 4), batchOf(tenantAt(1), 3)]),
  );
  const numbers = replies.map(({ posted }) => posted.map((each) => (each as unknown[])[1]));
  expect(numbers).toEqual([
    ["1", "1", "2", "2"],
    ["1", "1", "2"],
  ]);
  for (const { posted } of replies) {
    const ids = posted.map((each) => Number((each as unknown[])[0])) ?? [];
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  }
  for (const [place, { ledgers }] of replies.entries()) {
    const own = tenantAt(place).ledgers;
    expect(new Set(ledgers.map((each) => (each as unknown[])[0]))).toEqual(
      new Set([own.paye_payable, own.bank_clearing]),
    );
  }
});

test("for a tenant with the module switched off everything is refused, in its name", async () => {
  const off = tenantAt(1);
  const posting = rolledBack(async () => {
    await client.query("select set_config('app.tenant_id', $1, true)", [off.tenant_id]);
    await client.query(
      `insert into organization_values (tenant_id, kind, key, value, version, updated_at)
      values ($1, 'module', 'accounting', '{"enabled": false}', 1, now())`,
      [off.tenant_id],
    );
    return postFor(tenants.map((tenant) => batchOf(tenant, 2)));
  });
  await expect(posting).rejects.toMatchObject({ code: "KB003", message: "module_off" });
});

test("a locked period of one tenant allows only what its exceptions permit, and does not affect others", async () => {
  const [locked, other] = [tenantAt(0), tenantAt(1)];
  const lock = async () => {
    await client.query("select set_config('app.tenant_id', $1, true)", [locked.tenant_id]);
    await client.query(
      `insert into period_locks (tenant_id, locked_until, reason, set_at)
      values ($1, '2026-03-02', 'Closed', now())`,
      [locked.tenant_id],
    );
  };
  const batches = [batchOf(locked, 2), batchOf(other, 2)];
  await expect(rolledBack(() => lock().then(() => postFor(batches)))).rejects.toMatchObject({
    message: "period_locked",
  });
  const replies = await rolledBack(async () => {
    await lock();
    await client.query(
      `insert into period_lock_exceptions (tenant_id, user_id, until, reason, granted_at)
      values ($1, 7, '2026-03-21', 'Late invoice', now())`,
      [locked.tenant_id],
    );
    const [first, second] = batches;
    const entries = first?.entries.map((entry) => ({ ...entry, actor_id: 7 })) ?? [];
    return postFor([{ ...first, entries } as never, second as never]);
  });
  expect(replies.map(({ posted }) => posted.length)).toEqual([2, 2]);
});

type Change = { dc?: string; amount?: string; ledger_id?: number };

/** Changes of the two lines of an entry that has ₦0.01 on each side. */
const invalid: readonly [what: string, message: string, debit: Change, credit: Change][] = [
  ["sides that differ", "entry_unbalanced", { amount: "2" }, {}],
  ["two debits", "entry_unbalanced", {}, { dc: "DR" }],
  ["an unknown side", "entry_unbalanced", {}, { dc: "XX" }],
  ["amounts of zero", "entry_unbalanced", { amount: "0" }, { amount: "0" }],
  ["negative amounts", "entry_unbalanced", { amount: "-1" }, { amount: "-1" }],
  [
    "a ledger of a feature",
    "ledger_controlled",
    { ledger_id: tenantAt(1).ledgers.net_salaries_payable },
    {},
  ],
  ["an unknown ledger", "ledger_not_found", { ledger_id: 999_999 }, {}],
];

test.for(invalid)(
  "an entry with %s is refused beside another tenant's too",
  async ([, message, debit, credit]) => {
    const batches = [batchOf(tenantAt(0), 1), batchOf(tenantAt(1), 1)];
    const [first, second] = batches[1]?.entries[0]?.items ?? [];
    Object.assign(first ?? {}, { dc: "DR", ...debit });
    Object.assign(second ?? {}, { dc: "CR", ...credit });
    await expect(rolledBack(() => postFor(batches))).rejects.toMatchObject({ message });
  },
);

test("a ledger of another tenant of the same call is not found", async () => {
  const batches = [batchOf(tenantAt(0), 1), batchOf(tenantAt(1), 1)];
  const [entry] = batches[1]?.entries ?? [];
  const [item] = entry?.items ?? [];
  if (item !== undefined) item.ledger_id = tenantAt(0).ledgers.paye_payable;
  await expect(rolledBack(() => postFor(batches))).rejects.toMatchObject({
    message: "ledger_not_found",
  });
});

test("post_plain posts for no tenant that the transaction does not name", async () => {
  const batches = JSON.stringify([batchOf(tenantAt(0), 1), batchOf(tenantAt(1), 1)]);
  const posting = "select * from post_plain('2026-03-20', 'accounting', $1::jsonb)";
  for (const scope of ["", `{${tenantAt(0).tenant_id}}`]) {
    await expect(
      rolledBack(async () => {
        await client.query("select set_config('app.tenant_ids', $1, true)", [scope]);
        await client.query("set local role kontor_app");
        await client.query(posting, [batches]);
      }),
    ).rejects.toMatchObject({ code: "42501", message: /tenant \d+ is not in scope/ });
  }
});

test("requests see and change nothing more by naming several tenants", async () => {
  const ids = `{${tenants.map(({ tenant_id }) => tenant_id).join(",")}}`;
  const count = await rolledBack(async () => {
    await client.query("select set_config('app.tenant_ids', $1, true)", [ids]);
    await client.query("set local role kontor_app");
    const changed = await client.query("update ledgers set name = name");
    const { rows } = await client.query<{ seen: number }>(
      "select count(*)::int as seen from ledgers",
    );
    return [changed.rowCount, rows[0]?.seen];
  });
  expect(count).toEqual([0, 0]);
});

test("when another role owns the database, each tenant is posted for separately", async () => {
  const admin = new pg.Client({ connectionString: inject("adminUrl") });
  await admin.connect();
  const name = pg.escapeIdentifier(new URL(world.ownerUrl).pathname.slice(1));
  const owner = pg.escapeIdentifier(decodeURIComponent(new URL(world.ownerUrl).username));
  try {
    await admin.query(`alter database ${name} owner to current_user`);
    const replies = await rolledBack(() => postFor(tenants.map((tenant) => batchOf(tenant, 2))));
    expect(replies.map(({ posted }) => posted.length)).toEqual([2, 2, 2]);
  } finally {
    await admin.query(`alter database ${name} owner to ${owner}`);
    await admin.end();
  }
});
