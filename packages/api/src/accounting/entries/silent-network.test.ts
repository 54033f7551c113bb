import { addEntry, listEntries } from "@kontor/contract/accounting/entries";
import { afterAll, expect, onTestFinished, test } from "vitest";

import { buildApp } from "../../app.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { openBooks, receiptBody } from "../../testing/books.ts";
import { openBrokenNetwork, type NetworkFault } from "../../testing/broken-network.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openFileWorld } from "../../testing/harness.ts";

/**
 * The time limits for the response to a statement and for an idle transaction in this test, in
 * milliseconds.
 */
const timeout = 400;

const world = await openFileWorld();
const books = await openBooks(world);
afterAll(() => expectCoherentBooks(world));

test.each<[NetworkFault, number]>([
  ["swallows the request", 0],
  ["swallows the answer", 1],
  ["cuts the answer", 1],
  ["delays the answer", 1],
])(
  "a network that %s of a post: 503, and the same key has one effect",
  async (fault, committed) => {
    const network = await openBrokenNetwork(world.requestsUrl);
    onTestFinished(() => network.close());
    const { environment, clock } = world;
    const database = openDatabase({
      url: network.url,
      connections: 4,
      onError: () => undefined,
      limits: { answer: timeout, idle: timeout },
    });
    const app = await buildApp({ environment, database, clock });
    onTestFinished(async () => {
      await app.close();
      await database.close();
    });
    const { tenant_id } = books.tenant;
    const count = async () =>
      (await books.staff.list(listEntries, { query: { tenant_id } })).data.filter(
        ({ narration }) => narration === fault,
      ).length;
    const key = fault.replaceAll(" ", "-");
    const post = () =>
      app.inject({
        method: "POST",
        url: `/api${addEntry.path}`,
        headers: {
          authorization: `Bearer ${books.staff.token}`,
          "idempotency-key": key,
        },
        payload: receiptBody(books.ledger("bank_clearing"), books.ledger("paye_payable"), "10.00", {
          tenant_id,
          narration: fault,
        }),
      });
    network.meet(key, fault);
    const refused = await post();
    expect(refused.statusCode).toBe(503);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(await count()).toBe(committed);
    expect(await postUntilAnswered(post)).toBe(201);
    expect(await count()).toBe(1);
  },
);

/** Waits for the end of whatever a lost connection left on the server. */
async function postUntilAnswered(post: () => Promise<{ statusCode: number }>): Promise<number> {
  for (;;) {
    const { statusCode } = await post();
    if (statusCode !== 503 && statusCode !== 409) return statusCode;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
