import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * The files that the web build lists for an address pattern; a segment that begins with `$` matches
 * any.
 */
type Screen = { path: string; scripts: readonly string[]; styles: readonly string[] };

/** Returns the HTML page for an address, with the files to preload if they are known. */
export type PageRenderer = (path: string) => Promise<string>;

type Pages = (path: string) => string;

/**
 * Reads which files each screen of the built web loads. Preloaded by the page, they are fetched at
 * once; otherwise the browser discovers each from the previous one, and on a mobile network every
 * step takes 150 ms.
 *
 * @param folder of the built web. An earlier build has no list, and the same page for all
 * addresses.
 */
export function pageRendererOf(folder: string): PageRenderer {
  let known: { built: number; pages: Pages } | undefined;
  return async (path) => {
    // Rebuilding the web below a running server changes the names of files.
    const built = (await stat(join(folder, "index.html"))).mtimeMs;
    if (known?.built !== built) known = { built, pages: await readPages(folder) };
    return known.pages(path);
  };
}

async function readPages(folder: string): Promise<Pages> {
  const [page, list] = await Promise.all([
    readFile(join(folder, "index.html"), "utf8"),
    readFile(join(folder, "screens.json"), "utf8").catch(() => "[]"),
  ]);
  const screens = (JSON.parse(list) as readonly Screen[]).map((screen) => ({
    segments: screen.path.split("/"),
    page: page.replace("</head>", () => `${linksOf(screen)}</head>`),
  }));
  // As in the router, a literal address takes precedence over one with parameters.
  screens.sort((one, other) => parameterCount(one.segments) - parameterCount(other.segments));
  return (path) => {
    const segments = path.split("/");
    return screens.find((screen) => matches(screen.segments, segments))?.page ?? page;
  };
}

function parameterCount(segments: readonly string[]): number {
  return segments.filter((segment) => segment.startsWith("$")).length;
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => part.startsWith("$") || part === segments[index])
  );
}

function linksOf({ scripts, styles }: Screen): string {
  return [
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ].join("");
}
