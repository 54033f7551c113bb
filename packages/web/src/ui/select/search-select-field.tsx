import { CloseButton, Combobox, InputBase, Loader, Text, useCombobox } from "@mantine/core";
import { useDebouncedCallback, useMergedRef } from "@mantine/hooks";
import { IconCheck } from "@tabler/icons-react";
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from "react";

import { isFocusedForError } from "../../platform/form/forms.ts";
import type { Choice, SearchSelectProps } from "./choice.ts";

import classes from "./search-select-field.module.css";

/** How long typing must pause before a search starts, in milliseconds. */
const pause = 200;

type SearchSelectFieldProps = SearchSelectProps & {
  /** The text of the field that stood here until this one was loaded, where that had the focus. */
  entered: string | null;
};

/**
 * A field that searches its choices on the server while the user types, for lists of any length.
 * The first choice is marked, so that Enter takes it. Enter while the choices are still those of an
 * earlier text asks at once and takes the first choice of the response.
 */
export function SearchSelectField({ entered, inputRef, ...rest }: SearchSelectFieldProps) {
  const { selected, choices, clearable = false } = rest;
  const input = useRef<HTMLInputElement>(null);
  const { combobox, typed, settled, type, keep, take, takeNamed, clear, onKeyDown } = useChoosing(
    rest,
    input,
  );
  const { unchosen, leave } = useUnchosenText(input, typed, selected);
  useEntered(entered, input, {
    type,
    left: (text) => {
      keep(text);
      leave(text);
    },
  });
  const error = unchosen === null ? rest.error : notChosen(unchosen, clearable || !selected);
  return (
    <Combobox store={combobox} onOptionSubmit={take} disabled={rest.disabled}>
      <Combobox.Target withExpandedAttribute autoComplete="off">
        <InputBase
          ref={useMergedRef(input, inputRef)}
          data-path={rest.path}
          {...(rest.bare ? { "aria-label": rest.label } : { label: rest.label })}
          description={rest.description}
          error={error}
          required={rest.required}
          withAsterisk={false}
          disabled={rest.disabled}
          placeholder={rest.placeholder}
          {...rest.space}
          value={typed ?? selected?.label ?? ""}
          maxLength={100}
          rightSectionPointerEvents={clearable && selected ? "all" : "none"}
          rightSection={
            combobox.dropdownOpened && !settled ? (
              <Loader size={16} aria-hidden />
            ) : clearable && selected ? (
              <CloseButton size="sm" aria-label="Empty the field" onClick={clear} />
            ) : (
              <Combobox.Chevron />
            )
          }
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            event.currentTarget.select();
            // The choices would lie over the error for which a form focuses the field.
            if (!isFocusedForError() && !error) combobox.openDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            if (!takeNamed()) leave(typed);
            combobox.closeDropdown();
          }}
        />
      </Combobox.Target>
      <Choices
        {...{ selected, choices, settled }}
        nothingFound={rest.nothingFound}
        footer={rest.footer}
      />
    </Combobox>
  );
}

const notChosen = (text: string, canBeEmpty: boolean): string =>
  `Nothing is chosen for “${text.trim()}”. Choose one of the list${canBeEmpty ? ", or empty the field" : ""}.`;

const isSameText = (a: string, b: string): boolean =>
  a.trim().toLowerCase() === b.trim().toLowerCase();

/** Whether a text was typed that is neither empty nor the name of the selected choice. */
const isUnchosen = (typed: string | null, selected: Choice | null): boolean =>
  typed !== null && typed.trim() !== "" && typed.trim() !== selected?.label;

/**
 * A text that is left in a field of a form without a choice stays, with an error, and stops the
 * submit of the form: otherwise the form would be saved without what its user believes to have
 * filled in. Where there is no form, as with a filter, the field shows the selected choice again.
 *
 * @returns the text for which nothing was chosen, or null; and what leaves the field.
 */
function useUnchosenText(
  input: RefObject<HTMLInputElement | null>,
  typed: string | null,
  selected: Choice | null,
) {
  const [left, setLeft] = useState<string | null>(null);
  const unchosen = left === typed && isUnchosen(typed, selected) ? typed : null;
  const stop = useEffectEvent((event: Event) => {
    if (!isUnchosen(typed, selected)) return;
    setLeft(typed);
    event.preventDefault();
    event.stopPropagation();
    input.current?.focus();
  });
  useEffect(() => {
    const form = input.current?.form;
    // React hears a submit above the form: this one comes before it.
    form?.addEventListener("submit", stop);
    return () => form?.removeEventListener("submit", stop);
  }, [input]);
  return {
    unchosen,
    leave: (text: string | null) => setLeft(input.current?.form ? text : null),
  };
}

/**
 * Takes over the focus of the field that stood here, and the text that was typed there: it is searched
 * for, or, where a form's field was left by then, stays with an error.
 */
function useEntered(
  entered: string | null,
  input: RefObject<HTMLInputElement | null>,
  { type, left }: Record<"type" | "left", (text: string) => void>,
): void {
  const takeOver = useEffectEvent(() => {
    const field = input.current;
    if (entered === null || !field) return;
    const typed = entered !== field.value;
    // The focus is nowhere since the field that had it is gone, unless the user went on meanwhile.
    if (document.activeElement === document.body) {
      field.focus();
      if (typed) type(entered);
    } else if (typed && field.form) left(entered);
  });
  useEffect(() => takeOver(), []);
}

