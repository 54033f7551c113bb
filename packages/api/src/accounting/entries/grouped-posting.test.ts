import { addLedger, updateLedger } from "@kontor/contract/accounting/accounts";
import { addEntry, getEntry, listEntries } from "@kontor/contract/accounting/entries";
import { addGroup } from "@kontor/contract/accounting/groups";
import { logout } from "@kontor/contract/session/session";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { withOwnerClient } from "../../platform/database/database.ts";
import { setAllTenantsReadable, setTenant } from "../../platform/scope.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld, type Caller } from "../../testing/harness.ts";
import { openTenant, type TestTenant } from "../../testing/tenants.ts";

const world = await openFileWorld();
const tenant = await openTenant(world);
let one: Caller;
let other: Caller;

beforeAll(async () => {
  [one, other] = [await world.signIn("staff"), await world.signIn("platform")];
});
afterAll(() => expectCoherentBooks(world));

const body = (narration: string, credit = tenant.ledgers.bank_clearing) =>
  bodyFor(tenant, narration, credit);

const bodyFor = (
  { tenant_id, ledgers }: TestTenant,
  narration: string,
  credit = ledgers.bank_clearing,
) => ({
  tenant_id,
  narration,
  entry_date: "2026-03-02",
  items: [
    { dc: "DR", amount: "3.00", ledger_id: ledgers.paye_payable, narration },
    { dc: "CR", amount: "3.00", ledger_id: credit, narration },
  ],
});

test("posts that arrive together keep their own user, request and response", async () => {
  const posts = Array.from({ length: 40 }, (_unused, index) => {
    const caller = index % 2 === 0 ? one : other;
    return caller.call(addEntry, { body: body(`Post ${index}`) });
  });
  const entries = await Promise.all(posts);
  expect(entries.map(({ narration }) => narration)).toEqual(posts.map((_post, i) => `Post ${i}`));
  expect(new Set(entries.map(({ ent_number }) => ent_number)).size).toBe(40);

  const shown = await one.call(getEntry, {
    params: { id: entries[7]?.id ?? 0 },
    query: { tenant_id: tenant.tenant_id },
  });
  const { items: _shownItems, locked: _locked, ...head } = shown;
  expect(entries[7]).toMatchObject(head);

  const audited = await world.database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    const { rows } = await sql<{ actor_id: number; requests: number; entries: number }>`
      select actor_id, count(distinct request_id)::int as requests, count(*)::int as entries
      from audit_log where action = 'entry.posted' group by actor_id`.execute(tx);
    return new Map(rows.map((row) => [row.actor_id, [row.requests, row.entries]]));
  });
  expect(audited.get(one.user_id)).toEqual([20, 20]);
  expect(audited.get(other.user_id)).toEqual([20, 20]);
});

test("a post with an ended session is refused among others that arrive together", async () => {
  const leaver = await world.signIn("platform");
  await leaver.call(logout, {});
  const posts = Array.from({ length: 12 }, (_unused, index) => {
    const caller = [one, leaver, other][index % 3] ?? one;
    return caller.attempt(addEntry, { body: body(`Beside a leaver ${index}`) });
  });
  const statuses = (await Promise.all(posts)).map(({ status }) => status);
  expect(statuses).toEqual(posts.map((_post, index) => (index % 3 === 1 ? 401 : 201)));
});

test("a refused post fails no other post of its group", async () => {
  const foreign = await openTenant(world);
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_unused, index) =>
      one.attempt(addEntry, {
        body: body("Mixed", index === 11 ? foreign.ledgers.bank_clearing : undefined),
      }),
    ),
  );
  const refused = replies.filter(({ status }) => status !== 201);
  expect(refused.map(({ status }) => status)).toEqual([404]);
  expect(replies[11]?.problem.errors?.[0]?.path).toBe("items.1.ledger_id");
});

test("posts of several tenants each reach their own, and wait for no other tenant's locks", async () => {
  const [first, second, third, held] = [
    await openTenant(world),
    await openTenant(world),
    await openTenant(world),
    await openTenant(world),
  ];
  const tenants = [first, second, third];
  const replies = await Promise.all(
    Array.from({ length: 36 }, (_unused, index) => {
      const to = tenants[index % 3] ?? first;
      // One request names a ledger of another tenant.
      const credit = index === 20 ? first.ledgers.bank_clearing : undefined;
      return one.attempt(addEntry, { body: bodyFor(to, `To ${to.tenant_id}`, credit) });
    }),
  );
  expect(replies.flatMap(({ status }, index) => (status === 201 ? [] : [[index, status]]))).toEqual(
    [[20, 404]],
  );
  for (const [place, { tenant_id }] of tenants.entries()) {
    const { data } = await one.list(listEntries, { query: { tenant_id, per_page: 100 } });
    expect(new Set(data.map(({ narration }) => narration))).toEqual(new Set([`To ${tenant_id}`]));
    expect(data).toHaveLength(place === 2 ? 11 : 12);
  }

  let isHeldPosted = false;
  const posted = await world.database.transaction(async (tx) => {
    await setTenant(tx, held.tenant_id);
    await sql`select from ledgers where tenant_id = ${held.tenant_id} for update`.execute(tx);
    const waiting = one.call(addEntry, { body: bodyFor(held, "Held") }).then((entry) => {
      isHeldPosted = true;
      return entry;
    });
    const others = [...tenants, tenant].map((each) =>
      one.call(addEntry, { body: bodyFor(each, "Not held") }),
    );
    const more = one.call(addEntry, { body: bodyFor(held, "Held as well") });
    await Promise.all(others);
    expect(isHeldPosted).toBe(false);
    return [waiting, more];
  });
  expect((await Promise.all(posted)).map(({ ent_number }) => ent_number)).toHaveLength(2);
});

