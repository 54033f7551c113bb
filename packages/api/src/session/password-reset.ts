import { randomInt } from "node:crypto";

import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type {
  confirmEmail,
  resetPassword,
  verifyResetCode,
} from "@kontor/contract/session/password-reset";
import { sql } from "kysely";

import { audit } from "../platform/audit.ts";
import { appUrlsOf } from "../platform/configuration/app-urls.ts";
import { refuseWhileHeld } from "../platform/configuration/outgoing.ts";
import { atMostOne } from "../platform/database/rows.ts";
import { newToken, tokenHash } from "../platform/http/authenticate.ts";
import type { PublicContext } from "../platform/http/serve.ts";
import { Refusal } from "../platform/refusal.ts";
import { actorOf, setTenant, type UserIdentity, type Tx } from "../platform/scope.ts";
import { sendMail } from "../templates/send-mail.ts";
import { hashSecret, refusePersonalPassword, verifySecret } from "./passwords.ts";
import { sendNoticeToUser } from "./security-notice.ts";
import {
  type Attempt,
  clearAccountAttempts,
  clearAttempts,
  minResponseTime,
  minutesBetweenMails,
  throttle,
} from "./throttle.ts";
import { changePassword, findUser, type User } from "./users.ts";

const minute = 60_000;
/** How long a mailed code and a mailed link are valid, in minutes. */
const mailLifetimeMinutes = 10;
/** The maximum number of attempts from one network for each mailed code. */
const maxCodeTries = 5;
/**
 * The maximum number of attempts from all networks for each mailed code. An attacker with many
 * networks can use these up, but the mailed link still works.
 */
const maxTotalCodeTries = 10;
/** How long after a correct code a new password may be set, in milliseconds. */
const tokenLifetime = 15 * minute;
/**
 * Mails a code and a link to the user of an address. The response, its timing and the work behind
 * it do not reveal whether there is one.
 *
 * @throws Refusal `outgoing_held` for any address, because the mail would expire before it leaves.
 */
export async function sendResetCode(
  context: PublicContext,
  input: InputOf<typeof confirmEmail>,
): Promise<DataOf<typeof confirmEmail>> {
  const attempt = await throttle(context, "reset-mail", input.email);
  await context.database.transaction(refuseWhileHeld);
  const answered = context.clock.sleep(minResponseTime);
  const link = newToken();
  const code = randomInt(1_000_000).toString().padStart(6, "0");
  const codeHash = Buffer.from(await hashSecret(code));
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    const user = await findUser(tx, input.email);
    if (user === undefined || user.shut_out || user.password_hash === null) return;
    if (!(await saveResetCode(tx, { user, codeHash, attempt, now }))) return;
    const expires_at = new Date(now.getTime() + mailLifetimeMinutes * minute);
    await sql`insert into password_reset_links (token_hash, user_id, expires_at)
      values (${tokenHash(link)}, ${user.user_id}, ${expires_at})`.execute(tx);
    // Text and layout are those of the user's organization, which must be in scope.
    if (user.tenant_id !== null) await setTenant(tx, user.tenant_id);
    const { public_url } = await appUrlsOf(tx, context.environment);
    // The part after # stays in the browser, so the token appears in no log of a server or proxy.
    const reset_link = `${public_url}/new-password#${link}`;
    await sendMail(
      { ...context, tx },
      {
        tenantId: user.tenant_id,
        label: "password_reset",
        to_name: user.name,
        to_email: user.email,
        values: { name: user.name, code, reset_link, minutes: String(mailLifetimeMinutes) },
        expires_at,
      },
    );
  });
  await answered;
  return { done: true };
}

/**
 * Stores a new code in place of the previous one. A code mailed a moment ago is kept, so that
 * nobody can flood a mailbox or generate ever new codes to guess at. The pause between two mails
 * grows from one minute to eight, less than the lifetime of code and link. A user who is refused a
 * new mail still has a working link, because links, unlike codes, are not replaced by the next
 * mail.
 *
 * @returns whether the code was stored and must be mailed.
 */
async function saveResetCode(
  tx: Tx,
  { user, codeHash, attempt, now }: { user: User; codeHash: Buffer; attempt: Attempt; now: Date },
): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + mailLifetimeMinutes * minute);
  const replaceable = new Date(expiresAt.getTime() - minutesBetweenMails(attempt) * minute);
  const { rows } = await sql<{ user_id: number }>`
    insert into password_resets as r (user_id, code_hash, code_expires_at)
    values (${user.user_id}, ${codeHash}, ${expiresAt})
    on conflict (user_id) do update
      set code_hash = excluded.code_hash, code_expires_at = excluded.code_expires_at
      where r.code_expires_at <= ${replaceable}
    returning user_id`.execute(tx);
  if (rows.length === 0) return false;
  await sql`delete from password_reset_tries where user_id = ${user.user_id}`.execute(tx);
  return true;
}

