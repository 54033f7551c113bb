import type { UserType } from "@kontor/contract/session";
import { sql, type Transaction } from "kysely";

import type { Clock } from "./clock.ts";
import type { Environment } from "./environment.ts";
import { notFound } from "./refusal.ts";

/** Who acts. */
export type Actor = {
  user_id: number;
  name: string;
  email: string;
  user_type: UserType;
  /** The tenant of an `organization` user; null for platform and staff, who may see all. */
  tenant_id: number | null;
};

/** Tables are reached with SQL, so the row types stand beside each statement and not in one list here. */
export type Tx = Transaction<unknown>;

/**
 * What a feature function gets besides its input: the open transaction, who acts and how far, the
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
 * Narrows the transaction to one tenant: from here on only its rows are seen and may be written.
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

/** Sets the scope of a transaction to one tenant, for work that no user asked for (seeding, jobs, creation). */
export async function setTenant(tx: Tx, tenantId: number): Promise<void> {
  await sql`select set_config('app.tenant_id', ${String(tenantId)}, true), set_config('app.reads_all', 'off', true)`.execute(
    tx,
  );
}

/** Lets a transaction read all tenants and write none, for the coherence check and reports of the platform. */
export async function readAllTenants(tx: Tx): Promise<void> {
  await sql`select set_config('app.tenant_id', '', true), set_config('app.reads_all', 'on', true)`.execute(
    tx,
  );
}

/**
 * The tenant to filter by: what was asked for, held to what the actor may read.
 *
 * @param asked tenant id; 0 or undefined means all that the caller may read.
 * @returns the tenant id, or null for all tenants.
 * @throws Refusal `not_found` when an organization's user asks for another tenant.
 */
export function tenantFilter(
  context: Pick<Context, "actor">,
  asked: number | undefined,
): number | null {
  const own = context.actor.tenant_id;
  if (own === null) return asked === undefined || asked === 0 ? null : asked;
  if (asked !== undefined && asked !== 0 && asked !== own) throw notFound("The organization");
  return own;
}
