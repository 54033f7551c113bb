import { randomInt } from "node:crypto";

import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { portalCodeMinutes, type sendPortalCode } from "@kontor/contract/portal/session";
import { sql } from "kysely";

import { refuseWhileHeld } from "../platform/configuration/outgoing.ts";
import { atMostOne } from "../platform/database/rows.ts";
import type { PublicContext } from "../platform/http/serve.ts";
import { enqueueMail } from "../platform/mail/outbox.ts";
import { Refusal } from "../platform/refusal.ts";
import { setTenant, type Tx } from "../platform/scope.ts";
import { hashSecret, verifySecret } from "../session/passwords.ts";
import {
  minResponseTime,
  minutesBetweenMails,
  throttle,
  type Attempt,
} from "../session/throttle.ts";
import { composeFrom, mailSenderOf } from "../templates/compose.ts";
import { portalAccountsOf, addressHash, type PortalAccount } from "./accounts.ts";

const minute = 60_000;
/** Attempts allowed to one network for each mailed code. */
const maxTriesPerNetwork = 5;
/** Attempts allowed to all networks together for each mailed code. */
const maxTriesOfAllNetworks = 10;
/**
 * The label of these mails. They have no editable template: without the code in its text nobody
 * could sign in.
 */
const label = "portal_code";

/**
 * Mails a code to an invited address. Nothing reveals whether it was invited: response, duration
 * and work are the same. Employees who may not enter get a code too, and learn the reason after
 * entering it, when their identity is certain.
 *
 * @throws Refusal `portal_codes_held` for any address, because the mail would expire before it leaves.
 */
export async function mailSignInCode(
  context: PublicContext,
  input: InputOf<typeof sendPortalCode>,
): Promise<DataOf<typeof sendPortalCode>> {
  const attempt = await throttle(context, "portal-mail", input.email);
  await context.database.transaction(async (tx) => refuseWhileHeld(tx, "portal_codes_held"));
  const answered = context.clock.sleep(minResponseTime);
  const code = randomInt(1_000_000).toString().padStart(6, "0");
  const codeHash = Buffer.from(await hashSecret(code));
  await context.database.transaction(async (tx) => {
    const accounts = await portalAccountsOf(tx, input.email, context.clock.today());
    const [first] = accounts;
    if (first === undefined) return;
    const expires_at = new Date(context.clock.now().getTime() + portalCodeMinutes * minute);
    if (!(await saveCode(tx, input.email, { codeHash, attempt, expiresAt: expires_at }))) return;
    await enqueueCode({ ...context, tx }, first, {
      code,
      expires_at,
      tenantId: onlyTenant(accounts),
    });
  });
  await answered;
  return { done: true };
}

/** The organization that sends the code; null, for the platform, if there are several. */
function onlyTenant(accounts: readonly PortalAccount[]): number | null {
  const tenants = new Set(accounts.map(({ tenant_id }) => tenant_id));
  return tenants.size === 1 ? (accounts[0]?.tenant_id ?? null) : null;
}

async function enqueueCode(
  context: Pick<PublicContext, "clock" | "environment"> & { tx: Tx },
  account: PortalAccount,
  { code, expires_at, tenantId }: { code: string; expires_at: Date; tenantId: number | null },
): Promise<void> {
  if (tenantId !== null) await setTenant(context.tx, tenantId);
  const sender = await mailSenderOf(context, tenantId);
  const minutes = String(portalCodeMinutes);
  const values = { ...sender.values, name: account.first_name, code, minutes };
  await enqueueMail(
    context.tx,
    {
      tenant_id: tenantId,
      label,
      // The platform's mail is about accounts in several organizations.
      employee_id: tenantId === null ? undefined : account.employee_id,
      to_name: `${account.first_name} ${account.last_name}`,
      to_email: account.email,
      expires_at,
      ...composeFrom(text, values, sender.branding),
    },
    context.clock.now(),
  );
}

