import type { TemplateLabel } from "@kontor/contract/reference/template-labels";

import { enqueueMail } from "../platform/mail/outbox.ts";
import type { Context } from "../platform/scope.ts";
import type { MailValues } from "../templates/built-in.ts";
import { composeMail } from "../templates/compose.ts";
import { mailAllowed } from "./module-gate.ts";

/**
 * Puts a mail of an organization into the outbox, in the transaction that causes it: in the wording
 * and the layout that hold for the organization, unless it has switched off the module of the mail.
 * The scope must be the organization's.
 *
 * @param mail.values plain text for each placeholder; an empty address takes its link out.
 * @returns whether the mail will be sent.
 */
export async function sendMail<Label extends TemplateLabel>(
  context: Context,
  mail: {
    tenantId: number;
    label: Label;
    to_name: string;
    to_email: string;
    values: MailValues<Label>;
  },
): Promise<boolean> {
  const { tenantId, label, to_name, to_email } = mail;
  if (!(await mailAllowed(context.tx, tenantId, label))) return false;
  const composed = await composeMail(context, mail);
  await enqueueMail(
    context.tx,
    { tenant_id: tenantId, label, to_name, to_email, ...composed },
    context.clock.now(),
  );
  return true;
}
