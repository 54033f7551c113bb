import { addEntry, listEntries } from "@kontor/contract/accounting/entries";
import { logout } from "@kontor/contract/session/session";
import { afterAll, expect, test } from "vitest";

import { withOwnerClient } from "../../platform/database/database.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld, type Caller } from "../../testing/harness.ts";
import { openTenant } from "../../testing/tenants.ts";

const world = await openFileWorld();
const tenant = await openTenant(world);
const other = await world.signIn("staff");
afterAll(() => expectCoherentBooks(world));

function body(narration: string) {
  const { tenant_id, ledgers } = tenant;
  return {
    tenant_id,
    narration,
    entry_date: "2026-03-02",
    items: [
      { dc: "DR", amount: "3.00", ledger_id: ledgers.paye_payable, narration },
      { dc: "CR", amount: "3.00", ledger_id: ledgers.bank_clearing, narration },
    ],
  };
}

const post = (caller: Caller, narration = "Post") =>
  caller.attempt(addEntry, { body: body(narration) });

const change = (statement: string, ...values: unknown[]) =>
  withOwnerClient(world.ownerUrl, (owner) => owner.query(statement, values));

/** A user who has posted, so that the process knows the session. */
async function openKnown(): Promise<Caller> {
  const caller = await world.signIn("staff");
  expect((await post(caller)).status).toBe(201);
  return caller;
}

const endings: Record<string, (caller: Caller) => Promise<unknown>> = {
  "that was signed out": (caller) => caller.call(logout, {}),
  "that was revoked by another process": ({ user_id }) =>
    change("update sessions set revoked_at = now() where user_id = $1", user_id),
  "of a user who was deactivated": ({ user_id }) =>
    change("update users set deactivated = true where id = $1", user_id),
};

test.each(Object.entries(endings))("a known session %s posts nothing more", async (_name, end) => {
  const caller = await openKnown();
  await end(caller);
  const refused = await post(caller, "After the end");
  expect([refused.status, refused.problem.code]).toEqual([401, "session_missing"]);
  const invalid = await caller.attempt(addEntry, { body: { ...body("After the end"), items: [] } });
  expect(invalid.status).toBe(401);
  const { data } = await other.list(listEntries, {
    query: { tenant_id: tenant.tenant_id, search: "After the end" },
  });
  expect(data).toEqual([]);
});

test("a known session that has ended is refused among posts that arrive together", async () => {
  const leaver = await openKnown();
  await openKnown();
  await change("update sessions set revoked_at = now() where user_id = $1", leaver.user_id);
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_unused, index) => post(index % 2 === 0 ? other : leaver)),
  );
  expect(replies.map(({ status }) => status)).toEqual(
    replies.map((_reply, index) => (index % 2 === 0 ? 201 : 401)),
  );
});

test("roles that were changed apply to the next post", async () => {
  const caller = await openKnown();
  const setRoles = (roles: readonly string[]) =>
    change("update users set roles = $2 where id = $1", caller.user_id, roles);
  const { rows } = await change("select roles from users where id = $1", caller.user_id);
  const { roles } = rows[0] as { roles: string[] };

  await setRoles(["REVIEWER"]);
  expect((await post(caller)).status).toBe(403);
  await setRoles(roles);
  expect((await post(caller)).status).toBe(201);
});

test("a known session is idle after half an hour, and each minute its use is written", async () => {
  const caller = await openKnown();
  const lastUse = async () => {
    const { rows } = await change(
      "select last_seen_at from sessions where user_id = $1",
      caller.user_id,
    );
    return (rows[0] as { last_seen_at: Date }).last_seen_at.getTime();
  };
  const start = world.clock.now().getTime();
  const postAfter = async (seconds: number) => {
    world.clock.set(new Date(start + seconds * 1000));
    return post(caller);
  };
  expect((await postAfter(59)).status).toBe(201);
  expect(await lastUse()).toBe(start);
  expect((await postAfter(61)).status).toBe(201);
  expect(await lastUse()).toBe(start + 61_000);
  expect((await postAfter(61 + 30 * 60)).status).toBe(401);
});
