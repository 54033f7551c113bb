import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** What the build of the web wrote down of one address; a segment that begins with `$` stands for any. */
type Screen = { path: string; scripts: readonly string[]; styles: readonly string[] };

/** Gives the page of an address: the one page with what the browser is to fetch along with it. */
export type PageOf = (path: string) => Promise<string | undefined>;

type Pages = (path: string) => string | undefined;

/**
 * Reads what each screen of the built web loads. Named in the page, these files are fetched at once; else the
 * browser learns of each from the one before, and on a mobile network every step takes 150 ms.
 *
 * @param folder of the built web.
 * @returns undefined for addresses of which nothing is known, such as all of them in a web of an earlier build.
 */
export function pagesOf(folder: string): PageOf {
  let known: { built: number; pages: Pages } | undefined;
  return async (path) => {
    // A web that is built again beneath a running server has files of other names.
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
  // As in the router, an address that is written out goes before one with parameters.
  screens.sort((one, other) => freedom(one.segments) - freedom(other.segments));
  return (path) => {
    const segments = path.split("/");
    return screens.find((screen) => matches(screen.segments, segments))?.page;
  };
}

function freedom(segments: readonly string[]): number {
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
