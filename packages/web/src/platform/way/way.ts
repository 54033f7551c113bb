import { createStore, useStore } from "../store.ts";

/** Goes to an address of ours; `replace` leaves no way back to the page that is left. */
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
 * Navigates from a page shown before the app: by the router once its code is loaded, otherwise by a
 * page load.
 */
export function goTo(href: string, { replace = false }: { replace?: boolean } = {}): void {
  walk(href, replace);
}

/** The path of the page that is shown without the router; null once the router shows the pages. */
export function usePathname(): string | null {
  return useStore(pathname);
}

/** The router takes over. @returns takes it back, when the app is taken down. */
export function walkBy(router: Walk): () => void {
  walk = router;
  pathname.set(null);
  return () => {
    walk = walkAlone;
    look();
  };
}
