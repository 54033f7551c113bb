import { formatCount } from "@kontor/contract/format";
import type { MantineStyleProps } from "@mantine/core";
import type { ReactNode, Ref } from "react";

/** One choice of a search select. */
export type Choice = {
  value: number;
  label: string;
  /** A second line that distinguishes choices of the same name. */
  detail?: string | undefined;
};

/**
 * Choices for a filter, starting with the choice "all", which is included while its label contains
 * the text.
 */
export function withAllChoice(
  every: Choice,
  choices: readonly Choice[] | undefined,
  search: string,
): Choice[] | undefined {
  const meant = every.label.toLowerCase().includes(search.toLowerCase());
  return choices && (meant ? [every, ...choices] : [...choices]);
}

/** Says below the choices that there are more; undefined when all are shown, or while they load. */
export function moreChoicesHint(shown: number, total: number | undefined): string | undefined {
  if (total === undefined || total <= shown) return undefined;
  return `${formatCount(shown)} of ${formatCount(total)} shown. Type to narrow the list.`;
}

/** How much space a field takes beside others. */
export type FieldSpace = Pick<MantineStyleProps, "w" | "miw" | "maw" | "flex">;

/** The state of the dropdown for screen readers. */
export type ListState = {
  opened: boolean;
  listId?: string | undefined;
  /** The id of the highlighted choice. */
  markedId?: string | undefined;
  /** Escape closes the dropdown, and not the dialog around the field. */
  takesEscape: boolean;
};

/** The props of a search select. */
export type SearchSelectProps = {
  label: string;
  /** Shows the label only to screen readers, when there is no room for it. */
  bare?: boolean;
  selected: Choice | null;
  /** Called with null when the field was cleared, which requires a clearable field. */
  onSelect: (choice: Choice | null) => void;
  /**
   * The results for the text of the last `onSearch`; undefined until the first response, and when
   * there was none.
   */
  choices: readonly Choice[] | undefined;
  /**
   * Called with the search text once typing has paused, and with an empty text when the field is
   * opened or loses the focus.
   */
  onSearch: (text: string) => void;
  /** The choices still belong to an earlier text. */
  searching: boolean;
  nothingFound: string;
  /** A line below the choices, for example that there are more. */
  footer?: string | undefined;
  /**
   * Called when the dropdown has closed: a choice was selected, Escape was pressed, or the field
   * lost the focus.
   */
  onLeave?: () => void;
  clearable?: boolean;
  disabled?: boolean;
  required?: boolean;
  placeholder?: string;
  description?: string | undefined;
  error?: ReactNode;
  space?: FieldSpace | undefined;
  inputRef?: Ref<HTMLInputElement>;
  /** The form's `data-path`, by which an error finds the field to focus. */
  path?: string | undefined;
};
