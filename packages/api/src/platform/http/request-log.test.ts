import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";

import { listGroups } from "@kontor/contract/accounting/groups";
import { expect, onTestFinished, test } from "vitest";

import { eventually } from "../../testing/eventually.ts";
import { openWorld } from "../../testing/harness.ts";

test("each log line of a request has its id and the caller's trace, including those of a refusal", async () => {
  const lines: string[] = [];
  const world = await openWorld(
    { NODE_ENV: "production", DATABASE_URL: "postgres://unused/unused", LOG_LEVEL: "info" },
    { logStream: { write: (line) => lines.push(line) } },
  );
  onTestFinished(() => world.close());
  const bookkeeper = await world.signInAs(["VIEWER"]);
  lines.length = 0;
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  const reply = await bookkeeper.send("POST", "/groups", {}, { traceparent });
  expect(reply.problem.code).toBe("forbidden");
  await eventually(() => expect(lines.join("")).toContain("request completed"));
  const written = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(written.length).toBeGreaterThanOrEqual(3);
  const ids = new Set(written.map(({ request_id }) => request_id));
  expect([...ids]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  for (const line of lines) expect(line.match(/"request_id"/g)).toHaveLength(1);
  for (const { trace_id, parent_id } of written) {
    expect({ trace_id, parent_id }).toEqual({
      trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
      parent_id: "00f067aa0ba902b7",
    });
  }
});

test("a request's log line has its path, but neither its query nor its token", async () => {
  const lines: string[] = [];
  const world = await openWorld(
    { NODE_ENV: "production", DATABASE_URL: "postgres://unused/unused", LOG_LEVEL: "info" },
    { logStream: { write: (line) => lines.push(line) } },
  );
  onTestFinished(() => world.close());
  const staff = await world.signIn("staff");
  const reply = await staff.attempt(listGroups, {
    query: { token: "legacy-secret", search: "private matters" },
  });
  expect(reply.status).toBe(200);
  const log = lines.join("");
  expect(log).toContain('"url":"/api/groups"');
  expect(log).not.toContain("legacy-secret");
  expect(log).not.toContain("private");
  expect(log).not.toContain(staff.token);
});

test("a connection that is reset in the middle of a request is logged in one line without a stack", async () => {
  const lines: string[] = [];
  const world = await openWorld(
    { LOG_LEVEL: "info" },
    { logStream: { write: (line) => lines.push(line) } },
  );
  onTestFinished(() => world.close());
  const staff = await world.signIn("platform");
  lines.length = 0;
  const { hostname, port } = new URL(world.url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(
    `POST /api/groups HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${staff.token}\r\n` +
      'content-type: application/json\r\ncontent-length: 100\r\n\r\n{"name": "half',
  );
  await setTimeout(100);
  socket.resetAndDestroy();
  await eventually(() => expect(lines).not.toEqual([]));
  await setTimeout(100);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("a connection was lost");
  expect(lines[0]).not.toContain('"stack"');
});
