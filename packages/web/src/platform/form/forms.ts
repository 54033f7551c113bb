import type { UseFormReturnType } from "@mantine/form";

import { fieldErrorsOf } from "../api-problem.ts";
import { focusForError } from "./focus-for-error.ts";

type Form<Values, Output> = Pick<
  UseFormReturnType<Values, Output>,
  "setErrors" | "getInputNode" | "errors"
>;

/**
 * Shows what the server refused at the fields themselves and goes to the first one.
 *
 * @param error what a mutation threw.
 * @returns whether any field took an error.
 * @throws the error itself when it is none of a call.
 */
export function applyFieldErrors<Values, Output>(
  form: Form<Values, Output>,
  error: unknown,
): boolean {
  const errors = fieldErrorsOf(error);
  const paths = Object.keys(errors);
  if (paths.length === 0) return false;
  form.setErrors(errors);
  focusFirst(form, paths);
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
  const first = nodes
    .toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1))
    .at(0);
  focusForError(first);
}
