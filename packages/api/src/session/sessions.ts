import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type { login, logout, me } from "@kontor/contract/session";
import { sql } from "kysely";

import { audit } from "../platform/audit.ts";
import { fileUrl } from "../platform/files/files.ts";
import { newToken, openScope, sessionLifetime, tokenHash } from "../platform/http/authenticate.ts";
import type { PublicContext } from "../platform/http/serve.ts";
import { permissionsOf } from "../platform/permissions.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Context, Tx } from "../platform/scope.ts";
import { verifySecret } from "./passwords.ts";
import { forgive, holdBack } from "./throttle.ts";
import { findUser, photoOf, type User } from "./users.ts";

/**
 * Opens a session.
 *
 * @throws Refusal `sign_in_failed` for a wrong password, an address that nobody has and a disabled
 *   user alike, after the same work.
 */
export async function signIn(
  context: PublicContext,
  input: InputOf<typeof login>,
): Promise<DataOf<typeof login>> {
  const attempt = await holdBack(context, "sign-in", input.email);
  const user = await context.database.transaction((tx) => findUser(tx, input.email));
  const fits = await verifySecret(user?.password_hash, input.password);
  if (user === undefined || user.disabled || !fits) throw new Refusal("sign_in_failed");
  const token = newToken();
  await context.database.transaction(async (tx) => {
    await openSession(tx, { user, token, now: context.clock.now() });
    await forgive(tx, attempt);
    await audit({ ...context, tx, actor: user }, null, "session.opened", `user:${user.user_id}`);
  });
  return {
    access_token: token,
    is_super: user.user_type === "platform",
    admin_id: user.user_id,
    user_type: user.user_type,
  };
}

/** Keeps the session, if the user's password is still the one that was compared. */
async function openSession(
  tx: Tx,
  { user, token, now }: { user: User; token: string; now: Date },
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at)
    select ${tokenHash(token)}, id, ${now}, ${now}, ${new Date(now.getTime() + sessionLifetime)}
    from (
      select id from users
      where id = ${user.user_id} and password_hash = ${user.password_hash} and not disabled for share
    ) as holder`.execute(tx);
  if (numAffectedRows !== 1n) throw new Refusal("sign_in_failed");
}

/**
 * Ends the session of the token that came with the call. It opens its own scope, since only here the
 * token itself is wanted, which no other call gets to see.
 *
 * @throws Refusal `session_missing` when the session has ended before.
 */
export async function signOut(context: PublicContext): Promise<DataOf<typeof logout>> {
  const { token, clock } = context;
  await context.database.transaction(async (tx) => {
    const actor = await openScope(tx, token, clock.now());
    await sql`update sessions set revoked_at = ${clock.now()}
      where token_hash = ${tokenHash(token ?? "")}`.execute(tx);
    await audit({ ...context, tx, actor }, null, "session.closed", `user:${actor.user_id}`);
  });
  return { done: true };
}

/** The signed-in user. */
export async function whoAmI({ tx, actor }: Context): Promise<DataOf<typeof me>> {
  return {
    name: actor.name,
    email: actor.email,
    profile_photo: fileUrl(await photoOf(tx, actor.user_id)),
    user_type: actor.user_type,
    tenant_id: actor.tenant_id,
    permissions: [...permissionsOf(actor.user_type)],
    counts: {},
  };
}
