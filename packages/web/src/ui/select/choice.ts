import type { MantineStyleProps } from "@mantine/core";
import type { ReactNode, Ref } from "react";

/** One choice of a field that searches its choices. */
export type Choice = {
  value: number;
  label: string;
  /** A second line that distinguishes choices of the same name. */
  detail?: string | undefined;
};

/**
 * Choices with the choice "all" before them, for a filter. It stays for as long as the text is part
 * of its label.
 */
export function withEvery(
  every: Choice,
  choices: readonly Choice[] | undefined,
  search: string,
): Choice[] | undefined {
  const meant = every.label.toLowerCase().includes(search.toLowerCase());
  return choices && (meant ? [every, ...choices] : [...choices]);
}

/** How much room a field takes beside others. */
export type FieldSpace = Pick<MantineStyleProps, "w" | "miw" | "maw" | "flex">;

/** The choices below a field that searches them, as screen readers hear of them. */
export type ListState = {
  opened: boolean;
  listId?: string | undefined;
  /** The id of the marked choice. */
  markedId?: string | undefined;
  /** Escape closes the choices, and not the dialog around the field. */
  takesEscape: boolean;
};

/** What a field that searches its choices takes. */
export type SearchSelectProps = {
  label: string;
  /** The label is only for screen readers, where there is no room for it. */
  bare?: boolean;
  selected: Choice | null;
  /** Null when the field was cleared, which only a clearable field can be. */
  onSelect: (choice: Choice | null) => void;
  /** The results for the text of the last `onSearch`; undefined until the first response. */
  choices: readonly Choice[] | undefined;
  /** The text to look for, once typing has paused; empty when the field is opened or left. */
  onSearch: (text: string) => void;
  /** The choices are still those of an earlier text. */
  searching: boolean;
  nothingFound: string;
  /** A line below the choices, such as that there are more. */
  footer?: string | undefined;
  /** The choices were closed: one was taken, Escape was pressed, or the field was left. */
  onLeave?: () => void;
  clearable?: boolean;
  disabled?: boolean;
  required?: boolean;
  placeholder?: string;
  description?: string | undefined;
  error?: ReactNode;
  space?: FieldSpace | undefined;
  inputRef?: Ref<HTMLInputElement>;
  /** Its `data-path` of the form, by which an error finds the field to focus. */
  path?: string | undefined;
};
