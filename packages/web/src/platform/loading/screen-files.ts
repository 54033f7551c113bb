import { requestFile } from "./files.ts";
import { preload } from "./load-module.ts";

/**
 * The files that the build lists for one address pattern. A segment that begins with `$` matches
 * any.
 */
type Screen = { path: string; scripts: readonly string[] };

/** How long the list waits, so that the first screen has the network to itself, in milliseconds. */
const listDelay = 2_000;

let screenList: Promise<readonly Screen[]> | undefined;

/** Loads the list of the screens' files, once. It is requested again when that has failed. */
function loadScreenList(): Promise<readonly Screen[]> {
  screenList ??= fetchScreenList().catch((error: unknown) => {
    screenList = undefined;
    throw error;
  });
  return screenList;
}

/** Screens work without the list, so only a lost connection is an error. */
async function fetchScreenList(): Promise<readonly Screen[]> {
  if (!import.meta.env.PROD) return [];
  const response = await fetch("/screens.json", { priority: "low" });
  return response.ok ? ((await response.json()) as readonly Screen[]) : [];
}

/** Loads the list of the screens' files ahead. */
export function preloadScreenList(): void {
  preload(loadScreenList);
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
let firstPath: string | undefined;

async function scriptsOf(path: string): Promise<readonly string[]> {
  if (path === firstPath) return [];
  return (await loadScreenList()).find((screen) => matches(screen.path, path))?.scripts ?? [];
}

let nextPath = "";

/**
 * Returns a function that resolves to the scripts of the screen whose component is about to be
 * loaded. It throws a TypeError when their list cannot be loaded, and can then be called again.
 */
export function nextScreenScripts(): () => Promise<readonly string[]> {
  const path = nextPath;
  return () => scriptsOf(path);
}

/**
 * Preloads all scripts of the next screen together. Otherwise the browser discovers each script
 * only from the one before. The list is not part of the app's code, where it would be as large as
 * the app shell.
 *
 * @param path without search parameters.
 */
export function preloadScreen(path: string): void {
  nextPath = path;
  firstPath ??= path;
  if (path === firstPath) setTimeout(preloadScreenList, listDelay);
  else preload(() => requestScripts(path));
}

async function requestScripts(path: string): Promise<void> {
  await Promise.all((await scriptsOf(path)).map(requestFile));
}
