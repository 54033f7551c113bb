import { sql } from "kysely";
import { expect, test } from "vitest";
import { z } from "zod";

import { openFileWorld } from "../../testing/harness.ts";
import { openTenant } from "../../testing/tenants.ts";
import { actorOf, setAllTenantsReadable, setTenant, type Actor, type Context } from "../scope.ts";
import {
  effectiveValue,
  effectiveValues,
  resetValues,
  saveValue,
  shownValues,
  type ConfigurationKind,
} from "./configuration.ts";

type Greeting = { text: string; loud?: boolean | undefined };

const greetings: ConfigurationKind<"morning" | "evening", Greeting> = {
  name: "greeting",
  schema: z.strictObject({ text: z.string(), loud: z.boolean().optional() }),
  builtIns: { morning: { text: "Good morning" }, evening: { text: "Good evening" } },
  audited: ({ text }) => ({ length: text.length }),
};

const world = await openFileWorld();
const acme = (await openTenant(world, "Acme Limited")).tenant_id;
const other = (await openTenant(world, "Other Limited")).tenant_id;

const platformActor = actorOf({
  user_id: 1,
  name: "Administrator",
  email: "admin@example.com",
  roles: ["ADMINISTRATOR"],
  tenant_id: null,
});

/**
 * Runs work as a platform administrator, in a transaction that reads all tenants, like a request.
 */
function work<Result>(
  body: (context: Context) => Promise<Result>,
  actor: Actor = platformActor,
): Promise<Result> {
  return world.database.transaction(async (tx) => {
    await (actor.tenant_id === null ? setAllTenantsReadable(tx) : setTenant(tx, actor.tenant_id));
    const { clock, environment } = world;
    return body({ tx, clock, environment, actor, requestId: "test" });
  });
}

const textsOf = (tenantId: number) =>
  work(async ({ tx }) =>
    (await effectiveValues(tx, { tenant_id: tenantId }, greetings)).map(
      ({ key, value, level }) => `${key} ${level}: ${value.text}`,
    ),
  );

test("the nearest value applies, key by key, and a reset restores the next level", async () => {
  expect(await textsOf(acme)).toEqual([
    "morning built_in: Good morning",
    "evening built_in: Good evening",
  ]);
  await work((context) =>
    saveValue(context, "platform", greetings, { key: "morning", value: { text: "Hello" } }),
  );
  await work((context) =>
    saveValue(context, { tenant_id: acme }, greetings, { key: "morning", value: { text: "Hi" } }),
  );
  expect(await textsOf(acme)).toEqual([
    "morning organization: Hi",
    "evening built_in: Good evening",
  ]);
  expect(await textsOf(other)).toEqual([
    "morning platform: Hello",
    "evening built_in: Good evening",
  ]);
  const count = await work((context) =>
    resetValues(context, { tenant_id: acme }, greetings, "evening"),
  );
  expect(count).toBe(0);
  expect(await work((context) => resetValues(context, { tenant_id: acme }, greetings))).toBe(1);
  expect(await textsOf(acme)).toEqual([
    "morning platform: Hello",
    "evening built_in: Good evening",
  ]);
  expect(await work((context) => resetValues(context, "platform", greetings))).toBe(1);
  expect(await textsOf(acme)).toEqual([
    "morning built_in: Good morning",
    "evening built_in: Good evening",
  ]);
});

