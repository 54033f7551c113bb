import { mailSecurities } from "@kontor/contract/settings/settings";
import type { SMTPTransportOptions } from "nodemailer";
import { z } from "zod";

import { effectiveValue, type ConfigurationKind } from "../configuration/configuration.ts";
import { readSecret } from "../configuration/secrets.ts";
import type { Environment } from "../environment.ts";
import type { Tx } from "../scope.ts";

const mailServerSettings = z.strictObject({
  /** Empty: no server is set here. */
  host: z.string(),
  port: z.int(),
  security: z.enum(mailSecurities),
  username: z.string(),
  sender_name: z.string(),
  sender_email: z.string(),
  reply_to: z.string(),
});

/** The mail server as it was saved in Settings, its password aside. */
export type MailServerSettings = z.output<typeof mailServerSettings>;

export const mailServerKind: ConfigurationKind<"server", MailServerSettings> = {
  name: "mail_settings",
  schema: mailServerSettings,
  builtIns: {
    server: {
      host: "",
      port: 587,
      security: "starttls",
      username: "",
      sender_name: "",
      sender_email: "",
      reply_to: "",
    },
  },
  audited: (value) => value,
};

export const mailPassword = "mail.password";

/** Limits of one attempt, in milliseconds. */
const limits = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

export type MailServer = {
  source: "settings" | "environment";
  /** Changes whenever the server has to be spoken to otherwise than before. */
  key: string;
  /** `host:port` for messages. */
  address: string;
  transport: SMTPTransportOptions;
  from: { name: string; address: string } | string;
  replyTo: string | undefined;
};

/**
 * The mail server in effect: the one of Settings, else that of SMTP_URL, else none.
 *
 * @throws Refusal `secret_unreadable` or `secret_key_missing` when its password cannot be opened.
 */
export async function mailServerOf(
  tx: Tx,
  environment: Environment,
): Promise<MailServer | undefined> {
  const { value, version } = await effectiveValue(tx, "platform", mailServerKind, "server");
  if (value.host === "") return serverOfEnvironment(environment);
  const { host, port, security, username, sender_name, sender_email, reply_to } = value;
  const password = username === "" ? undefined : await readSecret(tx, environment, mailPassword);
  return {
    source: "settings",
    key: `settings ${version}`,
    address: `${host}:${port}`,
    transport: {
      host,
      port,
      secure: security === "tls",
      requireTLS: security === "starttls",
      ignoreTLS: security === "none",
      ...(username === "" ? {} : { auth: { user: username, pass: password ?? "" } }),
      ...limits,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    from: { name: sender_name, address: sender_email },
    replyTo: reply_to === "" ? undefined : reply_to,
  };
}

function serverOfEnvironment({ smtpUrl, mailFrom }: Environment): MailServer | undefined {
  if (smtpUrl === undefined) return undefined;
  const { host } = new URL(smtpUrl);
  return {
    source: "environment",
    key: "environment",
    address: host,
    transport: { url: smtpUrl, ...limits, disableFileAccess: true, disableUrlAccess: true },
    from: mailFrom,
    replyTo: undefined,
  };
}
