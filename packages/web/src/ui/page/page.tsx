import type { ReactNode } from "react";

import { useNamePage } from "./page-title.ts";

import classes from "./page.module.css";

type PageProps = {
  /** Shown in the header as the heading of the screen, and in the browser's tab. */
  title: string;
  /**
   * The record that is shown, for the browser's tab, so that tabs of several records can be
   * distinguished.
   */
  of?: string | undefined;
  /** Where the header's back button leads when the tab was opened on this page. */
  backTo?: string;
  /** A narrow column for forms; lists and tables take the whole width. */
  width?: "full" | "form";
  children: ReactNode;
};

/** The frame of a screen below the header. */
export function Page({ title, of, backTo, width = "full", children }: PageProps) {
  useNamePage(title, backTo ?? null, of);
  return (
    <div className={classes.page} data-width={width}>
      {children}
    </div>
  );
}
