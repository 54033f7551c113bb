import type { Breach, Tree } from "./source-tree.ts";

/** The most lines that a source file may have, tests included. The ratchet only tightens. */
export const MAX_FILE_LINES = 400;

/** Files stay small enough to be read in one sitting. The linter guards the length of functions. */
export function ratchetBreaches(tree: Tree): Breach[] {
  return [...tree.files.values()]
    .filter(({ lineCount }) => lineCount > MAX_FILE_LINES)
    .map(({ path, lineCount }) => ({
      file: path,
      line: MAX_FILE_LINES + 1,
      rule: "size",
      message: `The file has ${lineCount} lines, at most ${MAX_FILE_LINES} are allowed: split it by what it holds.`,
    }));
}