/**
 * Exchanges the mailed code, which is used up by this, for a token that sets a new password.
 *
 * @throws Refusal `reset_code_wrong` for a code that is wrong, expired, tried too often from this
 * network or from all, or used, and for an unknown address.
 */
export async function exchangeResetCode(
  context: PublicContext,
  input: InputOf<typeof verifyResetCode>,
): Promise<DataOf<typeof verifyResetCode>> {
  const attempt = await throttle(context, "reset-code", input.email);
  const now = context.clock.now();
  // The attempt is counted and committed before the comparison; otherwise concurrent requests could
  // try far more than five codes. Each network has its own count, so that no single one can use up
  // the attempts of others.
  const { rows } = await context.database.transaction((tx) =>
    sql<{ user_id: number; code_hash: Buffer }>`
      with kept as (
        select r.user_id, r.code_hash from password_resets r join users u on u.id = r.user_id
        where u.email = ${input.email} and not u.deactivated and r.code_expires_at > ${now}
        for update of r
      ), open as (
        select user_id, code_hash from kept
        where (select coalesce(sum(tries), 0) from password_reset_tries t where t.user_id = kept.user_id)
          < ${maxTotalCodeTries}
      ), counted as (
        insert into password_reset_tries as t (user_id, asker_hash, tries)
        select user_id, ${attempt.address}, 1 from open
        on conflict (user_id, asker_hash) do update set tries = t.tries + 1 where t.tries < ${maxCodeTries}
        returning user_id
      )
      select user_id, code_hash from open join counted using (user_id)`.execute(tx),
  );
  const stored = atMostOne(rows);
  const fits = await verifySecret(stored?.code_hash.toString(), input.code);
  if (stored === undefined || !fits) throw new Refusal("reset_code_wrong");
  const token = newToken();
  await context.database.transaction(async (tx) => {
    const { numAffectedRows } = await sql`update password_resets
      set code_hash = '', token_hash = ${tokenHash(token)},
        token_expires_at = ${new Date(now.getTime() + tokenLifetime)}
      where user_id = ${stored.user_id} and code_hash = ${stored.code_hash}`.execute(tx);
    if (numAffectedRows !== 1n) throw new Refusal("reset_code_wrong");
    await clearAttempts(tx, attempt);
  });
  return { reset_token: token };
}

/**
 * Sets the new password, once for each token, and ends all sessions of the user. The token comes
 * from a code or from a mailed link.
 *
 * @throws Refusal `reset_token_dead` for a token that is unknown, too old or used.
 */
export async function setNewPassword(
  context: PublicContext,
  input: InputOf<typeof resetPassword>,
): Promise<DataOf<typeof resetPassword>> {
  const token = tokenHash(input.reset_token);
  const now = context.clock.now();
  // Checked first, so that the server hashes no passwords for callers without a token.
  await context.database.transaction(async (tx) => {
    const { rows } = await sql`
      select from password_resets where token_hash = ${token} and token_expires_at > ${now}
      union all
      select from password_reset_links where token_hash = ${token} and expires_at > ${now}`.execute(
      tx,
    );
    if (rows.length === 0) throw new Refusal("reset_token_dead");
  });
  const password_hash = await hashSecret(input.password);
  await context.database.transaction(async (tx) => {
    const { rows } = await sql<UserIdentity>`
      with used as (
        delete from password_resets where token_hash = ${token} and token_expires_at > ${now}
        returning user_id
      ), followed as (
        delete from password_reset_links where token_hash = ${token} and expires_at > ${now}
        returning user_id
      )
      select u.id as user_id, u.name, u.email, u.roles, u.tenant_id
      from users u join (select user_id from used union all select user_id from followed) holder
        on holder.user_id = u.id
      where not u.deactivated`.execute(tx);
    const person = rows[0];
    if (person === undefined) throw new Refusal("reset_token_dead");
    const actor = actorOf(person, { ip: context.ip });
    refusePersonalPassword(input.password, actor);
    await changePassword(tx, { user_id: actor.user_id, password_hash, now });
    await clearAccountAttempts(tx, actor.email);
    if (actor.tenant_id !== null) await setTenant(tx, actor.tenant_id);
    const acting = { ...context, tx, actor };
    await audit(acting, actor.tenant_id, "password.reset", `user:${actor.user_id}`);
    await sendNoticeToUser(acting, actor, "Your password was changed");
  });
  return { done: true };
}
