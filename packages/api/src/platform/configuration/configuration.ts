import type { ConfigurationLevel } from "@kontor/contract/configuration";
import { sql } from "kysely";
import type { z } from "zod";

import { audit } from "../audit.ts";
import { Refusal } from "../refusal.ts";
import { enterTenant, type Context, type Tx } from "../scope.ts";

/**
 * A family of values that the product has built in, the platform may set otherwise, and an
 * organization may have its own of: modules, mails, the job offer, rules for salary advances.
 *
 * `name` and the keys are stored, so they never change. `schema` reads what is stored and checks what
 * is saved. `tells` gives what the audit log keeps of a value.
 */
export type ConfigurationKind<Key extends string, Value> = {
  readonly name: string;
  readonly schema: z.ZodType<Value>;
  readonly builtIns: Readonly<Record<Key, Value>>;
  readonly tells?: (value: Value) => Readonly<Record<string, unknown>>;
};

/** A value as it holds. `version` and `updated_at` are those of the level that was asked for: 0 and null while it has no value of its own. */
export type EffectiveValue<Key extends string, Value, Level extends ConfigurationLevel> = {
  key: Key;
  value: Value;
  level: Level;
  version: number;
  updated_at: Date | null;
};

type Stored<Level extends ConfigurationLevel> = {
  level: Level;
  key: string;
  value: unknown;
  version: number;
  updated_at: Date;
};

function keysOf<Key extends string, Value>(kind: ConfigurationKind<Key, Value>): Key[] {
  // The keys of an object literal are exactly those of its type; Object.keys forgets that.
  return Object.keys(kind.builtIns) as Key[];
}

/** @param levels from the nearest to the farthest; the first is the one that was asked for. */
function effective<Key extends string, Value, Level extends ConfigurationLevel>(
  kind: ConfigurationKind<Key, Value>,
  rows: readonly Stored<Level>[],
  levels: readonly Level[],
  key: Key | undefined,
): EffectiveValue<Key, Value, Level | "built_in">[] {
  return (key === undefined ? keysOf(kind) : [key]).map((wanted) => {
    const [own, ...farther] = levels.map((level) =>
      rows.find((row) => row.level === level && row.key === wanted),
    );
    const held = own ?? farther.find((row) => row !== undefined);
    return {
      key: wanted,
      value: held === undefined ? kind.builtIns[wanted] : kind.schema.parse(held.value),
      level: held?.level ?? "built_in",
      version: own?.version ?? 0,
      updated_at: own?.updated_at ?? null,
    };
  });
}

/**
 * The values that hold for an organization, in the order of the built-in ones: its own where it has
 * one, else the platform's default, else what is built in.
 *
 * @param key only the value of this key.
 */
export async function effectiveValues<Key extends string, Value>(
  tx: Tx,
  tenantId: number,
  kind: ConfigurationKind<Key, Value>,
  key?: Key,
): Promise<EffectiveValue<Key, Value, ConfigurationLevel>[]> {
  const { rows } = await sql<Stored<"organization" | "platform">>`
    select 'organization' as level, key, value, version, updated_at from organization_values
    where tenant_id = ${tenantId} and kind = ${kind.name} and (${key ?? null}::text is null or key = ${key ?? null})
    union all
    select 'platform', key, value, version, updated_at from platform_defaults
    where kind = ${kind.name} and (${key ?? null}::text is null or key = ${key ?? null})`.execute(
    tx,
  );
  return effective(kind, rows, ["organization", "platform"], key);
}

/** The one value of a key that holds for an organization. */
export async function effectiveValue<Key extends string, Value>(
  tx: Tx,
  tenantId: number,
  kind: ConfigurationKind<Key, Value>,
  key: Key,
): Promise<EffectiveValue<Key, Value, ConfigurationLevel>> {
  return only(await effectiveValues(tx, tenantId, kind, key), key);
}

/**
 * The platform's defaults, in the order of the built-in values.
 *
 * @param key only the value of this key.
 */
export async function platformValues<Key extends string, Value>(
  tx: Tx,
  kind: ConfigurationKind<Key, Value>,
  key?: Key,
): Promise<EffectiveValue<Key, Value, "built_in" | "platform">[]> {
  const { rows } = await sql<Stored<"platform">>`
    select 'platform' as level, key, value, version, updated_at from platform_defaults
    where kind = ${kind.name} and (${key ?? null}::text is null or key = ${key ?? null})`.execute(
    tx,
  );
  return effective(kind, rows, ["platform"], key);
}

/** The platform's default of one key. */
export async function platformValue<Key extends string, Value>(
  tx: Tx,
  kind: ConfigurationKind<Key, Value>,
  key: Key,
): Promise<EffectiveValue<Key, Value, "built_in" | "platform">> {
  return only(await platformValues(tx, kind, key), key);
}

function only<Value>([value]: readonly Value[], key: string): Value {
  if (value === undefined) throw new Error(`there is no value ${key}`);
  return value;
}

/** What is saved under a key. Without `version` the last save wins. */
export type Saving<Key extends string, Value> = {
  key: Key;
  value: Value;
  /** The version that the form was filled with, 0 for none. */
  version?: number | undefined;
};

/**
 * Gives an organization a value of its own and narrows the scope to it.
 *
 * @throws Refusal `changed_meanwhile` when the organization's own value is no longer of that version.
 */
