import { once } from "node:events";
import { connect } from "node:net";

import { expect, test } from "vitest";

import { openWorld } from "../../testing/harness.ts";

test.each([
  ["has sent nothing", ""],
  ["has sent half of a request's head", "GET /api/wire/me HTTP/1.1\r\nHost: "],
])("a stop does not wait for a connection that %s", async (_what, begun) => {
  const world = await openWorld();
  const { hostname, port } = new URL(world.url);
  const accepted = once(world.app.server, "connection");
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  await accepted;
  socket.write(begun);
  // A completed request shows that the server has seen the earlier connection too.
  expect((await fetch(`${world.url}/healthz`)).status).toBe(200);
  await world.close();
  await expect.poll(() => socket.closed).toBe(true);
});
