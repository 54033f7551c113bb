import { useState, type RefObject } from "react";

import { useBeforeSubmit } from "../../platform/form/use-before-submit.ts";
import type { Choice } from "./choice.ts";

/** Whether the typed text is neither empty nor the name of the selected choice. */
export const isUnmatched = (typed: string | null, selected: Choice | null): boolean =>
  typed !== null && typed.trim() !== "" && typed.trim() !== selected?.label;

/**
 * On blur, a text without a matching choice stays in a form's field, with an error, and stops the
 * submit of the form. Otherwise the form would be saved without the value that its user believes to
 * have entered. Without a form, as in a filter, the field shows the selected choice again.
 *
 * @returns the text without a matching choice, or null; and the handler for a blur.
 */
export function useUnmatchedText(
  input: RefObject<HTMLInputElement | null>,
  typed: string | null,
  selected: Choice | null,
) {
  const [left, setLeft] = useState<string | null>(null);
  const unchosen = left === typed && isUnmatched(typed, selected) ? typed : null;
  useBeforeSubmit(input, () => {
    if (!isUnmatched(typed, selected)) return true;
    setLeft(typed);
    return false;
  });
  return {
    unchosen,
    leave: (text: string | null) => setLeft(input.current?.form ? text : null),
  };
}
