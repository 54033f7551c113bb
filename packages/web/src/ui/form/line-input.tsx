import { asOneLine } from "@kontor/contract/wire/text";
import { TextInput, type TextInputProps } from "@mantine/core";
import type { ClipboardEvent } from "react";

type LineInputProps = Omit<TextInputProps, "maxLength" | "value"> & {
  value: string;
  /** The maximum length, in characters. */
  limit: number;
};

/** The warning for a text that is too long; null otherwise. */
export function tooLongSentence(text: string, limit: number): string | null {
  const over = text.trim().length - limit;
  if (over <= 0) return null;
  return `Use at most ${limit} characters: ${over === 1 ? "1 is" : `${over} are`} too many.`;
}

/**
 * Pastes text with tabs or line breaks, such as cells of a spreadsheet, as one line, since the
 * contract refuses these characters in a line. Other text is left to the browser, with its undo.
 */
export function pasteAsOneLine(
  event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>,
): void {
  const field = event.currentTarget;
  const pasted = event.clipboardData.getData("text/plain");
  if (field.readOnly || !/[\t\r\n]/u.test(pasted)) return;
  event.preventDefault();
  const oneLine = asOneLine(pasted);
  const end = field.value.length;
  field.setRangeText(oneLine, field.selectionStart ?? end, field.selectionEnd ?? end, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * A line of text with a maximum length. Longer text is kept with a message and never truncated,
 * since a missing end is easily overlooked.
 */
export function LineInput({ limit, error, ...props }: LineInputProps) {
  return (
    <TextInput
      onPaste={pasteAsOneLine}
      {...props}
      error={tooLongSentence(props.value, limit) ?? error}
    />
  );
}
