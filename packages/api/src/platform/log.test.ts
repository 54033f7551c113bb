import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { openWorld, type World } from "../testing/harness.ts";
import { logSerializers } from "./log.ts";

async function loggedWorld(): Promise<{ world: World; lines: string[] }> {
  const lines: string[] = [];
  const world = await openWorld(
    { NODE_ENV: "production", DATABASE_URL: "postgres://unused/unused", LOG_LEVEL: "trace" },
    { logStream: { write: (line) => lines.push(line) } },
  );
  onTestFinished(() => world.close());
  return { world, lines };
}

test("a database error is logged without the failed row and without the connection", async () => {
  const { world, lines } = await loggedWorld();
  const error: unknown = await world.database
    .transaction((tx) =>
      sql`insert into sign_in_challenges (token_hash, user_id, password_hash, expires_at)
        values ('secret@example.com', 1, 'hash-of-secret', now())`.execute(tx),
    )
    .catch((reason: unknown) => reason);
  expect(JSON.stringify(error)).toContain("hash-of-secret");
  Object.assign(error as Error, { client: { password: "of-the-database" } });
  world.app.log.error({ err: new Error("wrapped", { cause: error }) }, "failed");
  const log = lines.join("");
  expect(log).toContain(`"code":"23514"`);
  expect(log).toContain(`"constraint":"sign_in_challenges_token_hash_check"`);
  expect(log).toContain("wrapped");
  for (const secret of ["hash-of-secret", "secret@example.com", "of-the-database"]) {
    expect(log).not.toContain(secret);
  }
});

test("a copy of an error, as the job queue reports it, is logged like the error", () => {
  const { message, stack } = new Error("no connection");
  const copy = { message, stack, code: "ECONNREFUSED", detail: "a row", queue: "mail" };
  expect(logSerializers.err(copy)).toEqual({
    type: "Error",
    message: "no connection",
    stack,
    code: "ECONNREFUSED",
  });
});

test("a fault is logged with its request id, which the response also contains", async () => {
  const { world, lines } = await loggedWorld();
  const caller = await world.signIn("platform");
  await world.database.close();
  // Without its pool the server has a fault that is not a lost connection.
  const reply = await caller.send("GET", "/wire/me");
  expect([reply.status, reply.problem.code]).toEqual([500, "internal"]);
  const id = /request ([0-9a-f-]{36})/.exec(reply.problem.message)?.[1];
  expect(lines.some((line) => line.includes(`"request_id":"${id}"`))).toBe(true);
});
