import { resolveImport, type Breach, type Tree } from "./source-tree.ts";

/**
 * No file may reach itself by imports. Imports of types count too: two files that need each other's
 * types cannot be understood one after the other, and belong together or need a third below them.
 * One breach is given for each knot, at its first file, with the way around it.
 */
export function cycleBreaches(tree: Tree): Breach[] {
  const targets = new Map<string, { path: string; line: number }[]>();
  for (const file of tree.files.values()) {
    const found = file.imports.flatMap(({ specifier, line }) => {
      const path = resolveImport(tree, file.path, specifier);
      return path === undefined ? [] : [{ path, line }];
    });
    targets.set(file.path, found);
  }
  const breaches: Breach[] = [];
  const reported = new Set<string>();
  for (const start of [...targets.keys()].toSorted()) {
    if (reported.has(start)) continue;
    const way = wayBack(start, targets);
    if (!way) continue;
    for (const path of way) reported.add(path);
    const line = targets.get(start)?.find(({ path }) => path === (way[1] ?? start))?.line ?? 1;
    const message = `Break the circle of imports: ${[...way, start].join(" → ")}.`;
    breaches.push({ file: start, line, rule: "cycle", message });
  }
  return breaches;
}

/** The shortest circle of imports through a file, beginning with it; undefined when there is none. */
function wayBack(
  start: string,
  targets: ReadonlyMap<string, readonly { path: string }[]>,
): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const path of queue) {
    for (const { path: next } of targets.get(path) ?? []) {
      if (next === start) {
        const way = [path];
        for (let at = path; at !== start; way.unshift(at)) at = cameFrom.get(at) ?? start;
        return way;
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, path);
      queue.push(next);
    }
  }
  return undefined;
}
