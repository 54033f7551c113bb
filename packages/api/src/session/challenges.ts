import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type { login, loginSecondFactor, SignedIn } from "@kontor/contract/session/session";
import { sql } from "kysely";

import { newToken, tokenHash } from "../platform/http/authenticate.ts";
import type { PublicContext } from "../platform/http/serve.ts";
import { Refusal } from "../platform/refusal.ts";
import type { UserIdentity, Tx } from "../platform/scope.ts";
import { openSession, auditFailedSignIn } from "./open-session.ts";
import { consumeSecondFactorCode } from "./second-factor.ts";
import { clearAttempts, throttle } from "./throttle.ts";
import { normalizeRecoveryCode } from "./totp.ts";
import type { User } from "./users.ts";

/** The lifetime of a challenge, in milliseconds. */
const challengeLifetime = 5 * 60_000;
/** The maximum number of codes tried for one correct password. */
const maxChallengeTries = 5;
/**
 * The number of wrong codes within an hour after which codes of the app are no longer compared. A
 * caller who gets here knows the password and could guess among a million codes. Recovery codes
 * cannot be guessed and still work.
 */
const maxWrongCodes = 20;

type Challenge = Extract<DataOf<typeof login>, { challenge: string }>;

/** Records that the password was correct; the second factor must follow. */
export async function openChallenge(tx: Tx, user: User, now: Date): Promise<Challenge> {
  const challenge = newToken();
  const expires_at = new Date(now.getTime() + challengeLifetime);
  await sql`insert into sign_in_challenges (token_hash, user_id, password_hash, expires_at)
    values (${tokenHash(challenge)}, ${user.user_id}, ${user.password_hash}, ${expires_at})`.execute(
    tx,
  );
  return { challenge, expires_at };
}

/**
 * Completes a sign-in with a code of the app or a recovery code.
 *
 * @throws Refusal `challenge_dead` for a challenge that is unknown, used, expired or tried too
 * often; `second_factor_wrong` at `code`; `second_factor_tried_often`.
 */
export async function completeSignIn(
  context: PublicContext,
  input: InputOf<typeof loginSecondFactor>,
): Promise<SignedIn> {
  const { database, environment, clock } = context;
  const token = tokenHash(input.challenge);
  // The attempt is counted and committed before the comparison; otherwise concurrent requests could
  // try far more than five codes.
  const { rows } = await database.transaction((tx) =>
    sql<UserIdentity & { password_hash: string }>`
      update sign_in_challenges c set tries = tries + 1 from users u
      where c.token_hash = ${token} and c.expires_at > ${clock.now()} and c.tries < ${maxChallengeTries}
        and u.id = c.user_id
        and not exists (select from tenants t where t.id = u.tenant_id and t.status <> 'ACTIVE')
      returning u.id as user_id, u.name, u.email, u.roles, u.tenant_id, c.password_hash`.execute(
      tx,
    ),
  );
  const user = rows[0];
  if (user === undefined) throw new Refusal("challenge_dead");
  const attempt = await throttle(context, "second-factor", user.email);
  if (attempt.earlier >= maxWrongCodes && normalizeRecoveryCode(input.code) === undefined) {
    throw new Refusal("second_factor_tried_often", { minutes: "60" }, { retryAfter: 3600 });
  }
  const signedIn = await database.transaction(async (tx) => {
    const fits = await consumeSecondFactorCode(
      { tx, environment, clock },
      user.user_id,
      input.code,
    );
    if (!fits) return undefined;
    const { numAffectedRows } =
      await sql`delete from sign_in_challenges where token_hash = ${token}`.execute(tx);
    if (numAffectedRows !== 1n) throw new Refusal("challenge_dead");
    await clearAttempts(tx, attempt);
    return openSession({ ...context, tx }, user);
  });
  if (signedIn !== undefined) return signedIn;
  await auditFailedSignIn(context, user, "second_factor");
  throw Refusal.at("code", "second_factor_wrong");
}
