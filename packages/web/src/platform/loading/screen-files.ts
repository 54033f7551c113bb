/**
 * The files that the build lists for one address pattern. A segment that begins with `$` matches
 * any.
 */
type Screen = { path: string; scripts: readonly string[] };

/** How long the list waits, so that the first screen has the network to itself, in milliseconds. */
const pause = 2_000;

let isRequested = false;
let screens: readonly Screen[] = [];

/** Loads the list of the screens' files, once. Screens work without it. */
export function learnFiles(): void {
  if (!import.meta.env.PROD || isRequested) return;
  isRequested = true;
  void readScreens().catch(() => undefined);
}

async function readScreens(): Promise<void> {
  const response = await fetch("/screens.json", { priority: "low" });
  screens = (await response.json()) as readonly Screen[];
}

function matches(pattern: string, path: string): boolean {
  const parts = pattern.split("/");
  const segments = path.split("/");
  return (
    parts.length === segments.length &&
    parts.every((part, index) => part.startsWith("$") || part === segments[index])
  );
}

function fetchAhead(file: string): void {
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.crossOrigin = "";
  link.href = `/${file}`;
  document.head.append(link);
}

const fetched = new Set<string>();

/**
 * Preloads all scripts of the next screen together. Otherwise the browser discovers each script
 * only from the one before. The list is not part of the app's code, where it would be as large as
 * the app shell.
 *
 * @param path without search parameters.
 */
export function fetchFilesOf(path: string): void {
  // The server lists the files of the first screen in the page.
  if (!isRequested) setTimeout(learnFiles, pause);
  const { scripts = [] } = screens.find((screen) => matches(screen.path, path)) ?? {};
  for (const file of scripts) {
    if (fetched.has(file)) continue;
    fetched.add(file);
    fetchAhead(file);
  }
}
