import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { sql } from "kysely";

import { audit } from "../audit.ts";
import { atMostOne } from "../database/rows.ts";
import type { Environment } from "../environment.ts";
import { Refusal } from "../refusal.ts";
import type { Context, Tx } from "../scope.ts";

type SecretKey = {
  /** Identifies the key that encrypted a secret: the beginning of its SHA-256. */
  id: string;
  /**
   * A key object; setting up a cipher with it takes an eighth of the time that plain bytes take.
   */
  sealingKey: KeyObject;
  /** Derived from the key for fingerprints, so that no two purposes share one key. */
  fingerprintKey: KeyObject;
};

/** The key that encrypts, and older keys that only decrypt. */
type KeyRing = { current: SecretKey; old: readonly SecretKey[] };

const rings = new WeakMap<Environment, KeyRing>();
/** A nonce of 96 bits and a tag of 128, as NIST SP 800-38D recommends for AES-GCM. */
const nonceLength = 12;
const tagLength = 16;
/** No character of a shorter secret is shown: four of eight would reveal half. */
const minMaskedLength = 12;

/** Whether this installation has a key to encrypt secrets with. */
export function canEncryptSecrets(environment: Environment): boolean {
  return environment.secretKey !== undefined || environment.mode !== "production";
}

/**
 * The key of this installation. Outside production it is created on first use and stored in the
 * data folder, readable only by its owner, so that a trial needs no setup.
 *
 * @throws Refusal `secret_key_missing` in production without KONTOR_SECRET_KEY.
 */
function ringOf(environment: Environment): KeyRing {
  const known = rings.get(environment);
  if (known !== undefined) return known;
  if (!canEncryptSecrets(environment)) throw new Refusal("secret_key_missing");
  const { secretKey, oldSecretKey, dataFolder } = environment;
  const ring = {
    current: keyFrom(secretKey ?? readOrMakeKey(dataFolder)),
    old: oldSecretKey === undefined ? [] : [keyFrom(oldSecretKey)],
  };
  rings.set(environment, ring);
  return ring;
}

function keyFrom(hex: string): SecretKey {
  const bytes = Buffer.from(hex, "hex");
  if (bytes.length !== 32) throw new Error("the secret key is not 32 bytes of hex");
  const id = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
  const derived = hkdfSync("sha256", bytes, Buffer.alloc(0), "kontor fingerprints", 32);
  const fingerprintKey = createSecretKey(Buffer.from(derived));
  return { id, sealingKey: createSecretKey(bytes), fingerprintKey };
}

/**
 * The ids of the key that encrypts and of those that only decrypt. A sealed text has the id of its
 * key between its first two dots. @throws Refusal `secret_key_missing`
 */
export function keyIds(environment: Environment): { current: string; old: string[] } {
  const { current, old } = ringOf(environment);
  return { current: current.id, old: old.map(({ id }) => id) };
}

