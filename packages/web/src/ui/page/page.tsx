import type { ReactNode } from "react";

import { usePageTitle } from "./page-title.ts";

import classes from "./page.module.css";

type PageProps = {
  /** The heading of the screen in the header, and the title of the browser tab. */
  title: string;
  /**
   * The record that is shown. The browser tab names it, so that tabs of several records can be
   * distinguished.
   */
  of?: string | undefined;
  /** The target of the header's back button when the tab was opened on this page. */
  backTo?: string;
  /** A narrow column for forms; lists and tables take the full width. */
  width?: "full" | "form";
  children: ReactNode;
};

/** The layout of a screen below the header. */
export function Page({ title, of, backTo, width = "full", children }: PageProps) {
  usePageTitle(title, backTo ?? null, of);
  return (
    <div className={classes.page} data-width={width}>
      {children}
    </div>
  );
}
