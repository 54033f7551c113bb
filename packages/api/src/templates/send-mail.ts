import type { TemplateLabel } from "@kontor/contract/reference/template-labels";

import { mailAllowed } from "../modules/module-gate.ts";
import { enqueueMail, type MailAttachment } from "../platform/mail/outbox.ts";
import type { Context } from "../platform/scope.ts";
import type { MailValues } from "./built-in.ts";
import { composeMail, type ComposedMail } from "./compose.ts";

/**
 * Puts a mail into the outbox, in the transaction that causes it: with the text and the layout of the
 * organization, or of the platform when `tenantId` is null. Nothing is sent for a module that the
 * organization has switched off. The scope must reach the organization.
 *
 * @param mail.values plain text for each placeholder; an empty address removes its link.
 * @param mail.attachment what it brings along, made when it is sent and kept nowhere.
 * @param mail.expires_at for a mail with a code: the moment from which it is useless.
 * @returns whether the mail will be sent.
 */
export async function sendMail<Label extends TemplateLabel>(
  context: Pick<Context, "tx" | "environment"> & { readonly clock: Pick<Context["clock"], "now"> },
  mail: {
    tenantId: number | null;
    label: Label;
    to_name: string;
    to_email: string;
    values: MailValues<Label>;
    expires_at?: Date;
    attachment?: MailAttachment;
  },
): Promise<boolean> {
  const { tenantId: tenant_id, label, to_name, to_email, expires_at, attachment } = mail;
  if (tenant_id !== null && !(await mailAllowed(context.tx, tenant_id, label))) return false;
  const composed = await composeMail(context, mail);
  const queued = { tenant_id, label, to_name, to_email, ...composed, expires_at, attachment };
  await enqueueMail(context.tx, queued, context.clock.now());
  return true;
}

/** Puts a composed test mail to the signed-in user into the outbox. @returns the user's address. */
export async function sendTestMail(
  context: Context,
  mail: ComposedMail & { tenant_id: number | null; label: string },
): Promise<{ to_email: string }> {
  const { name, email } = context.actor;
  const now = context.clock.now();
  await enqueueMail(context.tx, { ...mail, to_name: name, to_email: email }, now);
  return { to_email: email };
}
