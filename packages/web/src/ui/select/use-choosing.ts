import { useCombobox } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useEffectEvent, useState, type KeyboardEvent, type RefObject } from "react";

import type { SearchSelectProps } from "./choice.ts";
import { isUnchosen } from "./use-unchosen-text.ts";

/** How long typing must pause before a search starts, in milliseconds. */
const pause = 200;

const isSameText = (a: string, b: string): boolean =>
  a.trim().toLowerCase() === b.trim().toLowerCase();

/** Choosing by mouse and keyboard: what opens and closes the choices, and what takes one. */
export function useChoosing(props: SearchSelectProps, input: RefObject<HTMLInputElement | null>) {
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
  const { dropdownOpened } = combobox;
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
    marksFirst: dropdownOpened && settled && asked,
    type: (text: string) => {
      search.type(text);
      combobox.resetSelectedOption();
      combobox.openDropdown();
    },
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
