import { requestFile } from "./files.ts";
import { loadAhead } from "./load-module.ts";

/**
 * The files that the build lists for one address pattern. A segment that begins with `$` matches
 * any.
 */
type Screen = { path: string; scripts: readonly string[] };

/** How long the list waits, so that the first screen has the network to itself, in milliseconds. */
const pause = 2_000;

let list: Promise<readonly Screen[]> | undefined;

/** Loads the list of the screens' files, once. It is requested again when that has failed. */
function readList(): Promise<readonly Screen[]> {
  list ??= fetchList().catch((error: unknown) => {
    list = undefined;
    throw error;
  });
  return list;
}

/** Screens work without the list, so only a lost connection is an error. */
async function fetchList(): Promise<readonly Screen[]> {
  if (!import.meta.env.PROD) return [];
  const response = await fetch("/screens.json", { priority: "low" });
  return response.ok ? ((await response.json()) as readonly Screen[]) : [];
}

/** Loads the list of the screens' files ahead. */
export function preloadScreenList(): void {
  loadAhead(readList);
}

function matches(pattern: string, path: string): boolean {
  const parts = pattern.split("/");
  const segments = path.split("/");
  return (
    parts.length === segments.length &&
    parts.every((part, index) => part.startsWith("$") || part === segments[index])
  );
}

/** The path of the first screen, whose files the server lists in the page. */
let first: string | undefined;

async function filesOf(path: string): Promise<readonly string[]> {
  if (path === first) return [];
  return (await readList()).find((screen) => matches(screen.path, path))?.scripts ?? [];
}

let coming = "";

/**
 * Returns a function that resolves to the scripts of the screen whose component is about to be
 * loaded. It throws a TypeError when their list cannot be loaded, and can then be called again.
 */
export function nextScreenScripts(): () => Promise<readonly string[]> {
  const path = coming;
  return () => filesOf(path);
}

/**
 * Preloads all scripts of the next screen together. Otherwise the browser discovers each script
 * only from the one before. The list is not part of the app's code, where it would be as large as
 * the app shell.
 *
 * @param path without search parameters.
 */
export function preloadScreen(path: string): void {
  coming = path;
  first ??= path;
  if (path === first) setTimeout(preloadScreenList, pause);
  else loadAhead(() => preload(path));
}

async function preload(path: string): Promise<void> {
  await Promise.all((await filesOf(path)).map(requestFile));
}
