import { useLayoutEffect } from "react";

import { createStore, useStore } from "../../platform/store.ts";

export type PageHeading = {
  title: string;
  /** Where the back button leads when the tab has no page to go back to. */
  backTo: string | null;
};

const store = createStore<PageHeading>({ title: "", backTo: null });

/** The page's parts that the header of the shell shows. */
export function usePageHeading(): PageHeading {
  return useStore(store);
}

/** Names the page in the header and in the browser's tab; the tab names what is shown too, where it is given. */
export function useNamePage(title: string, backTo: string | null = null, of?: string): void {
  useLayoutEffect(() => {
    store.set({ title, backTo });
    document.title = `${of === undefined ? "" : `${of} – `}${title} – Kontor`;
  }, [title, backTo, of]);
}
