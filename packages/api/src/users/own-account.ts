import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type * as account from "@kontor/contract/users/account";
import { sql } from "kysely";

import { audit } from "../platform/audit.ts";
import { storeFile, type StoredFile } from "../platform/files/files.ts";
import { reencodeImage } from "../platform/files/images.ts";
import { idleCutoff } from "../platform/http/authenticate.ts";
import type { Files } from "../platform/http/request.ts";
import { notFound } from "../platform/refusal.ts";
import type { Context } from "../platform/scope.ts";
import { hashSecret, refusePersonalPassword } from "../session/passwords.ts";
import { sendNoticeToUser } from "../session/security-notice.ts";
import { whoAmI } from "../session/sessions.ts";
import { changePassword, endSessions } from "../session/users.ts";
import { deviceOf } from "./device.ts";

/** Edge length in pixels of the stored square photo. */
const photoEdge = 320;

/** Re-encodes the photo of the form. @throws Refusal `image_invalid` at `profile_photo`. */
export async function preparePhoto({ profile_photo }: Files): Promise<StoredFile | undefined> {
  if (profile_photo === undefined) return undefined;
  const [photo] = await reencodeImage(profile_photo.bytes, "profile_photo", [photoEdge]);
  return photo;
}

/** Changes the caller's own name and photo. */
export async function updateOwnAccount(
  context: Context,
  input: InputOf<typeof account.updateMe>,
  photo: StoredFile | undefined,
): Promise<DataOf<typeof account.updateMe>> {
  const { tx, actor, clock } = context;
  const key = photo === undefined ? null : await storeFile(tx, actor.tenant_id, photo, clock.now());
  const removed = input.remove_photo === "true";
  await sql`
    update users set name = ${input.name},
      profile_photo = coalesce(${key}::text, case when ${!removed} then profile_photo end)
    where id = ${actor.user_id}`.execute(tx);
  await audit(context, actor.tenant_id, "account.changed", `user:${actor.user_id}`, {
    before: { name: actor.name },
    after: { name: input.name },
    ...(photo !== undefined || removed ? { photo: removed ? "removed" : "changed" } : {}),
  });
  return whoAmI(context);
}

/** Changes the caller's own password and ends the other sessions. @throws Refusal `password_weak` at `password`. */
export async function changeOwnPassword(
  context: Context,
  input: InputOf<typeof account.changeOwnPassword>,
): Promise<DataOf<typeof account.changeOwnPassword>> {
  const { tx, actor, clock } = context;
  refusePersonalPassword(input.password, actor);
  const password_hash = await hashSecret(input.password);
  const { user_id, session_id } = actor;
  await changePassword(tx, { user_id, password_hash, now: clock.now(), keep: session_id });
  await audit(context, actor.tenant_id, "password.changed", `user:${user_id}`);
  await sendNoticeToUser(context, actor, "Your password was changed");
  return { done: true };
}

/** The caller's own active sessions, the current one first, then by last use. */
export async function ownSessions({
  tx,
  actor,
  clock,
}: Context): Promise<DataOf<typeof account.listOwnSessions>> {
  const now = clock.now();
  const { rows } = await sql<{
    id: number;
    user_agent: string | null;
    address: string | null;
    created_at: Date;
    last_seen_at: Date;
    current: boolean;
  }>`
    select id, user_agent, ip as address, created_at, last_seen_at, id = ${actor.session_id} as current
    from sessions
    where user_id = ${actor.user_id} and revoked_at is null and expires_at > ${now}
      and last_seen_at > ${idleCutoff(now)}
    order by current desc, last_seen_at desc, id desc`.execute(tx);
  return rows.map(({ user_agent, ...row }) => ({ ...row, device: deviceOf(user_agent) }));
}

/** @throws Refusal `not_found` for a session that has ended or belongs to another user. */
export async function endOwnSession(
  context: Context,
  { id }: InputOf<typeof account.endOwnSession>,
): Promise<DataOf<typeof account.endOwnSession>> {
  const { tx, actor, clock } = context;
  const { numAffectedRows } = await sql`update sessions set revoked_at = ${clock.now()}
    where id = ${id} and user_id = ${actor.user_id} and revoked_at is null`.execute(tx);
  if (numAffectedRows !== 1n) throw notFound("The session");
  await audit(context, actor.tenant_id, "session.ended", `user:${actor.user_id}`);
  return { done: true };
}

/**
 * Ends all sessions of the user except that of the request.
 *
 * @returns the number of ended sessions.
 */
export async function endOtherSessions(
  context: Context,
): Promise<DataOf<typeof account.endOtherSessions>> {
  const { tx, actor, clock } = context;
  const { user_id, session_id } = actor;
  const ended = await endSessions(tx, { user_id, now: clock.now(), keep: session_id });
  await audit(context, actor.tenant_id, "sessions.ended", `user:${user_id}`, { ended });
  return { ended };
}
