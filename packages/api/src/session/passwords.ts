import { passwordSentences } from "@kontor/contract/password/sentences";
import { passwordWeakness } from "@kontor/contract/password/strength";
import argon2 from "@node-rs/argon2";

import { Refusal } from "../platform/refusal.ts";

/**
 * Argon2id, the library's default variant, at OWASP's first recommended cost: 19 MiB, two passes.
 */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/**
 * Compared when there is no hash, so that the comparison takes the same time; no secret matches it.
 */
const dummyHash =
  "$argon2id$v=19$m=19456,t=2,p=1$dGhlcmUgaXMgbm9ib2R5$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/** Hashes a secret that people type: a password or a mailed code. */
export function hashSecret(secret: string): Promise<string> {
  return argon2.hash(secret.normalize("NFC"), cost);
}

/**
 * Compares a typed secret with the stored hash. It does the same work without a hash, so that
 * response times do not reveal whether there is a user.
 *
 * @param stored the result of `hashSecret`; undefined or text that is not a hash never matches.
 */
export async function verifySecret(
  stored: string | null | undefined,
  secret: string,
): Promise<boolean> {
  const real = typeof stored === "string" && stored.startsWith("$argon2id$");
  const fits = await argon2.verify(real ? stored : dummyHash, secret.normalize("NFC"));
  return real && fits;
}

/**
 * Refuses a new password made of its user's own name or address. The contract has already refused
 * passwords that are weak for anyone.
 *
 * @throws Refusal `password_weak` at `password`.
 */
export function refusePersonalPassword(
  password: string,
  person: { name: string; email: string },
): void {
  const weakness = passwordWeakness(password, [person.name, person.email]);
  if (weakness !== undefined) {
    throw Refusal.at("password", "password_weak", { reason: passwordSentences[weakness] });
  }
}
