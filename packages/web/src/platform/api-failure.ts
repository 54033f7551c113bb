/** One field that the server refused. `path` is dotted, as forms name their fields: `items.0.amount`. */
export type FieldError = { path: string; message: string };

/** A refusal that the server explained. Its message has already been shown when a caller catches it. */
export class ApiFailure extends Error {
  override name = "ApiFailure";
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldError[];

  constructor(status: number, code: string, message: string, errors: readonly FieldError[] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/**
 * No answer that can be understood: the connection was lost, or something between browser and server
 * answered. Nobody knows then whether the request was carried out.
 */
export class AnswerLost extends Error {
  override name = "AnswerLost";

  constructor(cause?: unknown) {
    super("An error occurred", { cause });
  }
}

/**
 * What a failed call says of single fields, by path. The user has been told the rest, so that a lost
 * answer leaves nothing to show.
 *
 * @throws anything that is no failure of a call: a mistake of ours is not to be swallowed.
 */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (error instanceof ApiFailure) {
    return Object.fromEntries(error.errors.map(({ path, message }) => [path, message]));
  }
  if (error instanceof AnswerLost) return {};
  throw error;
}

/** Whether a save was refused because somebody else saved first. */
export function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === "changed_meanwhile";
}

/**
 * Waits for a change that has no form to show a refusal at: the user has been told of it.
 *
 * @returns whether the change was made.
 * @throws anything that is no failure of a call.
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

function readFieldErrors(value: unknown): FieldError[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((error: unknown) =>
    isRecord(error) && typeof error["path"] === "string" && typeof error["message"] === "string"
      ? [{ path: error["path"], message: error["message"] }]
      : [],
  );
}

/**
 * Reads the body of a refusal. A 401 or 403 is a failure even when it says nothing, because the
 * session ends with it; any other refusal without a message is an {@link AnswerLost}.
 */
export function readFailure(status: number, body: unknown): ApiFailure | AnswerLost {
  const problem = isRecord(body) ? body : {};
  const message = typeof problem["message"] === "string" ? problem["message"] : "";
  const code = typeof problem["code"] === "string" ? problem["code"] : "unknown";
  const endsSession = status === 401 || status === 403;
  if (message === "" && !endsSession) return new AnswerLost();
  return new ApiFailure(
    status,
    code,
    message || "Session expired, please login again",
    readFieldErrors(problem["errors"]),
  );
}
