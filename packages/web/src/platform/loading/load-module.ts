import { createStore, useStore } from "../store.ts";

/**
 * Why code of the app cannot be loaded: the server is unreachable, or has a newer version of the
 * app.
 */
export type LoadFailure = "unreachable" | "replaced";

const failure = createStore<LoadFailure | null>(null);

/** Why some code cannot be loaded now, for the banner of the app shell and the sign-in pages. */
export function useLoadFailure(): LoadFailure | null {
  return useStore(failure);
}

/**
 * The pause before code is requested again, in milliseconds. The request is sent sooner when the
 * network comes back.
 */
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
 * The URL of the entry script that the server has now. It contains a hash, so a different URL means
 * a different version.
 */
async function servedScript(): Promise<string | undefined> {
  const response = await fetch("/", { cache: "no-store" });
  return /<script type="module"[^>]*src="([^"]+)"/.exec(await response.text())?.[1];
}

/**
 * A page without the app's script is not the server's: a proxy sends one while the server restarts.
 *
 * @returns null when the server has this same version, so the code itself is broken.
 */
async function reasonFor(): Promise<LoadFailure | null> {
  const own = document.querySelector("script[type=module]")?.getAttribute("src");
  try {
    const served = await servedScript();
    if (served === undefined) return "unreachable";
    return served === own ? null : "replaced";
  } catch {
    return "unreachable";
  }
}

/** Reloads the page unless it has unsaved input. In that case the user reloads it after saving. */
function reloadWhenNothingIsLost(): void {
  // Forms with unsaved input cancel this event, whether the browser or this code dispatches it.
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  if (!leaving.defaultPrevented) window.location.reload();
}

/** Whether a stylesheet may have failed since all of them were loaded. */
let mayLackStyles = false;

/**
 * Loads code that is not in the first script. A failure never breaks the page: the code is
 * requested again until it loads, and a message says why. A page of an earlier version is reloaded
 * as soon as nothing on it would be lost.
 *
 * @param load the dynamic import.
 * @returns the module; pending for as long as it cannot be loaded.
 * @throws what the import throws when the server is reachable and has the same version, so the code
 *   is broken.
 */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let faults = 0; ;) {
    try {
      if (mayLackStyles) {
        const { loadFailedStyles } = await import("./failed-styles.ts");
        await loadFailedStyles();
        mayLackStyles = false;
      }
      const module = await load();
      failure.set(null);
      return module;
    } catch (error) {
      mayLackStyles = true;
      const reason = await reasonFor();
      if (reason === null && ++faults === 3) throw error;
      failure.set(reason);
      if (reason === "replaced") reloadWhenNothingIsLost();
    }
    await untilOnline();
  }
}
