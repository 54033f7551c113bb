import {
  errorCodes,
  errorSentence,
  type ErrorCode,
  type FieldProblem,
  type Problem,
} from "@kontor/contract/error-codes";

/**
 * A refusal that the user can act on. It may be thrown anywhere below a route; the transaction
 * rolls back, and translate-errors.ts converts it to the response.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, string>>;
  readonly errors: readonly FieldProblem[];
  /** The number of seconds after which a retry makes sense, sent as Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    details: Readonly<Record<string, string>> = {},
    options: { errors?: readonly FieldProblem[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(errorSentence(code, details), { cause: options.cause });
    this.code = code;
    this.details = details;
    this.errors = options.errors ?? [];
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return errorCodes[this.code].status;
  }

  /** The same refusal, shown at one field of the form. */
  static at(
    path: string,
    code: ErrorCode,
    details: Readonly<Record<string, string>> = {},
  ): Refusal {
    return new Refusal(code, details, {
      errors: [{ path, message: errorSentence(code, details) }],
    });
  }
}

/**
 * The refusal for a row that is missing or belongs to another tenant; callers cannot tell the two
 * apart.
 */
export function notFound(what: string): Refusal {
  return new Refusal("not_found", { what });
}

const titles: Readonly<Record<number, string>> = {
  400: "Bad request",
  401: "Not signed in",
  403: "Not allowed",
  404: "Not found",
  405: "Method not allowed",
  408: "Too late",
  409: "Conflict",
  413: "Too large",
  414: "Address too long",
  415: "Unsupported media type",
  422: "Not acceptable as sent",
  429: "Too many requests",
  431: "Headers too long",
  500: "Internal error",
  503: "Unavailable",
};

/** The `application/problem+json` body of a refusal. */
export function problemOf(refusal: Refusal): Problem {
  return {
    type: `urn:kontor:error:${refusal.code}`,
    title: titles[refusal.status] ?? "Error",
    status: refusal.status,
    code: refusal.code,
    message: refusal.message,
    ...(refusal.errors.length > 0 ? { errors: [...refusal.errors] } : {}),
  };
}
