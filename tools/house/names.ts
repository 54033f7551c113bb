import { posix } from "node:path";

import type { Breach, Tree } from "./source-tree.ts";

const roomsWithoutAName = new Set([
  "shared",
  "common",
  "utils",
  "util",
  "helpers",
  "helper",
  "types",
  "misc",
]);

const kebabCase =
  /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:test|spec|config|module|d))?\.(?:tsx?|css|sql)$/;

/**
 * A file is named after the thing that it holds. Barrels (`index.ts`) and rooms such as `utils` are
 * where lines go when nobody knows their place, so there are none.
 */
export function nameBreaches(tree: Tree): Breach[] {
  const breaches: Breach[] = [];
  for (const file of tree.files.keys()) {
    const add = (message: string) => breaches.push({ file, line: 1, rule: "name", message });
    const name = posix.basename(file);
    if (/^index\.tsx?$/.test(name)) {
      add("Barrels are not used: let the importers name the file that they need.");
    } else if (!kebabCase.test(name)) {
      add(`Name the file in kebab-case: "${name}" is not.`);
    }
    const folders = posix.dirname(file).split("/");
    const nameless = folders.find((folder) => roomsWithoutAName.has(folder));
    if (nameless !== undefined) {
      add(`A folder named "${nameless}" says nothing: put the file beside what it serves.`);
    }
  }
  return breaches;
}