export async function saveOrganizationValue<Key extends string, Value>(
  context: Context,
  tenantId: number,
  kind: ConfigurationKind<Key, Value>,
  saving: Saving<Key, Value>,
): Promise<void> {
  await enterTenant(context, tenantId);
  const { key, version } = saving;
  const value = kind.schema.parse(saving.value);
  const { rows } = await sql<{ version: number }>`
    insert into organization_values as v (tenant_id, kind, key, value, updated_at, updated_by)
    select ${tenantId}, ${kind.name}, ${key}, ${JSON.stringify(value)}::jsonb, ${context.clock.now()},
      ${context.actor.user_id}
    where ${version ?? 0}::int = 0 or exists (
      select from organization_values
      where tenant_id = ${tenantId} and kind = ${kind.name} and key = ${key})
    on conflict (tenant_id, kind, key) do update
      set value = excluded.value, version = excluded.version, updated_at = excluded.updated_at,
        updated_by = excluded.updated_by
      where ${version ?? null}::int is null or v.version = ${version ?? null}
    returning version`.execute(context.tx);
  await keepTrack(context, tenantId, kind, { key, value, version: rows[0]?.version });
}

/**
 * Sets the platform's default, which holds for every organization that has no value of its own.
 *
 * @throws Refusal `changed_meanwhile` when the default is no longer of that version.
 */
export async function savePlatformDefault<Key extends string, Value>(
  context: Context,
  kind: ConfigurationKind<Key, Value>,
  saving: Saving<Key, Value>,
): Promise<void> {
  const { key, version } = saving;
  const value = kind.schema.parse(saving.value);
  const { rows } = await sql<{ version: number }>`
    insert into platform_defaults as v (kind, key, value, updated_at, updated_by)
    select ${kind.name}, ${key}, ${JSON.stringify(value)}::jsonb, ${context.clock.now()}, ${context.actor.user_id}
    where ${version ?? 0}::int = 0 or exists (
      select from platform_defaults where kind = ${kind.name} and key = ${key})
    on conflict (kind, key) do update
      set value = excluded.value, version = excluded.version, updated_at = excluded.updated_at,
        updated_by = excluded.updated_by
      where ${version ?? null}::int is null or v.version = ${version ?? null}
    returning version`.execute(context.tx);
  await keepTrack(context, null, kind, { key, value, version: rows[0]?.version });
}

async function keepTrack<Key extends string, Value>(
  context: Context,
  tenantId: number | null,
  kind: ConfigurationKind<Key, Value>,
  saved: { key: Key; value: Value; version: number | undefined },
): Promise<void> {
  if (saved.version === undefined) throw new Refusal("changed_meanwhile");
  await audit(context, tenantId, "configuration.saved", `${kind.name}:${saved.key}`, {
    version: saved.version,
    ...kind.tells?.(saved.value),
  });
}

/**
 * Takes an organization's own values away, so that the platform's hold again, and narrows the scope
 * to it.
 *
 * @param key the one to reset; left out, all of the kind.
 * @returns how many values the organization had.
 */
export async function resetOrganizationValues<Key extends string, Value>(
  context: Context,
  tenantId: number,
  kind: ConfigurationKind<Key, Value>,
  key?: Key,
): Promise<number> {
  await enterTenant(context, tenantId);
  const { rows } = await sql<{ key: string }>`
    delete from organization_values
    where tenant_id = ${tenantId} and kind = ${kind.name} and (${key ?? null}::text is null or key = ${key ?? null})
    returning key`.execute(context.tx);
  for (const row of rows) {
    await audit(context, tenantId, "configuration.reset", `${kind.name}:${row.key}`);
  }
  return rows.length;
}

/**
 * Takes platform defaults away, so that the built-in values hold again.
 *
 * @param key the one to reset; left out, all of the kind.
 * @returns how many defaults there were.
 */
export async function resetPlatformDefaults<Key extends string, Value>(
  context: Context,
  kind: ConfigurationKind<Key, Value>,
  key?: Key,
): Promise<number> {
  const { rows } = await sql<{ key: string }>`
    delete from platform_defaults
    where kind = ${kind.name} and (${key ?? null}::text is null or key = ${key ?? null})
    returning key`.execute(context.tx);
  for (const row of rows) {
    await audit(context, null, "configuration.reset", `${kind.name}:${row.key}`);
  }
  return rows.length;
}

/**
 * How many organizations have a value of their own that is another than the platform's, by key. The
 * transaction must read all tenants, as that of a platform administrator does before it enters one.
 */
export async function organizationsDiffering<Key extends string, Value>(
  tx: Tx,
  kind: ConfigurationKind<Key, Value>,
): Promise<Map<Key, number>> {
  const values = await platformValues(tx, kind);
  const held = JSON.stringify(values.map(({ key, value }) => ({ key, value })));
  const { rows } = await sql<{ key: Key; count: number }>`
    select v.key, count(*)::int as count
    from organization_values v
    join jsonb_to_recordset(${held}::jsonb) as p(key text, value jsonb) on p.key = v.key
    where v.kind = ${kind.name} and v.value <> p.value
    group by v.key`.execute(tx);
  const counts = new Map(rows.map((row) => [row.key, row.count]));
  return new Map(values.map(({ key }) => [key, counts.get(key) ?? 0]));
}
