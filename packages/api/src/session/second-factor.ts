import { createHash } from "node:crypto";

import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import type * as account from "@kontor/contract/users/account";
import { sql } from "kysely";

import { audit } from "../platform/audit.ts";
import {
  resealColumn,
  type ResealResult,
  type ResealTools,
} from "../platform/configuration/reseal.ts";
import { seal, unseal } from "../platform/configuration/secrets.ts";
import { atMostOne, exactlyOne } from "../platform/database/rows.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Context, Tx } from "../platform/scope.ts";
import { sendNoticeToUser } from "./security-notice.ts";
import {
  newRecoveryCodes,
  newTotpSecret,
  otpauthUrl,
  normalizeRecoveryCode,
  stepOfCode,
} from "./totp.ts";
import { endSessions } from "./users.ts";

/**
 * The name under which the key of a user's app is encrypted, so that it cannot be used for another
 * user.
 */
function secondFactorSealingContext(userId: number): string {
  return `second_factor.${userId}`;
}

/** Re-encrypts the keys of the users' apps. */
export function resealSecondFactors(tools: ResealTools): Promise<ResealResult> {
  const what = { table: "second_factors", column: "sealed_secret", namedBy: "user_id" };
  return resealColumn(tools, null, {
    ...what,
    nameOf: (userId) => secondFactorSealingContext(Number(userId)),
  });
}

/** Whether the signed-in user has a second factor, and must have one. */
export async function ownSecondFactor({
  tx,
  actor,
}: Context): Promise<DataOf<typeof account.getSecondFactor>> {
  const { rows } = await sql<{
    confirmed_at: Date | null;
    required: boolean;
    recovery_codes_left: number;
  }>`
    select
      (select f.confirmed_at from second_factors f where f.user_id = u.id) as confirmed_at,
      exists (
        select from second_factor_rules r where r.tenant_id = coalesce(u.tenant_id, 0) and r.roles && u.roles
      ) as required,
      (select count(*)::int from recovery_codes c where c.user_id = u.id) as recovery_codes_left
    from users u where u.id = ${actor.user_id}`.execute(tx);
  const { confirmed_at, required, recovery_codes_left } = exactlyOne(rows);
  return {
    enabled: confirmed_at !== null,
    enabled_at: confirmed_at,
    required,
    recovery_codes_left,
  };
}

/**
 * Creates a new key for the user's app; replaces a key that was never confirmed.
 *
 * @throws Refusal `second_factor_on` when a key is in force; `secret_key_missing`.
 */
export async function startSecondFactor(
  context: Context,
): Promise<DataOf<typeof account.startSecondFactor>> {
  const { tx, actor, environment } = context;
  const secret = newTotpSecret();
  const sealed = seal(environment, secondFactorSealingContext(actor.user_id), secret);
  const { numAffectedRows } = await sql`
    insert into second_factors as f (user_id, sealed_secret) values (${actor.user_id}, ${sealed})
    on conflict (user_id) do update set sealed_secret = excluded.sealed_secret
      where f.confirmed_at is null`.execute(tx);
  if (numAffectedRows !== 1n) throw new Refusal("second_factor_on");
  return { secret, otpauth_url: otpauthUrl(secret, actor.email) };
}

/**
 * Switches the second factor on, after a code proves that the app has the key, and ends the user's
 * other sessions.
 *
 * @returns the recovery codes, which are never shown again.
 * @throws Refusal `second_factor_missing` when none was started, `second_factor_on` when it is
 * already in force, `second_factor_wrong` at `code`.
 */
export async function confirmSecondFactor(
  context: Context,
  input: InputOf<typeof account.confirmSecondFactor>,
): Promise<DataOf<typeof account.confirmSecondFactor>> {
  const { tx, actor, clock } = context;
  const factor = await lockFactor(tx, actor.user_id);
  if (factor === undefined) throw new Refusal("second_factor_missing");
  if (factor.confirmed_at !== null) throw new Refusal("second_factor_on");
  if (!(await consumeTotp(context, actor.user_id, factor, input.code))) {
    throw Refusal.at("code", "second_factor_wrong");
  }
  await sql`update second_factors set confirmed_at = ${clock.now()}
    where user_id = ${actor.user_id}`.execute(tx);
  // Sessions opened without the second factor have to sign in again.
  const { user_id, session_id } = actor;
  const ended = await endSessions(tx, { user_id, now: clock.now(), keep: session_id });
  await audit(context, actor.tenant_id, "second_factor.enabled", `user:${user_id}`, { ended });
  await sendNoticeToUser(context, actor, "Your second factor is on");
  return { recovery_codes: await replaceRecoveryCodes(tx, actor.user_id) };
}

