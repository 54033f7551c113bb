import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { runCommandFile, startCommandFile } from "../testing/command.ts";
import { seededFolder } from "../testing/data-folder.ts";
import { eventually } from "../testing/eventually.ts";

/** The commands of package.json, by the name of their file. */
const commands = [
  ["admin-create", "npm run admin:create"],
  ["backup", "npm run backup"],
  ["books-check", "npm run books:check"],
  ["books-export", "npm run --silent books:export"],
  ["books-verify", "npm run books:verify"],
  ["outgoing", "npm run outgoing"],
  ["restore", "npm run restore"],
  ["secrets-rotate", "npm run secrets:rotate"],
] as const;

const unreachable = { DATABASE_URL: "postgres://kontor:s3cret@127.0.0.1:1/kontor" };

describe.for(commands)("%s", ([file, name]) => {
  test("prints its usage when asked for help, and needs no database for it", async () => {
    const source = { source: true };
    const { code, output, errors } = await runCommandFile(file, ["--help"], unreachable, source);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(output).toMatch(new RegExp(`^Usage: ${name}`));
  });

  test("refuses an option that it does not know", async () => {
    const { code, output, errors } = await runCommandFile(file, ["--force"], unreachable);
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toContain("Unknown option '--force'");
    expect(errors).toContain(`Usage: ${name}`);
  });
});

test("every file of the folder that runs as a command is in this list", async () => {
  const files = await readdir(import.meta.dirname);
  const others = /^(command\.ts|demo|.*\.test\.ts)$/;
  const names = files.filter((file) => !others.test(file)).map((file) => file.slice(0, -3));
  expect(names.toSorted()).toEqual(commands.map(([file]) => file));
});

test("a database that cannot be reached is reported with what to do, without its password", async () => {
  const { code, output, errors } = await runCommandFile("books-check", [], unreachable);
  expect({ code, output }).toEqual({ code: 2, output: "" });
  expect(errors).toMatch(
    /^DATABASE_URL: no connection to 127\.0\.0\.1:1\/kontor .*Start PostgreSQL/m,
  );
  expect(errors).not.toMatch(/s3cret|^\s+at /m);
});

test("an interrupted command stops the embedded database that it started", async () => {
  const folder = await seededFolder();
  const check = startCommandFile("books-check", [], { KONTOR_DATA: folder });
  const file = join(folder, "postgres", "cluster", "postmaster.pid");
  const server = await eventually(async () => {
    const processId = Number((await readFile(file, "utf8")).split("\n")[0]);
    if (processId > 0) return processId;
    throw new Error("the server has not written its process id");
  });
  check.signal("SIGINT");
  expect((await check.ended).code).toBe(130);
  expect(() => process.kill(server, 0)).toThrow("ESRCH");
}, 60_000);
