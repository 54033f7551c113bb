import { access, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { withOwnerClient } from "../platform/database/database.ts";
import { openBooks } from "../testing/books.ts";
import { runCommandFile, startCommandFile } from "../testing/command.ts";
import { openFileWorld } from "../testing/harness.ts";

const world = await openFileWorld();
const books = await openBooks(world);
let folder: string;
let own: string[];

beforeAll(async () => {
  await books.post(books.ledger("paye_payable"), books.ledger("bank_clearing"), "10.00");
  folder = await mkdtemp(join(tmpdir(), "kontor-export-"));
  own = ["--tenant", String(books.tenant.tenant_id)];
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (args: string[]) =>
  runCommandFile("books-export", args, { DATABASE_URL: world.ownerUrl });

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

describe("npm run books:export", () => {
  test("writes the journal to standard output and nothing else", async () => {
    const { code, output, errors } = await run(own);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(output).toMatch(/^; Books of Own books/);
    expect(output.split("\n\n").at(-1)).toBe(
      "2026-03-09 * (RCT-000001) Receipt, Received\n" +
        "    Liabilities:02-01 Payroll:02-01-0001 PAYE payable  NGN 10.00  ; In\n" +
        "    Assets:01-01 Cash and bank:01-01-0002 Bank clearing  NGN -10.00  ; Out\n",
    );
  });

  test("writes it to a file, and never overwrites an existing one", async () => {
    const file = join(folder, "books.journal");
    const first = await run([...own, "--output", file]);
    expect(first).toEqual({ code: 0, output: "", errors: "" });
    expect(await readFile(file, "utf8")).toBe((await run(own)).output);
    await writeFile(file, "kept");
    expect(await run([...own, "--output", file])).toEqual({
      code: 2,
      output: "",
      errors: `${file} already exists. Choose another file.\n`,
    });
    expect(await readFile(file, "utf8")).toBe("kept");
  });

  test("only its owner may read the file, and an interrupt leaves none", async () => {
    const whole = join(folder, "whole.journal");
    await run([...own, "--output", whole]);
    expect((await stat(whole)).mode & 0o077).toBe(0);
    const file = join(folder, "interrupted.journal");
    await withOwnerClient(world.ownerUrl, async (owner) => {
      await owner.query("begin; lock table entries in access exclusive mode");
      const args = [...own, "--output", file];
      const exporting = startCommandFile("books-export", args, { DATABASE_URL: world.ownerUrl });
      await vi.waitUntil(() => isThere(`${file}.partial`), 30_000);
      exporting.signal("SIGTERM");
      expect((await exporting.ended).code).toBe(143);
      await owner.query("rollback");
    });
    expect(await isThere(`${file}.partial`)).toBe(false);
    expect(await isThere(file)).toBe(false);
  });

  test("reports that there is no such organization, and leaves no file", async () => {
    const file = join(folder, "nobody.journal");
    const { code, errors } = await run(["--tenant", "999999", "--output", file]);
    expect({ code, errors }).toEqual({ code: 2, errors: "The organization was not found.\n" });
    expect(await isThere(file)).toBe(false);
  });

  test("reports that a file cannot be written", async () => {
    const { code, errors } = await run([...own, "--output", join(folder, "no", "books.journal")]);
    expect(code).toBe(2);
    expect(errors).toMatch(/books\.journal cannot be written: ENOENT: no such file or directory/);
    expect(errors).not.toMatch(/^\s+at /m);
  });

  test.for([
    ["nothing", [], "Name the organization whose books to export: --tenant."],
    ["a tenant that is no number", ["--tenant", "Acme"], "--tenant takes the tenant_id"],
    ["an unknown option", ["--all"], "Unknown option '--all'"],
  ] as const)("prints its usage when given %s", async ([, args, message]) => {
    const { code, output, errors } = await run([...args]);
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toContain(message);
    expect(errors).toContain("Usage: npm run --silent books:export");
  });
});
