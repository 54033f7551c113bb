import { builtinModules } from "node:module";
import { posix } from "node:path";

import { isTestOrConfig, workspaceAt } from "./source-tree.ts";
import type { Breach, SourceFile, Tree, Workspace } from "./source-tree.ts";

/**
 * An import says where its target is: a relative path names the whole file and stays inside its
 * package; anything else is declared in the package's own manifest, so that nothing works only
 * because another package happens to install it.
 */
export function declaredImportBreaches(tree: Tree): Breach[] {
  const root = tree.workspaces.find(({ folder }) => folder === "");
  const breaches: Breach[] = [];
  for (const file of tree.files.values()) {
    const workspace = workspaceAt(tree, file.path);
    if (!workspace || file.path.endsWith(".css")) continue;
    for (const { specifier, line, typeOnly } of file.imports) {
      const message = specifier.startsWith(".")
        ? relativeBreach(tree, file, workspace, specifier)
        : libraryBreach(file, workspace, root, specifier, typeOnly);
      if (message) breaches.push({ file: file.path, line, rule: "import", message });
    }
  }
  return breaches;
}

function relativeBreach(
  tree: Tree,
  file: SourceFile,
  workspace: Workspace,
  specifier: string,
): string | undefined {
  const target = posix.join(posix.dirname(file.path), specifier);
  if (target.startsWith("..") || workspaceAt(tree, target)?.folder !== workspace.folder) {
    return `"${specifier}" leaves the package: import it by the package's name.`;
  }
  if (posix.extname(specifier.split("?")[0] ?? "") === "") {
    return `Write the ending of the file: "${specifier}.ts".`;
  }
  return undefined;
}

function libraryBreach(
  file: SourceFile,
  workspace: Workspace,
  root: Workspace | undefined,
  specifier: string,
  typeOnly: boolean,
): string | undefined {
  if (specifier.startsWith("node:")) return undefined;
  if (builtinModules.includes(specifier)) return `Write "node:${specifier}".`;
  const name = specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
  if (name === workspace.name || workspace.dependencies.has(name)) return undefined;
  const isDevelopment = typeOnly || isTestOrConfig(file.path);
  const inDevelopment =
    workspace.devDependencies.has(name) ||
    root?.dependencies.has(name) ||
    root?.devDependencies.has(name);
  if (inDevelopment && isDevelopment) return undefined;
  const list = inDevelopment || !isDevelopment ? "dependencies" : "devDependencies";
  return `Declare "${name}" in the ${list} of ${posix.join(workspace.folder, "package.json")}.`;
}
