/**
 * The rules that oxlint and knip enforce. Each is broken once, in a temporary folder with this
 * repository's configuration.
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect, it, onTestFinished } from "vitest";

import { root } from "../processes.ts";

async function folderWith(contents: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kontor-fences-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [path, text] of Object.entries(contents)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** The output and the exit code of a tool. */
function run(tool: string, args: readonly string[], cwd: string) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const program = join(
      root,
      "node_modules",
      tool,
      "bin",
      `${tool}${tool === "knip" ? ".js" : ""}`,
    );
    execFile(process.execPath, [program, ...args], { cwd }, (error, output, errors) => {
      resolve({ code: Number(error?.code ?? 0), output: output + errors });
    });
  });
}

it("oxlint refuses cycles, barrels, long files and meaningless file names", async () => {
  const folder = await folderWith({
    "packages/books/src/first.ts":
      "import type { B } from './second.ts';\nexport type A = B | 1;\n",
    "packages/books/src/second.ts":
      "import type { A } from './first.ts';\nexport type B = A | 2;\n",
    "packages/books/src/index.ts": "export * from './first.ts';\n",
    "packages/books/src/MoneyBag.ts": "export const bag = 1;\n",
    "packages/books/src/ending.ts": "import { bag } from './MoneyBag';\nexport const a = bag;\n",
    "packages/books/src/node.ts": "import { join } from 'path';\nexport const a = join('b');\n",
    "packages/books/src/long.ts": `export const list = [\n${"  1,\n".repeat(399)}];\n`,
  });
  const config = ["-c", join(root, ".oxlintrc.json"), "-f", "unix"];
  const { code, output } = await run("oxlint", [...config, "packages"], folder);
  const breaches = output.matchAll(/([\w.-]+\.ts):\d+:\d+: .*\[Error\/[\w-]+\(([\w-]+)\)\]/g);
  expect(Array.from(breaches, ([, file, rule]) => `${file} ${rule}`).toSorted()).toEqual([
    "MoneyBag.ts filename-case",
    "ending.ts extensions",
    "first.ts no-cycle",
    "index.ts no-barrel-file",
    "long.ts max-lines",
    "node.ts prefer-node-protocol",
    "second.ts no-cycle",
  ]);
  expect(code).toBe(1);
});

it("knip reports unused files and exports, and undeclared dependencies", async () => {
  const folder = await folderWith({
    "package.json": JSON.stringify({ name: "kontor", private: true, workspaces: ["packages/*"] }),
    "packages/books/package.json": JSON.stringify({
      name: "@kontor/books",
      private: true,
      exports: { "./*": "./src/*.ts", "./*.test": null },
      devDependencies: { vitest: "5.1.1" },
    }),
    "packages/books/src/money.ts":
      "export const used = 1;\nexport const forTests = 2;\nexport const unused = 3;\n",
    "packages/books/src/money.test.ts": "import { forTests } from './money.ts';\nforTests;\n",
    "packages/web/package.json": JSON.stringify({
      name: "@kontor/web",
      private: true,
      dependencies: { "@kontor/books": "0.1.0", react: "19.3.1" },
    }),
    "packages/web/src/main.tsx":
      "import { used } from '@kontor/books/money';\nimport { z } from 'zod';\nz.literal(used);\n",
    "packages/web/src/left-over.tsx": "export const Left = 1;\n",
    "packages/web/src/left-over.css": "p {}\n",
  });
  await mkdir(join(folder, "node_modules/@kontor"), { recursive: true });
  await symlink(join(folder, "packages/books"), join(folder, "node_modules/@kontor/books"));
  const config = ["--config", join(root, "knip.config.ts"), "--no-config-hints"];
  const all = await run("knip", config, folder);
  expect(all.code).toBe(1);
  expect(all.output).toMatch(/^unused +packages\/books\/src\/money.ts/m);
  expect(all.output).not.toContain("forTests");
  const production = await run("knip", [...config, "--production", "--strict"], folder);
  expect(production.code).toBe(1);
  expect(production.output).toMatch(/^packages\/web\/src\/left-over.tsx/m);
  expect(production.output).toMatch(/^packages\/web\/src\/left-over.css/m);
  expect(production.output).toMatch(/^zod +packages\/web\/src\/main.tsx/m);
  expect(production.output).toMatch(/^react +packages\/web\/package.json/m);
  expect(production.output).toMatch(/^forTests +packages\/books\/src\/money.ts/m);
  expect(production.output).not.toMatch(/^used /m);
});
