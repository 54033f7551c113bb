import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import {
  mailTestSent,
  mailTestSentences,
  type MailTestProblem,
} from "@kontor/contract/settings/mail-test";
import type * as contract from "@kontor/contract/settings/settings";
import type { NodemailerError } from "nodemailer";

import { effectiveValue, resetValues, saveValue } from "../platform/configuration/configuration.ts";
import { refuseWhileHeld } from "../platform/configuration/outgoing.ts";
import { deleteSecrets, saveSecret, maskedSecrets } from "../platform/configuration/secrets.ts";
import {
  mailPassword,
  mailServerKind,
  mailServerOf,
  sealedServerOf,
  type MailServer,
} from "../platform/mail/mail-server.ts";
import { addressRefused, isRefusedAddress } from "../platform/mail/mail-socket.ts";
import { retryWaitingMails } from "../platform/mail/outbox.ts";
import { sendNow } from "../platform/mail/send-now.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Context } from "../platform/scope.ts";
import { sendNoticeToAdministrators } from "../session/security-notice.ts";
import { composeFrom, mailSenderOf, type ComposedMail } from "../templates/compose.ts";

type MailSettings = DataOf<typeof contract.getMailSettings>;
type TestResult = DataOf<typeof contract.testMailSettings>;

const key = "server";

/** The saved mail server, with the part of its password that may be shown. */
export async function mailSettings(context: Context): Promise<MailSettings> {
  const { value, version, updated_at } = await effectiveValue(
    context.tx,
    "platform",
    mailServerKind,
    key,
  );
  const shown = await maskedSecrets(context.tx, [mailPassword]);
  const source =
    value.host !== ""
      ? "settings"
      : context.environment.smtpUrl === undefined
        ? "none"
        : "environment";
  return { source, ...value, password: shown[mailPassword], version, updated_at };
}

/**
 * Changes the mail server. Every administrator is notified through the new server and the previous
 * one, so that nobody can divert the notice. A stored password belongs to its server and user: for
 * another one it has to be typed again, so that nobody can have it sent to their own server.
 *
 * @throws Refusal `changed_meanwhile`; `mail_host_refused` at `host`; at `password`:
 * `mail_password_again`, `mail_password_needed`; `secret_key_missing`.
 */
export async function saveMailSettings(
  context: Context,
  input: InputOf<typeof contract.saveMailSettings>,
): Promise<MailSettings> {
  const { password, version, host, port, security, sender_name, sender_email } = input;
  const { username = "", reply_to = "" } = input;
  if (isRefusedAddress(host)) throw Refusal.at("host", "mail_host_refused");
  const before = await mailSettings(context);
  const isUnchanged = before.password !== null && password === undefined;
  if (isUnchanged && username !== "") {
    const same =
      before.host === host &&
      before.port === port &&
      before.username === username &&
      before.security === security;
    if (!same) throw Refusal.at("password", "mail_password_again");
  }
  if (username !== "" && !isUnchanged && (password ?? "") === "") {
    throw Refusal.at("password", "mail_password_needed");
  }
  const same = before.host === host && before.port === port && before.username === username;
  const former = same ? undefined : await sealedServerOf(context.tx, context.environment);
  await saveValue(context, "platform", mailServerKind, {
    key,
    value: { host, port, security, username, sender_name, sender_email, reply_to },
    version,
  });
  // Without a user name there is no password.
  await saveSecret(context, mailPassword, username === "" ? "" : password);
  await sendNoticeToAdministrators(
    context,
    null,
    `Mails go by the server ${host}:${port} now`,
    former,
  );
  await retryWaitingMails(context.tx, context.clock.now());
  return mailSettings(context);
}

/** Deletes the mail server and its password; the notice is also sent through that server. */
export async function resetMailSettings(context: Context): Promise<MailSettings> {
  const former = await sealedServerOf(context.tx, context.environment);
  await resetValues(context, "platform", mailServerKind);
  await deleteSecrets(context, [mailPassword]);
  await sendNoticeToAdministrators(
    context,
    null,
    "The mail server in Settings was removed",
    former,
  );
  return mailSettings(context);
}

/**
 * Reads what a test mail needs and returns a function that sends it outside the transaction, so
 * that an unresponsive server delays no other request.
 *
 * @throws Refusal `mail_server_missing`, `secret_unreadable`, `outgoing_held`
 */
export async function testMailSettings(context: Context): Promise<() => Promise<TestResult>> {
  await refuseWhileHeld(context.tx);
  const server = await mailServerOf(context.tx, context.environment);
  if (server === undefined) throw new Refusal("mail_server_missing");
  const { name, email } = context.actor;
  const { branding, values } = await mailSenderOf(context, null);
  const mail = composeFrom(testMail, { ...values, name, server: server.address }, branding);
  return () => sendTest(server, { name, email }, mail);
}

const testMail = {
  subject: "Test mail from {{company_name}}",
  body: `<p>Hello {{name}},</p>
<p>this is the test mail that you asked for. It was sent by <strong>{{server}}</strong>, so the mail settings work.</p>
<p><a href="{{app_link}}">Open Kontor</a></p>`,
};

async function sendTest(
  server: MailServer,
  to: { name: string; email: string },
  mail: ComposedMail,
): Promise<TestResult> {
  const result = { to_email: to.email, server: server.address };
  try {
    await sendNow(server, to, mail);
    const message = mailTestSent(to.email, server.address);
    return { ...result, sent: true, message };
  } catch (error) {
    const failure = error as NodemailerError;
    const sender = typeof server.from === "string" ? server.from : server.from.address;
    const place = { server: server.address, sender, to: to.email };
    const message = mailTestSentences[problemOf(failure)](place);
    return { ...result, sent: false, message };
  }
}

/**
 * The problem, from the codes of nodemailer and of the sockets below it. For anything but a mail
 * server the result is only that there was no connection, so that a test cannot be used to probe
 * the network.
 */
function problemOf(error: NodemailerError): MailTestProblem {
  const { code, originalCode = code, command = "", message, timeoutType } = error;
  if (code === addressRefused || originalCode === addressRefused) return "address";
  if (code === "EDNS" || originalCode === "ENOTFOUND") return "not_found";
  if (timeoutType !== undefined || code === "ETIMEDOUT") return "no_connection";
  if (/certificate|altnames|self.signed/i.test(message)) return "untrusted";
  if (code === "ETLS" || /ssl|tls|wrong version/i.test(message)) return "unprotected";
  if (code === "EAUTH" || code === "ENOAUTH") return "password";
  if (command.startsWith("MAIL")) return "sender";
  if (command.startsWith("RCPT")) return "receiver";
  if (command.startsWith("DATA") || code === "EMESSAGE") return "content";
  return command === "" || command === "CONN" ? "no_connection" : "other";
}