function readOrMakeKey(folder: string): string {
  const path = join(folder, "secret.key");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    // When two processes start at once, the second one reads the key of the first.
    writeFileSync(path, `${randomBytes(32).toString("hex")}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(path, "utf8").trim();
}

/**
 * Encrypts a text with AES-256-GCM: `v1.<key id>.<nonce>.<ciphertext and tag>`, the last two in
 * base64url. The name is authenticated too, so that the result cannot be used in place of another
 * secret.
 *
 * @throws Refusal `secret_key_missing`
 */
export function seal(environment: Environment, name: string, text: string): string {
  const { id, sealingKey } = ringOf(environment).current;
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", sealingKey, nonce).setAAD(Buffer.from(name));
  const sealed = [cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
  return ["v1", id, nonce.toString("base64url"), Buffer.concat(sealed).toString("base64url")].join(
    ".",
  );
}

/**
 * Decrypts a text that {@link seal} encrypted under the same name.
 *
 * @throws Refusal `secret_unreadable` when neither the current key nor the old one encrypted it or
 * it was tampered with; `secret_key_missing`
 */
export function unseal(environment: Environment, name: string, sealed: string): string {
  const { current, old } = ringOf(environment);
  const [version, keyId, nonce = "", rest = ""] = sealed.split(".");
  const unreadable = (cause?: unknown) =>
    new Refusal("secret_unreadable", { what: titleOf(name) }, { cause });
  const key = [current, ...old].find(({ id }) => id === keyId);
  if (version !== "v1" || key === undefined) throw unreadable();
  const body = Buffer.from(rest, "base64url");
  try {
    const decipher = createDecipheriv(
      "aes-256-gcm",
      key.sealingKey,
      Buffer.from(nonce, "base64url"),
      {
        authTagLength: tagLength,
      },
    )
      .setAAD(Buffer.from(name))
      .setAuthTag(body.subarray(-tagLength));
    return Buffer.concat([
      decipher.update(body.subarray(0, -tagLength)),
      decipher.final(),
    ]).toString("utf8");
  } catch (error) {
    throw unreadable(error);
  }
}

/**
 * A fingerprint of a text under a name: equal for equal texts, so that a text can be looked up
 * without decryption. It is keyed, because a plain hash could be reversed by trying all numbers of
 * eleven digits.
 *
 * @returns the first 16 bytes of an HMAC-SHA-256.
 * @throws Refusal `secret_key_missing`
 */
export function fingerprint(environment: Environment, name: string, text: string): Buffer {
  const { fingerprintKey } = ringOf(environment).current;
  return createHmac("sha256", fingerprintKey)
    .update(`${name}\u0000${text}`)
    .digest()
    .subarray(0, 16);
}

/**
 * A function that hashes the hash of a request with the key of this installation. Without a key it
 * returns the hash unchanged, because without a key no secret can be submitted.
 */
export function requestHasher(environment: Environment): (hash: Buffer) => Buffer {
  return (hash) =>
    canEncryptSecrets(environment)
      ? fingerprint(environment, "request", hash.toString("hex"))
      : hash;
}

/** `bank.secret_key` as the subject of a sentence: "The bank secret key". */
function titleOf(name: string): string {
  return `The ${name.replaceAll(/[._]/g, " ")}`;
}

/** The parts of a secret that may be shown. */
export type MaskedSecret = { last_four: string; updated_at: Date };

/** The parts of the named secrets that may be shown; null for a secret that is not stored. */
export async function maskedSecrets<Name extends string>(
  tx: Tx,
  names: readonly Name[],
): Promise<Record<Name, MaskedSecret | null>> {
  const { rows } = await sql<MaskedSecret & { name: Name }>`
    select name, last_four, updated_at from platform_secrets where name = any (${names})`.execute(
    tx,
  );
  const shown = names.map((name) => {
    const row = rows.find((candidate) => candidate.name === name);
    return [name, row ? { last_four: row.last_four, updated_at: row.updated_at } : null];
  });
  return Object.fromEntries(shown) as Record<Name, MaskedSecret | null>;
}

/**
 * The plain text of a stored secret, for the service that needs it; undefined when there is none.
 * @throws Refusal as {@link unseal}
 */
export async function readSecret(
  tx: Tx,
  environment: Environment,
  name: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ sealed: string }>`
    select sealed from platform_secrets where name = ${name}`.execute(tx);
  const stored = atMostOne(rows);
  return stored && unseal(environment, name, stored.sealed);
}

/**
 * Stores a secret that a user typed: undefined keeps the stored one, an empty text deletes it. The
 * audit log records only that it changed.
 *
 * @throws Refusal `secret_key_missing`
 */
export async function saveSecret(
  context: Context,
  name: string,
  text: string | undefined,
): Promise<void> {
  if (text === undefined) return;
  if (text === "") {
    await deleteSecrets(context, [name]);
    return;
  }
  const lastFour = text.length < minMaskedLength ? "" : text.slice(-4);
  await sql`
    insert into platform_secrets (name, sealed, last_four, updated_at, updated_by)
    values (${name}, ${seal(context.environment, name, text)}, ${lastFour}, ${context.clock.now()},
      ${context.actor.user_id})
    on conflict (name) do update set sealed = excluded.sealed, last_four = excluded.last_four,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by`.execute(context.tx);
  await audit(context, null, "secret.saved", `secret:${name}`);
}

/** Deletes the named secrets. */
export async function deleteSecrets(context: Context, names: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    delete from platform_secrets where name = any (${names}) returning name`.execute(context.tx);
  for (const { name } of rows) await audit(context, null, "secret.removed", `secret:${name}`);
}
