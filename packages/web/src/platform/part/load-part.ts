import { createStore, useStore } from "../store.ts";

/**
 * Why a part of the app is not loaded yet: the server is unreachable, or has a newer version of the
 * app.
 */
export type MissingPart = "unreachable" | "replaced";

const missing = createStore<MissingPart | null>(null);

/** What the shell and the sign-in pages say while a part of the app cannot be loaded. */
export function useMissingPart(): MissingPart | null {
  return useStore(missing);
}

/** Pause before a part is requested again, in milliseconds; sooner when the network comes back. */
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
 * The address of the server's present entry script. It contains a hash, so a different address
 * means a different version.
 */
async function servedScript(): Promise<string | undefined> {
  const response = await fetch("/", { cache: "no-store" });
  return /<script type="module"[^>]*src="([^"]+)"/.exec(await response.text())?.[1];
}

/** @returns null when the server has this very version, so that the part itself is broken. */
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

/** Whether stylesheets may have failed since all of them were there. */
let mayLackStyles = false;

/**
 * Loads a part of the app that is not in the first script. A failure never breaks the page: the
 * part is requested again until it loads, with a message why, and a page of an earlier version is
 * reloaded as soon as nothing on it would be lost.
 *
 * @param load the dynamic import.
 * @returns the module; pending for as long as it cannot be loaded.
 * @throws what the import throws when the server is there and has no other version: the part is
 *   broken.
 */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let faults = 0; ;) {
    try {
      if (mayLackStyles) {
        const { loadFailedStyles } = await import("./failed-styles.ts");
        await loadFailedStyles();
        mayLackStyles = false;
      }
      const part = await load();
      missing.set(null);
      return part;
    } catch (error) {
      mayLackStyles = true;
      const reason = await reasonFor();
      if (reason === null && ++faults === 3) throw error;
      missing.set(reason);
      if (reason === "replaced") reloadWhenNothingIsLost();
    }
    await untilOnline();
  }
}
