import { useLayoutEffect } from "react";

import { createStore, useStore } from "../../platform/store.ts";

export type PageHeading = {
  title: string;
  /** The target of the back button when the tab has no page to go back to. */
  backTo: string | null;
};

const store = createStore<PageHeading>({ title: "", backTo: null });

/** The parts of the page's heading, which the app shell's header shows. */
export function usePageHeading(): PageHeading {
  return useStore(store);
}

/**
 * Sets the title in the header and in the browser tab. If `of` is given, the browser tab also names
 * the record.
 */
export function usePageTitle(title: string, backTo: string | null = null, of?: string): void {
  useLayoutEffect(() => {
    store.set({ title, backTo });
    document.title = `${of === undefined ? "" : `${of} – `}${title} – Kontor`;
  }, [title, backTo, of]);
}
