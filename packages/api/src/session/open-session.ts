import type { SignedIn } from "@kontor/contract/session/session";
import { sql } from "kysely";

import { audit } from "../platform/audit.ts";
import { newToken, sessionLifetime, tokenHash } from "../platform/http/authenticate.ts";
import type { PublicContext } from "../platform/http/serve.ts";
import { Refusal } from "../platform/refusal.ts";
import { actorOf, setTenant, type UserIdentity, type Tx } from "../platform/scope.ts";
import type { User } from "./users.ts";

/** The maximum number of concurrent sessions of a user; one more ends the oldest. */
const maxSessions = 20;

/** Records a failed sign-in to an existing account in the audit log. */
export async function auditFailedSignIn(
  context: PublicContext,
  person: UserIdentity,
  reason: "password" | "shut_out" | "second_factor",
): Promise<void> {
  await context.database.transaction(async (tx) => {
    const { user_id, tenant_id } = person;
    if (tenant_id !== null) await setTenant(tx, tenant_id);
    // The caller is unknown; only the account that they tried is known.
    const somebody = { ...context, tx, actor: { user_id: null, ip: context.ip } };
    await audit(somebody, tenant_id, "session.refused", `user:${user_id}`, { reason });
  });
}

/**
 * Creates a session, if the user's password is still the one that was compared.
 *
 * @throws Refusal `sign_in_failed` when it is not, or the user was deactivated in the meantime.
 */
export async function openSession(
  context: PublicContext & { tx: Tx },
  user: UserIdentity & Pick<User, "password_hash">,
): Promise<SignedIn> {
  const { tx, ip, userAgent } = context;
  const token = newToken();
  const now = context.clock.now();
  const expiresAt = new Date(now.getTime() + sessionLifetime);
  const { numAffectedRows } = await sql`
    with holder as (
      update users set last_signed_in_at = ${now}
      where id = ${user.user_id} and password_hash = ${user.password_hash} and not deactivated
      returning id
    )
    insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, ip, user_agent)
    select ${tokenHash(token)}, id, ${now}, ${now}, ${expiresAt}, ${ip}, ${userAgent?.slice(0, 300) ?? null}
    from holder`.execute(tx);
  if (numAffectedRows !== 1n) throw new Refusal("sign_in_failed");
  await sql`update sessions set revoked_at = ${now}
    where user_id = ${user.user_id} and revoked_at is null and id not in (
      select id from sessions where user_id = ${user.user_id} and revoked_at is null
      order by id desc limit ${maxSessions})`.execute(tx);
  const actor = actorOf(user, { ip });
  const { user_id, tenant_id } = user;
  if (tenant_id !== null) await setTenant(tx, tenant_id);
  await audit({ ...context, actor }, tenant_id, "session.opened", `user:${user_id}`);
  return {
    access_token: token,
    is_super: actor.user_type === "platform",
    admin_id: user_id,
    user_type: actor.user_type,
  };
}
