import type { Plugin, Rolldown } from "vite";

import { chunksOf } from "./chunks-of.ts";

/** A route parsed from its source: its parent, its path and its file. */
type Route = { parent: string; path: string; file: string | undefined };

/** The files that a screen's address loads beyond the first script. */
type Screen = { path: string; scripts: string[]; styles: string[] };

const routeFiles = /\/web\/src\/app\/(?:router|[\w-]+-routes?)\.tsx?$/;
const routes = /const (\w+) = createRoute\(\{(.*?)\n\}\);/gs;
/** A report's route, which has its path first; its parent is that of all reports. */
const reportRoutes = /const (\w+) = reportRoute\(\n {2}"([^"]+)",(.*?)\n\);/gs;
const imported = /import\("([^"]+)"\)/;

/** The modules that are loaded around a screen, by the root of its routes. */
const layouts: Readonly<Record<string, readonly string[]>> = {
  root: [],
  app: ["src/app/app.tsx", "src/app/shell/shell.tsx"],
};

/**
 * Writes a list of the files that each screen loads, derived from the routes, so that they are
 * fetched together: by the server for the page that is opened
 * (api/platform/server/screen-files.ts), and by the app for later pages
 * (web/platform/loading/screen-files.ts). Without it, the browser would discover each file from the
 * one before, or the first script would have to name the files of all screens. The build fails if a
 * route cannot be parsed.
 */
export function screens(): Plugin {
  const found = new Map<string, Map<string, Route>>();
  const isScreen = (chunk: string) =>
    [...found.values()].some((ofFile) =>
      [...ofFile.values()].some(({ file }) => file !== undefined && isChunkOf(chunk, file)),
    );
  return {
    name: "kontor:screens",
    apply: "build",
    enforce: "pre",
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies: (chunk, files, { hostId }) =>
            isChunkOf(hostId, "app-shell") && isScreen(chunk) ? [] : files,
        },
      },
    }),
    transform(code, id) {
      if (!routeFiles.test(id)) return null;
      const ofFile = new Map<string, Route>();
      for (const [, name = "", body = ""] of code.matchAll(routes)) {
        const parent = /getParentRoute: \(\) => (\w+)/.exec(body)?.[1];
        const path = /\n {2}path: "([^"]+)"/.exec(body)?.[1];
        if (parent === undefined || path === undefined) this.error(`${id}: no path of ${name}.`);
        ofFile.set(name, { parent, path, file: componentFileOf(body) });
      }
      for (const [, name = "", path = "", body = ""] of code.matchAll(reportRoutes)) {
        ofFile.set(name, { parent: "reports", path, file: componentFileOf(body) });
      }
      if (code.split(/= (?:create|report)Route\(/).length - 1 !== ofFile.size)
        this.error(`${id}: routes that cannot be read.`);
      found.set(id, ofFile);
      return null;
    },
    generateBundle(_options, bundle) {
      const list = [...found.values()].flatMap((ofFile) =>
        [...ofFile.values()].flatMap((route) => screenOf(route, ofFile, bundle)),
      );
      if (list.length === 0) this.error("No route was found.");
      // As in the router, a literal path takes precedence over one with parameters.
      list.sort((one, other) => parameterCount(one.path) - parameterCount(other.path));
      this.emitFile({
        type: "asset",
        fileName: "screens.json",
        source: JSON.stringify(list),
      });
    },
  };
}

/** The file of a route's component, from the root of the package. */
function componentFileOf(body: string): string | undefined {
  const file = imported.exec(body)?.[1];
  return file?.replace(/^\.\.?\//, (up) => (up === "../" ? "src/" : "src/app/"));
}

/** A chunk is named after its file or group, followed by a hash of eight letters. */
function isChunkOf(chunk: string, file: string): boolean {
  const name = file.replace(/^.*\/|\.tsx?$/g, "");
  return chunk.replace(/^.*\//, "").slice(0, -"-12345678.js".length) === name;
}

function parameterCount(path: string): number {
  return path.split("/$").length;
}

function screenOf(
  route: Route,
  ofFile: ReadonlyMap<string, Route>,
  bundle: Rolldown.OutputBundle,
): Screen[] {
  if (route.file === undefined) return [];
  const files = [route.file];
  let path = route.path === "/" ? "" : route.path;
  let { parent } = route;
  for (
    let above = ofFile.get(parent);
    above !== undefined && layouts[parent] === undefined;
    above = ofFile.get(parent)
  ) {
    path = `${above.path}/${path}`;
    if (above.file !== undefined) files.unshift(above.file);
    ({ parent } = above);
  }
  const around = layouts[parent];
  if (around === undefined) throw new Error(`The layout of the route ${parent} is unknown.`);
  if (parent === "app") path = `/app/${path}`;
  return [
    {
      path: path.replace(/^\/*/, "/").replace(/\/$/, ""),
      ...filesOf([...around, ...files], bundle),
    },
  ];
}

/**
 * The chunks of these modules and all that they import, without the chunks that the page itself
 * loads.
 */
function filesOf(modules: readonly string[], bundle: Rolldown.OutputBundle): Omit<Screen, "path"> {
  const first = chunksOf([], bundle);
  const more = [...chunksOf(modules, bundle)].filter((chunk) => !first.has(chunk));
  const styles = more.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
  return { scripts: more.map(({ fileName }) => fileName), styles: [...new Set(styles)] };
}