test("organizations that differ are counted by value, not by having a row", async () => {
  for (const [tenantId, text] of [
    [acme, "Hi"],
    [other, "Good morning"],
  ] as const) {
    await work((context) =>
      saveValue(context, { tenant_id: tenantId }, greetings, { key: "morning", value: { text } }),
    );
  }
  const differing = () =>
    work(async ({ tx }) =>
      Object.fromEntries(
        (await shownValues(tx, "platform", greetings)).map(({ key, organizations_differing }) => [
          key,
          organizations_differing,
        ]),
      ),
    );
  expect(await differing()).toEqual({ morning: 1, evening: 0 });
  await work((context) =>
    saveValue(context, "platform", greetings, { key: "morning", value: { text: "Hi" } }),
  );
  expect(await differing()).toEqual({ morning: 1, evening: 0 });
  await work((context) =>
    saveValue(context, "platform", greetings, { key: "morning", value: { text: "Hey" } }),
  );
  expect(await differing()).toEqual({ morning: 2, evening: 0 });
  await work((context) => resetValues(context, "platform", greetings, "morning"));
  for (const tenantId of [acme, other]) {
    await work((context) => resetValues(context, { tenant_id: tenantId }, greetings));
  }
});

test("the audit log records only the audited part of a value, before and after", async () => {
  await work((context) =>
    saveValue(context, { tenant_id: acme }, greetings, { key: "evening", value: { text: "Bye" } }),
  );
  await work((context) => resetValues(context, { tenant_id: acme }, greetings));
  const { rows } = await work(({ tx }) =>
    sql<{ action: string; detail: Record<string, unknown> }>`
      select action, detail from audit_log where subject = 'greeting:evening' and tenant_id = ${acme} order by id`.execute(
      tx,
    ),
  );
  const builtIn = greetings.builtIns.evening.text.length;
  expect(rows).toMatchObject([
    { action: "configuration.saved", detail: { changes: { length: { from: builtIn, to: 3 } } } },
    { action: "configuration.reset", detail: { changes: { length: { from: 3, to: builtIn } } } },
  ]);
  expect(Object.keys(rows[0]?.detail ?? {}).toSorted()).toEqual(["changes", "version"]);
  expect(JSON.stringify(rows)).not.toContain("Bye");
});

test("a value that is invalid for its kind is neither saved nor read", async () => {
  const broken: Greeting = JSON.parse('{"text": 5}');
  await expect(
    work((context) =>
      saveValue(context, { tenant_id: acme }, greetings, { key: "morning", value: broken }),
    ),
  ).rejects.toThrow(/expected string/);
  await work(({ tx }) =>
    sql`insert into platform_defaults (kind, key, value, updated_at)
      values ('greeting', 'morning', '{"text": 5}', now()), ('greeting', 'noon', '{}', now())`.execute(
      tx,
    ),
  );
  await expect(work(({ tx }) => effectiveValues(tx, "platform", greetings))).rejects.toThrow(
    /expected string/,
  );
  // A key that the product no longer has is ignored.
  const evening = await work(({ tx }) =>
    effectiveValue(tx, { tenant_id: acme }, greetings, "evening"),
  );
  expect(evening.value).toEqual({ text: "Good evening" });
  await work(({ tx }) => sql`delete from platform_defaults where kind = 'greeting'`.execute(tx));
});

test("an organization's user can neither change nor see another organization's values", async () => {
  const insider = actorOf({ ...platformActor, roles: ["OWNER"], tenant_id: acme });
  const saving = { key: "morning", value: { text: "Mine" } } as const;
  await work((context) => saveValue(context, { tenant_id: other }, greetings, { ...saving }));
  await expect(
    work((context) => saveValue(context, { tenant_id: other }, greetings, saving), insider),
  ).rejects.toMatchObject({ code: "not_found" });
  await expect(
    work((context) => resetValues(context, { tenant_id: other }, greetings), insider),
  ).rejects.toMatchObject({ code: "not_found" });
  const seen = await work(
    ({ tx }) => effectiveValue(tx, { tenant_id: other }, greetings, "morning"),
    insider,
  );
  expect(seen.level).toBe("built_in");
  const written = world.database.transaction(async (tx) => {
    await setTenant(tx, acme);
    await sql`insert into organization_values (tenant_id, kind, key, value, updated_at)
      values (${other}, 'greeting', 'evening', '{}', now())`.execute(tx);
  });
  await expect(written).rejects.toThrow(/row-level security/);
  expect(await textsOf(other)).toContain("morning organization: Mine");
});
