import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";

import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";

import { migrate } from "./migrate.ts";

async function asAdmin(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: inject("adminUrl") });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** An empty database of that user. */
async function freshDatabase(user: { name: string; password: string }): Promise<string> {
  const database = `migrate_${randomBytes(6).toString("hex")}`;
  await asAdmin(`create database ${database} owner ${user.name}`);
  onTestFinished(() => asAdmin(`drop database ${database} with (force)`));
  const url = new URL(inject("ownerUrl"));
  Object.assign(url, { pathname: `/${database}`, username: user.name, password: user.password });
  return url.href;
}

function owner(): { name: string; password: string } {
  const { username, password } = new URL(inject("ownerUrl"));
  return { name: username, password };
}

test("several processes may start at once on an empty database: one migrates, the others wait", async () => {
  const url = await freshDatabase(owner());
  const names = await readdir(new URL("../../../migrations/", import.meta.url));
  const runs = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  expect(runs.toSorted((one, other) => other.length - one.length)).toEqual([
    names.toSorted(),
    [],
    [],
  ]);
  expect(await migrate(url)).toEqual([]);
});

test("a user who may not act as the role of requests is told what to do, and nothing is kept", async () => {
  const user = { name: `plain_${randomBytes(4).toString("hex")}`, password: "plain" };
  await asAdmin(`create role ${user.name} login password '${user.password}'`);
  onTestFinished(() => asAdmin(`drop role ${user.name}`));
  const url = await freshDatabase(user);
  await expect(migrate(url)).rejects.toThrow(`run "grant kontor_app to ${user.name}"`);
  await asAdmin(`grant kontor_app to ${user.name}`);
  expect((await migrate(url)).length).toBeGreaterThan(5);
});
