import { expect, it } from "vitest";

import { deadFileBreaches } from "./dead-files.ts";
import { treeOf } from "./source-tree.ts";

const manifest = { "package.json": "{}" };

function deadFiles(contents: Record<string, string>): string[] {
  return deadFileBreaches(treeOf({ ...manifest, ...contents })).map(({ file }) => file);
}

it("keeps what an entry point reaches, over packages and at run time", () => {
  const dead = deadFiles({
    "packages/api/src/main.ts": 'import "./app.ts";',
    "packages/api/src/app.ts": 'import { m } from "@kontor/books/money";',
    "packages/api/src/commands/check.ts": 'import "../platform/check.ts";',
    "packages/api/src/platform/check.ts": "",
    "packages/books/src/money.ts": "",
    "packages/web/src/main.tsx": 'import "./page.css";\nconst p = import("./app/page.tsx");',
    "packages/web/src/app/page.tsx": "",
    "packages/web/src/page.css": '@import "./base.css";',
    "packages/web/src/base.css": "",
    "packages/web/src/vite-env.d.ts": "",
    "packages/api/migrations/0001-platform/up.sql": "",
  });
  expect(dead).toEqual([]);
});

it("finds what nothing reaches, and what only its test or another dead file reaches", () => {
  const dead = deadFiles({
    "packages/api/src/main.ts": "",
    "packages/api/src/platform/alone.ts": "",
    "packages/api/src/platform/tested.ts": "",
    "packages/api/src/platform/tested.test.ts": 'import "./tested.ts";',
    "packages/api/src/platform/caller.ts": 'import "./called.ts";',
    "packages/api/src/platform/called.ts": 'import "./caller.ts";',
    "packages/web/src/ui/lost.module.css": "",
  });
  expect(dead).toEqual([
    "packages/api/src/platform/alone.ts",
    "packages/api/src/platform/tested.ts",
    "packages/api/src/platform/caller.ts",
    "packages/api/src/platform/called.ts",
    "packages/web/src/ui/lost.module.css",
  ]);
});

it("lets tests, their support and what the browser tests use stand", () => {
  const dead = deadFiles({
    "packages/api/src/testing/server.ts": "",
    "packages/api/src/platform/clock.test.ts": "",
    "packages/api/src/accounting/seed.ts": "",
    "e2e/accounting.spec.ts": 'import { seed } from "@kontor/api/accounting/seed";',
  });
  expect(dead).toEqual([]);
});
