import { useEffect, useEffectEvent, useState, type RefObject } from "react";

import type { Choice } from "./choice.ts";

/** Whether a text was typed that is neither empty nor the name of the selected choice. */
export const isUnchosen = (typed: string | null, selected: Choice | null): boolean =>
  typed !== null && typed.trim() !== "" && typed.trim() !== selected?.label;

/**
 * A text that is left in a field of a form without a choice stays, with an error, and stops the
 * submit of the form: otherwise the form would be saved without what its user believes to have
 * filled in. Where there is no form, as with a filter, the field shows the selected choice again.
 *
 * @returns the text for which nothing was chosen, or null; and what leaves the field.
 */
export function useUnchosenText(
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
