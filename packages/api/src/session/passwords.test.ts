import argon2 from "@node-rs/argon2";
import { expect, onTestFinished, test, vi } from "vitest";

import { hashSecret, verifySecret } from "./passwords.ts";

test("a secret is hashed at the recommended cost, in one form of its letters", async () => {
  // Tests that open a server hash at a lower cost, so this checks the requested cost.
  const hashing = vi.spyOn(argon2, "hash");
  onTestFinished(() => hashing.mockRestore());
  const hash = await hashSecret("caf\u00e9 password");
  expect(hashing.mock.calls).toEqual([
    ["caf\u00e9 password", { memoryCost: 19_456, timeCost: 2, parallelism: 1 }],
  ]);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifySecret(hash, "cafe\u0301 password")).toBe(true);
  expect(await verifySecret(hash, "cafe password")).toBe(false);
});

test("a hash that another process made is compared", async () => {
  const hash = argon2.hashSync("four words in a row", {
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
  });
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifySecret(hash, "four words in a row")).toBe(true);
  expect(await verifySecret(hash, "other words in a row")).toBe(false);
});
