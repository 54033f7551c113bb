import { Textarea, type TextareaProps } from "@mantine/core";
import type { KeyboardEvent } from "react";

import { tooLongSentence, pasteAsOneLine } from "../form/line-input.tsx";

type ReasonFieldProps = Omit<TextareaProps, "maxLength" | "value"> & {
  value: string;
  /** The maximum length, in characters. */
  limit?: number;
};

/** Keeps Enter from adding a line break. Ctrl+Enter and ⌘+Enter still submit the form. */
function preventLineBreak(event: KeyboardEvent): void {
  const submits = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  if (event.key === "Enter" && !submits && !event.nativeEvent.isComposing) event.preventDefault();
}

/**
 * The field for a reason: one line of at most 300 characters by default, wrapped when it is long.
 * It takes no line break, since many reasons become narrations, which are one line.
 */
export function ReasonField({ limit = 300, error, ...props }: ReasonFieldProps) {
  return (
    <Textarea
      label="Reason"
      autosize
      minRows={2}
      maxRows={5}
      required
      withAsterisk={false}
      onPaste={pasteAsOneLine}
      onKeyDown={preventLineBreak}
      {...props}
      error={tooLongSentence(props.value, limit) ?? error}
    />
  );
}
