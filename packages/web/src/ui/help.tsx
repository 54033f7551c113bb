import { Tooltip } from "@mantine/core";
import { useId, type ReactElement, type ReactNode } from "react";

import classes from "./help.module.css";

const tooltipEvents = { hover: true, focus: true, touch: true } as const;

type HelpProps = {
  /** One sentence. */
  help: string;
};

/**
 * A word with one sentence of help: a tooltip on hover, focus and tap, and the description for
 * screen readers.
 */
export function Term({ help, children }: HelpProps & { children: ReactNode }) {
  const id = useId();
  return (
    <>
      <Tooltip label={help} multiline maw={280} events={tooltipEvents}>
        <button
          type="button"
          className={classes.term}
          aria-describedby={id}
          // The term only explains: a click on it must not activate the surrounding element.
          onClick={(event) => event.stopPropagation()}
        >
          {children}
        </button>
      </Tooltip>
      <span id={id} hidden>
        {help}
      </span>
    </>
  );
}

/** A field with one sentence of help, like {@link Term}. */
export function WithHelp({ help, children }: HelpProps & { children: ReactElement }) {
  return (
    <Tooltip label={help} multiline maw={280} position="top-start" events={tooltipEvents}>
      {children}
    </Tooltip>
  );
}