/** Choosing by mouse and keyboard: what opens and closes the choices, and what takes one. */
function useChoosing(props: SearchSelectProps, input: RefObject<HTMLInputElement | null>) {
  const { selected, choices = [], clearable = false, onSelect } = props;
  const { typed, settled, asked, ...search } = useTypedSearch(props.searching, props.onSearch);
  const leave = () => {
    props.onLeave?.();
    if (clearable && typed === "" && selected !== null) onSelect(null);
    const isKept = isUnchosen(typed, selected) && input.current?.form;
    if (typed !== null && !isKept) search.end();
  };
  const showSelected = useEffectEvent(() => {
    if (document.activeElement !== input.current) search.end();
  });
  // A text that was left would cover a choice that the form was given from elsewhere.
  useEffect(() => showSelected(), [selected?.value]);
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.updateSelectedOptionIndex("active", { scrollIntoView: true }),
    onDropdownClose: leave,
  });
  const { selectFirstOption, dropdownOpened } = combobox;
  const highlighting = dropdownOpened && settled && asked;
  useEffect(() => {
    if (highlighting) selectFirstOption();
  }, [highlighting, choices, selectFirstOption]);

  const close = () => {
    search.end();
    combobox.closeDropdown();
  };
  const take = (value: string) => {
    const choice = choices.find((each) => String(each.value) === value);
    if (choice) onSelect(choice);
    close();
  };
  const awaitChoices = useAwaitedChoices(typed, settled, () => {
    if (choices[0]) take(String(choices[0].value));
  });
  return {
    combobox,
    typed,
    settled,
    type: (text: string) => {
      search.type(text);
      combobox.resetSelectedOption();
      combobox.openDropdown();
    },
    /** Keeps a text in the field, with its choices closed. */
    keep: search.type,
    /** Takes a choice by its value, as the combobox gives it. */
    take,
    /** Takes the one choice whose name is the text in the field. @returns whether there is one. */
    takeNamed: (): boolean => {
      if (!settled || typed === null || typed.trim() === "") return false;
      const named = choices.filter((each) => isSameText(each.label, typed));
      if (named[0] && named.length === 1) take(String(named[0].value));
      return named.length === 1;
    },
    clear: () => {
      onSelect(null);
      close();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Escape" && dropdownOpened && typed !== null) search.end();
      if (event.key !== "Enter" || typed === null || !dropdownOpened) return;
      if (!settled) {
        combobox.resetSelectedOption();
        awaitChoices();
        search.askNow();
      }
      // Enter in a search must not submit the form around the field.
      event.preventDefault();
    },
  };
}

/** The text in the field, which is searched for once typing has paused. */
function useTypedSearch(searching: boolean, onSearch: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const [sent, setSent] = useState("");
  const send = useDebouncedCallback((text: string) => {
    setSent(text);
    onSearch(text);
  }, pause);
  return {
    /** Null when nothing has been typed since the field was opened or a choice taken. */
    typed,
    /** The choices are those of the text in the field. */
    settled: !searching && (typed ?? "").trim() === sent,
    /** The choices are those of a text, not all. */
    asked: sent !== "",
    type: (text: string) => {
      setTyped(text);
      send(text.trim());
    },
    /** Searches without waiting for a pause. */
    askNow: () => send.flush(),
    /** The field shows the selected choice again, and all choices are offered. */
    end: () => {
      setTyped(null);
      send.cancel();
      setSent("");
      onSearch("");
    },
  };
}

type ChoicesProps = Pick<SearchSelectProps, "selected" | "choices" | "nothingFound" | "footer"> & {
  settled: boolean;
};

function Choices({ selected, choices = [], settled, nothingFound, footer }: ChoicesProps) {
  return (
    <Combobox.Dropdown>
      <Combobox.Options
        mah={320}
        className={classes.options}
        aria-label="Choices"
        aria-busy={!settled}
      >
        {choices.map((choice) => (
          <Option key={choice.value} choice={choice} active={choice.value === selected?.value} />
        ))}
        {settled && choices.length === 0 && <Combobox.Empty>{nothingFound}</Combobox.Empty>}
      </Combobox.Options>
      {footer !== undefined && choices.length > 0 && (
        <Combobox.Footer>
          <Text size="xs" c="dimmed">
            {footer}
          </Text>
        </Combobox.Footer>
      )}
    </Combobox.Dropdown>
  );
}

/**
 * Takes a choice for somebody who pressed Enter before the response was there.
 *
 * @returns waits for the choices of the current text; more typing, or leaving the field, cancels
 *   it.
 */
function useAwaitedChoices(typed: string | null, settled: boolean, take: () => void): () => void {
  const [awaited, setAwaited] = useState<string | null>(null);
  if (awaited !== null && awaited !== typed) setAwaited(null);
  const arrived = settled && awaited !== null && awaited === typed;
  const takeNow = useEffectEvent(take);
  useEffect(() => {
    if (arrived) takeNow();
  }, [arrived]);
  return () => setAwaited(typed);
}

function Option({ choice, active }: { choice: Choice; active: boolean }) {
  return (
    <Combobox.Option value={String(choice.value)} active={active} aria-selected={active}>
      <span className={classes.option}>
        <span className={classes.text}>
          <span>{choice.label}</span>
          {choice.detail !== undefined && <span className={classes.detail}>{choice.detail}</span>}
        </span>
        {active && <IconCheck size={16} aria-hidden />}
      </span>
    </Combobox.Option>
  );
}
