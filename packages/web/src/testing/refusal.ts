import {
  errorCodes,
  sentenceFor,
  type ErrorCode,
  type Problem,
} from "@kontor/contract/error-codes";

type FieldProblem = { path: string; message: string };

/** A refusal on its way from a handler to the page. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly code: ErrorCode;
  readonly errors: readonly FieldProblem[];

  constructor(
    code: ErrorCode,
    details: Readonly<Record<string, string>> = {},
    errors: readonly FieldProblem[] = [],
  ) {
    super(sentenceFor(code, details));
    this.code = code;
    this.errors = errors;
  }
}

/** A request that gets no answer. */
export class ConnectionLost extends TypeError {
  override name = "ConnectionLost";
}

/**
 * Refuses a call as the API does, with the sentence of the code: `api.on(getLedger, () => refuse("not_found",
 * { what: "The ledger" }))`. The code `session_missing` ends the session.
 *
 * @param details fill the `{names}` of the sentence.
 * @param errors what is wrong with single fields, by dotted path.
 */
export function refuse(
  code: ErrorCode,
  details?: Readonly<Record<string, string>>,
  errors?: readonly FieldProblem[],
): never {
  throw new Refusal(code, details, errors);
}

/** Refuses a call at one field of its form, with the sentence of the code. */
export function refuseAt(
  path: string,
  code: ErrorCode,
  details?: Readonly<Record<string, string>>,
): never {
  refuse(code, details, [{ path, message: sentenceFor(code, details) }]);
}

/** Leaves a request without an answer, as a connection does that breaks on the way. */
export function loseConnection(): never {
  throw new ConnectionLost("Failed to fetch");
}

/** The response that carries a refusal. */
export function problemResponse({ code, message, errors }: Refusal): Response {
  const { status } = errorCodes[code];
  const problem: Problem = {
    type: `urn:kontor:error:${code}`,
    title: "Refused",
    status,
    code,
    message,
    ...(errors.length > 0 ? { errors: [...errors] } : {}),
  };
  const headers = { "Content-Type": "application/problem+json" };
  return new Response(JSON.stringify(problem), { status, headers });
}
