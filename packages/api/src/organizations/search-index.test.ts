import { listOrganizations } from "@kontor/contract/organizations/organizations";
import pg from "pg";
import { describe, expect, inject, it } from "vitest";

import { withOwnerClient } from "../platform/database/database.ts";
import { migrate } from "../platform/database/migrate.ts";
import { openWorld } from "../testing/harness.ts";
import { addTestOrganization } from "../testing/organization-forms.ts";

/** A new database of the owner, prepared by the server's administrator and then migrated. */
async function indexAfterMigration(
  prepare: (admin: pg.Client, name: string) => Promise<unknown>,
): Promise<string | undefined> {
  const name = `search_${crypto.randomUUID().slice(0, 8)}`;
  const administer = async (database: string, work: (admin: pg.Client) => Promise<unknown>) => {
    const url = new URL(inject("adminUrl"));
    url.pathname = database;
    const admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
    try {
      await work(admin);
    } finally {
      await admin.end();
    }
  };
  const ownerUrl = new URL(inject("ownerUrl"));
  ownerUrl.pathname = name;
  await administer("postgres", (admin) => admin.query(`create database ${name} owner kontor`));
  try {
    await administer(name, (admin) => prepare(admin, name));
    await migrate(ownerUrl.href);
    return await withOwnerClient(ownerUrl.href, async (owner) => {
      const { rows } = await owner.query<{ indexdef: string }>(
        "select indexdef from pg_indexes where indexname = 'tenants_by_search'",
      );
      return rows[0]?.indexdef;
    });
  } finally {
    await administer("postgres", (admin) => admin.query(`drop database ${name} with (force)`));
  }
}

describe("the index for searches", () => {
  it("is created when the extension is already installed, in whatever schema", async () => {
    const index = await indexAfterMigration((admin) =>
      admin.query(`create schema extensions; create extension pg_trgm schema extensions;
        grant usage on schema extensions to kontor`),
    );
    expect(index).toContain("extensions.gin_trgm_ops");
  });

  it.each([
    ["may not create it", (name: string) => `revoke create on database ${name} from kontor`],
    ["may not reach it", () => "create schema hidden; create extension pg_trgm schema hidden"],
  ])("is left out when the owner %s, and everything else is migrated", async (_why, statement) => {
    const index = await indexAfterMigration((admin, name) => admin.query(statement(name)));
    expect(index).toBeUndefined();
  });

  it("is not required for searching", async () => {
    const world = await openWorld();
    try {
      await withOwnerClient(world.ownerUrl, (owner) => owner.query("drop index tenants_by_search"));
      const admin = await world.signIn("platform");
      const { tenant_id } = await addTestOrganization(admin, { name: "Found Without" });
      const { data } = await admin.list(listOrganizations, { query: { search: "d wIT" } });
      expect(data.map((row) => row.tenant_id)).toEqual([tenant_id]);
    } finally {
      await world.close();
    }
  });
});
