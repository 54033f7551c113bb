import { CloseButton, ComboboxChevron, InputBase, Loader } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { Suspense, useRef, useState, type KeyboardEventHandler } from "react";

import { useFocusedByDialog } from "../../platform/form/first-field.ts";
import { isFocusedForError } from "../../platform/form/focus-for-error.ts";
import { lazyComponent } from "../../platform/loading/lazy-component.ts";
import type { ListState, SearchSelectProps } from "./choice.ts";
import { useChoiceSelection } from "./use-choice-selection.ts";
import { useUnmatchedText } from "./use-unmatched-text.ts";

const ChoiceList = lazyComponent(() => import("./choice-list.tsx"), "ChoiceList");

/**
 * A select that searches its choices on the server while the user types, for lists of any length.
 * The first choice is highlighted, so that Enter selects it. Enter while the choices still belong
 * to an earlier text searches immediately and selects the first choice of the response.
 *
 * The dropdown is loaded when the first such field is shown. Typed text is searched for from the
 * start.
 */
export function SearchSelect(props: SearchSelectProps) {
  const { selected, choices, clearable = false, inputRef } = props;
  const input = useRef<HTMLInputElement>(null);
  const keys = useRef<KeyboardEventHandler | null>(null);
  const [list, setList] = useState<ListState>({ opened: false, takesEscape: false });
  const choosing = useChoiceSelection(props, input);
  const { combobox, typed, settled, marksFirst, take } = choosing;
  const isFocusedByDialog = useFocusedByDialog();
  const { unchosen, leave } = useUnmatchedText(input, typed, selected);
  const error =
    unchosen === null ? props.error : notSelectedSentence(unchosen, clearable || !selected);
  return (
    <>
      <InputBase
        role="combobox"
        aria-haspopup="listbox"
        autoComplete="off"
        aria-expanded={list.opened}
        aria-controls={list.listId}
        aria-activedescendant={list.markedId}
        data-mantine-stop-propagation={list.takesEscape || undefined}
        ref={useMergedRef(input, inputRef)}
        data-path={props.path}
        {...(props.bare ? { "aria-label": props.label } : { label: props.label })}
        description={props.description}
        error={error}
        required={props.required}
        withAsterisk={false}
        disabled={props.disabled}
        placeholder={props.placeholder}
        {...props.space}
        value={typed ?? selected?.label ?? ""}
        maxLength={100}
        rightSectionPointerEvents={clearable && selected ? "all" : "none"}
        rightSection={
          combobox.dropdownOpened && !settled ? (
            <Loader size={16} aria-hidden />
          ) : clearable && selected ? (
            <CloseButton size="sm" aria-label="Empty the field" onClick={choosing.clear} />
          ) : (
            <ComboboxChevron />
          )
        }
        onChange={(event) => choosing.type(event.currentTarget.value)}
        onKeyDown={(event) => {
          choosing.onKeyDown(event);
          keys.current?.(event);
        }}
        onFocus={(event) => {
          event.currentTarget.select();
          // When a form focuses the field because of an error, the dropdown would cover the error,
          // and when a dialog does as it opens, the fields below.
          const isOpening = isFocusedByDialog(event.currentTarget);
          if (!isOpening && !isFocusedForError() && !error) combobox.openDropdown();
        }}
        onClick={() => combobox.openDropdown()}
        onBlur={() => {
          if (!choosing.takeNamed()) leave(typed);
          combobox.closeDropdown();
        }}
      />
      <Suspense>
        <ChoiceList
          {...{ combobox, keys, selected, choices, settled, marksFirst, take }}
          field={input}
          onState={setList}
          disabled={props.disabled}
          nothingFound={props.nothingFound}
          footer={props.footer}
        />
      </Suspense>
    </>
  );
}

const notSelectedSentence = (text: string, canBeEmpty: boolean): string =>
  `Nothing is selected for “${text.trim()}”. Choose one from the list${canBeEmpty ? ", or clear the field" : ""}.`;
