import { AsyncLocalStorage } from "node:async_hooks";

import type { FastifyRequest } from "fastify";

/** Fields of an error that locate its cause; its other fields may contain user data. */
const causeFields = [
  "code",
  "severity",
  "schema",
  "table",
  "column",
  "constraint",
  "routine",
  "syscall",
  "command",
  "responseCode",
  "statusCode",
] as const;

/** The maximum number of nested causes logged. */
const maxCauses = 4;

/**
 * How log lines describe requests and errors. A query string may contain an older client's token or
 * a search text; a database driver's error contains the failed row, and its connection the database
 * password.
 */
export const logSerializers = {
  req: ({ method, url, ip }: FastifyRequest) => ({
    method,
    url: url.split("?", 1)[0],
    remoteAddress: ip,
  }),
  err: (error: unknown) => describeError(error, 1),
};

type Described = { type: string; message: string; stack: string; [fact: string]: unknown };

/** An error, or a copy of its fields in a plain object, such as the job queue reports. */
function isErrorLike(
  error: unknown,
): error is { message: string; name?: string; stack?: string; cause?: unknown } {
  return (
    typeof error === "object" &&
    error !== null &&
    "message" in error &&
    typeof error.message === "string"
  );
}

function describeError(error: unknown, depth: number): Described {
  if (!isErrorLike(error)) return { type: typeof error, message: String(error), stack: "" };
  const known = Object.entries(error).filter(([name]) => causeFields.some((fact) => fact === name));
  const { cause } = error;
  return {
    type: error.name ?? "Error",
    message: error.message,
    stack: error.stack ?? "",
    ...Object.fromEntries(known),
    ...(cause === undefined || depth === maxCauses
      ? {}
      : { cause: describeError(cause, depth + 1) }),
  };
}

const labels = new AsyncLocalStorage<Readonly<Record<string, string>>>();

/** Adds labels, such as the name of the job, to all log lines that the work writes. */
export function withLogLabels<Result>(
  given: Readonly<Record<string, string>>,
  work: () => Promise<Result>,
): Promise<Result> {
  return labels.run(given, work);
}

/** For pino's `mixin`: the labels of the work that writes a line. */
export function logLabels(): Readonly<Record<string, string>> {
  return labels.getStore() ?? {};
}
