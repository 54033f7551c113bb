import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";

// The test runner provides the parser, so that the checks need no dependency of their own.
import { parseAst } from "vitest/node";

/** An ESTree node from the parser. A rule reads only the fields that it knows. */
export type SyntaxNode = { type: string; start: number; end: number; [field: string]: unknown };

export type Import = {
  /** The text between the quotes. */
  specifier: string;
  line: number;
};

export type SourceFile = {
  /** Relative to the root of the repository, with forward slashes. */
  path: string;
  text: string;
  /** Absent for files that are not TypeScript. */
  syntax?: SyntaxNode;
  /** Why the file could not be parsed. */
  syntaxError?: string;
  imports: readonly Import[];
};

export type Workspace = {
  /** "" for the root of the repository, otherwise for example "packages/api". */
  folder: string;
};

export type Tree = {
  files: ReadonlyMap<string, SourceFile>;
  /** Sorted so that an inner folder comes before an outer one. The root comes last. */
  workspaces: readonly Workspace[];
};

/** A breach of a house rule. */
export type Breach = { file: string; line: number; rule: string; message: string };

const skippedFolders = new Set(["node_modules", "dist", "results", "report", "coverage"]);
const readEndings = [".ts", ".tsx", ".sql", ".css", "/package.json", "/ARCHITECTURE.md"];
/** Scripts that are not TypeScript, read so that they can be refused. */
const scriptEnding = /\.(?:[cm]?js|jsx|[cm]ts)$/;

/**
 * Reads the sources below a folder: TypeScript, styles, SQL, manifests and ARCHITECTURE.md. Skips
 * build output, reports and folders whose name begins with a dot.
 */
export async function readTree(root: string): Promise<Tree> {
  const contents: Record<string, string> = {};
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!entry.name.startsWith(".") && !skippedFolders.has(entry.name)) await visit(path);
      } else if (isRead(path)) {
        contents[path] = await readFile(join(root, path), "utf8");
      }
    }
  };
  await visit("");
  return treeOf(contents);
}

function isRead(path: string): boolean {
  return readEndings.some((ending) => `/${path}`.endsWith(ending)) || isForeignScript(path);
}

/**
 * Whether a file is a script in another language or module format than the rest of the repository.
 */
export function isForeignScript(path: string): boolean {
  return scriptEnding.test(path);
}

/** A tree from texts by path, for the tests of the rules. */
export function treeOf(contents: Readonly<Record<string, string>>): Tree {
  const files = new Map<string, SourceFile>();
  const workspaces: Workspace[] = [];
  for (const [path, text] of Object.entries(contents)) {
    if (posix.basename(path) === "package.json") workspaces.push(workspaceOf(path));
    else files.set(path, sourceFileOf(path, text));
  }
  workspaces.sort((a, b) => b.folder.length - a.folder.length);
  return { files, workspaces };
}

/** The innermost workspace that contains a file. */
export function workspaceAt(tree: Tree, path: string): Workspace | undefined {
  return tree.workspaces.find(({ folder }) => folder === "" || path.startsWith(`${folder}/`));
}

/** Whether a file is only for tests or configuration, so that it never runs in production. */
export function isTestOrConfig(path: string): boolean {
  return (
    /\.(?:test|spec|config)\.tsx?$/.test(path) ||
    path.includes("/testing/") ||
    /^(?:e2e|bench|tools)\//.test(path) ||
    !path.includes("/")
  );
}

/**
 * The file that an import refers to; undefined if it is not in the tree (a library, a picture, or a
 * missing file, which the type check reports).
 */
export function resolveImport(tree: Tree, from: string, specifier: string): string | undefined {
  const path = specifier.startsWith(".")
    ? posix.join(posix.dirname(from), specifier)
    : specifier.replace(/^@kontor\/([^/]+)\/(.+)$/, "packages/$1/src/$2.ts");
  return tree.files.has(path) ? path : undefined;
}

