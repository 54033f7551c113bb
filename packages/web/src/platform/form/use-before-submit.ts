import { useEffect, useEffectEvent, type RefObject } from "react";

/**
 * Asks a field before the form around it is submitted; without a form it does nothing.
 *
 * @param settle settles what is in the field. @returns whether it can be submitted; otherwise the submit is stopped
 *   and the field has the focus.
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
    // React hears a submit above the form: this one comes before it.
    form?.addEventListener("submit", ask);
    return () => form?.removeEventListener("submit", ask);
  }, [field]);
}
