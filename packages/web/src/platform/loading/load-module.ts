import { now } from "../clock.ts";
import { createStore, useStore } from "../store.ts";

/**
 * Why code of the app cannot be loaded: the server is unreachable or has a newer version of the app,
 * or the browser does not request the code again in this page.
 */
export type LoadFailure = "unreachable" | "replaced" | "refused";

const failure = createStore<LoadFailure | null>(null);

/** Why some code cannot be loaded now, for the banner of the app shell and the sign-in pages. */
export function useLoadFailure(): LoadFailure | null {
  return useStore(failure);
}

/**
 * The pause before code is requested again, in milliseconds. The request is sent sooner when the
 * network comes back.
 */
const retryDelay = 3_000;

function waitToRetry(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      window.removeEventListener("online", go);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(go, retryDelay);
    window.addEventListener("online", go);
  });
}

/**
 * The URL of the entry script that the server has now. It contains a hash, so a different URL means
 * a different version.
 */
async function servedEntryScript(): Promise<string | undefined> {
  const response = await fetch("/", { cache: "no-store" });
  return /<script type="module"[^>]*src="([^"]+)"/.exec(await response.text())?.[1];
}

/**
 * A page without the app's script is not the server's: a proxy sends one while the server restarts.
 *
 * @returns null when the server has this same version, so the code itself is broken.
 */
async function failureReason(): Promise<LoadFailure | null> {
  const own = document.querySelector("script[type=module]")?.getAttribute("src");
  try {
    const served = await servedEntryScript();
    if (served === undefined) return "unreachable";
    return served === own ? null : "replaced";
  } catch {
    return "unreachable";
  }
}

/** Forms with unsaved input cancel this event, whether the browser or this code dispatches it. */
function hasUnsavedInput(): boolean {
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

/** When this tab was last reloaded to load code that the browser had refused. */
const reloadKey = "code_reloaded_at";

/** A second reload within this time would not help either, in milliseconds. */
const minReloadInterval = 60_000;

/** Reloads the page, unless that was done shortly before. */
function reloadOnce(): boolean {
  const moment = now().getTime();
  if (moment - Number(sessionStorage.getItem(reloadKey)) < minReloadInterval) return false;
  sessionStorage.setItem(reloadKey, String(moment));
  window.location.reload();
  return true;
}

/** Loads code before it is needed. Its use loads it again if that fails. */
export function preload(load: () => Promise<unknown>): void {
  void load().catch(() => undefined);
}

/**
 * Loads code that is not in the first script. A failure never breaks the page: the code is
 * requested again until it loads, and a message says why. A page of an earlier version, or one in
 * which the browser no longer requests the code, is reloaded as soon as nothing on it would be
 * lost.
 *
 * @param load the dynamic import.
 * @returns the module; pending for as long as it cannot be loaded.
 * @throws what the import throws when the server is reachable and has the same version, and a
 *   reload has not helped, so the code is broken.
 */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let faults = 0; ;) {
    try {
      const module = await load();
      failure.set(null);
      return module;
    } catch (error) {
      const reason = await failureReason();
      // The network may have come back just before the server was asked.
      const isRefused = reason === null && ++faults > 2;
      failure.set(isRefused ? "refused" : reason);
      if ((isRefused || reason === "replaced") && !hasUnsavedInput()) {
        if (reason === "replaced") window.location.reload();
        else if (!reloadOnce()) {
          failure.set(null);
          throw error;
        }
      }
    }
    await waitToRetry();
  }
}
