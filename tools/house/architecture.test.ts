import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, it } from "vitest";

import { root } from "../processes.ts";
import { featureRanks } from "./plan.ts";

const page = await readFile(join(root, "ARCHITECTURE.md"), "utf8");
const walks = page.slice(page.indexOf("## Four requests"), page.indexOf("## No network"));

/** The files that a text names, as `web/platform/api.ts` does. */
function filesIn(text: string): string[] {
  return Array.from(
    text.matchAll(/`((?:books|payroll|contract|api|web)\/[\w./-]+\.tsx?)`/g),
    ([, file = ""]) => file,
  );
}

it("names files that are there", () => {
  const files = filesIn(page);
  expect(files.length).toBeGreaterThan(40);
  expect(
    files.filter((file) => {
      const [inPackage = "", ...path] = file.split("/");
      return !existsSync(join(root, "packages", inPackage, "src", ...path));
    }),
  ).toEqual([]);
});

it("names each file once in the four requests", () => {
  const files = filesIn(walks);
  expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
});

it("gives the features in their order", () => {
  expect(page).toContain(featureRanks.join(" < "));
});
