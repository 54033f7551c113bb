import { Select, type ComboboxItem, type OptionsFilter, type SelectProps } from "@mantine/core";
import { useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import { flushSync } from "react-dom";

import { useFocusedByDialog } from "../../platform/form/first-field.ts";
import { useBeforeSubmit } from "../../platform/form/use-before-submit.ts";
import { nameMatchesFirst } from "./name-matches-first.ts";

type NamedChoice<Value extends string> = ComboboxItem<Value> & {
  /** Other names that one may type for it, in lower case. */
  also?: readonly string[];
};

type ChoiceSelectProps<Value extends string> = Omit<
  SelectProps<Value>,
  "data" | "value" | "onChange" | "searchable" | "searchValue" | "onSearchChange"
> & {
  /** The choices, or only their labels if these are the values. */
  data: readonly (NamedChoice<Value> | Value)[];
  value: Value | null;
  onChange: (value: Value | null) => void;
};

/** Lower case and single spaces, so that texts that look the same to a reader are equal. */
const normalize = (text: string): string => text.trim().replace(/\s+/g, " ").toLowerCase();

/**
 * Filters by the label or another name; choices that begin with the text come first, so that Enter
 * selects the best match.
 */
function filterByName<Value extends string>(
  choices: readonly NamedChoice<Value>[],
): OptionsFilter<Value> {
  const others = new Map<string, readonly string[]>(
    choices.map(({ value, also = [] }) => [value, also]),
  );
  return ({ options, search }) => {
    const typed = normalize(search);
    const found = options.filter(
      (option): option is ComboboxItem<Value> =>
        "value" in option &&
        (normalize(option.label).includes(typed) ||
          others.get(option.value)?.some((name) => name.startsWith(typed)) === true),
    );
    return [...nameMatchesFirst(found, search)];
  };
}

/**
 * A select whose choices are filtered by typing; Enter selects the first one. On blur, a text that
 * is the name of a choice selects it. Any other text stays, with an error at the field, and stops the
 * submit of the form. Otherwise the form would be saved without the value that its user believes to
 * have entered. In a clearable field, deleting the text clears the choice.
 */
export function ChoiceSelect<Value extends string = string>(props: ChoiceSelectProps<Value>) {
  const { data, value, onChange, error, onFocus, onBlur, clearable = false, ...more } = props;
  const { onKeyDown, ...rest } = more;
  const input = useRef<HTMLInputElement>(null);
  const choices = data.map((each): NamedChoice<Value> =>
    typeof each === "string" ? { value: each, label: each } : each,
  );
  const chosen = choices.find((each) => each.value === value)?.label ?? "";
  const [text, setText] = useState(chosen);
  const [leftWith, setLeftWith] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const isFocusedByDialog = useFocusedByDialog();
  const isChosenText = normalize(text) === normalize(chosen);
  const unknown = leftWith !== null && leftWith === text && !isChosenText ? leftWith : null;

  /**
   * Selects the choice that the text names, if any. @returns whether there is nothing to correct.
   */
  const settle = (): boolean => {
    if (isChosenText) return true;
    const cleared = normalize(text) === "";
    if (cleared && !clearable) return true;
    const match = choices.find(({ label, also = [] }) =>
      [normalize(label), ...also].includes(normalize(text)),
    );
    if (match || cleared) onChange(match?.value ?? null);
    else setLeftWith(text);
    // By now the library has restored the label of the last choice.
    setText(match?.label ?? text);
    return match !== undefined || cleared;
  };
  const narrow = filterByName(choices);
  /** Takes the best match, if the list has opened too late to highlight it. */
  const takeFirst = (event: KeyboardEvent<HTMLInputElement>) => {
    const { currentTarget: field, key } = event;
    const isHighlighted = field.hasAttribute("aria-activedescendant");
    if (key !== "Enter" || !opened || isHighlighted || isChosenText) return;
    const [first] = narrow({ options: choices, search: text, limit: Infinity });
    const match = choices.find((each) => first && "value" in first && each.value === first.value);
    if (match === undefined) return;
    event.preventDefault();
    onChange(match.value);
    setText(match.label);
    setOpened(false);
  };
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    settle();
    onBlur?.(event);
  };
  // The form must be submitted with the choice that was selected here.
  useBeforeSubmit(input, () => flushSync(settle));
  return (
    <Select
      {...rest}
      ref={input}
      data={choices}
      value={value}
      onChange={onChange}
      searchable
      openOnFocus={false}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      selectFirstOptionOnChange
      filter={narrow}
      searchValue={text}
      onSearchChange={setText}
      clearable={clearable}
      // Typed text replaces the choice that is shown, as in a field that searches.
      onFocus={(event) => {
        event.currentTarget.select();
        // Where a choice is made already, or in a dialog that focuses this field as it opens, the
        // list would only cover the fields below. A click, a letter or an arrow key opens it.
        if (value === null && !isFocusedByDialog(event.currentTarget)) setOpened(true);
        onFocus?.(event);
      }}
      onKeyDown={(event) => {
        takeFirst(event);
        onKeyDown?.(event);
      }}
      onBlur={leave}
      {...(unknown === null ? {} : { "aria-invalid": true })}
      error={
        unknown === null
          ? error
          : `“${unknown.trim()}” is not one of the choices. Choose one from the list${clearable ? ", or clear the field" : ""}.`
      }
    />
  );
}
