import { createStore, useStore } from "../store.ts";

/** Navigates to an address of the app; `replace` replaces the history entry of the current page. */
type Walk = (href: string, replace: boolean) => void;

const pathname = createStore<string | null>(window.location.pathname);
const look = (): void => {
  if (walk === walkAlone) pathname.set(window.location.pathname);
};

const walkAlone: Walk = (href, replace) => {
  if (replace) window.history.replaceState(null, "", href);
  else window.history.pushState(null, "", href);
  look();
};

let walk = walkAlone;

window.addEventListener("popstate", look);

/**
 * Navigates from a page outside the app: through the router once it is loaded, otherwise through
 * the browser's history.
 */
export function goTo(href: string, { replace = false }: { replace?: boolean } = {}): void {
  walk(href, replace);
}

/** The path of the page that is shown without the router; null once the router shows the pages. */
export function usePathname(): string | null {
  return useStore(pathname);
}

/**
 * Hands navigation over to the router. @returns a function that takes it back when the app
 * unmounts.
 */
export function walkBy(router: Walk): () => void {
  walk = router;
  pathname.set(null);
  return () => {
    walk = walkAlone;
    look();
  };
}