/** Replaces the recovery codes with new ones. @throws Refusal `second_factor_missing` */
export async function renewRecoveryCodes(
  context: Context,
): Promise<DataOf<typeof account.renewRecoveryCodes>> {
  const { tx, actor } = context;
  const factor = await lockFactor(tx, actor.user_id);
  if (factor === undefined || factor.confirmed_at === null)
    throw new Refusal("second_factor_missing");
  await audit(context, actor.tenant_id, "recovery_codes.renewed", `user:${actor.user_id}`);
  await sendNoticeToUser(context, actor, "Your recovery codes were replaced");
  return { recovery_codes: await replaceRecoveryCodes(tx, actor.user_id) };
}

/** @throws Refusal `second_factor_kept` when a role requires it, `second_factor_missing` */
export async function disableSecondFactor(
  context: Context,
): Promise<DataOf<typeof account.disableSecondFactor>> {
  const { actor } = context;
  const { enabled, required } = await ownSecondFactor(context);
  if (!enabled) throw new Refusal("second_factor_missing");
  if (required) throw new Refusal("second_factor_kept");
  await removeSecondFactor(context.tx, actor.user_id);
  await audit(context, actor.tenant_id, "second_factor.disabled", `user:${actor.user_id}`);
  await sendNoticeToUser(context, actor, "Your second factor was switched off");
  return { done: true };
}

/** Deletes the key and the recovery codes of a user. @returns whether a key was in force. */
export async function removeSecondFactor(tx: Tx, userId: number): Promise<boolean> {
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx);
  const { rows } = await sql<{ confirmed: boolean }>`
    delete from second_factors where user_id = ${userId} returning confirmed_at is not null as confirmed`.execute(
    tx,
  );
  return atMostOne(rows)?.confirmed ?? false;
}

/**
 * Checks a code of the app or a recovery code; each works once.
 *
 * @throws Refusal `secret_unreadable` when the key was encrypted by another installation.
 */
export async function consumeSecondFactorCode(
  context: Pick<Context, "tx" | "environment" | "clock">,
  userId: number,
  text: string,
): Promise<boolean> {
  const { tx } = context;
  const recoveryCode = normalizeRecoveryCode(text);
  if (recoveryCode !== undefined) {
    const { numAffectedRows } = await sql`delete from recovery_codes
      where user_id = ${userId} and code_hash = ${hashOf(recoveryCode)}`.execute(tx);
    return numAffectedRows === 1n;
  }
  const code = text.replaceAll(/\s/g, "");
  const factor = await lockFactor(tx, userId);
  if (factor === undefined || factor.confirmed_at === null) return false;
  if (!/^\d{6}$/.test(code)) return false;
  return consumeTotp(context, userId, factor, code);
}

type Factor = { sealed_secret: string; confirmed_at: Date | null; last_step: number };

/**
 * The user's second factor, locked, so that of two requests with the same code the second finds it
 * used.
 */
async function lockFactor(tx: Tx, userId: number): Promise<Factor | undefined> {
  const { rows } = await sql<Factor>`
    select sealed_secret, confirmed_at, last_step from second_factors
    where user_id = ${userId} for update`.execute(tx);
  return atMostOne(rows);
}

async function consumeTotp(
  { tx, environment, clock }: Pick<Context, "tx" | "environment" | "clock">,
  userId: number,
  factor: Factor,
  code: string,
): Promise<boolean> {
  const secret = unseal(environment, secondFactorSealingContext(userId), factor.sealed_secret);
  const step = stepOfCode(secret, code, clock.now().getTime());
  if (step === undefined || step <= factor.last_step) return false;
  await sql`update second_factors set last_step = ${step} where user_id = ${userId}`.execute(tx);
  return true;
}

async function replaceRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx);
  await sql`insert into recovery_codes (user_id, code_hash)
    select ${userId}, unnest(${codes.map(hashOf)}::bytea[])`.execute(tx);
  return codes;
}

function hashOf(recoveryCode: string): Buffer {
  return createHash("sha256").update(recoveryCode).digest();
}
