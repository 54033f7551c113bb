import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect, it, onTestFinished } from "vitest";

import { houseBreaches } from "./rules.ts";
import { readTree } from "./source-tree.ts";

async function folderWith(contents: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "kontor-house-"));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [path, text] of Object.entries(contents)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

const manifests = {
  "package.json": "{}",
  "packages/api/package.json": JSON.stringify({ dependencies: { "@kontor/books": "0.1.0" } }),
  "packages/books/package.json": "{}",
};

it("reports nothing about a correct tree", async () => {
  const root = await folderWith({
    ...manifests,
    "packages/api/src/main.ts": 'import "./app.ts";\n',
    "packages/api/src/app.ts": 'import "./accounting/routes.ts";\n',
    "packages/api/src/accounting/routes.ts": 'export { kobo } from "@kontor/books/money";\n',
    "packages/books/src/money.ts": "export const kobo = 1n;\n",
    "node_modules/lib/index.ts": "a barrel of somebody else",
    "packages/web/dist/index.ts": "built",
    ".data/index.ts": "hidden",
  });
  expect(houseBreaches(await readTree(root))).toEqual([]);
});

it("reads a tree from the disk and reports every breach with its file and line", async () => {
  const root = await folderWith({
    ...manifests,
    "packages/api/src/main.ts": 'import "./app.ts";\n\nconst port = process.env.PORT;\n',
    "packages/api/src/app.ts": 'import "./billing/utils/index.ts";\n',
    "packages/api/src/billing/utils/index.ts": "export {};\n",
    "packages/books/src/money.ts": "const = ;\n",
    "packages/books/src/left-over.sql": "select 1;\n",
  });
  const breaches = houseBreaches(await readTree(root));
  expect(breaches.map(({ file, line, rule }) => `${file}:${line}: ${rule}`)).toEqual([
    "packages/api/src/billing/utils/index.ts:1: arrows",
    "packages/api/src/main.ts:3: home-of-environment",
    "packages/books/src/left-over.sql:1: home-of-sql",
    "packages/books/src/money.ts:1: syntax",
  ]);
});
