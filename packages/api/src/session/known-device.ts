import { randomUUID, timingSafeEqual } from "node:crypto";

import { canKeepSecrets, fingerprint } from "../platform/configuration/secrets.ts";
import type { PublicContext } from "../platform/http/serve.ts";

type Visit = Pick<PublicContext, "environment" | "cookies" | "setCookie">;

/** The cookie's name does not reveal the account to the next user of the browser. */
function cookieOf({ environment }: Visit, email: string): string {
  const mark = fingerprint(environment, "device cookie", email.toLowerCase());
  return `kontor_device_${mark.toString("hex").slice(0, 12)}`;
}

function proofOf({ environment }: Visit, email: string, id: string): Buffer {
  return fingerprint(environment, "device", `${email.toLowerCase()} ${id}`);
}

/**
 * The browser's id, if this account was signed in to with it before. It grants no access: it only
 * distinguishes this browser from others that guess passwords of the account (OWASP calls it a
 * device cookie).
 */
export function knownDevice(visit: Visit, email: string): string | undefined {
  if (!canKeepSecrets(visit.environment)) return undefined;
  const [id = "", proof = ""] = visit.cookies[cookieOf(visit, email)]?.split(".") ?? [];
  const given = Buffer.from(proof, "base64url");
  const expected = proofOf(visit, email, id);
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
}

/** Makes the browser known for the next sign-in to this account. */
export function rememberDevice(visit: Visit, email: string): void {
  if (!canKeepSecrets(visit.environment)) return;
  const id = knownDevice(visit, email) ?? randomUUID();
  const proof = proofOf(visit, email, id).toString("base64url");
  visit.setCookie(cookieOf(visit, email), `${id}.${proof}`);
}
