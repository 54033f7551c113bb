import { openMailServer } from "@kontor/api/testing/mail-server";
import type { Page } from "@playwright/test";

import { callApi } from "./api.ts";
import { demoAdministrator } from "./session.ts";

/** The text of the latest mail to an address whose subject matches; empty while there is none. */
export type Mailed = (email: string, subject: RegExp) => string;

/** Redirects the server's mails to a mailbox of the test while `work` runs. */
export async function withMails(page: Page, work: (mailed: Mailed) => Promise<void>) {
  const server = await openMailServer();
  try {
    const settings = await callApi<{ version: number }>(page, "GET", "/settings/mail");
    await callApi(page, "PUT", "/settings/mail", {
      present_password: demoAdministrator.password,
      host: "127.0.0.1",
      port: server.port,
      security: "none",
      username: "",
      sender_name: "Kontor",
      sender_email: "no-reply@kontor.example",
      reply_to: "",
      version: settings.version,
    });
    await work(
      (email, subject) =>
        server.received.findLast(
          (mail) => mail.to?.[0]?.address === email && subject.test(mail.subject ?? ""),
        )?.text ?? "",
    );
  } finally {
    await callApi(page, "POST", "/settings/mail/reset", { password: demoAdministrator.password });
    await server.close();
  }
}
