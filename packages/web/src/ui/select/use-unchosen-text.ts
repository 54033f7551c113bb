import { useState, type RefObject } from "react";

import { useBeforeSubmit } from "../../platform/form/use-before-submit.ts";
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
  useBeforeSubmit(input, () => {
    if (!isUnchosen(typed, selected)) return true;
    setLeft(typed);
    return false;
  });
  return {
    unchosen,
    leave: (text: string | null) => setLeft(input.current?.form ? text : null),
  };
}
