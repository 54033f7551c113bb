import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

import { addEntry } from "@kontor/contract/accounting/entries";
import { expect, onTestFinished, test } from "vitest";

import { receiptBody } from "../../testing/books.ts";
import { expectCoherentBooks } from "../../testing/coherence.ts";
import { openWorld, secretKey } from "../../testing/harness.ts";
import { openOrganization } from "../../testing/organizations.ts";
import { spawnKontor, type KontorProcess } from "../../testing/process.ts";

type Backend = { kontor: KontorProcess; url: string; ready: boolean };

/**
 * How often the proxy checks whether a backend is ready, in milliseconds; the pause of a stop is a
 * second.
 */
const checkInterval = 100;

/**
 * A proxy that uses the ready backends in turn, keeps connections to them, and never retries, so
 * that the client sees whatever a stop breaks.
 */
async function openProxy(backends: Set<Backend>): Promise<{ url: string; close(): void }> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const checkBackends = async (): Promise<void> => {
    for (const backend of backends) {
      backend.ready = await fetch(`${backend.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    }
  };
  const checkTimer = setInterval(() => void checkBackends(), checkInterval);
  const server = createServer((incoming, outgoing) => {
    const ready = [...backends].filter((backend) => backend.ready);
    const backend = ready[turn++ % ready.length];
    if (backend === undefined) {
      outgoing.writeHead(502).end();
      return;
    }
    const { url: path = "/", method = "GET", headers } = incoming;
    const forwarded = request(`${backend.url}${path}`, { method, headers, agent }, (reply) => {
      const { connection: _hop, ...replyHeaders } = reply.headers;
      outgoing.writeHead(reply.statusCode ?? 502, replyHeaders);
      reply.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.headersSent || outgoing.writeHead(502).end());
    incoming.pipe(forwarded);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      clearInterval(checkTimer);
      agent.destroy();
      server.close();
    },
  };
}

type Reply = { status: number; text: string };

test("a rolling replacement behind a proxy fails no request, loses no posting and repeats none", async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  // The test's clock shows another time, but these processes use the real one.
  world.clock.set(new Date());
  const organization = await openOrganization(world);
  // A session is valid in all processes.
  const { token = "" } = await world.signIn("staff");
  const start = async (): Promise<Backend> => {
    const kontor = spawnKontor({
      NODE_ENV: "production",
      DATABASE_URL: world.ownerUrl,
      KONTOR_SECRET_KEY: secretKey,
      KONTOR_REQUESTS_PER_MINUTE: "1000000",
      KONTOR_STOP_PAUSE: "1",
    });
    const output = await kontor.printed(/listens on \S+\n/);
    const url = /listens on (\S+)/.exec(output)?.[1] ?? "";
    return { kontor, url, ready: true };
  };
  const [old, staying] = await Promise.all([start(), start()]);
  const backends = new Set([old, staying]);
  onTestFinished(() => {
    for (const { kontor } of backends) kontor.signal("SIGKILL");
  });
  const proxy = await openProxy(backends);
  onTestFinished(() => proxy.close());

  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const post = (key: string): Promise<Reply> =>
    new Promise((resolve) => {
      const headers = {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "idempotency-key": key,
      };
      const options = { method: "POST", headers, agent };
      request(`${proxy.url}/api${addEntry.path}`, options, (reply) => {
        text(reply).then(
          (body) => resolve({ status: reply.statusCode ?? 0, text: body }),
          (error: unknown) => resolve({ status: 0, text: String(error) }),
        );
      })
        .once("error", (error) => resolve({ status: 0, text: String(error) }))
        .end(receipt);
    });
  const { paye_payable, bank_clearing } = organization.ledgers;
  const receipt = JSON.stringify(
    receiptBody(paye_payable, bank_clearing, "25.00", { tenant_id: organization.tenant_id }),
  );
  const failed: Reply[] = [];
  const numbers: string[] = [];
  const load = { isOver: false };
  const client = async (name: number): Promise<void> => {
    for (let at = 0; !load.isOver; at++) {
      // The second request goes to the other process, with the key of the first.
      const key = `replaced-${name}-${at}`;
      const replies = [await post(key), await post(key)];
      const [first = "none", again] = replies.map((reply) => numberIn(reply));
      if (first === again) numbers.push(first);
      else failed.push(...replies);
      // Leaves the starting process some time on a machine with few processors.
      await sleep(20);
    }
  };
  const clients = Array.from({ length: 4 }, (_, name) => client(name));
  backends.add(await start());
  const before = Date.now();
  old.kontor.signal("SIGTERM");
  expect(await old.kontor.ended).toBe(0);
  expect(Date.now() - before).toBeGreaterThanOrEqual(1000);
  backends.delete(old);
  const sofar = numbers.length;
  while (failed.length === 0 && numbers.length < sofar + 30) await sleep(20);
  load.isOver = true;
  await Promise.all(clients);

  expect(failed).toEqual([]);
  const expected = numbers.map((_, index) => `RCT-${String(index + 1).padStart(6, "0")}`);
  expect(numbers.toSorted()).toEqual(expected);
  await expectCoherentBooks(world);
}, 120_000);

function numberIn({ status, text: body }: Reply): string | undefined {
  if (status !== 201) return undefined;
  return (JSON.parse(body) as { data: { ent_number: string } }).data.ent_number;
}
