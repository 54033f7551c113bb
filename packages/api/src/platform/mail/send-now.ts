import type { MailServer } from "./mail-server.ts";

/**
 * Sends one mail at once, for a user who waits for the result. Never call it inside a transaction:
 * the server may be slow.
 *
 * @throws NodemailerError when the server cannot be reached, or refuses.
 */
export async function sendNow(
  server: MailServer,
  to: { name: string; email: string },
  mail: { subject: string; html: string; text: string },
): Promise<void> {
  const { createTransport } = await import("nodemailer");
  // A user is waiting, so the time limit is shorter than that of the outbox.
  const transport = createTransport({ ...server.transport, socketTimeout: 10_000 });
  try {
    await transport.sendMail({
      from: server.from,
      replyTo: server.replyTo,
      to: { name: to.name, address: to.email },
      ...mail,
      headers: { "auto-submitted": "auto-generated" },
    });
  } finally {
    transport.close();
  }
}
