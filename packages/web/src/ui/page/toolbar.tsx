import { Button } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useId, useState, type ReactNode } from "react";

import { useOnPhone } from "../screen-width.ts";

import classes from "./toolbar.module.css";

type ToolbarProps = {
  /** The search and everything that is always visible, from the left. */
  children?: ReactNode;
  /** Filters, which a phone folds into one button. */
  filters?: ReactNode;
  /**
   * What the default filters select, such as the days that are shown, for a phone, where the
   * filters are folded.
   */
  folded?: string;
  /** How many of the filters are set. */
  filterCount?: number;
  /** Buttons of the screen, at the right. */
  actions?: ReactNode;
  /** The printed page shows the filters. False for pages that state them below the toolbar. */
  printed?: boolean;
};

/**
 * The row of search, filters and buttons above a table. On a phone there are two in a row. There
 * the filters are mounted, with their code and their choices, only when they are first unfolded or
 * one of them is set.
 */
export function Toolbar(props: ToolbarProps) {
  const { children, filters, folded, filterCount = 0, actions, printed = true } = props;
  const [open, setOpen] = useState(false);
  const [mounted, setMounted] = useState(false);
  const onPhone = useOnPhone();
  // Once mounted they stay: a sheet of paper may be as narrow as a phone, and shows those that are
  // set.
  if (!mounted && (open || !onPhone || filterCount > 0)) setMounted(true);
  const id = useId();
  return (
    <div className={classes.toolbar} data-unprinted={!printed || undefined}>
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
              {mounted && filters}
            </div>
          </>
        )}
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      {onPhone && folded !== undefined && !open && <p className={classes.note}>{folded}</p>}
    </div>
  );
}
