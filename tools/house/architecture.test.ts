import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { expect, it } from "vitest";

import { root } from "../processes.ts";
import { featureRanks } from "./plan.ts";

const page = await readFile(join(root, "ARCHITECTURE.md"), "utf8");
/** The text below a heading of ARCHITECTURE.md. */
function below(heading: string): string {
  const [, text] = page.split(`\n## ${heading}\n`);
  if (text === undefined) throw new Error(`Nothing is below "${heading}".`);
  return text.split("\n## ")[0] ?? "";
}

/** The files that a text names, for example `web/platform/api.ts`. */
function filesIn(text: string): string[] {
  return Array.from(
    text.matchAll(/`((?:books|payroll|contract|api|web)\/[\w./-]+\.tsx?)`/g),
    ([, file = ""]) => file,
  );
}

it("names only files that exist", () => {
  const files = filesIn(page);
  expect(files.length).toBeGreaterThan(40);
  expect(
    files.filter((file) => {
      const [inPackage = "", ...path] = file.split("/");
      return !existsSync(join(root, "packages", inPackage, "src", ...path));
    }),
  ).toEqual([]);
});

it("names each file once in the requests", () => {
  const files = filesIn(below("Five requests"));
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
});

it("lists the features in their order", () => {
  expect(page).toContain(featureRanks.join(" < "));
});

it("has links that lead to existing files, as do the other documents", async () => {
  const lost: string[] = [];
  let links = 0;
  for await (const document of glob("**/*.md", { cwd: root, exclude: ["**/node_modules/**"] })) {
    const text = await readFile(join(root, document), "utf8");
    for (const [, address = ""] of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
      if (/^[a-z]+:/.test(address)) continue;
      links += 1;
      const isThere = existsSync(join(root, dirname(document), address));
      if (!isThere) lost.push(`${document}: ${address}`);
    }
  }
  expect(links).toBeGreaterThan(50);
  expect(lost).toEqual([]);
});
