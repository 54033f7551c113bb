import type { ConfigurationLevel } from "@kontor/contract/configuration";
import { sql, type RawBuilder } from "kysely";
import type { z } from "zod";

import { audit, type AuditDetail } from "../audit.ts";
import { withCachedPlan } from "../database/limited-client.ts";
import { Refusal } from "../refusal.ts";
import { enterTenant, type Context, type Tx } from "../scope.ts";

/**
 * A kind of configuration with built-in values, which the platform may override for all
 * organizations, and an organization for itself: modules, email templates, the job offer, advance
 * rules.
 *
 * `name` and the keys are stored, so they never change. `schema` reads stored values and validates
 * saved ones. `audited` returns the part of a value that the audit log records before and after a
 * change, without secrets.
 */
export type ConfigurationKind<Key extends string, Value> = {
  readonly name: string;
  readonly schema: z.ZodType<Value>;
  readonly builtIns: Readonly<Record<Key, Value>>;
  readonly audited?: (value: Value) => Readonly<Record<string, unknown>>;
};

/** The owner of values: the platform (defaults) or one organization. */
export type Owner = "platform" | { readonly tenant_id: number };

/** The tenant of an owner; null for the platform. */
export function tenantOf(owner: Owner): number | null {
  return owner === "platform" ? null : owner.tenant_id;
}

/**
 * The effective value for an owner. `version` and `updated_at` are those of the owner's own value:
 * 0 and null when it has none.
 */
export type EffectiveValue<Key extends string, Value> = {
  key: Key;
  value: Value;
  level: ConfigurationLevel;
  version: number;
  updated_at: Date | null;
};

/** An effective value with details that only the platform's screens show. */
export type ShownValue<Key extends string, Value> = EffectiveValue<Key, Value> & {
  /** The number of organizations whose own value differs from the platform's. */
  organizations_differing?: number;
};

type Stored = {
  level: ConfigurationLevel;
  key: string;
  value: unknown;
  version: number;
  updated_at: Date;
};

/**
 * The effective values for an owner, in the order of the built-in ones: the owner's own value, else
 * the platform's default, else the built-in value.
 *
 * @param key returns only the value of this key.
 */
export async function effectiveValues<Key extends string, Value>(
  tx: Tx,
  owner: Owner,
  kind: ConfigurationKind<Key, Value>,
  key?: Key,
): Promise<EffectiveValue<Key, Value>[]> {
  const ofKind = sql`kind = ${kind.name} and (${key ?? null}::text is null or key = ${key ?? null})`;
  const own =
    owner === "platform"
      ? sql``
      : sql`select 'organization' as level, key, value, version, updated_at from organization_values
          where tenant_id = ${owner.tenant_id} and ${ofKind} union all`;
  const { rows } = await withCachedPlan(sql<Stored>`
    ${own} select 'platform' as level, key, value, version, updated_at from platform_defaults
    where ${ofKind}`).execute(tx);
  const keys = key === undefined ? keysOf(kind) : [key];
  return keys.map((each) => effective(kind, owner, rows, each));
}

function keysOf<Key extends string, Value>(kind: ConfigurationKind<Key, Value>): Key[] {
  // The keys of an object literal are exactly those of its type, but Object.keys is typed more
  // widely.
  return Object.keys(kind.builtIns) as Key[];
}

function effective<Key extends string, Value>(
  kind: ConfigurationKind<Key, Value>,
  owner: Owner,
  rows: readonly Stored[],
  key: Key,
): EffectiveValue<Key, Value> {
  const at = (level: ConfigurationLevel) =>
    rows.find((row) => row.key === key && row.level === level);
  const platform = at("platform");
  const own = owner === "platform" ? platform : at("organization");
  const nearest = own ?? platform;
  return {
    key,
    value: nearest === undefined ? kind.builtIns[key] : kind.schema.parse(nearest.value),
    level: nearest?.level ?? "built_in",
    version: own?.version ?? 0,
    updated_at: own?.updated_at ?? null,
  };
}

/** The effective value of one key for an owner. */
export async function effectiveValue<Key extends string, Value>(
  tx: Tx,
  owner: Owner,
  kind: ConfigurationKind<Key, Value>,
  key: Key,
): Promise<EffectiveValue<Key, Value>> {
  const [value] = await effectiveValues(tx, owner, kind, key);
  if (value === undefined) throw new Error(`there is no value ${key}`);
  return value;
}

/**
 * {@link effectiveValues} for screens: the platform's values include the number of differing
 * organizations, for which the transaction must read all tenants, as a platform administrator's
 * does.
 */
export async function shownValues<Key extends string, Value>(
  tx: Tx,
  owner: Owner,
  kind: ConfigurationKind<Key, Value>,
): Promise<ShownValue<Key, Value>[]> {
  const values = await effectiveValues(tx, owner, kind);
  if (owner !== "platform") return values;
  const differing = await organizationsDiffering(tx, kind, values);
  return values.map((value) => ({
    ...value,
    organizations_differing: differing.get(value.key) ?? 0,
  }));
}

