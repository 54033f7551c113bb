import { describe, expect, it } from "vitest";

import { arrowBreaches } from "./arrows.ts";
import { treeOf } from "./source-tree.ts";

const manifests = {
  "package.json": "{}",
  "packages/books/package.json": "{}",
  "packages/payroll/package.json": "{}",
  "packages/contract/package.json": "{}",
  "packages/api/package.json": "{}",
  "packages/web/package.json": "{}",
  "e2e/package.json": "{}",
  "bench/package.json": "{}",
  "tools/package.json": "{}",
};

/** The messages for one file that imports one thing, beside the files that it may mean. */
function judge(path: string, specifier: string, others: readonly string[] = []): string[] {
  const contents: Record<string, string> = { ...manifests };
  for (const other of others) contents[other] = "export const there = 1;\n";
  contents[path] = `import { it } from "${specifier}";\n`;
  return arrowBreaches(treeOf(contents)).map(({ message }) => message);
}

describe("arrows between packages", () => {
  it.each([
    ["packages/contract/src/wire.ts", "@kontor/books/money"],
    ["packages/payroll/src/rounding.ts", "@kontor/books/money"],
    ["packages/contract/src/salary-advances.ts", "@kontor/payroll/percentage"],
    ["packages/contract/src/wire.ts", "zod"],
    ["packages/contract/src/wire.ts", "zod/v4"],
    ["packages/api/src/platform/serve.ts", "@kontor/contract/wire"],
    ["packages/api/src/platform/serve.ts", "node:fs"],
    ["packages/web/src/platform/api.ts", "@kontor/contract/wire"],
    ["packages/web/vite.config.ts", "node:path"],
    ["packages/books/src/money.test.ts", "vitest"],
    ["e2e/accounting.spec.ts", "@kontor/api/accounting/seed"],
    ["bench/post.ts", "@kontor/api/app"],
    ["tools/house.ts", "@kontor/contract/wire"],
  ])("lets %s import %s", (path, specifier) => {
    expect(judge(path, specifier)).toEqual([]);
  });

  it.each([
    ["packages/books/src/money.ts", "zod", "pure"],
    ["packages/books/src/money.ts", "node:fs", "pure"],
    ["packages/books/src/money.ts", "@kontor/contract/wire", "books ← payroll ← contract"],
    ["packages/books/src/money.test.ts", "@kontor/contract/wire", "books ← payroll ← contract"],
    ["packages/books/src/money.ts", "@kontor/payroll/rounding", "books ← payroll ← contract"],
    ["packages/payroll/src/rounding.ts", "zod", "pure"],
    ["packages/payroll/src/rounding.ts", "@kontor/contract/wire", "books ← payroll ← contract"],
    ["packages/contract/src/wire.ts", "node:crypto", "pure"],
    ["packages/contract/src/wire.ts", "@kontor/api/app", "books ← payroll ← contract"],
    ["packages/api/src/platform/serve.ts", "@kontor/web/main", "books ← payroll ← contract"],
    ["packages/web/src/platform/api.ts", "@kontor/api/app", "books ← payroll ← contract"],
    ["packages/web/src/platform/api.ts", "node:fs", "browser"],
    ["packages/api/src/platform/serve.ts", "@kontor/api/platform/scope", "relative path"],
    ["vitest.config.ts", "@kontor/api/app", "The root"],
  ])("stops %s at %s", (path, specifier, part) => {
    expect(judge(path, specifier)).toEqual([expect.stringContaining(part)]);
  });

  it("asks for a place for a package that it does not know", () => {
    const tree = treeOf({ ...manifests, "packages/mobile/package.json": "{}" });
    expect(arrowBreaches(tree)).toEqual([
      expect.objectContaining({ file: "packages/mobile/package.json", rule: "arrows" }),
    ]);
  });
});

describe("arrows inside api and web", () => {
  it.each([
    ["packages/api/src/accounting/groups.ts", "../platform/scope.ts"],
    ["packages/api/src/funding/funds.ts", "../accounting/entries.ts"],
    ["packages/api/src/accounting/groups.ts", "./ledgers.ts"],
    ["packages/api/src/app.ts", "./dashboard/routes.ts"],
    ["packages/api/src/main.ts", "./app.ts"],
    ["packages/api/src/commands/books-check.ts", "../app.ts"],
    ["packages/api/src/accounting/groups.test.ts", "../organizations/seed.ts"],
    ["packages/api/src/testing/server.ts", "../../app.ts"],
    ["packages/web/src/ui/money.tsx", "../platform/format.ts"],
    ["packages/web/src/accounting/groups.tsx", "../ui/money.tsx"],
    ["packages/web/src/app/router.tsx", "../dashboard/page.tsx"],
    ["packages/web/src/main.tsx", "./app/router.tsx"],
  ])("lets %s import %s", (path, specifier) => {
    const target = new URL(specifier, `file:///${path}`).pathname.slice(1);
    expect(judge(path, specifier, [target])).toEqual([]);
  });

  it.each([
    ["packages/api/src/accounting/groups.ts", "../funding/funds.ts", "ranks above"],
    ["packages/api/src/accounting/groups.ts", "../app.ts", "accounting may not import app.ts"],
    ["packages/api/src/platform/scope.ts", "../session/tokens.ts", "platform may not"],
    ["packages/api/src/platform/scope.ts", "../app.ts", "platform may not"],
    ["packages/api/src/platform/scope.ts", "./testing/server.ts", "test support"],
    ["packages/api/src/platform/scope.ts", "./clock.test.ts", "test support"],
    ["packages/web/src/ui/money.tsx", "../accounting/data.ts", "ui may not"],
    ["packages/web/src/platform/notify.tsx", "../ui/money.tsx", "platform may not"],
    ["packages/web/src/session/login.tsx", "../app/paths.ts", "session may not"],
  ])("stops %s at %s", (path, specifier, part) => {
    const target = new URL(specifier, `file:///${path}`).pathname.slice(1);
    expect(judge(path, specifier, [target])).toEqual([expect.stringContaining(part)]);
  });

  it.each([
    "packages/api/src/billing/invoices.ts",
    "packages/api/src/server.ts",
    "packages/api/src/ui/page.ts",
    "packages/api/src/app/page.ts",
    "packages/web/src/commands/build.ts",
    "packages/web/src/app.ts",
  ])("knows no room for %s", (path) => {
    const breaches = arrowBreaches(treeOf({ ...manifests, [path]: "" }));
    expect(breaches).toEqual([
      { file: path, line: 1, rule: "arrows", message: expect.stringContaining("no room") },
    ]);
  });

  it("follows imports of types, re-exports and imports at run time", () => {
    const tree = treeOf({
      ...manifests,
      "packages/api/src/funding/funds.ts": "export const funds = 1;\n",
      "packages/api/src/accounting/groups.ts": [
        'import type { Funds } from "../funding/funds.ts";',
        'export { funds } from "../funding/funds.ts";',
        'const late = import("../funding/funds.ts");',
        'type Late = import("../funding/funds.ts").Funds;',
        'const text = \'import "../funding/funds.ts"\'; // import "../funding/funds.ts"',
      ].join("\n"),
    });
    expect(arrowBreaches(tree).map(({ line }) => line)).toEqual([1, 2, 3, 4]);
  });
});
