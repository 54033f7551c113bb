import type { TemplateLabel } from "@kontor/contract/reference/template-labels";

import { mailAllowed } from "../modules/module-gate.ts";
import { enqueueMail, enqueueMails, type MailAttachment } from "../platform/mail/outbox.ts";
import type { Context } from "../platform/scope.ts";
import type { MailValues } from "./built-in.ts";
import { mailComposer, type ComposedMail } from "./compose.ts";

/** A mail to one person. */
type AddressedMail<Label extends TemplateLabel> = {
  /** The organization's employee whom the mail is about. */
  employee_id?: number;
  to_name: string;
  to_email: string;
  /** Plain text for each placeholder; an empty address removes its link. */
  values: MailValues<Label>;
  /** For a mail with a code: when the code expires. */
  expires_at?: Date;
  /** Its attachment, created when it is sent and stored nowhere. */
  attachment?: MailAttachment;
};

type Sending = Pick<Context, "tx" | "environment"> & {
  readonly clock: Pick<Context["clock"], "now">;
};

/**
 * Puts a mail into the outbox, in the transaction that causes it, with the text and the layout of
 * the organization, or of the platform when `tenantId` is null. Nothing is sent for a module that
 * the organization has switched off. The organization must be in scope.
 *
 * @returns whether the mail will be sent.
 */
export async function sendMail<Label extends TemplateLabel>(
  context: Sending,
  mail: { tenantId: number | null; label: Label } & AddressedMail<Label>,
): Promise<boolean> {
  const { tenantId, label, ...addressed } = mail;
  return sendMails(context, { tenantId, label }, [addressed]);
}

/** The same for one mail to several people, each with their own values. */
export async function sendMails<Label extends TemplateLabel>(
  context: Sending,
  { tenantId, label }: { tenantId: number | null; label: Label },
  mails: readonly AddressedMail<Label>[],
): Promise<boolean> {
  if (mails.length === 0) return false;
  if (tenantId !== null && !(await mailAllowed(context.tx, tenantId, label))) return false;
  const compose = await mailComposer(context, { tenantId, label });
  const composed = mails.map(({ values, ...mail }) => {
    return { tenant_id: tenantId, label, ...mail, ...compose(values) };
  });
  await enqueueMails(context.tx, composed, context.clock.now());
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
