import { isTestOrConfig, resolveImport, type Breach, type Tree } from "./source-tree.ts";

/** Files that something outside the import graph starts: npm, the browser, the compiler, or a thread. */
const entryPoints = [
  /^packages\/api\/src\/main\.ts$/,
  /^packages\/api\/src\/commands\/[^/]+\.ts$/,
  /^packages\/api\/src\/platform\/.+-worker\.ts$/,
  /^packages\/web\/src\/main\.tsx$/,
  // The rules of payroll stand before the features that call them.
  /^packages\/payroll\/src\/.+\.ts$/,
  /\.d\.ts$/,
];

/**
 * Every source file of a package must be reached from an entry point. A file that only its own test
 * imports is dead, for nobody would notice if it were gone.
 */
export function deadFileBreaches(tree: Tree): Breach[] {
  const reached = new Set<string>();
  const queue = [...tree.files.keys()].filter(
    (path) => entryPoints.some((entry) => entry.test(path)) || /^(?:e2e|bench|tools)\//.test(path),
  );
  for (const path of queue) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const { specifier } of tree.files.get(path)?.imports ?? []) {
      const target = resolveImport(tree, path, specifier);
      if (target !== undefined) queue.push(target);
    }
  }
  return [...tree.files.keys()]
    .filter((path) => /^packages\/[^/]+\/src\//.test(path) && !path.endsWith(".sql"))
    .filter((path) => !reached.has(path) && !isTestOrConfig(path))
    .map((file) => ({
      file,
      line: 1,
      rule: "dead-file",
      message: "No entry point reaches this file: use it or delete it.",
    }));
}