/** Calls `visit` for a node and all its descendants, in source order. */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, visit);
    }
  }
}

/** The line of an offset, counted from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line += 1;
  }
  return line;
}

/** Narrows a field of a node to a node, of the given type if there is one. */
export function isNode(value: unknown, type?: string): value is SyntaxNode {
  if (typeof value !== "object" || value === null || !("type" in value)) return false;
  return type === undefined ? typeof value.type === "string" : value.type === type;
}

function workspaceOf(path: string): Workspace {
  return { folder: path === "package.json" ? "" : posix.dirname(path) };
}

function sourceFileOf(path: string, text: string): SourceFile {
  const file: SourceFile = { path, text, imports: [] };
  if (path.endsWith(".css")) return { ...file, imports: styleImportsOf(text) };
  if (!/\.tsx?$/.test(path)) return file;
  try {
    // A parser node is plain data. Spreading it drops the parser's narrower type.
    const syntax: SyntaxNode = { ...parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" }) };
    return { ...file, syntax, imports: importsOf(syntax, text) };
  } catch (error) {
    return { ...file, syntaxError: error instanceof Error ? error.message : String(error) };
  }
}

const importingNodes = new Set([
  "ImportDeclaration",
  "ExportNamedDeclaration",
  "ExportAllDeclaration",
  "ImportExpression",
  "TSImportType",
]);

function importsOf(syntax: SyntaxNode, text: string): Import[] {
  const imports: Import[] = [];
  walk(syntax, (node) => {
    const specifier = importedBy(node);
    if (specifier !== undefined) imports.push({ specifier, line: lineAt(text, node.start) });
  });
  return imports;
}

/**
 * The module that a node loads, or the script of a worker (`new URL("worker.ts",
 * import.meta.url)`).
 */
function importedBy(node: SyntaxNode): string | undefined {
  if (importingNodes.has(node.type)) return plainText(node["source"]);
  if (node.type === "TSExternalModuleReference") return plainText(node["expression"]);
  if (node.type === "CallExpression") return requiredBy(node);
  if (node.type !== "NewExpression" || !isNode(node["callee"], "Identifier")) return undefined;
  if (node["callee"]["name"] !== "URL" || !Array.isArray(node["arguments"])) return undefined;
  const address = plainText(node["arguments"][0]);
  return address !== undefined && /\.tsx?$/.test(address)
    ? posix.join("./", address).replace(/^(?!\.)/, "./")
    : undefined;
}

/** The module that `require("…")` loads, also through `createRequire(…)("…")`. */
function requiredBy(node: SyntaxNode): string | undefined {
  const callee = node["callee"];
  const name = isNode(callee, "CallExpression") ? callee["callee"] : callee;
  const expected = name === callee ? "require" : "createRequire";
  if (!isNode(name, "Identifier") || name["name"] !== expected) return undefined;
  return Array.isArray(node["arguments"]) ? plainText(node["arguments"][0]) : undefined;
}

/** The text of a string, or of a template without placeholders. */
function plainText(value: unknown): string | undefined {
  if (isNode(value, "Literal")) {
    return typeof value["value"] === "string" ? value["value"] : undefined;
  }
  if (!isNode(value, "TemplateLiteral") || !Array.isArray(value["quasis"])) return undefined;
  const pieces: readonly unknown[] = value["quasis"];
  const [first] = pieces;
  if (pieces.length > 1 || !isNode(first, "TemplateElement")) return undefined;
  const text = first["value"];
  return typeof text === "object" && text !== null && "raw" in text ? String(text.raw) : undefined;
}

/** The style sheets that a style sheet imports or composes classes from. */
function styleImportsOf(text: string): Import[] {
  const found = text.matchAll(
    /(?:@import\s+(?:url\()?|\bcomposes:[^;"']*\bfrom\s+)["']([^"']+)["']/g,
  );
  return Array.from(found, ({ 1: specifier = "", index }) => ({
    specifier,
    line: lineAt(text, index),
  }));
}