test("the same key twice at the same moment has one effect", async () => {
  const twice = await Promise.all(
    Array.from({ length: 12 }, () =>
      one.attempt(addEntry, { body: body("Double click"), key: "double-click-0001" }),
    ),
  );
  const statuses = new Set(twice.map(({ status }) => status));
  expect(statuses.has(201)).toBe(true);
  expect([...statuses].filter((status) => status !== 201 && status !== 409)).toEqual([]);
  const { data } = await one.list(listEntries, {
    query: { tenant_id: tenant.tenant_id, per_page: 100 },
  });
  expect(data.filter(({ narration }) => narration === "Double click")).toHaveLength(1);
});

test("a repeated post gets its first response among new posts", async () => {
  const post = (index: number) =>
    one.attempt(addEntry, { body: body(`Again ${index}`), key: `again-${index}-0001` });
  const before = await Promise.all([post(1), post(4)]);
  const reused = one.attempt(addEntry, { body: body("Something else"), key: "again-1-0001" });
  const [again, ...rest] = await Promise.all([post(1), reused, post(2), post(3), post(4), post(5)]);
  expect(again?.body).toEqual(before[0]?.body);
  expect(rest.map(({ status }) => status)).toEqual([422, 201, 201, 201, 201]);
  expect(rest[3]?.body).toEqual(before[1]?.body);
  const { data } = await one.list(listEntries, {
    query: { tenant_id: tenant.tenant_id, per_page: 100, search: "Again" },
  });
  expect(data.map(({ narration }) => narration).toSorted()).toEqual(
    [1, 2, 3, 4, 5].map((index) => `Again ${index}`),
  );
});

test("a repeated post without a date keeps the day of its first response", async () => {
  const now = world.clock.now();
  onTestFinished(() => {
    world.clock.set(now);
  });
  // A minute before midnight in Lagos.
  const evening = new Date(`${now.toISOString().slice(0, 10)}T22:59:00Z`);
  world.clock.set(evening);
  const caller = await world.signIn("staff");
  const { entry_date: _day, ...undated } = body("Undated");
  const post = () => caller.attempt(addEntry, { body: undated, key: "undated-0001" });
  const first = await post();
  world.clock.set(new Date(evening.getTime() + 120_000));
  const again = await post();
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  const next = await caller.call(addEntry, { body: undated });
  expect((first.body as { data: { date: string } }).data.date < next.date).toBe(true);
});

test("a repeated post keeps the names and balances of its first response", async () => {
  const { tenant_id } = tenant;
  const group = await one.call(addGroup, { body: { tenant_id, class: "01", name: "Tills" } });
  const { id } = await one.call(addLedger, {
    body: { tenant_id, group_id: group.id, name: "First name" },
  });
  const post = () => one.attempt(addEntry, { body: body("Named", id), key: "named-00001" });
  const first = await post();
  await one.call(updateLedger, { params: { id }, body: { tenant_id, name: "Second name" } });
  await one.call(addEntry, { body: body("Later", id) });
  expect((await post()).body).toEqual(first.body);
});

test("a response that was stored as such is given again", async () => {
  const post = () => one.attempt(addEntry, { body: body("Stored"), key: "stored-0001" });
  const first = await post();
  await withOwnerClient(world.ownerUrl, (owner) =>
    owner.query(
      "update idempotency_keys set status = 201, response = $1, result = null where key = 'stored-0001'",
      [JSON.stringify(first.body)],
    ),
  );
  const again = await post();
  expect([again.status, again.body]).toEqual([201, first.body]);
});

test("a post of a key that another transaction holds waits for that one", async () => {
  const key = "held-key-0001";
  const reply = await withOwnerClient(world.ownerUrl, async (holder) => {
    await holder.query("begin");
    await holder.query(
      `insert into idempotency_keys (user_id, tenant_id, key, request_hash, created_at)
      values ($1, $2, $3, '\\x00', now())`,
      [one.user_id, tenant.tenant_id, key],
    );
    let isAnswered = false;
    const waiting = one.attempt(addEntry, { body: body("Held key"), key }).then((answered) => {
      isAnswered = true;
      return answered;
    });
    await one.call(addGroup, {
      body: { tenant_id: tenant.tenant_id, class: "01", name: "Meanwhile" },
    });
    expect(isAnswered).toBe(false);
    await holder.query("commit");
    return waiting;
  });
  expect([reply.status, reply.problem.code]).toEqual([422, "idempotency_key_reused"]);
  const { data } = await one.list(listEntries, {
    query: { tenant_id: tenant.tenant_id, search: "Held key" },
  });
  expect(data).toEqual([]);
});
