import type { Permission } from "@kontor/contract/endpoint";
import { userTypeOf, type Role, type UserType } from "@kontor/contract/reference/roles";
import { sql, type Transaction } from "kysely";

import type { Clock } from "./clock.ts";
import type { Environment } from "./environment.ts";
import { permissionsOf } from "./permissions.ts";
import { notFound, Refusal } from "./refusal.ts";

/** A user's record. */
export type UserIdentity = {
  user_id: number;
  name: string;
  email: string;
  roles: readonly Role[];
  /** The tenant of an `organization` user; null for platform and staff, who may see all tenants. */
  tenant_id: number | null;
};

/** Who acts, from where, and with which permissions. */
export type Actor = UserIdentity & {
  user_type: UserType;
  permissions: readonly Permission[];
  /** The session and the network address of the request; null for work outside requests. */
  session_id: number | null;
  ip: string | null;
};

/** An actor with the permissions of a user's roles. */
export function actorOf(
  person: UserIdentity,
  { ip = null, session_id = null }: Partial<Pick<Actor, "ip" | "session_id">> = {},
): Actor {
  const { user_id, name, email, roles, tenant_id } = person;
  return {
    user_id,
    name,
    email,
    roles,
    tenant_id,
    ip,
    session_id,
    user_type: userTypeOf(roles, tenant_id),
    permissions: permissionsOf(roles, tenant_id),
  };
}

/**
 * Tables are read with SQL, so row types are declared beside each statement and not listed here.
 */
export type Tx = Transaction<unknown>;

/**
 * The context of a feature function: the open transaction, the actor with its permissions, the
 * clock and the configuration. Nothing in it is optional.
 */
export type Context = {
  readonly tx: Tx;
  readonly actor: Actor;
  readonly clock: Clock;
  readonly environment: Environment;
  readonly requestId: string;
};

/**
 * Narrows the transaction to one tenant: from then on only its rows are visible and writable.
 * Platform staff may enter any tenant, others only their own.
 *
 * @throws Refusal `not_found` for a tenant that the actor may not enter or that does not exist.
 */
export async function enterTenant(context: Context, tenantId: number): Promise<void> {
  if (context.actor.tenant_id !== null && context.actor.tenant_id !== tenantId) {
    throw notFound("The organization");
  }
  await setTenant(context.tx, tenantId);
}

/**
 * Sets the scope of a transaction to one tenant, for work without a user (seeding, jobs, creation).
 */
export async function setTenant(tx: Tx, tenantId: number): Promise<void> {
  await sql`select set_config('app.tenant_id', ${String(tenantId)}, true), set_config('app.reads_all', 'off', true)`.execute(
    tx,
  );
}

/**
 * Lets a transaction read all tenants and write none, for the coherence check and reports of the
 * platform.
 */
export async function setAllTenantsReadable(tx: Tx): Promise<void> {
  await sql`select set_config('app.tenant_id', '', true), set_config('app.reads_all', 'on', true)`.execute(
    tx,
  );
}

/** Gives a transaction the scope of a user whose session was found in another transaction. */
export async function setActorScope(tx: Tx, actor: Actor): Promise<Actor> {
  if (actor.tenant_id === null) await setAllTenantsReadable(tx);
  else await setTenant(tx, actor.tenant_id);
  return actor;
}

/**
 * The tenant to filter by: the requested one, if the actor may read it.
 *
 * @param requested tenant id; 0 or undefined means all that the caller may read.
 * @returns the tenant id, or null for all tenants.
 * @throws Refusal `not_found` when an organization's user requests another tenant.
 */
export function tenantFilter(
  context: Pick<Context, "actor">,
  requested: number | undefined,
): number | null {
  const own = context.actor.tenant_id;
  if (own === null) return requested === undefined || requested === 0 ? null : requested;
  if (requested !== undefined && requested !== 0 && requested !== own)
    throw notFound("The organization");
  return own;
}

/**
 * The tenant of a call: the one that it names, or the caller's own.
 *
 * @throws Refusal `organization_required` at `tenant_id` when the caller may read several and names
 * none; `not_found` when an organization's user names another.
 */
export function requiredTenant(
  context: Pick<Context, "actor">,
  requested: number | undefined,
): number {
  const tenantId = tenantFilter(context, requested);
  if (tenantId === null) throw Refusal.at("tenant_id", "organization_required");
  return tenantId;
}
