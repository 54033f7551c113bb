import { sql, type RawBuilder } from "kysely";

import { publishAfterCommit } from "../database/database.ts";
import { exactlyOne } from "../database/rows.ts";
import type { Tx } from "../scope.ts";

/** The topic that a commit publishes when it put mails into the outbox. */
export const mailTopic = "mail";

export type Mail = {
  /** The sending organization; null for the platform. */
  tenant_id: number | null;
  /** Label of its template. */
  label: string;
  /** The organization's employee whom the mail is about. */
  employee_id?: number | undefined;
  to_name: string;
  to_email: string;
  subject: string;
  html: string;
  text: string;
  /**
   * For a mail with a code: when the code expires. The mail is not sent after that, and its content
   * is cleared once it is sent or expired.
   */
  expires_at?: Date | undefined;
  /** The encrypted server to use instead of the effective one, from `sealedServerOf`. */
  via_sealed?: string | undefined;
  /**
   * The attachment of an organization's mail: its kind and source. It is created when the mail is
   * sent.
   */
  attachment?: MailAttachment | undefined;
};

/**
 * The condition that a mail's content and subject are confidential to its receiver, because it has
 * a code or link with which a reader could sign in as somebody else. Subjects no longer contain
 * any, but older ones may.
 *
 * @param alias of `mails` in the statement.
 */
export function isConfidential(alias: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${alias}.expires_at`)} is not null`;
}

/** The condition that a mail was not sent and is neither discarded: it waits or failed. @param alias of `mails` */
export function isDiscardable(alias: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${alias}.status`)} in ('WAITING', 'FAILED')`;
}

/** Clears the content of mails `m` for which a condition holds. */
function clearedWhere(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`html = case when ${condition} then '' else html end,
      text = case when ${condition} then '' else text end`;
}

/** A kind of attachment and the id of its source. */
export type MailAttachment = { kind: "payslip"; id: number };

/** A mail that this process has claimed for sending; `tries` includes this attempt. */
export type ClaimedMail = {
  id: number;
  to_name: string;
  to_email: string;
  subject: string;
  html: string;
  text: string;
  tries: number;
  created_at: Date;
  tenant_id: number | null;
  attachment: MailAttachment["kind"] | null;
  attachment_id: number | null;
  /** The encrypted server to use; null for the effective one. */
  via_sealed: string | null;
};

/**
 * Stores a mail in the transaction that causes it, so that both are committed or neither. It is
 * sent within about a second after the commit.
 */
export async function enqueueMail(tx: Tx, mail: Mail, now: Date): Promise<void> {
  await enqueueMails(tx, [mail], now);
}

/** The same for several mails, in one statement. */
export async function enqueueMails(tx: Tx, mails: readonly Mail[], now: Date): Promise<void> {
  if (mails.length === 0) return;
  const of = <Value>(value: (mail: Mail) => Value) => mails.map((mail) => value(mail) ?? null);
  await sql`
    insert into mails (tenant_id, label, employee_id, to_name, to_email, subject, html, text, expires_at, via_sealed,
      attachment, attachment_id, next_try_at, created_at)
    select m.*, ${now}, ${now}
    from unnest(${of((mail) => mail.tenant_id)}::bigint[], ${of((mail) => mail.label)}::text[],
      ${of((mail) => mail.employee_id)}::bigint[],
      ${of((mail) => mail.to_name)}::text[], ${of((mail) => mail.to_email)}::text[],
      ${of((mail) => mail.subject)}::text[], ${of((mail) => mail.html)}::text[], ${of((mail) => mail.text)}::text[],
      ${of((mail) => mail.expires_at)}::timestamptz[], ${of((mail) => mail.via_sealed)}::text[],
      ${of((mail) => mail.attachment?.kind)}::text[], ${of((mail) => mail.attachment?.id)}::bigint[]) as m`.execute(
    tx,
  );
  publishAfterCommit(tx, mailTopic);
}

/**
 * Claims due mails: those with a code first, because somebody waits for it, and those with an
 * attachment last, because a payroll writes one for each employee. Two processes never claim the
 * same mail: rows locked by another are skipped, and a claimed mail is not due again before its
 * lease ends. A process that dies while sending therefore delays its mails by the lease but loses
 * none.
 *
 * @param claim.lease the time for sending, in milliseconds.
 * @param claim.onlyFormer claims only mails with a server of their own, when none is in effect.
 */
