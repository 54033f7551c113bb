import type { DataOf, InputOf } from "@kontor/contract/endpoint";
import { sandboxConnection } from "@kontor/contract/settings/mail-test";
import { fundingProviders } from "@kontor/contract/settings/settings";
import type * as contract from "@kontor/contract/settings/settings";
import { z } from "zod";

import { audit } from "../platform/audit.ts";
import {
  effectiveValue,
  saveValue,
  type ConfigurationKind,
} from "../platform/configuration/configuration.ts";
import {
  canEncryptSecrets,
  saveSecret,
  readSecret,
  maskedSecrets,
} from "../platform/configuration/secrets.ts";
import type { Context } from "../platform/scope.ts";
import { sendNoticeToAdministrators } from "../session/security-notice.ts";

type BankCredentials = DataOf<typeof contract.getBankCredentials>;

const key = "provider";
const secretKey = "bank.secret_key";
const webhookSecret = "bank.webhook_secret";

const bankSettings = z.strictObject({ provider: z.enum(fundingProviders), public_key: z.string() });

/** The funding provider; its secrets are stored separately, encrypted. */
const bankKind: ConfigurationKind<typeof key, z.output<typeof bankSettings>> = {
  name: "bank_credentials",
  schema: bankSettings,
  builtIns: { [key]: { provider: "sandbox", public_key: "" } },
  audited: ({ provider }) => ({ provider }),
};

const providers: BankCredentials["providers"] = [
  {
    name: "sandbox",
    title: "Sandbox",
    about:
      "For trying things out: virtual accounts are made up and no real money moves. Keys are kept but not used.",
  },
];

/** The funding provider and the parts of its keys that may be shown. */
export async function bankCredentials(context: Context): Promise<BankCredentials> {
  const { value, version, updated_at } = await effectiveValue(
    context.tx,
    "platform",
    bankKind,
    key,
  );
  const shown = await maskedSecrets(context.tx, [secretKey, webhookSecret]);
  return {
    ...value,
    providers,
    secret_key: shown[secretKey],
    webhook_secret: shown[webhookSecret],
    can_keep_secrets: canEncryptSecrets(context.environment),
    version,
    updated_at,
  };
}

/** Changes the provider and its keys. @throws Refusal `changed_meanwhile`, `secret_key_missing` */
export async function saveBankCredentials(
  context: Context,
  input: InputOf<typeof contract.saveBankCredentials>,
): Promise<BankCredentials> {
  const { provider, public_key = "", version } = input;
  await saveValue(context, "platform", bankKind, { key, value: { provider, public_key }, version });
  await saveSecret(context, secretKey, input.secret_key);
  await saveSecret(context, webhookSecret, input.webhook_secret);
  await sendNoticeToAdministrators(context, null, "The bank credentials were changed");
  return bankCredentials(context);
}

/**
 * Tests the connection. The sandbox has none, which the result states; whether the keys can be
 * decrypted is checked anyway.
 *
 * @throws Refusal `secret_unreadable`, `secret_key_missing`
 */
export async function testBankCredentials(
  context: Context,
): Promise<DataOf<typeof contract.testBankCredentials>> {
  for (const name of [secretKey, webhookSecret]) {
    await readSecret(context.tx, context.environment, name);
  }
  await audit(context, null, "bank.tested", "provider:sandbox");
  return { connected: true, sandbox: true, message: sandboxConnection };
}
