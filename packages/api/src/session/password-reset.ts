import { randomInt } from "node:crypto";

import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type {
  confirmEmail,
  resetPassword,
  verifyResetCode,
} from "@kontor/contract/session/session";
import { sql } from "kysely";

import { audit } from "../platform/audit.ts";
import { atMostOne } from "../platform/database/rows.ts";
import { newToken, tokenHash } from "../platform/http/authenticate.ts";
import type { PublicContext } from "../platform/http/serve.ts";
import { Refusal } from "../platform/refusal.ts";
import { actorOf, setTenant, type Person, type Tx } from "../platform/scope.ts";
import { sendMail } from "../templates/send-mail.ts";
import { hashSecret, refuseOwnWords, verifySecret } from "./passwords.ts";
import { noticeToUser } from "./security-notice.ts";
import { forgive, forgiveAccount, throttle, type Attempt } from "./throttle.ts";
import { changePassword, findUser, type User } from "./users.ts";

const minute = 60_000;
/** How long a mailed code works, in minutes. */
const codeMinutes = 10;
/** Codes that may be tried before the mailed one is worth nothing. */
const codeTries = 5;
/** How long a code that was right opens the way to a new password, in milliseconds. */
const tokenLifetime = 15 * minute;
/** A response about an address takes at least this long, in milliseconds, which hides what was done for it. */
const answerTime = 500;

/**
 * Mails a code to the user of an address. Nothing shows whether there is one: the response, its time and
 * the work behind it are the same.
 */
export async function sendResetCode(
  context: PublicContext,
  input: InputOf<typeof confirmEmail>,
): Promise<DataOf<typeof confirmEmail>> {
  const attempt = await throttle(context, "reset-mail", input.email);
  const answered = context.clock.sleep(answerTime);
  const code = randomInt(1_000_000).toString().padStart(6, "0");
  const codeHash = Buffer.from(await hashSecret(code));
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    const user = await findUser(tx, input.email);
    if (user === undefined || user.shut_out || user.password_hash === null) return;
    if (!(await keepCode(tx, { user, codeHash, attempt, now }))) return;
    // Text and layout are those of the user's organization, whose rows the scope must reach.
    if (user.tenant_id !== null) await setTenant(tx, user.tenant_id);
    await sendMail(
      { ...context, tx },
      {
        tenantId: user.tenant_id,
        label: "password_reset",
        to_name: user.name,
        to_email: user.email,
        values: { name: user.name, code, minutes: String(codeMinutes) },
        expires_at: new Date(now.getTime() + codeMinutes * minute),
      },
    );
  });
  await answered;
  return { done: true };
}

/**
 * Keeps a new code in the place of the one before. A code that was mailed a moment ago stays, so that
 * nobody can fill a mailbox or draw ever new codes to guess at: the pause between two mails grows from
 * one minute to eight, which is less than a code lives.
 *
 * @returns whether the code was kept and is to be mailed.
 */
async function keepCode(
  tx: Tx,
  { user, codeHash, attempt, now }: { user: User; codeHash: Buffer; attempt: Attempt; now: Date },
): Promise<boolean> {
  const pause = attempt.earlier === 0 ? 0 : Math.min(8, 2 ** (attempt.earlier - 1));
  const expiresAt = new Date(now.getTime() + codeMinutes * minute);
  const replaceable = new Date(expiresAt.getTime() - pause * minute);
  const { rows } = await sql`
    insert into password_resets as r (user_id, code_hash, code_expires_at)
    values (${user.user_id}, ${codeHash}, ${expiresAt})
    on conflict (user_id) do update
      set code_hash = excluded.code_hash, code_expires_at = excluded.code_expires_at, tries = 0
      where r.code_expires_at <= ${replaceable}
    returning user_id`.execute(tx);
  return rows.length > 0;
}

/**
 * Exchanges the mailed code, which then works no more, for a token that sets a new password.
 *
 * @throws Refusal `reset_code_wrong` for a code that is wrong, too old, tried too often or used, and
 *   for an address that nobody has.
 */
export async function exchangeResetCode(
  context: PublicContext,
  input: InputOf<typeof verifyResetCode>,
): Promise<DataOf<typeof verifyResetCode>> {
  const attempt = await throttle(context, "reset-code", input.email);
  const now = context.clock.now();
  // The try is counted before the comparison and stays counted, or five could be made a thousand.
  const { rows } = await context.database.transaction((tx) =>
    sql<{ user_id: number; code_hash: Buffer }>`
      update password_resets r set tries = tries + 1 from users u
      where u.email = ${input.email} and not u.deactivated and r.user_id = u.id
        and r.code_expires_at > ${now} and r.tries < ${codeTries}
      returning r.user_id, r.code_hash`.execute(tx),
  );
  const kept = atMostOne(rows);
  const fits = await verifySecret(kept?.code_hash.toString(), input.code);
  if (kept === undefined || !fits) throw new Refusal("reset_code_wrong");
  const token = newToken();
  await context.database.transaction(async (tx) => {
    const { numAffectedRows } = await sql`update password_resets
      set code_hash = '', token_hash = ${tokenHash(token)},
        token_expires_at = ${new Date(now.getTime() + tokenLifetime)}
      where user_id = ${kept.user_id} and code_hash = ${kept.code_hash}`.execute(tx);
    if (numAffectedRows !== 1n) throw new Refusal("reset_code_wrong");
    await forgive(tx, attempt);
  });
  return { reset_token: token };
}

/**
 * Sets the new password, once for each token, and signs the user out everywhere.
 *
 * @throws Refusal `reset_token_dead` for a token that is unknown, too old or used.
 */
export async function setNewPassword(
  context: PublicContext,
  input: InputOf<typeof resetPassword>,
): Promise<DataOf<typeof resetPassword>> {
  const token = tokenHash(input.reset_token);
  const now = context.clock.now();
  // Asked before as well, so that nobody without a token makes the server hash passwords.
  await context.database.transaction(async (tx) => {
    const { rows } = await sql`select from password_resets
      where token_hash = ${token} and token_expires_at > ${now}`.execute(tx);
    if (rows.length === 0) throw new Refusal("reset_token_dead");
  });
  const password_hash = await hashSecret(input.password);
  await context.database.transaction(async (tx) => {
    const { rows } = await sql<Person>`
      with used as (
        delete from password_resets where token_hash = ${token} and token_expires_at > ${now}
        returning user_id
      )
      select u.id as user_id, u.name, u.email, u.roles, u.tenant_id
      from users u join used on used.user_id = u.id where not u.deactivated`.execute(tx);
    const person = rows[0];
    if (person === undefined) throw new Refusal("reset_token_dead");
    const actor = actorOf(person, { ip: context.ip });
    refuseOwnWords(input.password, actor);
    await changePassword(tx, { user_id: actor.user_id, password_hash, now });
    await forgiveAccount(tx, actor.email);
    if (actor.tenant_id !== null) await setTenant(tx, actor.tenant_id);
    const acting = { ...context, tx, actor };
    await audit(acting, actor.tenant_id, "password.reset", `user:${actor.user_id}`);
    await noticeToUser(acting, actor, "Your password was changed");
  });
  return { done: true };
}
