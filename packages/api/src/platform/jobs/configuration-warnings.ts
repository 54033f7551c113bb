import { appUrlKind } from "../configuration/app-urls.ts";
import { effectiveValue } from "../configuration/configuration.ts";
import { outgoingHold } from "../configuration/outgoing.ts";
import { canEncryptSecrets } from "../configuration/secrets.ts";
import { unknownKeyIds } from "../configuration/unknown-keys.ts";
import type { Database } from "../database/database.ts";
import type { Environment } from "../environment.ts";
import { mailServerKind } from "../mail/mail-server.ts";
import { setAllTenantsReadable, type Tx } from "../scope.ts";

/**
 * What is missing in the configuration of a running system, or contradicts its data. None of it
 * prevents a start, because it can be corrected later, but without a warning it would go unnoticed
 * until somebody needs what is missing.
 *
 * @returns a sentence for each.
 */
export async function configurationWarnings(
  database: Database,
  environment: Environment,
): Promise<string[]> {
  return database.transaction(async (tx) => {
    await setAllTenantsReadable(tx);
    const found = environment.mode === "production" ? await missingIn(tx, environment) : [];
    if ((await outgoingHold(tx)) !== null) {
      found.push(
        "emails and transfers are on hold, since this database was restored or copied or an operator stopped them: " +
          "a platform administrator releases them, or npm run outgoing -- release",
      );
    }
    if (!canEncryptSecrets(environment)) return found;
    const keys = await unknownKeyIds(tx, environment);
    if (keys.length > 0) {
      found.push(
        `KONTOR_SECRET_KEY is not the key that encrypted what is stored here (${keys.join(", ")}): ` +
          "personal numbers, passwords of services and second factors cannot be read, " +
          "and new ones are encrypted with a key that other processes may lack",
      );
    }
    return found;
  });
}

/** What production lacks. The mailer itself reports a server whose password cannot be read. */
async function missingIn(tx: Tx, environment: Environment): Promise<string[]> {
  const found: string[] = [];
  const mail = await effectiveValue(tx, "platform", mailServerKind, "server");
  if (environment.smtpUrl === undefined && mail.value.host === "") {
    found.push("there is no mail server: mails wait in the outbox and nobody gets any");
  }
  const urls = await effectiveValue(tx, "platform", appUrlKind, "urls");
  if (environment.publicUrl === undefined && urls.value.public_url === "") {
    found.push(
      "there is no public address, neither KONTOR_PUBLIC_URL nor in Settings: links in mails lead to this machine",
    );
  }
  if (!canEncryptSecrets(environment)) {
    found.push(
      "there is no KONTOR_SECRET_KEY: personal numbers, passwords of services and second factors cannot be stored or read",
    );
  }
  return found;
}
