import { createStore, useStore } from "../store.ts";

/** Navigates to an address of the app; `replace` replaces the history entry of the current page. */
type Navigate = (href: string, replace: boolean) => void;

const pathname = createStore<string | null>(window.location.pathname);
const readPathname = (): void => {
  if (navigate === navigateByHistory) pathname.set(window.location.pathname);
};

const navigateByHistory: Navigate = (href, replace) => {
  if (replace) window.history.replaceState(null, "", href);
  else window.history.pushState(null, "", href);
  readPathname();
};

let navigate = navigateByHistory;

window.addEventListener("popstate", readPathname);

/**
 * Navigates from a page outside the app: through the router once it is loaded, otherwise through
 * the browser's history.
 */
export function goTo(href: string, { replace = false }: { replace?: boolean } = {}): void {
  navigate(href, replace);
}

/** The path of the page that is shown without the router; null once the router shows the pages. */
export function usePathname(): string | null {
  return useStore(pathname);
}

/**
 * Hands navigation over to the router. @returns a function that takes it back when the app
 * unmounts.
 */
export function delegateNavigation(router: Navigate): () => void {
  navigate = router;
  pathname.set(null);
  return () => {
    navigate = navigateByHistory;
    readPathname();
  };
}
