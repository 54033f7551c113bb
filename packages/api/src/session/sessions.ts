import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type { login, logout, getMe } from "@kontor/contract/session/session";
import { sql } from "kysely";

import { audit } from "../platform/audit.ts";
import { withCachedPlan } from "../platform/database/limited-client.ts";
import { fileUrl } from "../platform/files/files.ts";
import { openScope, tokenHash } from "../platform/http/authenticate.ts";
import type { PublicContext } from "../platform/http/serve.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Context } from "../platform/scope.ts";
import { openChallenge } from "./challenges.ts";
import { knownDeviceId, rememberDevice } from "./known-device.ts";
import { openSession, auditFailedSignIn } from "./open-session.ts";
import { verifySecret } from "./passwords.ts";
import { clearAttempts, throttle } from "./throttle.ts";
import { findUser } from "./users.ts";

/**
 * Opens a session, or a challenge for a user with a second factor.
 *
 * @throws Refusal `sign_in_failed` for a wrong password, an unknown address, and a user who is
 * invited, deactivated or of a suspended organization: the same response after the same work.
 */
export async function signIn(
  context: PublicContext,
  input: InputOf<typeof login>,
): Promise<DataOf<typeof login>> {
  const device = knownDeviceId(context, input.email);
  const attempt = await throttle(context, "sign-in", input.email, device);
  const user = await context.database.transaction((tx) => findUser(tx, input.email));
  const fits = await verifySecret(user?.password_hash, input.password);
  if (user === undefined || user.shut_out || !fits) {
    if (user !== undefined) await auditFailedSignIn(context, user, fits ? "shut_out" : "password");
    throw new Refusal("sign_in_failed");
  }
  rememberDevice(context, input.email);
  return context.database.transaction(async (tx) => {
    await clearAttempts(tx, attempt);
    if (user.second_factor) return openChallenge(tx, user, context.clock.now());
    return openSession({ ...context, tx }, user);
  });
}

/**
 * Ends the session of the call's token. It opens its own scope, because it needs the token itself,
 * which is not in the context of other calls.
 *
 * @throws Refusal `session_missing` when the session has already ended.
 */
export async function signOut(context: PublicContext): Promise<DataOf<typeof logout>> {
  const { token, clock, ip } = context;
  await context.database.transaction(async (tx) => {
    const actor = await openScope(tx, { token, ip }, clock.now());
    await sql`update sessions set revoked_at = ${clock.now()}
      where token_hash = ${tokenHash(token ?? "")}`.execute(tx);
    await audit(
      { ...context, tx, actor },
      actor.tenant_id,
      "session.closed",
      `user:${actor.user_id}`,
    );
  });
  return { done: true };
}

/** The signed-in user, without the counts of waiting items. */
export async function whoAmI({ tx, actor }: Context): Promise<DataOf<typeof getMe>> {
  const { rows } = await withCachedPlan(sql<{
    name: string;
    profile_photo: string | null;
    tenant_name: string | null;
    company_id: number | null;
    second_factor: boolean;
    second_factor_required: boolean;
    outgoing_held: boolean;
  }>`
    select u.name, u.profile_photo, t.name as tenant_name, c.id as company_id,
      exists (
        select from second_factors f where f.user_id = u.id and f.confirmed_at is not null
      ) as second_factor,
      exists (
        select from second_factor_rules r where r.tenant_id = coalesce(u.tenant_id, 0) and r.roles && u.roles
      ) as second_factor_required,
      outgoing_held() as outgoing_held
    from users u
    left join tenants t on t.id = u.tenant_id
    left join companies c on c.tenant_id = u.tenant_id
    where u.id = ${actor.user_id}
    order by c.id limit 1`).execute(tx);
  const row = rows[0];
  if (row === undefined) throw new Refusal("session_missing");
  return {
    id: actor.user_id,
    name: row.name,
    email: actor.email,
    profile_photo: fileUrl(row.profile_photo),
    user_type: actor.user_type,
    roles: [...actor.roles],
    tenant_id: actor.tenant_id,
    tenant_name: row.tenant_name,
    company_id: row.company_id,
    permissions: [...actor.permissions],
    second_factor: row.second_factor,
    second_factor_due: row.second_factor_required && !row.second_factor,
    outgoing_held: row.outgoing_held,
    counts: {},
  };
}
