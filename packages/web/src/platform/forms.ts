import type { UseFormReturnType } from "@mantine/form";

import { ApiFailure } from "./api-failure.ts";

type Form<Values, Output> = Pick<
  UseFormReturnType<Values, Output>,
  "setErrors" | "getInputNode" | "errors"
>;

/**
 * Shows what the server refused at the fields themselves and goes to the first one.
 *
 * @param failure whatever a mutation threw; anything but an {@link ApiFailure} is left alone.
 * @returns whether any field took an error.
 */
export function applyFieldErrors<Values, Output>(
  form: Form<Values, Output>,
  failure: unknown,
): boolean {
  if (!(failure instanceof ApiFailure) || failure.errors.length === 0) return false;
  const errors = Object.fromEntries(failure.errors.map(({ path, message }) => [path, message]));
  form.setErrors(errors);
  focusFirst(form, Object.keys(errors));
  return true;
}

/** For the second argument of `form.onSubmit`: takes the user to the first field that is not right. */
export function focusFirstError<Values, Output>(form: Form<Values, Output>) {
  return (errors: Record<string, unknown>) => focusFirst(form, Object.keys(errors));
}

function focusFirst<Values, Output>(form: Form<Values, Output>, paths: readonly string[]): void {
  const nodes = paths
    .map((path) => form.getInputNode<HTMLElement, string>(path))
    .filter((node) => node !== null);
  nodes
    .toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1))
    .at(0)
    ?.focus();
}
