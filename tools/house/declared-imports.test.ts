import { expect, it } from "vitest";

import { declaredImportBreaches } from "./declared-imports.ts";
import { treeOf } from "./source-tree.ts";

const manifests = {
  "package.json": JSON.stringify({ devDependencies: { vitest: "1.0.0" } }),
  "packages/api/package.json": JSON.stringify({
    name: "@kontor/api",
    dependencies: { "@kontor/books": "0.1.0", "@fastify/static": "1.0.0", pg: "1.0.0" },
    devDependencies: { "smtp-server": "1.0.0" },
  }),
  "packages/books/package.json": JSON.stringify({ name: "@kontor/books" }),
};

function judge(path: string, line: string): string[] {
  return declaredImportBreaches(treeOf({ ...manifests, [path]: line })).map(
    ({ message }) => message,
  );
}

it.each([
  ["packages/api/src/main.ts", 'import pg from "pg";'],
  ["packages/api/src/main.ts", 'import files from "@fastify/static/deep";'],
  ["packages/api/src/main.ts", 'import { kobo } from "@kontor/books/money";'],
  ["packages/api/src/main.ts", 'import { join } from "node:path";'],
  ["packages/api/src/main.ts", 'import type { SMTPServer } from "smtp-server";'],
  ["packages/api/src/main.ts", 'import { type SMTPServer } from "smtp-server";'],
  ["packages/api/src/main.ts", 'import "./app.ts";'],
  ["packages/api/src/main.ts", 'import data from "./data.json";'],
  ["packages/api/src/mail.test.ts", 'import { SMTPServer } from "smtp-server";'],
  ["packages/api/src/mail.test.ts", 'import { it } from "vitest";'],
  ["packages/api/src/testing/mail.ts", 'import { SMTPServer } from "smtp-server";'],
  ["vitest.config.ts", 'import { defineConfig } from "vitest/config";'],
])("takes in %s: %s", (path, line) => {
  expect(judge(path, line)).toEqual([]);
});

it.each([
  ["packages/api/src/main.ts", 'import "react";', "dependencies of packages/api"],
  ["packages/api/src/main.ts", 'import "smtp-server";', "the dependencies of packages/api"],
  ["packages/api/src/main.ts", 'import "vitest";', "the dependencies of packages/api"],
  ["packages/api/src/mail.test.ts", 'import "react";', "the devDependencies of packages/api"],
  ["packages/books/src/money.ts", 'import pg from "pg";', "packages/books/package.json"],
  ["packages/api/src/main.ts", 'import "fs";', '"node:fs"'],
  ["packages/api/src/main.ts", 'import "./app";', '"./app.ts"'],
  ["packages/api/src/main.ts", 'import "../../books/src/money.ts";', "leaves the package"],
  ["packages/api/src/main.ts", 'import "../../../vitest.config.ts";', "leaves the package"],
  ["packages/api/src/main.ts", 'export * from "react";', "dependencies of packages/api"],
  ["packages/api/src/main.ts", 'const late = import("react");', "dependencies of packages/api"],
])("does not take in %s: %s", (path, line, part) => {
  expect(judge(path, line)).toEqual([expect.stringContaining(part)]);
});
