import { useEffect, useEffectEvent, type RefObject } from "react";

/**
 * Runs a check of a field before the surrounding form is submitted. Does nothing without a form.
 *
 * @param settle completes the input of the field. @returns whether the form can be submitted;
 *   otherwise the submit is stopped and the field gets the focus.
 */
export function useBeforeSubmit(
  field: RefObject<HTMLInputElement | null>,
  settle: () => boolean,
): void {
  const ask = useEffectEvent((event: Event) => {
    if (settle()) return;
    event.preventDefault();
    event.stopPropagation();
    field.current?.focus();
  });
  useEffect(() => {
    const form = field.current?.form;
    // React listens for submits above the form, so this listener runs first.
    form?.addEventListener("submit", ask);
    return () => form?.removeEventListener("submit", ask);
  }, [field]);
}
