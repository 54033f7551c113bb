import type { UseFormReturnType } from "@mantine/form";

import { fieldErrorsOf } from "../api-problem.ts";
import { focusForError } from "./focus-for-error.ts";

type Form<Values, Output> = Pick<
  UseFormReturnType<Values, Output>,
  "setErrors" | "getInputNode" | "errors"
>;

/**
 * Shows the server's refusals at their fields and focuses the first of these fields.
 *
 * @param error what a mutation threw.
 * @returns whether any field has an error.
 * @throws the error itself when it does not come from a call.
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

/** For the second argument of `form.onSubmit`: focuses the first field with an error. */
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
