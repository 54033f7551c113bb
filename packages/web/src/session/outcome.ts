import { ApiProblem, fieldErrorsOf } from "../platform/api-problem.ts";

/** What came of a step before the app: its data, or what to show at the fields. */
export type Outcome<Data> =
  | { done: true; data: Data }
  | { done: false; errors: Record<string, string>; code: string | null; message: string | null };

/** Waits for the call of a step. What is no refusal of a field has been shown to the user already. */
export async function outcomeOf<Data>(step: Promise<Data>): Promise<Outcome<Data>> {
  try {
    return { done: true, data: await step };
  } catch (error) {
    const errors = fieldErrorsOf(error);
    const { code, message } = error instanceof ApiProblem ? error : { code: null, message: null };
    return { done: false, errors, code, message };
  }
}
