import * as fc from "fast-check";
import { afterAll, beforeAll, describe, test } from "vitest";

import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openWorld, type World } from "../../testing/harness.ts";
import { steps, view } from "../testing/books-operations.ts";
import { runSequence, openBooksPair, type BooksPair } from "../testing/books-pair.ts";

/** The number of sequences; `npm run test:long` raises it. */
const sequences = Number(process.env["KONTOR_TEST_SEQUENCES"] ?? 100);
/** The seed and path that a failure printed, to reproduce it. */
const seed = process.env["KONTOR_TEST_SEED"];
const path = process.env["KONTOR_TEST_PATH"];

/** Parts of the sequences that run concurrently, each on its own database. */
const parts = [
  { part: "quiet books, first half", busy: false, share: 0.47 },
  { part: "quiet books, second half", busy: false, share: 0.47 },
  { part: "books with a busy day", busy: true, share: 0.06 },
];

const worlds: World[] = [];
const pairs = new Map<string, BooksPair>();

beforeAll(async () => {
  for (const { part, busy } of parts) {
    const world = await openWorld();
    worlds.push(world);
    pairs.set(part, await openBooksPair(world, busy));
  }
});
afterAll(async () => {
  for (const world of worlds) {
    await expectCoherentBooks(world);
    await world.close();
  }
});

describe.concurrent("after any sequence of operations, the books equal a simple model", () => {
  test.for(parts)("$part", { timeout: sequences * 1000 }, async ({ part, share }) => {
    const pair = pairs.get(part);
    if (pair === undefined) throw new Error(`${part} has no books`);
    const property = fc.asyncProperty(steps, view, (sequence, look) =>
      runSequence(pair, sequence, look),
    );
    const again = seed === undefined ? {} : { seed: Number(seed), path };
    await fc.assert(property, { numRuns: Math.ceil(sequences * share), ...again });
  });
});
