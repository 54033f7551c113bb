import { mailSecurities } from "@kontor/contract/settings/settings";
import type { SMTPTransportOptions } from "nodemailer";
import { z } from "zod";

import { effectiveValue, type ConfigurationKind } from "../configuration/configuration.ts";
import { resealColumn, type ResealResult, type ResealTools } from "../configuration/reseal.ts";
import { readSecret, seal, unseal } from "../configuration/secrets.ts";
import type { Environment } from "../environment.ts";
import { Refusal } from "../refusal.ts";
import type { Tx } from "../scope.ts";
import { openMailSocket } from "./mail-socket.ts";

const mailServerSettings = z.strictObject({
  /** Empty when no server is set here. */
  host: z.string(),
  port: z.int(),
  security: z.enum(mailSecurities),
  username: z.string(),
  sender_name: z.string(),
  sender_email: z.string(),
  reply_to: z.string(),
});

/** The mail server saved in Settings, without its password. */
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
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

export type MailServer = {
  source: "settings" | "environment";
  /** Identifies the server's settings: when it changes, a new connection is needed. */
  key: string;
  /** `host:port` for messages. */
  address: string;
  transport: SMTPTransportOptions;
  from: { name: string; address: string } | string;
  replyTo: string | undefined;
};

/**
 * The effective mail server: that of Settings, else that of SMTP_URL, else none.
 *
 * @throws Refusal `secret_unreadable` or `secret_key_missing` when its password cannot be
 * decrypted.
 */
export async function mailServerOf(
  tx: Tx,
  environment: Environment,
): Promise<MailServer | undefined> {
  const { value, version } = await effectiveValue(tx, "platform", mailServerKind, "server");
  if (value.host === "") return serverOfEnvironment(environment);
  const password = await passwordOf(tx, environment, value);
  return serverOfSettings(value, password, `settings ${version}`);
}

async function passwordOf(
  tx: Tx,
  environment: Environment,
  { username }: MailServerSettings,
): Promise<string> {
  return username === "" ? "" : ((await readSecret(tx, environment, mailPassword)) ?? "");
}

/** The name under which a mail's server is encrypted. */
const formerServerSealingContext = "mail.former_server";

/**
 * The encrypted content: a server's settings with the password, or null for the server of the
 * environment.
 */
type FormerServer = { settings: MailServerSettings; password: string } | null;

/**
 * The effective server, encrypted, for mails that must be sent through it even after it is
 * replaced. Undefined when there is none, or when its password can no longer be decrypted.
 */
export async function sealedServerOf(
  tx: Tx,
  environment: Environment,
): Promise<string | undefined> {
  const { value } = await effectiveValue(tx, "platform", mailServerKind, "server");
  if (value.host === "" && environment.smtpUrl === undefined) return undefined;
  try {
    const former: FormerServer =
      value.host === ""
        ? null
        : { settings: value, password: await passwordOf(tx, environment, value) };
    return seal(environment, formerServerSealingContext, JSON.stringify(former));
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/**
 * Decrypts a server from {@link sealedServerOf}. @throws Refusal `secret_unreadable`,
 * `secret_key_missing`
 */
export function unsealServer(environment: Environment, sealed: string): MailServer | undefined {
  const former = JSON.parse(
    unseal(environment, formerServerSealingContext, sealed),
  ) as FormerServer;
  if (former === null) return serverOfEnvironment(environment);
  const { settings, password } = former;
  return serverOfSettings(settings, password, `former ${settings.host}:${settings.port}`);
}

/** Re-encrypts the servers stored with mails. */
export function resealMails(tools: ResealTools): Promise<ResealResult> {
  const what = { table: "mails", column: "via_sealed", namedBy: "id" };
  return resealColumn(tools, null, { ...what, nameOf: () => formerServerSealingContext });
}

function serverOfSettings(settings: MailServerSettings, password: string, key: string): MailServer {
  const { host, port, security, username, sender_name, sender_email, reply_to } = settings;
  return {
    source: "settings",
    key,
    address: `${host}:${port}`,
    transport: {
      host,
      port,
      secure: security === "tls",
      requireTLS: security === "starttls",
      ignoreTLS: security === "none",
      ...(username === "" ? {} : { auth: { user: username, pass: password } }),
      ...timeouts,
      getSocket: openMailSocket,
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
    transport: { url: smtpUrl, ...timeouts, disableFileAccess: true, disableUrlAccess: true },
    from: mailFrom,
    replyTo: undefined,
  };
}
