import type { FieldProblem } from "@kontor/contract/error-codes";

/** A call that the server refused, with its problem. Its message has already been shown when a caller catches it. */
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
 * No valid response: the connection was lost, or something between browser and server responded.
 * Whether the request was carried out is unknown.
 */
export class NoResponse extends Error {
  override name = "NoResponse";

  constructor(cause?: unknown) {
    super("An error occurred", { cause });
  }
}

/**
 * The refusals of single fields by path. Anything else has been shown as a message, also a lost
 * response.
 *
 * @throws errors that are not from a call, so that bugs are not swallowed.
 */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (error instanceof ApiProblem) {
    return Object.fromEntries(error.errors.map(({ path, message }) => [path, message]));
  }
  if (error instanceof NoResponse) return {};
  throw error;
}

/**
 * The sentence of a lasting refusal, such as of the books of an organization with Accounting
 * switched off, where a retry is pointless. Null for anything else.
 */
export function refusedAsItStands(error: unknown): string | null {
  return error instanceof ApiProblem && error.status === 409 ? error.message : null;
}

/**
 * What the server says of a load that failed, such as when to try again, to be read where the data would
 * stand. Null where it said nothing: the banner says that it cannot be reached.
 */
export function saidOf(error: unknown): string | null {
  return error instanceof ApiProblem ? userSentence(error.message) : null;
}

/** Whether a save was refused because somebody else saved first. */
export function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === "changed_meanwhile";
}

/**
 * Waits for a change that has no form to show a refusal at: the message has been shown.
 *
 * @returns whether the change was made.
 * @throws anything that a call does not throw.
 */
export async function succeeds(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    fieldErrorsOf(error);
    return false;
  }
}

const foreignSentence = "Item is connected to other table, delete connected data first";

/** What the user reads for a message of the server: links to other data get one plain sentence. */
export function userSentence(message: string): string {
  return message.includes("foreign") ? foreignSentence : message;
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
 * Reads the body of a refusal. A 401 or 403 is a problem even when it says nothing, because the
 * session ends with it; any other refusal without a message is a {@link NoResponse}.
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
