import { resolveImport, workspaceAt, type Breach, type Import, type Tree } from "./source-tree.ts";

/** Which packages of the house a package may import. Whoever is missing here may not exist. */
const packageArrows: Readonly<Record<string, readonly string[]>> = {
  "packages/books": [],
  "packages/payroll": ["@kontor/books"],
  "packages/contract": ["@kontor/books", "@kontor/payroll"],
  "packages/embedded-postgres": [],
  "packages/api": [
    "@kontor/books",
    "@kontor/payroll",
    "@kontor/contract",
    "@kontor/embedded-postgres",
  ],
  "packages/web": ["@kontor/books", "@kontor/payroll", "@kontor/contract"],
  e2e: ["@kontor/books", "@kontor/payroll", "@kontor/contract", "@kontor/api"],
  bench: [
    "@kontor/books",
    "@kontor/payroll",
    "@kontor/contract",
    "@kontor/embedded-postgres",
    "@kontor/api",
  ],
  tools: ["@kontor/books", "@kontor/payroll", "@kontor/contract", "@kontor/api"],
  "": [],
};

/** Libraries that a pure package may import; the others may import what their manifest declares. */
const pureLibraries: Readonly<Record<string, readonly string[]>> = {
  "packages/books": [],
  "packages/payroll": [],
  "packages/contract": ["zod"],
};

/** The features in their order: each may import only those that stand before it. */
export const featureRanks: readonly string[] = [
  "modules",
  "templates",
  "session",
  "users",
  "accounting",
  "funding",
  "employees",
  "salary-advances",
  "payroll",
  "portal",
  "organizations",
  "settings",
  "reports",
  "dashboard",
];

/** The rooms of a package's `src` that are no features, and the files that may lie directly in it. */
const layouts: Readonly<Record<string, { below: string[]; above: string[]; files: string[] }>> = {
  "packages/api": {
    below: ["platform"],
    above: ["commands", "testing"],
    files: ["main.ts", "app.ts", "app.test.ts"],
  },
  "packages/web": {
    below: ["platform", "ui"],
    above: ["app", "testing"],
    files: ["main.tsx", "vite-env.d.ts"],
  },
};

/**
 * Imports run one way: between the packages, and inside api and web from app down over the ranked
 * features to ui and platform. Everything is derived from the folders, so that a new room is fenced
 * on the day it appears.
 */
export function arrowBreaches(tree: Tree): Breach[] {
  return [...packageBreaches(tree), ...roomBreaches(tree), ...unknownRoomBreaches(tree)];
}

function packageBreaches(tree: Tree): Breach[] {
  const breaches: Breach[] = [];
  for (const { folder } of tree.workspaces) {
    if (packageArrows[folder] === undefined) {
      const message = `Give the package its place in packageArrows of tools/house/arrows.ts.`;
      breaches.push({ file: `${folder}/package.json`, line: 1, rule: "arrows", message });
    }
  }
  for (const file of tree.files.values()) {
    const folder = workspaceAt(tree, file.path)?.folder ?? "";
    for (const found of file.imports) {
      const message = packageBreach(folder, file.path, found);
      if (message) breaches.push({ file: file.path, line: found.line, rule: "arrows", message });
    }
  }
  return breaches;
}

function packageBreach(folder: string, path: string, { specifier }: Import): string | undefined {
  if (specifier.startsWith(".")) return undefined;
  const target = /^@kontor\/[^/]+/.exec(specifier)?.[0];
  if (target !== undefined) {
    if (packageArrows[folder]?.includes(target)) return undefined;
    if (folder.endsWith(target.slice("@kontor".length))) {
      return `Import the package's own file "${specifier}" by its relative path.`;
    }
    return `${folder || "The root"} may not import ${target}: arrows run books ← payroll ← contract ← api, web.`;
  }
  if (/\.test\.tsx?$/.test(path)) return undefined;
  const libraries = pureLibraries[folder];
  if (libraries && !libraries.includes(specifier.split("/")[0] ?? "")) {
    return `${folder} is pure and may not import "${specifier}": move what needs it to api or web.`;
  }
  if (folder === "packages/web" && specifier.startsWith("node:") && !path.includes(".config.")) {
    return `The web runs in a browser, which has no "${specifier}".`;
  }
  return undefined;
}

type Room = { kind: "below" | "feature" | "above" | "unknown"; name: string; height: number };

/** The room of a file in the `src` of api or web; undefined elsewhere. */
function roomOf(path: string): Room | undefined {
  const match = /^(packages\/(?:api|web))\/src\/(.+)$/.exec(path);
  const layout = layouts[match?.[1] ?? ""];
  if (!match || !layout) return undefined;
  const name = (match[2] ?? "").split("/")[0] ?? "";
  if (layout.below.includes(name)) {
    return { kind: "below", name, height: layout.below.indexOf(name) };
  }
  const rank = featureRanks.indexOf(name);
  if (rank !== -1) return { kind: "feature", name, height: layout.below.length + rank };
  const known = layout.above.includes(name) || layout.files.includes(name);
  return { kind: known ? "above" : "unknown", name, height: Number.POSITIVE_INFINITY };
}

/** Whether a file belongs to the tests: they may set up a story with any room of the package. */
function isTestSupport(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.includes("/testing/");
}

function roomBreaches(tree: Tree): Breach[] {
  const breaches: Breach[] = [];
  for (const file of tree.files.values()) {
    const from = roomOf(file.path);
    if (!from || isTestSupport(file.path)) continue;
    for (const { specifier, line } of file.imports) {
      const target = resolveImport(tree, file.path, specifier);
      const to = target === undefined ? undefined : roomOf(target);
      if (target === undefined || !to) continue;
      const message = isTestSupport(target)
        ? `Production code may not import test support ("${specifier}").`
        : roomBreach(from, to);
      if (message) breaches.push({ file: file.path, line, rule: "arrows", message });
    }
  }
  return breaches;
}

function roomBreach(from: Room, to: Room): string | undefined {
  // A room that nobody knows is told once, by unknownRoomBreaches, and not again by its importers.
  if (from.kind === "unknown" || to.kind === "unknown") return undefined;
  if (from.name === to.name || to.height < from.height) return undefined;
  if (from.kind === "above" && to.kind === "above") return undefined;
  if (from.kind === "feature" && to.kind === "feature") {
    return `${from.name} may not import ${to.name}, which ranks above it: move the call up, or what both need down.`;
  }
  return `${from.name} may not import ${to.name}: arrows run platform ← ui ← features ← app.`;
}

function unknownRoomBreaches(tree: Tree): Breach[] {
  const breaches: Breach[] = [];
  for (const { path } of tree.files.values()) {
    const room = roomOf(path);
    if (room?.kind !== "unknown") continue;
    const message = `"${room.name}" is no room of the house: put the file into a feature of tools/house/arrows.ts, or rank the new feature there.`;
    breaches.push({ file: path, line: 1, rule: "arrows", message });
  }
  return breaches;
}
