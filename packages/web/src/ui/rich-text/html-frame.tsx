import { SegmentedControl } from "@mantine/core";
import { useState } from "react";

import { Scroller } from "../scroller.tsx";

import classes from "./html-frame.module.css";

const widths = [
  { value: "desktop", label: "Desktop" },
  { value: "phone", label: "Phone" },
];

const narrow = "(max-width: 48em)";

type HtmlFrameProps = {
  /** The accessible name of the content: "Preview of the mail". */
  title: string;
  /** A complete HTML document. */
  html: string;
};

/**
 * An untrusted document, at the width of a desktop or a phone. The frame's sandbox allows nothing:
 * no script, no form, no navigation, and an opaque origin.
 */
export function HtmlFrame({ title, html }: HtmlFrameProps) {
  // On a phone the preview starts at phone width.
  const [width, setWidth] = useState(() => (matchMedia(narrow).matches ? "phone" : "desktop"));
  return (
    <div className={classes.frame}>
      <SegmentedControl
        className={classes.widths}
        aria-label="Width of the preview"
        size="xs"
        data={widths}
        value={width}
        onChange={setWidth}
      />
      <Scroller label={title} className={classes.desk}>
        <iframe
          className={classes.document}
          data-width={width}
          title={title}
          sandbox=""
          srcDoc={html}
        />
      </Scroller>
    </div>
  );
}
