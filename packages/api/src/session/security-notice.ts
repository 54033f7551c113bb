import { formatLongMoment } from "@kontor/contract/format";
import { sql } from "kysely";

import { enqueueMail } from "../platform/mail/outbox.ts";
import type { Context, UserIdentity } from "../platform/scope.ts";
import { composeFrom, mailSenderOf } from "../templates/compose.ts";

/**
 * The label of these mails. They have no editable template: an attacker could use one to hide
 * changes.
 */
const label = "security_notice";

type Receiver = { name: string; email: string };

/**
 * Mails users that something about their own account has changed. The organization of an
 * organization's user must be in scope.
 *
 * @param what a sentence without its full stop, such as "Your password was changed".
 */
export async function sendNoticeToUser(
  context: Context,
  user: Receiver & Pick<UserIdentity, "tenant_id">,
  what: string,
): Promise<void> {
  await sendNotice(context, user.tenant_id, [user], what);
}

/**
 * Mails those responsible for an account that its permissions have changed: the administrators of
 * the platform, or the owners of the organization or, when it has none, the administrators. The
 * organization must be in scope.
 *
 * @param what a sentence without its full stop, such as "The roles of Ada Obi were changed".
 * @param viaSealed an encrypted mail server through which a copy is sent as well, when the
 * effective server was changed.
 */
export async function sendNoticeToAdministrators(
  context: Context,
  tenantId: number | null,
  what: string,
  viaSealed?: string,
): Promise<void> {
  const { rows } = await sql<Receiver & { tenant_id: number | null }>`
    select name, email, tenant_id from users
    where not deactivated and password_hash is not null
      and ((tenant_id is null and 'ADMINISTRATOR' = any (roles))
        or (tenant_id = ${tenantId} and 'OWNER' = any (roles)))
    order by id`.execute(context.tx);
  const owners = rows.filter((row) => row.tenant_id !== null);
  const receivers = owners.length > 0 ? owners : rows;
  await sendNotice(context, tenantId, receivers, what);
  if (viaSealed !== undefined) await sendNotice(context, tenantId, receivers, what, viaSealed);
}

async function sendNotice(
  context: Context,
  tenantId: number | null,
  receivers: readonly Receiver[],
  what: string,
  viaSealed?: string,
): Promise<void> {
  const sender = await mailSenderOf(context, tenantId);
  const now = context.clock.now();
  for (const { name, email } of receivers) {
    const values = {
      ...sender.values,
      name,
      what,
      by: context.actor.name,
      when: formatLongMoment(now),
      address: context.actor.ip ?? "this server",
    };
    const mail = composeFrom(text, values, sender.branding);
    await enqueueMail(
      context.tx,
      {
        tenant_id: tenantId,
        label,
        to_name: name,
        to_email: email,
        ...mail,
        via_sealed: viaSealed,
      },
      now,
    );
  }
}

const text = {
  subject: "{{what}}",
  body: `<p>Hello {{name}},</p>
<p><strong>{{what}}.</strong></p>
<p>It was done by {{by}} on {{when}}, from the address {{address}}.</p>
<p>If you know of this, you need not do anything. If not, change your password at once and write to {{support_email}}.</p>
<p><a href="{{app_link}}">Open Kontor</a></p>`,
};
