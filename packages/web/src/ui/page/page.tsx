import { Button } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useId, useState, type ReactNode } from "react";

import { useNamePage } from "./page-title.ts";

import classes from "./page.module.css";

type PageProps = {
  /** Shown in the header as the heading of the screen, and in the browser's tab. */
  title: string;
  /** Where the header's back button leads when the tab was opened on this page. */
  backTo?: string;
  /** A narrow column for forms; lists and tables take the whole width. */
  width?: "full" | "form";
  children: ReactNode;
};

/** The frame of a screen below the header. */
export function Page({ title, backTo, width = "full", children }: PageProps) {
  useNamePage(title, backTo ?? null);
  return (
    <div className={classes.page} data-width={width}>
      {children}
    </div>
  );
}

type ToolbarProps = {
  /** The search and what is always in sight, from the left. */
  children?: ReactNode;
  /** Filters, which a phone folds into one button. */
  filters?: ReactNode;
  /** How many of them are set. */
  filterCount?: number;
  /** Buttons of the screen, at the right. */
  actions?: ReactNode;
};

/** The row of search, filters and buttons above a table. On a phone they stand two in a row. */
export function Toolbar({ children, filters, filterCount = 0, actions }: ToolbarProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={classes.toolbar}>
      <div className={classes.filters}>
        {children}
        {filters !== undefined && (
          <>
            <Button
              hiddenFrom="sm"
              variant="default"
              leftSection={<IconFilter size={16} aria-hidden />}
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              {filterCount === 0 ? "Filters" : `Filters (${filterCount})`}
            </Button>
            <div id={id} className={classes.folded} data-open={open || undefined}>
              {filters}
            </div>
          </>
        )}
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
