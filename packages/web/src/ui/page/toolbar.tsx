import { Button } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useId, useState, type ReactNode } from "react";

import { useOnPhone } from "../use-on-phone.ts";

import classes from "./toolbar.module.css";

type ToolbarProps = {
  /** The search and what is always visible, from the left. */
  children?: ReactNode;
  /** Filters, which a phone folds into one button. */
  filters?: ReactNode;
  /** How many of them are set. */
  filterCount?: number;
  /** Buttons of the screen, at the right. */
  actions?: ReactNode;
  /** Paper shows the filters as they are set, unless the page says below it what it is narrowed to. */
  printed?: boolean;
};

/**
 * The row of search, filters and buttons above a table. On a phone they stand two in a row, and filters come
 * into being, with their code and their choices, when they are first unfolded, or one of them is set.
 */
export function Toolbar(props: ToolbarProps) {
  const { children, filters, filterCount = 0, actions, printed = true } = props;
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const onPhone = useOnPhone();
  // Once there they stay: a sheet of paper may be as narrow as a phone, and names those that are set.
  if (!wanted && (open || !onPhone || filterCount > 0)) setWanted(true);
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
              {wanted && filters}
            </div>
          </>
        )}
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
