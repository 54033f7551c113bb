import { arrowBreaches } from "./arrows.ts";
import { homeBreaches } from "./homes.ts";
import { roomTableBreaches } from "./room-table.ts";
import type { Breach, Tree } from "./source-tree.ts";
import { styleBreaches } from "./styles.ts";
import { typographyBreaches } from "./typography.ts";

/** Every breach of the house rules in a tree, by file and line. */
export function houseBreaches(tree: Tree): Breach[] {
  return [
    ...syntaxBreaches(tree),
    ...arrowBreaches(tree),
    ...homeBreaches(tree),
    ...styleBreaches(tree),
    ...roomTableBreaches(tree),
    ...typographyBreaches(tree),
  ].toSorted((a, b) => a.file.localeCompare(b.file, "en") || a.line - b.line);
}

/** Reports files that cannot be parsed, since the other rules cannot check them. */
function syntaxBreaches(tree: Tree): Breach[] {
  return [...tree.files.values()].flatMap(({ path, syntaxError }) =>
    syntaxError === undefined
      ? []
      : [{ file: path, line: 1, rule: "syntax", message: `Correct the syntax: ${syntaxError}` }],
  );
}
