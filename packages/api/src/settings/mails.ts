import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { templateTitle } from "@kontor/contract/reference/template-labels";
import type * as contract from "@kontor/contract/settings/mails";
import { sql, type RawBuilder } from "kysely";

import { audit } from "../platform/audit.ts";
import { appUrlsOf } from "../platform/configuration/app-urls.ts";
import { anyColumnContains, optionalCondition } from "../platform/database/conditions.ts";
import {
  limitOffset,
  sortOrders,
  refuseLongSort,
  type PageQuery,
} from "../platform/database/list.ts";
import { atMostOne } from "../platform/database/rows.ts";
import {
  discardMailsWhere,
  isConfidential,
  isDiscardable,
  retryMailNow,
} from "../platform/mail/outbox.ts";
import { Refusal, notFound } from "../platform/refusal.ts";
import type { Context } from "../platform/scope.ts";

type Mails = DataOf<typeof contract.listMails>;
type MailDetail = DataOf<typeof contract.getMail>;
type MailItem = DataOf<typeof contract.retryMail>;

type Row = Omit<MailItem, "title">;

/** Mails `m` whose receiver or shown subject contains a text. */
function matching(search: string | undefined): RawBuilder<unknown> {
  return anyColumnContains([sql`m.to_email`, sql`m.to_name`, shownSubject], search);
}

/** The subject, unless the mail is confidential to its receiver. */
const shownSubject = sql`case when ${isConfidential("m")} then '' else m.subject end`;

/**
 * Mails of the outbox by status, by default newest first, and the number of mails in each status.
 *
 * @throws Refusal `list_too_long_to_sort` at `sort`
 */
export async function mailsList(
  context: Context,
  input: InputOf<typeof contract.listMails>,
): Promise<Mails & { total: number }> {
  const matches = matching(input.search);
  const counted = await sql<{ status: MailItem["status"]; count: number; newest_id: number }>`
    select m.status, count(*)::int as count, max(m.id) as newest_id from mails m
    where ${matches} group by m.status`.execute(context.tx);
  const counts = { WAITING: 0, SENT: 0, FAILED: 0, DISCARDED: 0 };
  let all = 0;
  let newest_id: number | null = null;
  for (const each of counted.rows) {
    counts[each.status] = each.count;
    all += each.count;
    newest_id = Math.max(newest_id ?? 0, each.newest_id);
  }
  const total = input.status === undefined ? all : counts[input.status];
  if (input.sort !== undefined && !input.sort.endsWith("date")) refuseLongSort(total, "date");
  const status = optionalCondition(input.status, (value) => sql`m.status = ${value}`);
  const rows = await mailsWhere(context, sql`${matches} and ${status}`, input);
  return { rows, counts, newest_id, total };
}

/**
 * One mail with its content, unless that is confidential to its receiver. @throws Refusal
 * `not_found`
 */
export async function mailAt(
  context: Context,
  input: InputOf<typeof contract.getMail>,
): Promise<MailDetail> {
  const mail = await oneMail(context, input.id);
  const { rows } = await sql<{ html: string; text: string; confidential: boolean }>`
    select m.html, m.text, ${isConfidential("m")} or m.attachment is not null as confidential
    from mails m where m.id = ${input.id}`.execute(context.tx);
  const content = atMostOne(rows);
  // Mails with codes are confidential to their receiver, because a reader could sign in as somebody
  // else. So are mails about pay.
  if (content === undefined || content.confidential || content.html === "") {
    return { ...mail, html: null, text: null, withheld: content?.confidential ?? false };
  }
  const { public_url } = await appUrlsOf(context.tx, context.environment);
  // Logos are loaded from the screen's own server, which a sandboxed frame may show.
  const html = content.html.replaceAll(`"${public_url}/api/files/`, `"/api/files/`);
  return { ...mail, html, text: content.text, withheld: false };
}

/**
 * Retries a waiting, failed or discarded mail at once.
 *
 * @throws Refusal `not_found`, `mail_already_sent`, `mail_too_late`
 */
export async function retryMailAt(
  context: Context,
  input: InputOf<typeof contract.retryMail>,
): Promise<MailItem> {
  if (!(await retryMailNow(context.tx, input.id, context.clock.now()))) {
    const { status } = await oneMail(context, input.id);
    throw new Refusal(status === "SENT" ? "mail_already_sent" : "mail_too_late");
  }
  await audit(context, null, "mail.retried", `mail:${input.id}`);
  return oneMail(context, input.id);
}

/**
 * Discards a waiting or failed mail; does nothing to one that is already discarded.
 *
 * @throws Refusal `not_found`, `mail_already_sent`
 */
export async function discardMailAt(
  context: Context,
  input: InputOf<typeof contract.discardMail>,
): Promise<MailItem> {
  const discarded = await discardMailsWhere(context.tx, sql`m.id = ${input.id}`);
  if (discarded === 1) await audit(context, null, "mail.discarded", `mail:${input.id}`);
  const mail = await oneMail(context, input.id);
  if (mail.status === "SENT") throw new Refusal("mail_already_sent");
  return mail;
}

/** Discards the waiting or the failed mails up to one that match a search, all without a search. */
export async function discardAllMails(
  context: Context,
  { status, search, newest_id }: InputOf<typeof contract.discardMails>,
): Promise<DataOf<typeof contract.discardMails>> {
  const which = sql`m.status = ${status} and m.id <= ${newest_id} and ${matching(search)}`;
  const discarded = await discardMailsWhere(context.tx, which);
  if (discarded > 0) {
    const detail = { status, count: discarded, ...(search !== undefined && { search }) };
    await audit(context, null, "mails.discarded", "platform", detail);
  }
  return { discarded };
}

async function oneMail(context: Context, id: number): Promise<MailItem> {
  const [row] = await mailsWhere(context, sql`m.id = ${id}`, { page: 1, per_page: 1 });
  if (row === undefined) throw notFound("The mail");
  return row;
}

const orderBy = sortOrders({
  date: [sql`m.id`],
  subject: [sql`lower(${shownSubject})`, sql`m.id`],
  to: [sql`lower(m.to_name)`, sql`m.to_email`, sql`m.id`],
  status: [sql`m.status`, sql`m.id`],
});

/** Mails, by default newest first. @param matches a condition on `mails m` */
async function mailsWhere(
  context: Context,
  matches: RawBuilder<unknown>,
  { sort = "-date", ...page }: PageQuery & Pick<InputOf<typeof contract.listMails>, "sort">,
): Promise<MailItem[]> {
  const { rows } = await sql<Row>`
    select m.id, m.label, m.tenant_id, t.name as organization_name, m.to_name, m.to_email, ${shownSubject} as subject, m.status,
      m.tries, case m.status when 'WAITING' then m.next_try_at end as next_try_at, m.last_error, m.created_at,
      m.sent_at, m.status <> 'SENT' and m.html <> ''
        and (m.expires_at is null or m.expires_at > ${context.clock.now()}) as can_retry,
      ${isDiscardable("m")} as can_discard
    from mails m left join tenants t on t.id = m.tenant_id
    where ${matches}
    order by ${orderBy(sort)} ${limitOffset(page)}`.execute(context.tx);
  return rows.map((row) => {
    const title = templateTitle(row.label);
    return { ...row, title, subject: row.subject === "" ? title : row.subject };
  });
}
