import type { RichTextProfileName } from "@kontor/contract/rich-text";
import { Input, Skeleton } from "@mantine/core";
import { lazy, Suspense, type ReactNode } from "react";

import type { Placeholder } from "./placeholder-chips.ts";

import classes from "./rich-text-editor.module.css";

export type RichTextEditorProps = {
  /** Visible label, which is also the name of the text box. */
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** Shown while nothing is typed. */
  placeholder?: string;
  /** What the text may be made of; the toolbar and what is kept of a paste follow from it. */
  allow: RichTextProfileName;
  /** Offered after @ and shown as chips; in `value` each is plain `{{name}}`. Fixed while shown. */
  placeholders?: readonly Placeholder[];
  /** HTML, or the empty string for nothing. */
  value: string;
  onChange: (html: string) => void;
  onFocus?: () => void;
  onBlur?: () => void;
  /** How much room there is at first; it grows with the text. A subject has one line. */
  size?: "md" | "lg";
  /** The path by which a form finds its field. */
  "data-path"?: string;
};

const RichTextSurface = lazy(async () => ({
  default: (await import("./rich-text-surface.tsx")).RichTextSurface,
}));

/**
 * The editor for rich text, one for all screens. Its code is loaded when the first one is shown; until
 * then a field of the same size stands there.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  const { label, description, required, allow, size = "md" } = props;
  return (
    <Suspense
      fallback={
        <Input.Wrapper {...{ label, description, required }} labelElement="div">
          <Skeleton className={classes.awaited} data-size={allow === "subject" ? "line" : size} />
        </Input.Wrapper>
      }
    >
      <RichTextSurface {...props} />
    </Suspense>
  );
}
