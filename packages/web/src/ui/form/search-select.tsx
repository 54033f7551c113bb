import {
  CloseButton,
  Combobox,
  InputBase,
  Loader,
  Text,
  useCombobox,
  type MantineStyleProps,
} from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconCheck } from "@tabler/icons-react";
import {
  useEffect,
  useEffectEvent,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from "react";

import classes from "./search-select.module.css";

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
export function withEvery<Found extends Choice>(
  every: Found,
  choices: readonly Found[] | undefined,
  search: string,
): Found[] | undefined {
  const meant = every.label.toLowerCase().includes(search.toLowerCase());
  return choices && (meant ? [every, ...choices] : [...choices]);
}

/** How much room a field takes beside others. */
export type FieldSpace = Pick<MantineStyleProps, "w" | "miw" | "maw" | "flex">;

type SearchSelectProps<Found extends Choice> = {
  label: string;
  /** The label is only for screen readers, where there is no room for it. */
  bare?: boolean;
  selected: Choice | null;
  /** Null when the field was cleared, which only a clearable field can be. */
  onSelect: (choice: Found | null) => void;
  /** The results for the text of the last `onSearch`; undefined until the first response. */
  choices: readonly Found[] | undefined;
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
  /** Its name in the form, by which a refusal of the server finds the field. */
  path?: string | undefined;
};

/** How long typing must pause before a search starts, in milliseconds. */
const pause = 200;

/**
 * A field that searches its choices on the server while the user types, for lists of any length.
 * The first choice is marked, so that Enter takes it. Enter while the choices are still those of an
 * earlier text asks at once and takes the first choice of the response.
 */
export function SearchSelect<Found extends Choice>(props: SearchSelectProps<Found>) {
  const { inputRef, ...rest } = props;
  const { selected, choices, clearable = false } = rest;
  const { combobox, typed, settled, type, take, clear, onKeyDown } = useChoosing(rest);
  return (
    <Combobox store={combobox} onOptionSubmit={take} disabled={rest.disabled}>
      <Combobox.Target withExpandedAttribute autoComplete="off">
        <InputBase
          ref={inputRef}
          data-path={rest.path}
          {...(rest.bare ? { "aria-label": rest.label } : { label: rest.label })}
          description={rest.description}
          error={rest.error}
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
            combobox.openDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
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

/** Choosing by mouse and keyboard: what opens and closes the choices, and what takes one. */
function useChoosing<Found extends Choice>(props: SearchSelectProps<Found>) {
  const { selected, choices = [], clearable = false, onSelect } = props;
  const { typed, settled, asked, ...search } = useTypedSearch(props.searching, props.onSearch);
  const leave = () => {
    props.onLeave?.();
    if (clearable && typed === "" && selected !== null) onSelect(null);
    if (typed !== null) search.end();
  };
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
    search.forget();
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
    /** Takes a choice by its value, as the combobox gives it. */
    take,
    clear: () => {
      onSelect(null);
      close();
    },
    onKeyDown: (event: KeyboardEvent) => {
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
    /** The field shows the selected choice again. */
    forget: () => setTyped(null),
    /** The same, and all choices are offered again. */
    end: () => {
      setTyped(null);
      send.cancel();
      setSent("");
      onSearch("");
    },
  };
}

type ChoicesProps = Pick<
  SearchSelectProps<Choice>,
  "selected" | "choices" | "nothingFound" | "footer"
> & { settled: boolean };

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
