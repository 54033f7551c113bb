import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { expect, onTestFinished, test } from "vitest";

import { seededFolder, emptyFolder } from "../../testing/data-folder.ts";
import { openWorld } from "../../testing/harness.ts";
import { spawnKontor, startKontor } from "../../testing/process.ts";
import { createEmptyDatabase } from "../../testing/test-database.ts";
import { withOwnerClient } from "../database/database.ts";

/** The process id of the server that still uses a data folder, if there is one. */
async function serverIn(folder: string): Promise<number | undefined> {
  const file = join(folder, "postgres", "cluster", "postmaster.pid");
  if (!existsSync(file)) return undefined;
  const processId = Number((await readFile(file, "utf8")).split("\n")[0]);
  try {
    process.kill(processId, 0);
    return processId;
  } catch {
    return undefined;
  }
}

test("a stop in the first moments of a start leaves no PostgreSQL behind", async () => {
  const folder = await seededFolder();
  // The program's own code begins after about 100 ms and listens in less than a second on an idle
  // machine, and later beside other tests.
  for (const moment of [1, 100, 250, 500, 1000]) {
    const kontor = spawnKontor({ KONTOR_DATA: folder, KONTOR_DEMO: "brief" });
    await sleep(moment);
    kontor.signal("SIGTERM");
    await kontor.ended;
    expect({ moment, server: await serverIn(folder) }).toEqual({ moment, server: undefined });
  }
  const again = await startKontor(folder);
  expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
  expect(await again.stop()).toBe(0);
}, 180_000);

test("a stop while the first database is created waits for it, and the next start works", async () => {
  const folder = await emptyFolder();
  const kontor = spawnKontor({ KONTOR_DATA: folder, KONTOR_DEMO: "brief" });
  await kontor.printed(/Making a new database/);
  kontor.signal("SIGTERM");
  expect(await kontor.ended).toBe(0);
  expect(await serverIn(folder)).toBeUndefined();
  const again = await startKontor(folder);
  expect(await again.stop()).toBe(0);
}, 120_000);

test("a configured database gets no demo data by default, and /readyz reports the stop before the port closes", async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const kontor = spawnKontor({
    DATABASE_URL: world.ownerUrl,
    KONTOR_STOP_PAUSE: "2",
    LOG_LEVEL: "info",
  });
  const output = await kontor.printed(/listens on \S+\n/);
  const url = /listens on (\S+)/.exec(output)?.[1] ?? "";
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const logged = kontor.printed(/stopping: \/readyz is 503, and the port closes in 2 s/);
  kontor.signal("SIGTERM");
  await Promise.all([logged, sleep(300)]);
  const during = await fetch(`${url}/readyz`);
  expect([during.status, during.headers.get("connection")]).toEqual([503, "close"]);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/api/wire/me`)).status).toBe(401);
  expect(await kontor.ended).toBe(0);
  expect(output).not.toContain("Sign in with");
  const { rows } = await withOwnerClient(world.ownerUrl, (client) =>
    client.query("select from users"),
  );
  expect(rows).toEqual([]);
}, 60_000);

test("three processes that start together on an empty database seed it once, when asked to", async () => {
  const { ownerUrl } = await createEmptyDatabase();
  const environment = { DATABASE_URL: ownerUrl, KONTOR_DEMO: "brief" };
  const processes = [1, 2, 3].map(() => spawnKontor(environment));
  const outputs = await Promise.all(processes.map((each) => each.printed(/password .+\n/)));
  for (const each of processes) each.signal("SIGTERM");
  expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  expect(outputs.every((output) => output.includes("admin@kontor.example"))).toBe(true);
  const migrated = outputs.filter((output) => output.includes("Migrated the database"));
  expect(migrated).toHaveLength(1);
  const { rows } = await withOwnerClient(ownerUrl, (client) =>
    client.query<object>(`
      select (select count(*)::int from tenants) as tenants,
        (select count(*)::int from users where email = 'admin@kontor.example') as administrators`),
  );
  expect(rows).toEqual([{ tenants: 3, administrators: 1 }]);
}, 120_000);
