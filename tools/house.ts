/**
 * Checks the house rules: `npm run house`. Prints every breach as `file:line: rule: what to do` and
 * exits with 1 if there is any.
 */
import { join } from "node:path";

import { houseBreaches } from "./house/rules.ts";
import { readTree } from "./house/source-tree.ts";

const tree = await readTree(join(import.meta.dirname, ".."));
const breaches = houseBreaches(tree);

for (const { file, line, rule, message } of breaches) {
  console.error(`${file}:${line}: ${rule}: ${message}`);
}
if (breaches.length > 0) {
  console.error(`\nThe house rules are not kept in ${breaches.length} places.`);
  process.exitCode = 1;
} else {
  console.log(`The house rules are kept in ${tree.files.size} files.`);
}
