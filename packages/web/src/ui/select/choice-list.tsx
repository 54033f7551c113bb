import { Combobox, Text, type ComboboxStore } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useState,
  type KeyboardEventHandler,
  type Ref,
  type RefObject,
} from "react";

import type { Choice, ListState, SearchSelectProps } from "./choice.ts";

import classes from "./choice-list.module.css";

type ChoiceListProps = Pick<
  SearchSelectProps,
  "selected" | "choices" | "nothingFound" | "footer" | "disabled"
> & {
  combobox: ComboboxStore;
  field: RefObject<HTMLInputElement | null>;
  /** The choices match the text in the field. */
  settled: boolean;
  /** The first choice is highlighted, so that Enter selects it. */
  marksFirst: boolean;
  take: (choice: Choice) => void;
} & TargetProps;

/** Another text is another search, so typing also sends a failed one again. */
const notLoaded = "The choices could not be loaded. Type to try again.";

/** The dropdown of a search select. */
export function ChoiceList(props: ChoiceListProps) {
  const { combobox, take, disabled, field, settled, nothingFound, footer } = props;
  const { choices, hold } = useStableChoices(props.choices);
  const takeByValue = (value: string) => {
    const choice = choices.find((each) => String(each.value) === value);
    if (choice) take(choice);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={takeByValue} disabled={disabled}>
      <Combobox.Target withExpandedAttribute autoComplete="off">
        <Target field={field} keys={props.keys} onState={props.onState} />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options
          mah={320}
          className={classes.options}
          aria-label="Choices"
          aria-busy={!settled}
        >
          {choices.map((choice) => (
            <Option
              key={choice.value}
              choice={choice}
              active={choice.value === props.selected?.value}
              onPress={hold}
            />
          ))}
          {settled && choices.length === 0 && (
            <Combobox.Empty>
              {props.choices === undefined ? notLoaded : nothingFound}
            </Combobox.Empty>
          )}
        </Combobox.Options>
        <HighlightFirst combobox={combobox} choices={choices} active={props.marksFirst} />
        {footer !== undefined && choices.length > 0 && (
          <Combobox.Footer>
            <Text size="xs" c="dimmed">
              {footer}
            </Text>
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** How long after the end of a touch the browser may send its click, in milliseconds. */
const clickDelay = 100;

const none: readonly Choice[] = [];

/**
 * The choices of the list. From the press on one of them until its click they do not change: a
 * response that moved the list in between would make the click miss, or hit another choice.
 */
function useStableChoices(given: readonly Choice[] = none) {
  const [held, setHeld] = useState<{ choices: readonly Choice[] } | null>(null);
  useEffect(() => {
    if (held === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const release = () => {
      timer = setTimeout(() => setHeld(null), clickDelay);
    };
    window.addEventListener("pointerup", release);
    window.addEventListener("pointercancel", release);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pointerup", release);
      window.removeEventListener("pointercancel", release);
    };
  }, [held]);
  const choices = held?.choices ?? given;
  return { choices, hold: () => setHeld({ choices }) };
}

type TargetProps = {
  /** Receives the field's handler of the arrow keys, Enter and Escape. */
  keys: Ref<KeyboardEventHandler | null>;
  onState: (state: ListState) => void;
};

/** The props that the library would set on the field. */
type ComboboxTargetProps = {
  ref?: Ref<HTMLElement>;
  onKeyDown?: KeyboardEventHandler;
  "aria-expanded"?: boolean;
  "aria-controls"?: string;
  "aria-activedescendant"?: string;
  "data-mantine-stop-propagation"?: boolean;
};

/**
 * Stands in for the field as the dropdown's target, and passes the library's props on. The field
 * was rendered before this file was loaded, and must not be rendered again inside the dropdown.
 */
function Target({
  field,
  keys,
  onState,
  ref,
  onKeyDown,
  ...given
}: TargetProps & Pick<ChoiceListProps, "field"> & ComboboxTargetProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => field.current, [field]);
  useImperativeHandle<KeyboardEventHandler | null, KeyboardEventHandler | null>(
    keys,
    () => onKeyDown ?? null,
    [onKeyDown],
  );
  const opened = given["aria-expanded"] === true;
  const listId = given["aria-controls"];
  const markedId = given["aria-activedescendant"];
  const takesEscape = given["data-mantine-stop-propagation"] === true;
  useLayoutEffect(() => {
    onState({ opened, listId, markedId, takesEscape });
  }, [onState, opened, listId, markedId, takesEscape]);
  return null;
}

/** Highlights the first choice. It is rendered after the choices, so that they exist by then. */
function HighlightFirst({
  combobox: { selectFirstOption },
  choices,
  active,
}: Pick<ChoiceListProps, "combobox" | "choices"> & { active: boolean }) {
  useEffect(() => {
    if (active) selectFirstOption();
  }, [active, choices, selectFirstOption]);
  return null;
}

type OptionProps = { choice: Choice; active: boolean; onPress: () => void };

function Option({ choice, active, onPress }: OptionProps) {
  return (
    <Combobox.Option
      value={String(choice.value)}
      active={active}
      aria-selected={active}
      onPointerDown={onPress}
    >
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