export async function claimMails(
  tx: Tx,
  claim: { now: Date; lease: number; most: number; onlyFormer?: boolean },
): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    with due as (
      select id from mails
      where status = 'WAITING' and next_try_at <= ${claim.now}
        and (expires_at is null or expires_at > ${claim.now})
        and (via_sealed is not null or not ${claim.onlyFormer ?? false}::boolean)
      order by expires_at is null, attachment is not null, next_try_at, id
      limit ${claim.most} for update skip locked
    )
    update mails m set tries = m.tries + 1, next_try_at = ${new Date(claim.now.getTime() + claim.lease)}
    from due where m.id = due.id
    returning m.id, m.to_name, m.to_email, m.subject, m.html, m.text, m.tries, m.created_at, m.via_sealed,
      m.tenant_id, m.attachment, m.attachment_id`.execute(tx);
  return rows.toSorted((one, other) => one.id - other.id);
}

/** Records that a claimed mail was sent. */
export async function markSent(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`update mails m set status = 'SENT', sent_at = ${now}, last_error = null, via_sealed = null,
      ${clearedWhere(isConfidential("m"))}
    where id = ${id}`.execute(tx);
}

/**
 * Records why a claimed mail was not sent. An attempt that outlived its lease is ignored, because
 * another process has claimed the mail.
 *
 * @param nextTry when to try again; undefined gives it up.
 */
export async function markUnsent(
  tx: Tx,
  mail: ClaimedMail,
  error: string,
  nextTry: Date | undefined,
): Promise<void> {
  await sql`update mails m set last_error = ${error},
      status = ${nextTry === undefined ? "FAILED" : "WAITING"},
      via_sealed = case when ${nextTry !== undefined} then via_sealed end,
      next_try_at = coalesce(${nextTry ?? null}::timestamptz, next_try_at),
      ${clearedWhere(sql`${isConfidential("m")} and ${nextTry === undefined}`)}
    where id = ${mail.id} and status = 'WAITING' and tries = ${mail.tries}`.execute(tx);
}

/** Gives up mails whose code has expired and clears them. */
export async function giveUpExpiredMails(tx: Tx, now: Date): Promise<void> {
  await sql`update mails
    set status = 'FAILED', html = '', text = '', last_error = coalesce(last_error, 'Too late to send.')
    where status = 'WAITING' and expires_at <= ${now}`.execute(tx);
}

/** The note on a mail that waits because no mail server is configured. */
const noServer = "There is no mail server yet.";

/** Mails not yet logged on a system without a mail server. Each is returned once. */
export async function takeUnloggedMails(
  tx: Tx,
): Promise<{ to_email: string; subject: string; text: string }[]> {
  const { rows } = await sql<{ id: number; to_email: string; subject: string; text: string }>`
    update mails set last_error = ${noServer} where status = 'WAITING' and last_error is null
    returning id, to_email, subject, text`.execute(tx);
  return rows
    .toSorted((one, other) => one.id - other.id)
    .map(({ to_email, subject, text }) => ({ to_email, subject, text }));
}

/** Deletes the rows of unsent mails written before a moment, such as the demo data's past. */
export async function deleteWaitingMailsBefore(tx: Tx, before: Date): Promise<void> {
  await sql`delete from mails where status = 'WAITING' and created_at < ${before}`.execute(tx);
}

/** Makes all waiting mails due at once, after the cause of the delay may have been fixed. */
export async function retryWaitingMails(tx: Tx, now: Date): Promise<void> {
  await sql`update mails set next_try_at = ${now}
    where status = 'WAITING' and next_try_at > ${now}`.execute(tx);
  publishAfterCommit(tx, mailTopic);
}

/**
 * Makes a waiting, failed or discarded mail due at once; one that does not wait gets all its attempts
 * again.
 *
 * @returns whether there is such a mail that can still be sent.
 */
export async function retryMailNow(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update mails
    set status = 'WAITING', next_try_at = ${now}, tries = case status when 'WAITING' then tries else 0 end
    where id = ${id} and status <> 'SENT' and html <> ''
      and (expires_at is null or expires_at > ${now})`.execute(tx);
  publishAfterCommit(tx, mailTopic);
  return numAffectedRows === 1n;
}

/**
 * Discards waiting and failed mails, which are not sent unless they are retried. Those with a code
 * are cleared and cannot be. One that is being sent at that moment may still leave, and is recorded
 * as sent then.
 *
 * @param which a condition on `mails m`.
 * @returns the number of discarded mails.
 */
export async function discardMailsWhere(tx: Tx, which: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update mails m set status = 'DISCARDED', via_sealed = null,
      ${clearedWhere(isConfidential("m"))}
    where ${isDiscardable("m")} and ${which}`.execute(tx);
  return Number(numAffectedRows);
}

/** Discards all waiting mails. @returns their number. */
export async function discardWaitingMails(tx: Tx): Promise<number> {
  return discardMailsWhere(tx, sql`m.status = 'WAITING'`);
}

/** The number of waiting mails, and the time of the oldest. */
export async function mailBacklog(tx: Tx): Promise<{ count: number; since: Date | null }> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::integer as count, min(created_at) as since from mails where status = 'WAITING'`.execute(
    tx,
  );
  return exactlyOne(rows);
}
