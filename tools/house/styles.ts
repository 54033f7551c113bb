import { posix } from "node:path";

import { isNode, lineAt, walk, type Breach, type SourceFile, type Tree } from "./source-tree.ts";

/**
 * A style sheet and the components that import it must have the same classes: an unused class is
 * dead code, and an undefined one does nothing. The compiler checks neither. The edge and ground of
 * a surface are declared once, for all elements with `data-surface`.
 */
export function styleBreaches(tree: Tree): Breach[] {
  const sheets = [...tree.files.values()].filter(({ path }) => path.endsWith(".module.css"));
  const used = new Map(sheets.map(({ path }) => [path, [] as ClassUse[]]));
  for (const file of tree.files.values()) {
    for (const each of classUsesOf(file)) used.get(each.sheet)?.push(each);
  }
  return sheets.flatMap((sheet) => [
    ...breachesOf(sheet, used.get(sheet.path) ?? []),
    ...surfacesIn(sheet),
  ]);
}

/** The declarations of a surface. */
const surface = [
  /background: var\(--kontor-surface(-head)?\);/,
  /border: 1px solid var\(--mantine-color-default-border\);/,
  /border-radius: var\(--mantine-radius-md\);/,
];

function surfacesIn({ path, text }: SourceFile): Breach[] {
  const rules = [...text.matchAll(/\{([^{}]*)\}/g)];
  return rules.flatMap(({ 1: declarations = "", index }) =>
    surface.every((declaration) => declaration.test(declarations))
      ? [
          {
            file: path,
            line: lineAt(text, index),
            rule: "styles",
            message: 'Give the element data-surface="card" or "inset" instead of its declarations.',
          },
        ]
      : [],
  );
}

/** A class that a file uses; the name is null if the file computes it. */
type ClassUse = { sheet: string; file: string; line: number; name: string | null };

function breachesOf({ path, text }: SourceFile, used: readonly ClassUse[]): Breach[] {
  const classes = classesOf(text);
  const breaches: Breach[] = [];
  for (const { file, line, name } of used) {
    if (name === null || classes.has(name)) continue;
    const message = `${path} has no class "${name}": write its rule, or leave the class out.`;
    breaches.push({ file, line, rule: "styles", message });
  }
  if (used.some(({ name }) => name === null)) return breaches;
  const names = new Set(used.map(({ name }) => name));
  for (const [name, line] of classes) {
    if (names.has(name)) continue;
    const message = `Nothing uses the class "${name}": delete its rule.`;
    breaches.push({ file: path, line, rule: "styles", message });
  }
  return breaches;
}

/**
 * The classes of a style sheet, with the line of each one's first rule. Classes of libraries are
 * left out.
 */
function classesOf(text: string): Map<string, number> {
  const classes = new Map<string, number>();
  const selectors = text
    .replaceAll(/\/\*[\s\S]*?\*\//g, blank)
    .replaceAll(/:global\([^)]*\)/g, blank)
    .replaceAll(/(?<=[{};]|^)[^{};]*(?=[;}])/g, blank);
  for (const { 1: name = "", index } of selectors.matchAll(/\.([A-Za-z_][\w-]*)/g)) {
    if (!classes.has(name)) classes.set(name, lineAt(text, index));
  }
  return classes;
}

/** Replaces text by blanks of the same length, so that line numbers stay right. */
function blank(found: string): string {
  return found.replaceAll(/[^\n]/g, " ");
}

function classUsesOf({ path, text, syntax }: SourceFile): ClassUse[] {
  if (!syntax) return [];
  const sheets = new Map<string, string>();
  const found: ClassUse[] = [];
  walk(syntax, (node) => {
    if (node.type === "ImportDeclaration") {
      const sheet = sheetOf(path, node["source"]);
      const specifiers: readonly unknown[] = Array.isArray(node["specifiers"])
        ? node["specifiers"]
        : [];
      const [specifier] = specifiers;
      if (sheet === undefined || !isNode(specifier, "ImportDefaultSpecifier")) return;
      const local = specifier["local"];
      if (isNode(local, "Identifier")) sheets.set(String(local["name"]), sheet);
      return;
    }
    if (node.type !== "MemberExpression" || !isNode(node["object"], "Identifier")) return;
    const sheet = sheets.get(String(node["object"]["name"]));
    if (sheet === undefined) return;
    found.push({ sheet, file: path, line: lineAt(text, node.start), name: classNameOf(node) });
  });
  return found;
}

function sheetOf(path: string, source: unknown): string | undefined {
  if (!isNode(source, "Literal") || typeof source["value"] !== "string") return undefined;
  if (!source["value"].endsWith(".module.css")) return undefined;
  return posix.join(posix.dirname(path), source["value"]);
}

function classNameOf(node: { [field: string]: unknown }): string | null {
  const property = node["property"];
  if (isNode(property, "Literal")) return String(property["value"]);
  if (node["computed"] === true || !isNode(property, "Identifier")) return null;
  return String(property["name"]);
}
