import { posix } from "node:path";

import { describe, expect, it } from "vitest";

import { arrowBreaches } from "./arrows.ts";
import { featureRanks } from "./plan.ts";
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

/** The messages for a file with one import, in a tree with the other files. */
function judge(path: string, specifier: string, others: readonly string[] = []): string[] {
  const contents: Record<string, string> = { ...manifests };
  for (const other of others) contents[other] = "export const there = 1;\n";
  contents[path] = `import { it } from "${specifier}";\n`;
  return arrowBreaches(treeOf(contents)).map(({ message }) => message);
}

describe("arrows between packages", () => {
  it.each([
    ["packages/contract/src/wire/money.ts", "@kontor/books/money"],
    ["packages/payroll/src/rounding.ts", "@kontor/books/money"],
    ["packages/contract/src/salary-advances/advance-rules.ts", "@kontor/payroll/percentage"],
    ["packages/contract/src/wire/money.ts", "zod"],
    ["packages/contract/src/wire/money.ts", "zod/v4"],
    ["packages/api/src/platform/serve.ts", "@kontor/contract/wire/money"],
    ["packages/api/src/platform/serve.ts", "node:fs"],
    ["packages/web/src/platform/api.ts", "@kontor/contract/wire/money"],
    ["packages/web/vite.config.ts", "node:path"],
    ["packages/web/vite/fonts.ts", "node:fs"],
    ["packages/books/src/money.test.ts", "vitest"],
    ["e2e/accounting.spec.ts", "@kontor/api/accounting/seed"],
    ["bench/post.ts", "@kontor/api/app"],
  ])("allows %s to import %s", (path, specifier) => {
    expect(judge(path, specifier)).toEqual([]);
  });

  it.each([
    ["packages/books/src/money.ts", "zod", "pure"],
    ["packages/books/src/money.ts", "node:fs", "pure"],
    ["packages/books/src/money.ts", "@kontor/contract/wire/money", "books ← payroll ← contract"],
    [
      "packages/books/src/money.test.ts",
      "@kontor/contract/wire/money",
      "books ← payroll ← contract",
    ],
    ["packages/books/src/money.ts", "@kontor/payroll/rounding", "books ← payroll ← contract"],
    ["packages/payroll/src/rounding.ts", "zod", "pure"],
    [
      "packages/payroll/src/rounding.ts",
      "@kontor/contract/wire/money",
      "books ← payroll ← contract",
    ],
    ["packages/contract/src/wire/money.ts", "node:crypto", "pure"],
    ["packages/contract/src/wire/money.ts", "@kontor/api/app", "books ← payroll ← contract"],
    ["packages/api/src/platform/serve.ts", "@kontor/web/main", "books ← payroll ← contract"],
    ["packages/web/src/platform/api.ts", "@kontor/api/app", "books ← payroll ← contract"],
    ["packages/web/src/platform/api.ts", "node:fs", "browser"],
    ["packages/embedded-postgres/src/lock.ts", "@kontor/books/money", "books ← payroll"],
    [
      "packages/web/src/platform/api.ts",
      "../../../contract/src/wire/money.ts",
      "leaves the package",
    ],
    ["tools/house.ts", "@kontor/contract/wire/money", "tools may not"],
    ["tools/house.ts", "../e2e/pages/test.ts", "leaves the package"],
    ["packages/api/src/platform/serve.ts", "@kontor/api/platform/scope", "relative path"],
    ["vitest.config.ts", "@kontor/api/app", "The root"],
  ])("refuses that %s imports %s", (path, specifier, part) => {
    expect(judge(path, specifier)).toEqual([expect.stringContaining(part)]);
  });

  it("requires a rank for an unknown package", () => {
    const tree = treeOf({ ...manifests, "packages/mobile/package.json": "{}" });
    expect(arrowBreaches(tree)).toEqual([
      expect.objectContaining({ file: "packages/mobile/package.json", rule: "arrows" }),
    ]);
  });
});

/**
 * The messages for an import of a file that exists. Both paths are relative to the `src` of a
 * package.
 */
