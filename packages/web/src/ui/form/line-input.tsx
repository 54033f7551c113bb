import { TextInput, type TextInputProps } from "@mantine/core";

type LineInputProps = Omit<TextInputProps, "maxLength" | "value"> & {
  value: string;
  /** The most characters that are taken. */
  limit: number;
};

/** The warning for a text of so many characters, or null while it is short enough. */
function excess(text: string, limit: number): string | null {
  const over = text.trim().length - limit;
  if (over <= 0) return null;
  return `Use at most ${limit} characters: ${over === 1 ? "1 is" : `${over} are`} too many.`;
}

/**
 * A line of text with a limit. Longer text is kept with a message, never cut, since a missing end
 * is easily overlooked.
 */
export function LineInput({ limit, error, ...props }: LineInputProps) {
  return <TextInput {...props} error={excess(props.value, limit) ?? error} />;
}
