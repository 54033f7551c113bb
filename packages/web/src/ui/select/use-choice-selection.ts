import { useCombobox } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useEffectEvent, useState, type KeyboardEvent, type RefObject } from "react";

import type { Choice, SearchSelectProps } from "./choice.ts";
import { isUnmatched } from "./use-unmatched-text.ts";

/** How long typing must pause before a search starts, in milliseconds. */
const searchDelay = 200;

const isSameText = (a: string, b: string): boolean =>
  a.trim().toLowerCase() === b.trim().toLowerCase();

/** Selecting by mouse and keyboard: opens and closes the dropdown, and selects a choice. */
export function useChoiceSelection(
  props: SearchSelectProps,
  input: RefObject<HTMLInputElement | null>,
) {
  const { selected, choices = [], clearable = false, onSelect } = props;
  const { typed, settled, asked, ...search } = useTypedSearch(props.searching, props.onSearch);
  const leave = () => {
    props.onLeave?.();
    if (clearable && typed === "" && selected !== null) onSelect(null);
    const isKept = isUnmatched(typed, selected) && input.current?.form;
    if (typed !== null && !isKept) search.end();
  };
  const showSelected = useEffectEvent(() => {
    if (document.activeElement !== input.current) search.end();
  });
  // Text that was left in the field would hide a choice that the form set.
  useEffect(() => showSelected(), [selected?.value]);
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.updateSelectedOptionIndex("active", { scrollIntoView: true }),
    onDropdownClose: leave,
  });
  const { dropdownOpened } = combobox;
  const close = () => {
    search.end();
    combobox.closeDropdown();
  };
  const take = (choice: Choice) => {
    onSelect(choice);
    close();
  };
  const awaitChoices = useAwaitedChoices(typed, settled, () => {
    if (choices[0]) take(choices[0]);
  });
  return {
    combobox,
    typed,
    settled,
    marksFirst: dropdownOpened && settled && asked,
    type: (text: string) => {
      search.type(text);
      combobox.resetSelectedOption();
      combobox.openDropdown();
    },
    take,
    /**
     * Selects the only choice whose name is the text in the field. @returns whether there is one.
     */
    takeNamed: (): boolean => {
      if (!settled || typed === null || typed.trim() === "") return false;
      const named = choices.filter((each) => isSameText(each.label, typed));
      if (named[0] && named.length === 1) take(named[0]);
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
  }, searchDelay);
  return {
    /** Null when nothing has been typed since the field was opened or a choice selected. */
    typed,
    /** The choices match the text in the field. */
    settled: !searching && (typed ?? "").trim() === sent,
    /** The choices are filtered by a text. */
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

/**
 * Selects a choice for a user who pressed Enter before the response arrived.
 *
 * @returns a function that waits for the choices of the current text. More typing, or a blur,
 *   cancels the wait.
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
