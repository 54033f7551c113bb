import { fastify } from "fastify";
import { expect, onTestFinished, test } from "vitest";

import { serveHealth } from "./health.ts";

/** Health endpoints on a database that fails with the reason, if there is one. */
function openHealth() {
  const database: { reason: string | undefined } = { reason: undefined };
  const lines: string[] = [];
  const app = fastify({
    logger: { level: "info", stream: { write: (line: string) => lines.push(line) } },
  });
  onTestFinished(() => app.close());
  const stopping = new AbortController();
  const ping = () =>
    database.reason === undefined ? Promise.resolve() : Promise.reject(new Error(database.reason));
  serveHealth(app, { ping }, stopping.signal);
  app.get("/other", () => ({}));
  return {
    database,
    stop: () => stopping.abort(),
    statusOf: async (url: string) => (await app.inject(url)).statusCode,
    /** The messages logged since the last call. */
    logged: () =>
      lines.splice(0).map((line) => {
        const { msg, err } = JSON.parse(line) as { msg: string; err?: { message: string } };
        return err === undefined ? msg : `${msg} (${err.message})`;
      }),
  };
}

test("health checks are not logged, unlike other requests", async () => {
  const { statusOf, logged } = openHealth();
  expect([await statusOf("/healthz"), await statusOf("/readyz")]).toEqual([200, 200]);
  expect(logged()).toEqual([]);
  await statusOf("/other");
  expect(logged()).toEqual(["incoming request", "request completed"]);
});

test("why a process is not ready is logged once, and that it is ready again", async () => {
  const { database, statusOf, logged } = openHealth();
  database.reason = "connect ECONNREFUSED";
  expect([await statusOf("/readyz"), await statusOf("/readyz")]).toEqual([503, 503]);
  expect(await statusOf("/healthz")).toBe(200);
  expect(logged()).toEqual(["not ready: the database cannot be used (connect ECONNREFUSED)"]);
  database.reason = "the login lacks its time limits";
  expect(await statusOf("/readyz")).toBe(503);
  expect(logged()).toEqual([
    "not ready: the database cannot be used (the login lacks its time limits)",
  ]);
  database.reason = undefined;
  expect([await statusOf("/readyz"), await statusOf("/readyz")]).toEqual([200, 200]);
  expect(logged()).toEqual(["the database can be used again"]);
});

test("a process that stops is alive and not ready, without a warning", async () => {
  const { statusOf, logged, stop } = openHealth();
  stop();
  expect([await statusOf("/healthz"), await statusOf("/readyz")]).toEqual([200, 503]);
  expect(logged()).toEqual([]);
});
