import { randomInt } from "node:crypto";
import { createRequire } from "node:module";

import { recoveryCodeCount } from "@kontor/contract/users/account";
import type * as otpauth from "otpauth";

const require = createRequire(import.meta.url);

/** The library that computes codes, loaded on first use, because most processes do not need it. */
const library = () => require("otpauth") as typeof otpauth;

/** How long a code is shown in seconds, as RFC 6238 recommends and every app does. */
const period = 30;
/** Tolerated clock difference in time steps, either way. */
const drift = 1;
/** The length of a key in bytes: that of the hash, as RFC 4226 recommends. */
const keyBytes = 20;

/** A new key for an authenticator app, in base32. */
export function newTotpSecret(): string {
  const { Secret } = library();
  return new Secret({ size: keyBytes }).base32;
}

/** The content of the QR code for an app. */
export function otpauthUrl(secret: string, account: string): string {
  const { TOTP } = library();
  return new TOTP({ issuer: "Kontor", label: account, secret, period }).toString();
}

/**
 * The time step of a typed code, if it is within the tolerance.
 *
 * @param now in milliseconds.
 */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const { Secret, TOTP } = library();
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    period,
    timestamp: now,
    window: drift,
  });
  return delta === null ? undefined : TOTP.counter({ period, timestamp: now }) + delta;
}

/** Without characters that look alike. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

/** New recovery codes, each of 16 characters in groups of four: 79 bits of entropy. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const characters = Array.from({ length: 16 }, () =>
      alphabet.charAt(randomInt(alphabet.length)),
    );
    return [0, 4, 8, 12].map((at) => characters.slice(at, at + 4).join("")).join("-");
  });
}

/** The canonical form of a typed recovery code; undefined for text that cannot be one. */
export function normalizeRecoveryCode(text: string): string | undefined {
  const characters = text.toLowerCase().replaceAll(/[\s-]/g, "");
  if (!/^[a-z0-9]{16}$/.test(characters)) return undefined;
  return (characters.match(/.{4}/g) ?? []).join("-");
}
