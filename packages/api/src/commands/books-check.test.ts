import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import { withOwnerClient } from "../platform/database/database.ts";
import { openBooks } from "../testing/books.ts";
import { runCommandFile } from "../testing/command.ts";
import { seededFolder, emptyFolder } from "../testing/data-folder.ts";
import { openFileWorld } from "../testing/harness.ts";
import { startKontor } from "../testing/process.ts";
import { createEmptyDatabase } from "../testing/test-database.ts";

const world = await openFileWorld();
const books = await openBooks(world);

beforeAll(async () => {
  await books.post(books.ledger("paye_payable"), books.ledger("bank_clearing"), "10.00");
});

const check = (args: string[] = [], environment: Record<string, string> = {}) =>
  runCommandFile("books-check", args, { DATABASE_URL: world.ownerUrl, ...environment });

describe("npm run books:check", () => {
  test("reports that the books agree, for all organizations or one", async () => {
    const agreed = { code: 0, output: "The books agree.\n", errors: "" };
    expect(await check()).toEqual(agreed);
    expect(await check(["--tenant", String(books.tenant.tenant_id)])).toEqual(agreed);
  });

  test("names each fault with its place, and exits with 1", async () => {
    const ledger = books.ledger("bank_clearing");
    const move = (by: number) =>
      withOwnerClient(world.ownerUrl, async (owner) => {
        await owner.query(`select set_config('app.tenant_id', '${books.tenant.tenant_id}', false)`);
        await owner.query(`update ledgers set balance = balance + ${by} where id = ${ledger}`);
      });
    await move(1);
    const fault = `tenant ${books.tenant.tenant_id}, ledger:${ledger}, ledger_balance_wrong: ledger 01-01-0002 stores -999 kobo, its opening balance and postings come to -1000`;
    const sums = `tenant ${books.tenant.tenant_id}, tenant:${books.tenant.tenant_id}, books_unbalanced: all balances add up to 1 kobo, all opening balances to 0`;
    expect(await check()).toEqual({
      code: 1,
      output: `${sums}\n${fault}\n2 faults found.\n`,
      errors: "",
    });
    const other = await check(["--tenant", String(books.strangerTenant.tenant_id)]);
    expect(other.output).toBe("The books agree.\n");
    await move(-1);
  });

  test.for([
    ["a tenant that is no number", ["--tenant", "Acme"], "--tenant takes the tenant_id"],
    ["a tenant below one", ["--tenant", "0"], "--tenant takes the tenant_id"],
    ["an unknown option", ["--all"], "Unknown option '--all'"],
    ["an argument too many", ["12"], "Unexpected argument '12'"],
  ] as const)("prints its usage when given %s", async ([, args, message]) => {
    const { code, output, errors } = await check([...args]);
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toContain(message);
    expect(errors).toContain("Usage: npm run books:check");
    expect(errors).not.toMatch(/^\s+at /m);
  });

  test("reports that there is no such organization", async () => {
    expect(await check(["--tenant", "999999"])).toEqual({
      code: 2,
      output: "",
      errors: "The organization was not found.\n",
    });
  });

  test("explains what to do about a database that Kontor has not set up", async () => {
    const { ownerUrl } = await createEmptyDatabase();
    const { code, errors } = await check([], { DATABASE_URL: ownerUrl });
    expect(code).toBe(2);
    expect(errors).toContain("Start Kontor once (npm start)");
  });

  test("creates no database if there is none", async () => {
    const folder = await emptyFolder();
    const { code, errors } = await check([], { DATABASE_URL: "", KONTOR_DATA: folder });
    expect(code).toBe(2);
    expect(errors).toContain(`There is no database in ${join(folder, "postgres")} yet.`);
    expect(await readdir(folder)).toEqual([]);
  });

  test("checks the embedded data next to a running Kontor, and without one", async () => {
    const folder = await seededFolder();
    const environment = { DATABASE_URL: "", KONTOR_DATA: folder };
    const kontor = await startKontor(folder);
    const beside = await check([], environment);
    const stillThere = await fetch(`${kontor.url}/readyz`);
    expect(await kontor.stop()).toBe(0);
    expect(beside).toEqual({ code: 0, output: "The books agree.\n", errors: "" });
    expect(stillThere.status).toBe(200);

    const alone = await check([], environment);
    expect({ code: alone.code, output: alone.output }).toEqual({
      code: 0,
      output: "The books agree.\n",
    });
    // It has released the data, so Kontor starts as before.
    const again = await startKontor(folder);
    expect(await again.stop()).toBe(0);
  }, 60_000);
});
