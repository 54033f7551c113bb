import argon2 from "@node-rs/argon2";

/** The lowest cost that the algorithm allows. */
const minCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
const costIn = /\$m=\d+,t=\d+,p=\d+\$/;

/** The salt of the hash in `session/passwords.ts` that no secret matches. */
const dummySalt = "$dGhlcmUgaXMgbm9ib2R5$";

/**
 * Makes this process hash typed secrets at the lowest cost, because a hash of full cost takes some
 * 20 ms and tests need many. A hash still names the requested cost. Hashes of other processes are
 * verified at the cost that they name.
 */
export function hashSecretsCheaply(): void {
  const { hash, verify } = argon2;
  const made = new Set<string>();
  argon2.hash = async (secret, options, signal) => {
    const { memoryCost, timeCost, parallelism } = options ?? {};
    const cheap = await hash(secret, { ...options, ...minCost }, signal);
    const labelled = cheap.replace(costIn, `$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
    made.add(labelled);
    return labelled;
  };
  argon2.verify = (stored, secret, options, signal) => {
    const text = stored.toString();
    if (!made.has(text) && !text.includes(dummySalt)) {
      return verify(stored, secret, options, signal);
    }
    const { memoryCost, timeCost, parallelism } = minCost;
    const cheap = text.replace(costIn, `$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
    return verify(cheap, secret, options, signal);
  };
}
