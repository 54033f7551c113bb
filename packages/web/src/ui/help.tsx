import { Tooltip } from "@mantine/core";
import { useId, type ReactElement, type ReactNode } from "react";

import classes from "./help.module.css";

const shownOn = { hover: true, focus: true, touch: true } as const;

type HelpProps = {
  /** One sentence. */
  help: string;
};

/**
 * A word with one sentence of help: on hover, focus and tap, and as its description for screen
 * readers.
 */
export function Term({ help, children }: HelpProps & { children: ReactNode }) {
  const id = useId();
  return (
    <>
      <Tooltip label={help} multiline maw={280} events={shownOn}>
        <button
          type="button"
          className={classes.term}
          aria-describedby={id}
          // It only explains: a click must not activate the element around it.
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

/** A field with one sentence of help, in the same way. */
export function Explained({ help, children }: HelpProps & { children: ReactElement }) {
  return (
    <Tooltip label={help} multiline maw={280} position="top-start" events={shownOn}>
      {children}
    </Tooltip>
  );
}
