import { posix } from "node:path";

import {
  doors,
  featureRanks,
  layouts,
  packageArrows,
  pureLibraries,
  ROOM_SIZE,
  rooms,
} from "./plan.ts";
import {
  isForeignScript,
  lineAt,
  resolveImport,
  walk,
  workspaceAt,
  type Breach,
  type Import,
  type Tree,
} from "./source-tree.ts";
import { nameOf } from "./syntax.ts";

/**
 * Imports run one way: between the packages; inside api and web from app down through the ranked
 * features to ui and platform; and between the rooms inside those. A feature is imported only
 * through its doors. The plan is in `plan.ts`. A folder that is not in the plan is a breach, so
 * that the rules apply to a new room from the start.
 */
export function arrowBreaches(tree: Tree): Breach[] {
  return [
    ...packageBreaches(tree),
    ...importBreaches(tree),
    ...unknownRoomBreaches(tree),
    ...nameBreaches(tree),
    ...crowdedRoomBreaches(tree),
  ];
}

function packageBreaches(tree: Tree): Breach[] {
  const breaches: Breach[] = [];
  for (const { folder } of tree.workspaces) {
    if (packageArrows[folder] === undefined) {
      const message = `Add the package to packageArrows of tools/house/plan.ts.`;
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
  if (specifier.startsWith(".")) {
    const target = posix.join(posix.dirname(path), specifier);
    const leaves = folder !== "" && !target.startsWith(`${folder}/`);
    return leaves
      ? `"${specifier}" leaves the package: import it by the package's name.`
      : undefined;
  }
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
  if (path.startsWith("packages/web/src/") && specifier.startsWith("node:")) {
    return `The web runs in a browser, which has no "${specifier}".`;
  }
  return undefined;
}

type Place = {
  /** For example "packages/api". */
  package: string;
  kind: "below" | "feature" | "above" | "unknown";
  /** The folder or file directly below `src`. */
  name: string;
  height: number;
};

/** The position of a file in `src` of api or web; undefined for other files. */
function placeOf(path: string): Place | undefined {
  const match = /^(packages\/(?:api|web))\/src\/([^/]+)/.exec(path);
  const [, inPackage = "", name = ""] = match ?? [];
  const layout = layouts[inPackage];
  if (!layout) return undefined;
  const place = (kind: Place["kind"], height: number) => ({
    package: inPackage,
    kind,
    name,
    height,
  });
  if (layout.below.includes(name)) return place("below", layout.below.indexOf(name));
  const rank = featureRanks.indexOf(name);
  if (rank !== -1) return place("feature", layout.below.length + rank);
  const isKnown = layout.above.includes(name) || layout.files.includes(name);
  return place(isKnown ? "above" : "unknown", Number.POSITIVE_INFINITY);
}

/** Whether a file belongs to the tests, which may use any room of the package for setup. */
function isTestSupport(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.includes("/testing/");
}

function importBreaches(tree: Tree): Breach[] {
  const breaches: Breach[] = [];
  for (const file of tree.files.values()) {
    if (isTestSupport(file.path)) continue;
    for (const { specifier, line } of file.imports) {
      const target = resolveImport(tree, file.path, specifier);
      const message = target === undefined ? undefined : importBreach(file.path, target);
      if (message) breaches.push({ file: file.path, line, rule: "arrows", message });
    }
  }
  return breaches;
}

function importBreach(path: string, target: string): string | undefined {
  const from = placeOf(path);
  const to = placeOf(target);
  if (isTestSupport(target) && path.startsWith("packages/")) {
    return `Production code may not import test support ("${target}").`;
  }
  if (from && to && from.name !== to.name) return placeBreach(from, to) ?? doorBreach(from, target);
  return roomBreach(path, target);
}

function placeBreach(from: Place, to: Place): string | undefined {
  // unknownRoomBreaches reports an unknown room once. It is not reported again for its importers.
  if (from.kind === "unknown" || to.kind === "unknown") return undefined;
  if (to.height < from.height) return undefined;
  if (from.kind === "above" && to.kind === "above") return undefined;
  if (from.kind === "feature" && to.kind === "feature") {
    return `${from.name} may not import ${to.name}, which ranks above it: move the call up, or the shared code down.`;
  }
  return `${from.name} may not import ${to.name}: arrows run platform ← ui ← features ← app.`;
}

function doorBreach(from: Place, target: string): string | undefined {
  const to = placeOf(target);
  if (from.kind !== "feature" || to?.kind !== "feature") return undefined;
  const folder = `${to.package}/src/${to.name}`;
  const open = doors[folder] ?? [];
  if (open.some((door) => target === `${folder}/${door}`)) return undefined;
  const known = open.length === 0 ? "" : ` (${open.join(", ")})`;
  return `${from.name} may import ${to.name} only by its doors${known}: use one, or name a new one in tools/house/plan.ts.`;
}

/** The parts of a room, each with the parts that it may import. */
type Ranks = ReadonlyMap<string, ReadonlySet<string>>;

function ranksOf(chains: readonly string[]): Ranks {
  const below = new Map<string, Set<string>>();
  for (const chain of chains) {
    const parts = chain.split(" < ");
    for (const [index, part] of parts.entries()) {
      const reached = below.get(part) ?? new Set();
      for (const lower of parts.slice(0, index)) reached.add(lower);
      below.set(part, reached);
    }
  }
  for (const reached of below.values()) {
    // A Set also iterates values added during the iteration, so this finds everything further down.
    for (const lower of reached) for (const lowest of below.get(lower) ?? []) reached.add(lowest);
  }
  return below;
}

const ranks = new Map(Object.entries(rooms).map(([folder, chains]) => [folder, ranksOf(chains)]));

/**
 * The part of a planned room that a file belongs to: a room in it, a file, or "." for the other
 * files.
 */
function partOf(folder: string, path: string): string {
  const [first = "", ...rest] = path.slice(folder.length + 1).split("/");
  if (rest.length > 0) return first;
  // The style sheet of a component has the component's rank.
  const file = first.replace(/\.module\.css$/, ".tsx");
  return ranks.get(folder)?.has(file) ? file : ".";
}

function roomBreach(path: string, target: string): string | undefined {
  const folder = [...ranks.keys()].find((each) => path.startsWith(`${each}/`));
  if (folder === undefined || !target.startsWith(`${folder}/`)) return undefined;
  const from = partOf(folder, path);
  const to = partOf(folder, target);
  const reached = ranks.get(folder)?.get(from);
  // unknownRoomBreaches reports an unknown room.
  if (from === to || !reached || !ranks.get(folder)?.has(to)) return undefined;
  if (reached.has(to)) return undefined;
  const [importer, imported] = [from, to].map((part) => (part === "." ? "its own files" : part));
  return `In ${folder}, ${importer} may not import ${imported}: ${rooms[folder]?.join("; ")}.`;
}

function unknownRoomBreaches(tree: Tree): Breach[] {
  const breaches: Breach[] = [];
  const add = (file: string, message: string) =>
    breaches.push({ file, line: 1, rule: "arrows", message });
  const named = new Set<string>();
  for (const { path } of tree.files.values()) {
    const place = placeOf(path);
    if (place?.kind === "unknown") {
      add(
        path,
        `"${place.name}" is no room of the plan: move the file into a feature, or rank the new feature in tools/house/plan.ts.`,
      );
      continue;
    }
    const room = innerRoomOf(path, place);
    if (room === undefined || named.has(room)) continue;
    named.add(room);
    add(
      path,
      `"${room}" is no room of the plan: move the file beside the code that uses it, or add the room to tools/house/plan.ts.`,
    );
  }
  return breaches;
}

/** A room inside a room of api, web or a planned package that the plan does not contain. */
function innerRoomOf(path: string, place: Place | undefined): string | undefined {
  const folder = place
    ? `${place.package}/src/${place.name}`
    : [...ranks.keys()].find((each) => path.startsWith(`${each}/`));
  if (folder === undefined || !path.startsWith(`${folder}/`)) return undefined;
  const [name = "", ...rest] = path.slice(folder.length + 1).split("/");
  if (rest.length === 0 || name === "testing" || place?.name === "testing") return undefined;
  if (rest.length > 1 && rest[0] !== "testing") return `${folder}/${name}/${rest[0]}`;
  return ranks.get(folder)?.has(name) ? undefined : `${folder}/${name}`;
}

/** Names that say nothing about the content, or that name a layer that does not exist here. */
const emptyName = /^(?:utils?|helpers?|shared|common|types|misc|lib|services?|mappers?)$/;
const layerName = /-(?:utils?|helpers?|service|mapper|manager|repository)$/;
const layerClass = /(?:Utils?|Helpers?|Service|Mapper|Manager|Repository|Controller)$/;

function nameBreaches(tree: Tree): Breach[] {
  const breaches: Breach[] = [];
  for (const { path, text, syntax } of tree.files.values()) {
    if (syntax) {
      walk(syntax, (node) => {
        const name = node.type === "ClassDeclaration" ? nameOf(node["id"]) : undefined;
        if (name === undefined || !layerClass.test(name)) return;
        const message = `"${name}" names a layer: write functions in the file of their noun.`;
        breaches.push({ file: path, line: lineAt(text, node.start), rule: "names", message });
      });
    }
    if (isForeignScript(path) && !path.startsWith("packages/web/public/")) {
      const message = "Write it in TypeScript (.ts, .tsx), which is what the checks read.";
      breaches.push({ file: path, line: 1, rule: "names", message });
    }
    // unknownRoomBreaches already reports a room of api, web or contract that the plan does not
    // contain.
    const folders = posix.dirname(path).split("/");
    const name = posix.basename(path).replace(/\..*$/, "");
    const bad = [...folders, name].find((each) => emptyName.test(each)) ?? layerOf(name);
    if (bad === undefined || isInUnknownRoom(path)) continue;
    const message = `"${bad}" does not say what is inside: name it after its noun, and move it beside the code that uses it.`;
    breaches.push({ file: path, line: 1, rule: "names", message });
  }
  return breaches;
}

function layerOf(name: string): string | undefined {
  return layerName.test(name) ? name : undefined;
}

function isInUnknownRoom(path: string): boolean {
  const place = placeOf(path);
  return place?.kind === "unknown" || innerRoomOf(path, place) !== undefined;
}

function crowdedRoomBreaches(tree: Tree): Breach[] {
  const counts = new Map<string, string[]>();
  for (const { path } of tree.files.values()) {
    if (!/^packages\/[^/]+\/src\/.*\.tsx?$/.test(path) || /\.(?:test|d)\.tsx?$/.test(path))
      continue;
    const room = posix.dirname(path);
    counts.set(room, [...(counts.get(room) ?? []), path]);
  }
  return [...counts]
    .filter(([room]) => !room.includes("/testing"))
    .flatMap(([room, files]) => {
      const message = `${room} has ${files.length} files, at most ${ROOM_SIZE} are allowed: split it into rooms.`;
      return files.length > ROOM_SIZE ? [{ file: room, line: 1, rule: "room-size", message }] : [];
    });
}
