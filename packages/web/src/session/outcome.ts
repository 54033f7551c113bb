import { ApiProblem, fieldErrorsOf } from "../platform/api-problem.ts";

/** A refused step: its errors to show at the fields, and its code and sentence. */
export type Refused = {
  done: false;
  errors: Record<string, string>;
  code: string | null;
  message: string | null;
};

/** The outcome of a step before the sign-in: its data, or why it was refused. */
export type Outcome<Data> = { done: true; data: Data } | Refused;

/** Awaits the call of a step. Errors other than refusals of a field have already been shown. */
export async function outcomeOf<Data>(step: Promise<Data>): Promise<Outcome<Data>> {
  try {
    return { done: true, data: await step };
  } catch (error) {
    const errors = fieldErrorsOf(error);
    const { code, message } = error instanceof ApiProblem ? error : { code: null, message: null };
    return { done: false, errors, code, message };
  }
}
