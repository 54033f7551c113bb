import { describe, expect, test } from "vitest";

import { answerTimeout, signedInLock } from "./siblings.ts";

/** A fake of the browser's shared locks. Each holder is a tab. */
function browserLocks() {
  const held: { name: string; done: Promise<void> }[] = [];
  const locks = {
    query: () => Promise.resolve({ held: held.map(({ name }) => ({ name })) }),
    request: async (name: string, _options: unknown, hold: () => Promise<void>) => {
      const lock = { name, done: hold() };
      held.push(lock);
      await lock.done;
      held.splice(held.indexOf(lock), 1);
    },
  } as unknown as Pick<LockManager, "query" | "request">;
  return { locks, held };
}

describe("a new tab", () => {
  test("asks no tab when none is signed in", async () => {
    const { locks } = browserLocks();
    expect(await answerTimeout(locks)).toBe(0);
  });

  test("waits for a signed-in tab as long as a busy machine may take", async () => {
    const { locks } = browserLocks();
    signedInLock(locks).acquire();
    expect(await answerTimeout(locks)).toBeGreaterThanOrEqual(5_000);
  });

  test("does not mistake another lock for a tab", async () => {
    const { locks } = browserLocks();
    void locks.request("something-else", {}, () => new Promise(() => {}));
    expect(await answerTimeout(locks)).toBe(0);
  });

  test.each([
    ["has no locks", undefined],
    [
      "does not give them",
      { query: () => Promise.reject(new DOMException("no", "SecurityError")) },
    ],
  ])("waits briefly in a browser that %s", async (_what, locks) => {
    expect(await answerTimeout(locks as Parameters<typeof answerTimeout>[0])).toBe(150);
  });
});

describe("a signed-in tab", () => {
  test("announces itself once, until it signs out, and again after the next sign-in", async () => {
    const { locks, held } = browserLocks();
    const lock = signedInLock(locks);
    lock.acquire();
    lock.acquire();
    expect(held).toHaveLength(1);
    lock.release();
    await expect.poll(() => held).toHaveLength(0);
    lock.acquire();
    expect(held).toHaveLength(1);
    expect(await answerTimeout(locks)).toBeGreaterThan(0);
  });

  test("leaves the locks of other tabs when it signs out", async () => {
    const { locks, held } = browserLocks();
    const one = signedInLock(locks);
    signedInLock(locks).acquire();
    one.acquire();
    one.release();
    await expect.poll(() => held).toHaveLength(1);
    expect(await answerTimeout(locks)).toBeGreaterThan(0);
  });

  test("works without locks", () => {
    const lock = signedInLock(undefined);
    expect(() => {
      lock.acquire();
      lock.release();
    }).not.toThrow();
  });
});
