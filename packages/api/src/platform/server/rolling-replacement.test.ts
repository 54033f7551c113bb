import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

import { me } from "@kontor/contract/session/session";
import { expect, onTestFinished, test } from "vitest";

import { openWorld } from "../../testing/harness.ts";
import { spawnKontor, type KontorProcess } from "../../testing/process.ts";

type Backend = { kontor: KontorProcess; url: string; ready: boolean };

/** How often the proxy looks whether a backend is ready, in milliseconds; the pause of a stop is a second. */
const lookInterval = 100;

/**
 * A proxy that takes the ready backends in turn, keeps connections to them, and tries nothing again: whatever
 * a stop breaks, the client gets to see.
 */
async function openProxy(backends: Set<Backend>): Promise<{ url: string; close(): void }> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const look = async (): Promise<void> => {
    for (const backend of backends) {
      backend.ready = await fetch(`${backend.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    }
  };
  const looking = setInterval(() => void look(), lookInterval);
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
      clearInterval(looking);
      agent.destroy();
      server.close();
    },
  };
}

test("a rolling replacement behind a proxy fails no request", async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  // Sessions of the test's clock are of another time; these processes go by the real one.
  world.clock.set(new Date());
  const { token = "" } = await world.signIn("staff");
  const start = async (): Promise<Backend> => {
    const kontor = spawnKontor({
      NODE_ENV: "production",
      DATABASE_URL: world.ownerUrl,
      KONTOR_STOP_PAUSE: "1",
    });
    const output = await kontor.printed(/listens on \S+\n/);
    const url = /listens on (\S+)/.exec(output)?.[1] ?? "";
    return { kontor, url, ready: true };
  };
  const first = await Promise.all([start(), start()]);
  const backends = new Set(first);
  onTestFinished(() => {
    for (const { kontor } of backends) kontor.signal("SIGKILL");
  });
  const proxy = await openProxy(backends);
  onTestFinished(() => proxy.close());

  const seen = new Map<number, number>();
  const load = { isOver: false };
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const send = (): Promise<number> =>
    new Promise((resolve) => {
      const headers = { authorization: `Bearer ${token}` };
      request(`${proxy.url}/api${me.path}`, { headers, agent }, (reply) => {
        reply.resume();
        reply.once("end", () => resolve(reply.statusCode ?? 0));
        reply.once("error", () => resolve(0));
      })
        .once("error", () => resolve(0))
        .end();
    });
  const client = async (): Promise<void> => {
    while (!load.isOver) {
      const status = await send();
      seen.set(status, (seen.get(status) ?? 0) + 1);
    }
  };
  const clients = Array.from({ length: 4 }, client);
  for (const old of first) {
    backends.add(await start());
    const before = Date.now();
    old.kontor.signal("SIGTERM");
    expect(await old.kontor.ended).toBe(0);
    expect(Date.now() - before).toBeGreaterThanOrEqual(1000);
    backends.delete(old);
  }
  load.isOver = true;
  await Promise.all(clients);
  expect([...seen.keys()]).toEqual([200]);
  expect(seen.get(200)).toBeGreaterThan(200);
}, 120_000);
