import { listGroups } from "@kontor/contract/accounting/groups";
import { expect, onTestFinished, test } from "vitest";

import { openWorld } from "../../testing/harness.ts";

test("a request's line in the log has its path, and neither query nor token", async () => {
  const lines: string[] = [];
  const world = await openWorld(
    { NODE_ENV: "production", DATABASE_URL: "postgres://unused", LOG_LEVEL: "info" },
    { write: (line) => lines.push(line) },
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