/** The value of one key from {@link shownValues}. */
export async function shownValue<Key extends string, Value>(
  tx: Tx,
  owner: Owner,
  kind: ConfigurationKind<Key, Value>,
  key: Key,
): Promise<ShownValue<Key, Value>> {
  const value = (await shownValues(tx, owner, kind)).find((each) => each.key === key);
  if (value === undefined) throw new Error(`there is no value ${key}`);
  return value;
}

async function organizationsDiffering<Key extends string, Value>(
  tx: Tx,
  kind: ConfigurationKind<Key, Value>,
  values: readonly EffectiveValue<Key, Value>[],
): Promise<Map<string, number>> {
  const defaults = JSON.stringify(values.map(({ key, value }) => ({ key, value })));
  const { rows } = await sql<{ key: string; count: number }>`
    select v.key, count(*)::int as count
    from organization_values v
    join jsonb_to_recordset(${defaults}::jsonb) as p(key text, value jsonb) on p.key = v.key
    where v.kind = ${kind.name} and v.value <> p.value
    group by v.key`.execute(tx);
  return new Map(rows.map((row) => [row.key, row.count]));
}

/** A value to save under a key. Without `version` the last save wins. */
export type ValueToSave<Key extends string, Value> = {
  key: Key;
  value: Value;
  /** The version that the form was filled with; 0 when there was no value. */
  version?: number | undefined;
};

/**
 * The table that stores an owner's own values: its name, the columns and values of its key before
 * `kind`, and the condition on its rows.
 */
function storeOf(
  owner: Owner,
): Readonly<Record<"table" | "columns" | "values" | "own", RawBuilder<unknown>>> {
  return owner === "platform"
    ? { table: sql`platform_defaults`, columns: sql``, values: sql``, own: sql`` }
    : {
        table: sql`organization_values`,
        columns: sql`tenant_id,`,
        values: sql`${owner.tenant_id}::bigint,`,
        own: sql`tenant_id = ${owner.tenant_id} and`,
      };
}

async function enterOwner(context: Context, owner: Owner): Promise<void> {
  if (owner !== "platform") await enterTenant(context, owner.tenant_id);
}

/**
 * Saves an owner's own value; narrows the scope to an organization. The platform's value applies to
 * every organization without its own.
 *
 * @throws Refusal `changed_meanwhile` when the owner's own value no longer has that version;
 * `not_found` for an organization that the actor may not enter.
 */
export async function saveValue<Key extends string, Value>(
  context: Context,
  owner: Owner,
  kind: ConfigurationKind<Key, Value>,
  saving: ValueToSave<Key, Value>,
): Promise<void> {
  await enterOwner(context, owner);
  const { key, version } = saving;
  const value = kind.schema.parse(saving.value);
  const before = await effectiveValue(context.tx, owner, kind, key);
  const { table, columns, values, own } = storeOf(owner);
  const { rows } = await sql<{ version: number }>`
    insert into ${table} as v (${columns} kind, key, value, updated_at, updated_by)
    select ${values} ${kind.name}, ${key}, ${JSON.stringify(value)}::jsonb, ${context.clock.now()},
      ${context.actor.user_id}
    where ${version ?? 0}::int = 0 or exists (
      select from ${table} where ${own} kind = ${kind.name} and key = ${key})
    on conflict (${columns} kind, key) do update
      set value = excluded.value, version = excluded.version, updated_at = excluded.updated_at,
        updated_by = excluded.updated_by
      where ${version ?? null}::int is null or v.version = ${version ?? null}
    returning version`.execute(context.tx);
  const [saved] = rows;
  if (saved === undefined) throw new Refusal("changed_meanwhile");
  await audit(context, tenantOf(owner), "configuration.saved", `${kind.name}:${key}`, {
    version: saved.version,
    ...auditedChange(kind, before.value, value),
  });
}

/** The effective value before and after the change, as far as the kind records it. */
function auditedChange<Key extends string, Value>(
  { audited }: ConfigurationKind<Key, Value>,
  before: Value,
  after: Value,
): AuditDetail {
  return audited === undefined ? {} : { before: audited(before), after: audited(after) };
}

/**
 * Deletes an owner's own values, so that the next level applies again; narrows the scope to an
 * organization.
 *
 * @param key the key to reset; when left out, all keys of the kind.
 * @returns the number of deleted values.
 * @throws Refusal `not_found` for an organization that the actor may not enter.
 */
export async function resetValues<Key extends string, Value>(
  context: Context,
  owner: Owner,
  kind: ConfigurationKind<Key, Value>,
  key?: Key,
): Promise<number> {
  await enterOwner(context, owner);
  const { table, own } = storeOf(owner);
  const before = await effectiveValues(context.tx, owner, kind);
  const { rows } = await sql<{ key: string }>`
    delete from ${table}
    where ${own} kind = ${kind.name} and (${key ?? null}::text is null or key = ${key ?? null})
    returning key`.execute(context.tx);
  const after = await effectiveValues(context.tx, owner, kind);
  for (const row of rows) {
    const was = before.find((each) => each.key === row.key);
    const is = after.find((each) => each.key === row.key);
    // A key that no longer exists is deleted without reading its value.
    const change = was && is ? auditedChange(kind, was.value, is.value) : {};
    await audit(context, tenantOf(owner), "configuration.reset", `${kind.name}:${row.key}`, change);
  }
  return rows.length;
}
