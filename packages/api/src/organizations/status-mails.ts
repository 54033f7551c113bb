import { sql } from "kysely";

import { enqueueMails } from "../platform/mail/outbox.ts";
import type { Context } from "../platform/scope.ts";
import { composeFrom, mailSenderOf } from "../templates/compose.ts";
import type { Organization } from "./organizations.ts";

/** These mails have no template that an organization could change: the platform writes to it. */
const label = "organization_status";

type Receiver = { name: string; email: string };

/**
 * Mails the owners and the super admin of an organization that it was suspended or resumed, in the
 * name of the platform, whose address they can write to. The organization must be in scope.
 *
 * @param reason as the administrator wrote it; empty for none.
 */
export async function mailStatusChange(
  context: Context,
  organization: Organization,
  reason: string,
): Promise<void> {
  const { branding, values } = await mailSenderOf(context, null);
  const text = organization.status === "SUSPENDED" ? suspended(reason) : resumed(reason);
  const mails = (await receiversOf(context, organization)).map(({ name, email }) => ({
    tenant_id: organization.tenant_id,
    label,
    to_name: name,
    to_email: email,
    ...composeFrom(text, { ...values, name, organization: organization.name, reason }, branding),
  }));
  await enqueueMails(context.tx, mails, context.clock.now());
}

/** The owners who have a password, and the super admin unless one of them has that address. */
async function receiversOf(
  { tx }: Context,
  { tenant_id, admin_name, admin_email }: Organization,
): Promise<Receiver[]> {
  const { rows } = await sql<Receiver>`
    select name, email from users
    where tenant_id = ${tenant_id} and 'OWNER' = any (roles)
      and not deactivated and password_hash is not null
    order by id`.execute(tx);
  const admin = { name: admin_name, email: admin_email.toLowerCase() };
  return rows.some(({ email }) => email === admin.email) ? rows : [...rows, admin];
}

/** Leaves out the paragraph of a reason that was not given. */
const reasonOf = (reason: string) => (reason === "" ? "" : "\n<p>Reason: {{reason}}</p>");

const suspended = (reason: string) => ({
  subject: "{{organization}} is suspended",
  body: `<p>Hello {{name}},</p>
<p><strong>{{organization}} is suspended on {{company_name}}.</strong></p>${reasonOf(reason)}
<p>Until it is resumed, its users cannot sign in and its employees cannot use the portal. Its records and books are kept. Salary advances that were approved and not sent yet wait until then; payments that were sent before are completed.</p>
<p>If you have questions, write to {{support_email}}.</p>`,
});

const resumed = (reason: string) => ({
  subject: "{{organization}} is no longer suspended",
  body: `<p>Hello {{name}},</p>
<p><strong>{{organization}} is no longer suspended on {{company_name}}.</strong></p>${reasonOf(reason)}
<p>Its users can sign in and its employees can use the portal again. Approved salary advances that waited are sent now, as far as the wallet covers them.</p>
<p><a href="{{app_link}}">Open {{company_name}}</a></p>
<p>If you have questions, write to {{support_email}}.</p>`,
});
