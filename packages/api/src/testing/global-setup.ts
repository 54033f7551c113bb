import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";

import { startEmbeddedPostgres } from "@kontor/embedded-postgres/server";
import pg from "pg";
import type { TestProject } from "vitest/node";

import { createOwnedDatabase } from "../platform/database/database-server.ts";
import { migrate } from "../platform/database/migrate.ts";
import { ensureRights, requestsUrlOf } from "../platform/database/rights.ts";
import { buildApi } from "./build-api.ts";
import { dataRoot } from "./data-root.ts";

declare module "vitest" {
  // Vitest types what a global set-up provides by extending this interface.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface ProvidedContext {
    adminUrl: string;
    ownerUrl: string;
    /** A folder that the files of one run share; removed at its end. */
    runFolder: string;
  }
}

export const templateDatabase = "kontor_template";

/**
 * Starts one real PostgreSQL for the run, with a migrated template that each test file clones, and
 * builds the API for tests that start it as a process.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const runFolder = await mkdtemp(join(await dataRoot(), "kontor-test-"));
  // Tests need no durability; the kill tests start their own servers with the real settings.
  const starting = startEmbeddedPostgres({
    dataFolder: join(runFolder, "postgres"),
    log: () => undefined,
    settings: {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      max_connections: "120",
    },
  });
  const [server, builtApi] = await Promise.all([starting, buildApi()]);
  // Vitest ends at once when it is interrupted, without what this function returns.
  const onExit = () => endAtOnce(server.processId, [runFolder, builtApi]);
  process.once("exit", onExit);
  const adminUrl = server.url("postgres");
  const ownerUrl = await createOwnedDatabase(adminUrl, templateDatabase);
  await migrate(ownerUrl);
  await ensureRights({ ownerUrl, requestsUrl: requestsUrlOf(ownerUrl) });
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`alter database ${templateDatabase} with is_template true`);
  await admin.end();
  // Test processes inherit this environment.
  process.env["KONTOR_TEST_API"] = builtApi;
  project.provide("adminUrl", adminUrl);
  project.provide("ownerUrl", ownerUrl);
  project.provide("runFolder", runFolder);
  return async () => {
    process.off("exit", onExit);
    await server.stop();
    await rm(runFolder, { recursive: true, force: true });
    await rm(builtApi, { recursive: true, force: true });
  };
}

/** Ends the server and removes the folders, synchronously: nothing else runs when a process exits. */
function endAtOnce(processId: number, folders: readonly string[]): void {
  try {
    process.kill(processId, "SIGQUIT");
  } catch {
    // The process has exited already.
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
