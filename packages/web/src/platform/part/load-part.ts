import { createStore, useStore } from "../store.ts";

/** Why a part of the app is not there yet: the server is out of reach, or has a newer version of it all. */
export type MissingPart = "unreachable" | "replaced";

const missing = createStore<MissingPart | null>(null);

/** What the shell and the sign-in pages say while a part of the app cannot be loaded. */
export function useMissingPart(): MissingPart | null {
  return useStore(missing);
}

/** How long to wait before a part is asked for again, in milliseconds; sooner when the network comes back. */
const pause = 3_000;

function untilOnline(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      window.removeEventListener("online", go);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(go, pause);
    window.addEventListener("online", go);
  });
}

/**
 * The address of the script that the server begins the app with now. It has a hash of all that it loads in
 * it, so that another one means another version.
 */
async function servedScript(): Promise<string | undefined> {
  const response = await fetch("/", { cache: "no-store" });
  return /<script type="module"[^>]*src="([^"]+)"/.exec(await response.text())?.[1];
}

/** @returns null when the server is there with this very version, so that the part itself is at fault. */
async function reasonFor(): Promise<MissingPart | null> {
  const own = document.querySelector("script[type=module]")?.getAttribute("src");
  try {
    const served = await servedScript();
    return served !== undefined && served !== own ? "replaced" : null;
  } catch {
    return "unreachable";
  }
}

/** Reloads the page, unless something on it asks to be kept: then its user reloads when it is saved. */
function reloadWhenNothingIsLost(): void {
  // Forms that keep unsaved text answer this event, whether the browser sends it or we do.
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  if (!leaving.defaultPrevented) window.location.reload();
}

/**
 * Loads a part of the app that is not in the first script. What cannot be loaded never takes the page down:
 * it is asked for again until it comes, with a word about why, and a page of an earlier version is
 * reloaded as soon as nothing on it would be lost.
 *
 * @param load the dynamic import.
 * @returns the module; pending for as long as it cannot be loaded.
 * @throws what the import throws when the server is there and has no other version: the part is broken.
 */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let faults = 0; ;) {
    try {
      const part = await load();
      missing.set(null);
      return part;
    } catch (error) {
      const reason = await reasonFor();
      if (reason === null && ++faults === 3) throw error;
      missing.set(reason);
      if (reason === "replaced") reloadWhenNothingIsLost();
    }
    await untilOnline();
  }
}
