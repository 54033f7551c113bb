import {
  errorCodes,
  errorSentence,
  type ErrorCode,
  type Problem,
} from "@kontor/contract/error-codes";

type FieldProblem = { path: string; message: string };

/** A refusal that a handler throws. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly code: ErrorCode;
  readonly errors: readonly FieldProblem[];

  constructor(
    code: ErrorCode,
    details: Readonly<Record<string, string>> = {},
    errors: readonly FieldProblem[] = [],
  ) {
    super(errorSentence(code, details));
    this.code = code;
    this.errors = errors;
  }
}

/** A request that gets no response. */
export class ConnectionLost extends TypeError {
  override name = "ConnectionLost";
}

/**
 * Refuses a call like the API, with the code's message: `api.on(getLedger, () =>
 * refuse("not_found", { what: "The ledger" }))`. The code `session_missing` ends the session.
 *
 * @param details fill the `{names}` in the message.
 * @param errors the errors of single fields, by dotted path.
 */
export function refuse(
  code: ErrorCode,
  details?: Readonly<Record<string, string>>,
  errors?: readonly FieldProblem[],
): never {
  throw new Refusal(code, details, errors);
}

/** Refuses a call at one field of its form, with the code's message. */
export function refuseAt(
  path: string,
  code: ErrorCode,
  details?: Readonly<Record<string, string>>,
): never {
  refuse(code, details, [{ path, message: errorSentence(code, details) }]);
}

/** Leaves a request without a response, like a connection that breaks. */
export function loseConnection(): never {
  throw new ConnectionLost("Failed to fetch");
}

/** The response for a refusal. */
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
