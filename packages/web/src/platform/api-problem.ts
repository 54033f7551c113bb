import type { FieldProblem } from "@kontor/contract/error-codes";

import type { Outage } from "./connection.ts";

/**
 * The error of a call that the server refused, with its problem. Its message has already been shown
 * when a caller catches it.
 */
export class ApiProblem extends Error {
  override name = "ApiProblem";
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldProblem[];

  constructor(status: number, code: string, message: string, errors: readonly FieldProblem[] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/**
 * The error of a call without a valid response: the connection was lost, or something between
 * browser and server responded. Whether the request was carried out is unknown.
 */
export class NoResponse extends Error {
  override name = "NoResponse";

  constructor(cause?: unknown) {
    super("An error occurred", { cause });
  }
}

/**
 * The outage behind the error of a call: the server cannot be reached, or it cannot reach its
 * database (`database_unreachable`, `database_unreadable`, `database_lost`). Both may end without
 * any action of the user.
 *
 * @returns null for any other error, and when there is no error.
 */
export function outageOf(error: unknown): Outage | null {
  if (error instanceof NoResponse) return "server";
  return error instanceof ApiProblem && error.code.startsWith("database_") ? "database" : null;
}

/**
 * The refusals of single fields, by path. Every other refusal, and a lost response, has already
 * been shown to the user.
 *
 * @throws errors that do not come from a call, so that bugs are not swallowed.
 */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (error instanceof ApiProblem) {
    return Object.fromEntries(error.errors.map(({ path, message }) => [path, message]));
  }
  if (error instanceof NoResponse) return {};
  throw error;
}

/**
 * The message of a refusal that a retry cannot change, for example when an organization has
 * Accounting switched off. Null for any other error.
 */
export function permanentRefusalOf(error: unknown): string | null {
  return error instanceof ApiProblem && error.status === 409 ? error.message : null;
}

/**
 * The server's message about a failed load, for example when to retry. The page shows it in place
 * of the data. Null when the server sent no message; then the banner says that the server cannot be
 * reached.
 */
export function serverMessageOf(error: unknown): string | null {
  return error instanceof ApiProblem ? userMessage(error.message) : null;
}

const foreignKeySentence = "Item is connected to other table, delete connected data first";

/**
 * The text that the user sees for a message of the server. A message about a foreign key becomes
 * one plain sentence.
 */
export function userMessage(message: string): string {
  return message.includes("foreign") ? foreignKeySentence : message;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function readFieldProblems(value: unknown): FieldProblem[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((error: unknown) =>
    isRecord(error) && typeof error["path"] === "string" && typeof error["message"] === "string"
      ? [{ path: error["path"], message: error["message"] }]
      : [],
  );
}

/**
 * Reads the body of a refusal. A 401 or 403 is a problem even without a message, because it ends
 * the session; any other refusal without a message is a {@link NoResponse}.
 */
export function readProblem(status: number, body: unknown): ApiProblem | NoResponse {
  const problem = isRecord(body) ? body : {};
  const message = typeof problem["message"] === "string" ? problem["message"] : "";
  const code = typeof problem["code"] === "string" ? problem["code"] : "unknown";
  const endsSession = status === 401 || status === 403;
  if (message === "" && !endsSession) return new NoResponse();
  return new ApiProblem(
    status,
    code,
    message || "Session expired, please login again",
    readFieldProblems(problem["errors"]),
  );
}