// Lock screens show subjects and mail servers log them, so only the body contains the code.
const text = {
  subject: "Your code for the employee portal",
  body: `<p>Hello {{name}},</p>
<p>Enter this code to sign in to the employee portal:</p>
<p><span style="font-size:30px"><strong>{{code}}</strong></span></p>
<p>It works for {{minutes}} minutes and only once. Nobody will ever ask you for it by phone or mail.</p>
<p>If you did not ask for a code, you need not do anything: nobody can sign in without it.</p>`,
};

/**
 * Stores a new code in place of the previous one, unless that was mailed too recently.
 *
 * @returns whether the code was stored and must be mailed.
 */
async function saveCode(
  tx: Tx,
  email: string,
  { codeHash, attempt, expiresAt }: { codeHash: Buffer; attempt: Attempt; expiresAt: Date },
): Promise<boolean> {
  const replaceable = new Date(expiresAt.getTime() - minutesBetweenMails(attempt) * minute);
  const address = addressHash(email);
  const { rows } = await sql<{ address_hash: Buffer }>`
    insert into portal_codes as c (address_hash, code_hash, expires_at)
    values (${address}, ${codeHash}, ${expiresAt})
    on conflict (address_hash) do update
      set code_hash = excluded.code_hash, expires_at = excluded.expires_at
      where c.expires_at <= ${replaceable}
    returning address_hash`.execute(tx);
  if (rows.length === 0) return false;
  await sql`delete from portal_code_tries where address_hash = ${address}`.execute(tx);
  return true;
}

/** A correct code that can still be used once. */
export type VerifiedCode = { address_hash: Buffer; code_hash: Buffer };

/**
 * Compares an entered code with the mailed one. The attempt is counted before the comparison, and
 * stays counted; otherwise a thousand concurrent attempts would all be compared. Each network has
 * its own count, so that no network can use up the attempts of others. All networks together have
 * another count.
 *
 * @throws Refusal `portal_code_wrong` at `code` for a code that is wrong, expired, tried too often
 *   or used, and for an address to which none was mailed.
 */
export async function verifyCode(
  context: PublicContext,
  attempt: Attempt,
  typed: { email: string; code: string },
): Promise<VerifiedCode> {
  const { rows } = await context.database.transaction((tx) =>
    sql<VerifiedCode>`
      with kept as (
        select address_hash, code_hash from portal_codes
        where address_hash = ${addressHash(typed.email)} and expires_at > ${context.clock.now()}
        for update
      ), open as (
        select address_hash, code_hash from kept
        where (select coalesce(sum(t.tries), 0) from portal_code_tries t
          where t.address_hash = kept.address_hash) < ${maxTriesOfAllNetworks}
      ), counted as (
        insert into portal_code_tries as t (address_hash, asker_hash, tries)
        select address_hash, ${attempt.address}, 1 from open
        on conflict (address_hash, asker_hash) do update set tries = t.tries + 1
          where t.tries < ${maxTriesPerNetwork}
        returning address_hash
      )
      select address_hash, code_hash from open join counted using (address_hash)`.execute(tx),
  );
  const stored = atMostOne(rows);
  const fits = await verifySecret(stored?.code_hash.toString(), typed.code);
  if (stored === undefined || !fits) throw wrongCodeRefusal();
  return stored;
}

/** The refusal of a code, the same for every reason. */
export function wrongCodeRefusal(): Refusal {
  return Refusal.at("code", "portal_code_wrong");
}

/** Removes the attempt of a correct code from the count, because the code will be sent again. */
export async function uncountAttempt(
  tx: Tx,
  code: VerifiedCode,
  { address }: Attempt,
): Promise<void> {
  await sql`update portal_code_tries set tries = tries - 1
    where address_hash = ${code.address_hash} and asker_hash = ${address} and tries > 0`.execute(
    tx,
  );
}

/** Uses up a code. @throws Refusal `portal_code_wrong` when a concurrent request used it first. */
export async function consumeCode(
  tx: Tx,
  { address_hash, code_hash }: VerifiedCode,
): Promise<void> {
  const { numAffectedRows } = await sql`delete from portal_codes
    where address_hash = ${address_hash} and code_hash = ${code_hash}`.execute(tx);
  if (numAffectedRows !== 1n) throw wrongCodeRefusal();
}
