import { ComboboxChevron, InputBase, type MantineStyleProps } from "@mantine/core";
import { Suspense, useState, type ReactNode, type Ref } from "react";

import { lazyPart } from "../../platform/part/lazy-part.ts";

const SearchSelectField = lazyPart(() => import("./search-select-field.tsx"), "SearchSelectField");

/** One choice of a {@link SearchSelect}. */
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

/**
 * A field that searches its choices on the server while the user types, for lists of any length. What chooses
 * is loaded when the first one is shown; until then a field stands there that looks the same, and whose
 * focus it takes over.
 */
export function SearchSelect(props: SearchSelectProps) {
  const [entered, setEntered] = useState(false);
  return (
    <Suspense fallback={<RestingField {...props} onEnter={() => setEntered(true)} />}>
      <SearchSelectField {...props} entered={entered} />
    </Suspense>
  );
}

function RestingField({
  inputRef,
  onEnter,
  ...props
}: SearchSelectProps & { onEnter: () => void }) {
  return (
    <InputBase
      ref={inputRef}
      data-path={props.path}
      {...(props.bare ? { "aria-label": props.label } : { label: props.label })}
      description={props.description}
      error={props.error}
      required={props.required}
      withAsterisk={false}
      disabled={props.disabled}
      placeholder={props.placeholder}
      {...props.space}
      value={props.selected?.label ?? ""}
      rightSectionPointerEvents="none"
      rightSection={<ComboboxChevron />}
      // It can be the first field of a form, which a read-only one is not.
      onChange={() => undefined}
      onFocus={onEnter}
    />
  );
}
