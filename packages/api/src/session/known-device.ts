import { randomUUID, timingSafeEqual } from "node:crypto";

import { canEncryptSecrets, fingerprint } from "../platform/configuration/secrets.ts";
import type { PublicContext } from "../platform/http/serve.ts";

type BrowserContext = Pick<PublicContext, "environment" | "cookies" | "setCookie">;

/** The cookie's name does not reveal the account to the next user of the browser. */
function cookieOf({ environment }: BrowserContext, email: string): string {
  const mark = fingerprint(environment, "device cookie", email.toLowerCase());
  return `kontor_device_${mark.toString("hex").slice(0, 12)}`;
}

function signatureOf({ environment }: BrowserContext, email: string, id: string): Buffer {
  return fingerprint(environment, "device", `${email.toLowerCase()} ${id}`);
}

/**
 * The browser's id, if this account was signed in to with it before. It grants no access: it only
 * distinguishes this browser from others that guess passwords of the account (OWASP calls it a
 * device cookie).
 */
export function knownDeviceId(browser: BrowserContext, email: string): string | undefined {
  if (!canEncryptSecrets(browser.environment)) return undefined;
  const [id = "", proof = ""] = browser.cookies[cookieOf(browser, email)]?.split(".") ?? [];
  const given = Buffer.from(proof, "base64url");
  const expected = signatureOf(browser, email, id);
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
}

/** Makes the browser known for the next sign-in to this account. */
export function rememberDevice(browser: BrowserContext, email: string): void {
  if (!canEncryptSecrets(browser.environment)) return;
  const id = knownDeviceId(browser, email) ?? randomUUID();
  const proof = signatureOf(browser, email, id).toString("base64url");
  browser.setCookie(cookieOf(browser, email), `${id}.${proof}`);
}
