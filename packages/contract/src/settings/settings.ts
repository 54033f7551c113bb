import { z } from "zod";

import { expectedVersion } from "../configuration.ts";
import { endpoint } from "../endpoint.ts";
import { currentPassword } from "../session/password-fields.ts";
import { moment } from "../wire/moment.ts";
import { optionalLine, optionalText, email, line } from "../wire/text.ts";

/** How a saved secret is shown; never the secret itself. */
export const maskedSecret = z
  .strictObject({
    /** Its last four characters; empty for a short secret, of which they would reveal too much. */
    last_four: z.string(),
    updated_at: moment,
  })
  .nullable();

/** A secret to save: absent keeps the stored one, an empty text removes it. */
const secretInput = (max: number) =>
  z
    .string()
    .max(max, `Use at most ${max} characters.`)
    // oxlint-disable-next-line no-control-regex
    .refine((text) => !/[\u0000-\u001f\u007f]/u.test(text), "Use one line of plain text.")
    .optional();

const portSentence = "Give the port of the server, such as 587: a whole number from 1 to 65535.";
const port = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^\d{1,5}$/)
        .transform(Number),
    ],
    { error: portSentence },
  )
  .refine((value) => value >= 1 && value <= 65_535, { error: portSentence });

const host = z
  .string({ error: "Enter the mail server, such as smtp.example.com." })
  .trim()
  .min(1, "Enter the mail server, such as smtp.example.com.")
  .max(253, "Use at most 253 characters.")
  .regex(
    /^([a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?)(\.[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?)*\.?$|^\[?[0-9a-fA-F:]+\]?$/,
    "Give the name or address of the server alone, such as smtp.example.com.",
  );

/**
 * How the connection is encrypted: `tls` from the first byte (usually port 465), `starttls` after a
 * greeting and never without (usually port 587), `none` not at all (only for a server nearby).
 */
export const mailSecurities = ["tls", "starttls", "none"] as const;

export const mailSettings = z.strictObject({
  /**
   * Where the server is configured: in these settings, in the variable SMTP_URL, or nowhere, in
   * which case mails wait.
   */
  source: z.enum(["settings", "environment", "none"]),
  host: z.string(),
  port: z.int(),
  security: z.enum(mailSecurities),
  username: z.string(),
  password: maskedSecret,
  sender_name: z.string(),
  sender_email: z.string(),
  reply_to: z.string(),
  version: z.int(),
  updated_at: moment.nullable(),
});

export const saveMailSettingsBody = z.strictObject({
  host,
  port,
  security: z.enum(mailSecurities, { error: "Choose how the connection is protected." }),
  username: optionalLine(200),
  password: secretInput(500),
  sender_name: line("the name that mails come from", 120),
  sender_email: email,
  reply_to: z.union([email, z.literal("")]).optional(),
  ...expectedVersion,
  /** The signed-in user's password; `password` is the mail server's. */
  present_password: currentPassword,
});

export const getMailSettings = endpoint({
  method: "GET",
  path: "/settings/mail",
  summary: "The mail server and the sender of all emails",
  access: "settings.read",
  data: mailSettings,
});

export const saveMailSettings = endpoint({
  method: "PUT",
  path: "/settings/mail",
  summary:
    "Change the mail server and the sender; a different server or user requires the password again",
  access: "settings.write",
  body: saveMailSettingsBody,
  data: mailSettings,
});

/** The signed-in user's password. */
const resetMailSettingsBody = z.strictObject({ password: currentPassword });

export const resetMailSettings = endpoint({
  method: "POST",
  path: "/settings/mail/reset",
  summary: "Remove the mail server and its password, and use the one from the environment, if any",
  access: "settings.write",
  body: resetMailSettingsBody,
  data: mailSettings,
});

export const testMailSettings = endpoint({
  method: "POST",
  path: "/settings/mail/test",
  summary: "Send a test email to the signed-in user at once, using the saved mail server",
  access: "settings.write",
  data: z.strictObject({
    sent: z.boolean(),
    to_email: z.string(),
    /** The server that was contacted, `host:port`. */
    server: z.string(),
    /** The result as a sentence, with the remedy if it failed. */
    message: z.string(),
  }),
});

const webUrl = z
  .string()
  .trim()
  .max(500, "Use at most 500 characters.")
  .refine((text) => text === "" || isWebUrl(text), {
    error:
      "Enter a full address that begins with https:// or http://, such as https://pay.example.com.",
  })
  .overwrite((text) => text.replace(/\/+$/, ""))
  .optional();

const webUrlPattern =
  /^https?:\/\/(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:]+\])(?::\d{1,5})?(?:[/?#][^\s"'<>`\\{}]*)?$/i;

/** Whether a text is an absolute http or https address, without a user name or password in it. */
export function isWebUrl(text: string): boolean {
  return webUrlPattern.test(text);
}

/**
 * The addresses used in mails, without a trailing slash. An empty one is derived from the public
 * address.
 */
export const urlSettingNames = [
  "public_url",
  "support_url",
  "employee_portal_url",
  "offer_link_url",
] as const;

const urlFields = {
  public_url: z.string(),
  support_url: z.string(),
  employee_portal_url: z.string(),
  offer_link_url: z.string(),
};

export const urlSettings = z.strictObject({
  ...urlFields,
  /** The effective addresses: the saved ones, and defaults for the others. */
  effective: z.strictObject(urlFields),
  version: z.int(),
  updated_at: moment.nullable(),
});

export const saveUrlSettingsBody = z.strictObject({
  public_url: webUrl,
  support_url: webUrl,
  employee_portal_url: webUrl,
  offer_link_url: webUrl,
  ...expectedVersion,
  password: currentPassword,
});

export const getUrlSettings = endpoint({
  method: "GET",
  path: "/settings/url-settings",
  summary: "The addresses used in emails",
  access: "settings.read",
  data: urlSettings,
});

export const saveUrlSettings = endpoint({
  method: "PUT",
  path: "/settings/url-settings",
  summary: "Change the addresses used in emails, with which links to sign in begin",
  access: "settings.write",
  body: saveUrlSettingsBody,
  data: urlSettings,
});

/** The funding providers that can be connected. */
export const fundingProviders = ["sandbox"] as const;

export const bankCredentials = z.strictObject({
  provider: z.enum(fundingProviders),
  providers: z.array(
    z.strictObject({ name: z.enum(fundingProviders), title: z.string(), about: z.string() }),
  ),
  public_key: z.string(),
  secret_key: maskedSecret,
  webhook_secret: maskedSecret,
  /** Whether this installation can store secrets: it has an encryption key for them. */
  can_keep_secrets: z.boolean(),
  version: z.int(),
  updated_at: moment.nullable(),
});

export const saveBankCredentialsBody = z.strictObject({
  provider: z.enum(fundingProviders, { error: "Choose a provider." }),
  public_key: optionalText(500),
  secret_key: secretInput(500),
  webhook_secret: secretInput(500),
  ...expectedVersion,
  present_password: currentPassword,
});

export const getBankCredentials = endpoint({
  method: "GET",
  path: "/settings/bank-credentials",
  summary: "The funding provider and the last characters of its keys",
  access: "settings.read",
  data: bankCredentials,
});

export const saveBankCredentials = endpoint({
  method: "PUT",
  path: "/settings/bank-credentials",
  summary: "Change the funding provider and its keys, which are encrypted before they are stored",
  access: "settings.write",
  body: saveBankCredentialsBody,
  data: bankCredentials,
});

export const testBankCredentials = endpoint({
  method: "POST",
  path: "/settings/bank-credentials/test",
  summary: "Test the saved keys with the funding provider",
  access: "settings.write",
  data: z.strictObject({
    connected: z.boolean(),
    /** Whether the provider is a sandbox, in which no money moves. */
    sandbox: z.boolean(),
    message: z.string(),
  }),
});
