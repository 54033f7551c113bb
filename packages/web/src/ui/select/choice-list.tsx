import { Combobox, Text, type ComboboxStore } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
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
  /** The choices are those of the text in the field. */
  settled: boolean;
  /** The first choice is marked, so that Enter takes it. */
  marksFirst: boolean;
  /** Takes a choice by its value. */
  take: (value: string) => void;
} & TargetProps;

/** The choices below a searching field. */
export function ChoiceList(props: ChoiceListProps) {
  const { combobox, take, disabled, field, choices = [], settled, nothingFound, footer } = props;
  return (
    <Combobox store={combobox} onOptionSubmit={take} disabled={disabled}>
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
            />
          ))}
          {settled && choices.length === 0 && <Combobox.Empty>{nothingFound}</Combobox.Empty>}
        </Combobox.Options>
        <FirstMark combobox={combobox} choices={props.choices} active={props.marksFirst} />
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

type TargetProps = {
  /** Gets what the arrow keys, Enter and Escape do in the field. */
  keys: Ref<KeyboardEventHandler | null>;
  onState: (state: ListState) => void;
};

/** What the library would put on the field. */
type Given = {
  ref?: Ref<HTMLElement>;
  onKeyDown?: KeyboardEventHandler;
  "aria-expanded"?: boolean;
  "aria-controls"?: string;
  "aria-activedescendant"?: string;
  "data-mantine-stop-propagation"?: boolean;
};

/**
 * Stands for the field, which was drawn before this file was loaded and is not drawn anew around it, and hands on
 * what it is given.
 */
function Target({
  field,
  keys,
  onState,
  ref,
  onKeyDown,
  ...given
}: TargetProps & Pick<ChoiceListProps, "field"> & Given) {
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

/** Marks the first choice; it stands behind the choices, so that they are there by then. */
function FirstMark({
  combobox: { selectFirstOption },
  choices,
  active,
}: Pick<ChoiceListProps, "combobox" | "choices"> & { active: boolean }) {
  useEffect(() => {
    if (active) selectFirstOption();
  }, [active, choices, selectFirstOption]);
  return null;
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
