import { enqueueMail } from "../platform/mail/outbox.ts";
import type { Context } from "../platform/scope.ts";
import type { ComposedMail } from "./compose.ts";

/** Puts a test mail to the signed-in user into the outbox. @returns where it goes. */
export async function mailActor(
  context: Context,
  mail: ComposedMail & { tenant_id: number | null; label: string },
): Promise<{ to_email: string }> {
  const { name, email } = context.actor;
  const now = context.clock.now();
  await enqueueMail(context.tx, { ...mail, to_name: name, to_email: email }, now);
  return { to_email: email };
}