function judgeIn(inPackage: "api" | "web", from: string, to: string): string[] {
  const path = `packages/${inPackage}/src/${from}`;
  const target = `packages/${inPackage}/src/${to}`;
  return judge(path, `./${posix.relative(posix.dirname(path), target)}`, [target]);
}

describe("arrows inside api and web", () => {
  it.each([
    ["api", "accounting/chart/groups.ts", "platform/scope.ts"],
    ["api", "funding/funds.ts", "accounting/entries/postings.ts"],
    ["api", "accounting/chart/groups.ts", "accounting/chart/ledgers.ts"],
    ["api", "app.ts", "dashboard/routes.ts"],
    ["api", "main.ts", "app.ts"],
    ["api", "commands/books-check.ts", "funding/coherence.ts"],
    ["api", "accounting/chart/groups.test.ts", "organizations/seed.ts"],
    ["api", "testing/server.ts", "app.ts"],
    ["web", "ui/money.tsx", "platform/format.ts"],
    ["web", "accounting/chart/groups.tsx", "ui/money.tsx"],
    ["web", "app/router.tsx", "dashboard/page.tsx"],
    ["web", "main.tsx", "app/router.tsx"],
  ] as const)("allows %s: %s to import %s", (inPackage, from, to) => {
    expect(judgeIn(inPackage, from, to)).toEqual([]);
  });

  it.each([
    ["api", "accounting/chart/groups.ts", "funding/pay-accounts.ts", "ranks above"],
    ["api", "accounting/chart/groups.ts", "app.ts", "accounting may not import app.ts"],
    ["api", "platform/scope.ts", "session/tokens.ts", "platform may not"],
    ["api", "platform/scope.ts", "app.ts", "platform may not"],
    ["api", "platform/scope.ts", "testing/server.ts", "test support"],
    ["api", "platform/scope.ts", "platform/clock.test.ts", "test support"],
    ["web", "ui/money.tsx", "accounting/data.ts", "ui may not"],
    ["web", "platform/notify.tsx", "ui/money.tsx", "platform may not"],
    ["web", "session/login.tsx", "app/paths.ts", "session may not"],
    ["web", "portal/home-page.tsx", "payroll/run/run.module.css", "only by its doors"],
    ["web", "ui/money.tsx", "accounting/data.module.css", "ui may not"],
  ] as const)("refuses in %s: %s the import of %s", (inPackage, from, to, part) => {
    expect(judgeIn(inPackage, from, to)).toEqual([expect.stringContaining(part)]);
  });

  it("ranks every feature above those before it", () => {
    for (const [index, feature] of featureRanks.entries()) {
      for (const higher of featureRanks.slice(index + 1)) {
        const said = judgeIn("api", `${feature}/a.ts`, `${higher}/b.ts`);
        expect(said).toEqual([expect.stringContaining("ranks above")]);
      }
    }
  });

  it.each([
    "packages/api/src/billing/invoices.ts",
    "packages/api/src/server.ts",
    "packages/api/src/ui/page.ts",
    "packages/api/src/app/page.ts",
    "packages/web/src/commands/build.ts",
    "packages/web/src/app.ts",
    "packages/api/src/platform/utils/text.ts",
    "packages/api/src/accounting/shared/text.ts",
    "packages/api/src/platform/http/helpers/text.ts",
    "packages/web/src/ui/common/text.ts",
    "packages/payroll/src/types/text.ts",
  ])("has no room for %s", (path) => {
    const breaches = arrowBreaches(treeOf({ ...manifests, [path]: "" }));
    expect(breaches).toEqual([
      { file: path, line: 1, rule: "arrows", message: expect.stringContaining("no room") },
    ]);
  });

  it("follows type imports, re-exports and dynamic imports", () => {
    const tree = treeOf({
      ...manifests,
      "packages/api/src/funding/funds.ts": "export const funds = 1;\n",
      "packages/api/src/accounting/chart/groups.ts": [
        'import type { Funds } from "../../funding/funds.ts";',
        'export { funds } from "../../funding/funds.ts";',
        'const late = import("../../funding/funds.ts");',
        'type Late = import("../../funding/funds.ts").Funds;',
        "const template = import(`../../funding/funds.ts`);",
        'import old = require("../../funding/funds.ts");',
        'const worker = new Worker(new URL("../../funding/funds.ts", import.meta.url));',
        'const funds = require("../../funding/funds.ts");',
        'const same = createRequire(import.meta.url)("../../funding/funds.ts");',
        'const text = \'import "../../funding/funds.ts"\'; // import "../../funding/funds.ts"',
      ].join("\n"),
    });
    expect(arrowBreaches(tree).map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("follows imports and `composes` of style sheets", () => {
    const tree = treeOf({
      ...manifests,
      "packages/web/src/portal/title.module.css": ".title { color: red; }\n",
      "packages/web/src/portal/title.tsx": 'import classes from "./title.module.css";\n',
      "packages/web/src/ui/page/page.module.css": [
        '@import "../../portal/title.module.css";',
        '.head { composes: title from "../../portal/title.module.css"; }',
      ].join("\n"),
    });
    expect(arrowBreaches(tree).map(({ file, line }) => `${file}:${line}`)).toEqual([
      "packages/web/src/ui/page/page.module.css:1",
      "packages/web/src/ui/page/page.module.css:2",
    ]);
  });

  it.each([
    ["packages/contract/src/wire/money.ts", "packages/contract/src/wire/wire.test.ts"],
    ["packages/payroll/src/month.ts", "packages/payroll/src/testing/payslips.ts"],
  ])("allows no production code to import test support: %s, %s", (path, target) => {
    const specifier = `./${posix.relative(posix.dirname(path), target)}`;
    expect(judge(path, specifier, [target])).toEqual([expect.stringContaining("test support")]);
  });
});

describe("names", () => {
  it("refuses classes that are named after a layer", () => {
    const path = "packages/api/src/accounting/chart/groups.ts";
    const judged = (text: string) =>
      arrowBreaches(treeOf({ ...manifests, [path]: text })).map(({ rule, line }) => [rule, line]);
    expect(judged("\nexport class GroupService {}\n")).toEqual([["names", 2]]);
    expect(judged("class LedgerRepository extends Base {}\n")).toEqual([["names", 1]]);
    expect(judged("export class GroupProblem extends Error {}\n")).toEqual([]);
  });

  it.each([
    "packages/embedded-postgres/src/utils/lock.ts",
    "packages/embedded-postgres/src/helpers.ts",
    "packages/contract/src/accounting/types.ts",
    "packages/api/src/accounting/chart/group-service.ts",
    "packages/api/src/accounting/chart/ledger-mapper.ts",
    "packages/web/src/accounting/common.module.css",
    "e2e/helpers/sign-in.ts",
    "bench/utils.ts",
  ])("without a meaning are refused: %s", (path) => {
    const breaches = arrowBreaches(treeOf({ ...manifests, [path]: "" }));
    expect(breaches).toEqual([
      { file: path, line: 1, rule: "names", message: expect.stringContaining("after its noun") },
    ]);
  });

  it.each(["packages/api/src/accounting/chart.mjs", "packages/web/vite/fonts.js", "e2e/run.cts"])(
    "must have TypeScript endings, unlike %s",
    (path) => {
      const breaches = arrowBreaches(treeOf({ ...manifests, [path]: "" }));
      expect(breaches).toEqual([expect.objectContaining({ file: path, rule: "names" })]);
    },
  );

  it.each([
    "packages/web/public/color-scheme.js",
    "packages/api/src/accounting/chart/service-charge.ts",
    "packages/contract/src/reference/entry-types.ts",
  ])("that only look similar are allowed: %s", (path) => {
    expect(arrowBreaches(treeOf({ ...manifests, [path]: "" }))).toEqual([]);
  });
});

describe("doors", () => {
  it.each([
    ["api", "funding/funds.ts", "accounting/entries/postings.ts"],
    ["api", "organizations/organizations.ts", "accounting/chart/standard-chart.ts"],
    ["api", "commands/demo/data.ts", "organizations/logo.ts"],
    ["web", "app/router.tsx", "settings/mail-page.tsx"],
    ["web", "organizations/modules-tab.tsx", "modules/module-grid.tsx"],
  ] as const)("allow %s: %s to import %s", (inPackage, from, to) => {
    expect(judgeIn(inPackage, from, to)).toEqual([]);
  });

  it.each([
    ["api", "funding/funds.ts", "accounting/chart/groups.ts", "entries/postings.ts"],
    ["api", "settings/mails.ts", "organizations/logo.ts", "only by its doors: use one"],
    ["web", "organizations/modules-tab.tsx", "modules/data.ts", "module-grid.tsx"],
  ] as const)("refuse in %s: %s the import of %s", (inPackage, from, to, part) => {
    const said = judgeIn(inPackage, from, to);
    expect(said).toEqual([expect.stringContaining("only by its doors")]);
    expect(said).toEqual([expect.stringContaining(part)]);
  });
});

describe("rooms inside a room", () => {
  it.each([
    ["api", "platform/http/serve.ts", "platform/scope.ts"],
    ["api", "platform/export/pdf.ts", "platform/http/serve-file.ts"],
    ["api", "platform/export/pdf.ts", "platform/database/database.ts"],
    ["api", "platform/organization/branding.ts", "platform/configuration/configuration.ts"],
    ["api", "accounting/routes.ts", "accounting/statement/statement.ts"],
    ["api", "accounting/coherence/coherence.ts", "accounting/chart/ledgers.ts"],
    ["api", "templates/built-in/template.ts", "templates/samples.ts"],
    ["web", "platform/api.ts", "platform/message/notify.tsx"],
    ["web", "ui/form/changed.tsx", "ui/page/notice.tsx"],
    ["web", "app/shell/header.tsx", "app/paths.ts"],
  ] as const)("allow %s: %s to import %s", (inPackage, from, to) => {
    expect(judgeIn(inPackage, from, to)).toEqual([]);
  });

  it.each([
    ["api", "platform/scope.ts", "platform/http/serve.ts", "its own files may not import http"],
    ["api", "platform/database/database.ts", "platform/http/serve.ts", "database may not"],
    ["api", "platform/http/serve.ts", "platform/export/pdf.ts", "http may not import export"],
    ["api", "platform/mail/mailer.ts", "platform/jobs/jobs.ts", "mail may not import jobs"],
    ["api", "platform/html/text.ts", "platform/http/serve.ts", "html may not import http"],
    ["api", "accounting/chart/groups.ts", "accounting/routes.ts", "chart may not"],
    ["api", "accounting/statement/a.ts", "accounting/coherence/b.ts", "statement may not"],
    ["web", "accounting/chart/a.tsx", "accounting/ledgers/b.tsx", "chart may not import ledgers"],
    ["web", "platform/message/notify.tsx", "platform/api.ts", "message may not"],
    ["web", "ui/page/page.tsx", "ui/table/table.tsx", "page may not import table"],
  ] as const)("refuse in %s: %s the import of %s", (inPackage, from, to, part) => {
    expect(judgeIn(inPackage, from, to)).toEqual([expect.stringContaining(part)]);
  });

  it("reports a room that is too large, not counting tests and styles", () => {
    const names = Array.from({ length: 15 }, (_each, index) => `a${index}`);
    const filesOf = (room: string, ending: string) =>
      Object.fromEntries(names.map((name) => [`packages/web/src/${room}/${name}${ending}`, ""]));
    const tree = treeOf({
      ...manifests,
      ...filesOf("funding", ".tsx"),
      ...filesOf("dashboard", ".test.tsx"),
      ...filesOf("dashboard/testing", ".ts"),
    });
    expect(arrowBreaches(tree)).toEqual([
      expect.objectContaining({ file: "packages/web/src/funding", rule: "room-size" }),
    ]);
  });
});
