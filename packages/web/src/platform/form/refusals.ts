import { ApiProblem, userMessage } from "../api-problem.ts";

/**
 * The part of a refusal that the form itself shows: the errors of fields that it does not have,
 * or the message of a refusal without fields.
 *
 * @param fields the names of the form's fields, which show their own errors.
 * @returns null when there is nothing to show. A missing response has its own message.
 */
export function formLevelRefusal(fields: readonly string[], error: unknown): string | null {
  if (!(error instanceof ApiProblem)) return null;
  if (error.errors.length === 0) return userMessage(error.message);
  const elsewhere = error.errors.filter(({ path }) => !fields.includes(path.split(".")[0] ?? ""));
  return elsewhere.map(({ message }) => message).join(" ") || null;
}

/** Whether a save was refused because another user saved first. */
export function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === "changed_meanwhile";
}
