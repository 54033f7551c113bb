/** PostgreSQL accepts no connections, since it starts or stops. Nothing was begun. */
const unreachableStates = /^(57P03|08001|08004)$/;

/** PostgreSQL ended a connection, or it broke, while it was in use. */
const lostStates = /^(57P0.|08...)$/;

/** System calls that fail before a connection exists. */
const connecting = new Set(["connect", "getaddrinfo"]);

/**
 * A connection that breaks without a SQLSTATE, because no response arrived: errors of the socket,
 * and those of the driver by their text.
 */
const lostCodes = new Set(
  "ECONNREFUSED ECONNRESET ECONNABORTED ERR_STREAM_PREMATURE_CLOSE EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN".split(
    " ",
  ),
);
const lostMessages =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed)/;

/** The text and the code of an error, or of a copy of its fields, such as the job queue reports. */
function factsOf(error: unknown): { message: string; code: string; syscall: string } | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { message, code, syscall } = error as Record<string, unknown>;
  if (typeof message !== "string") return undefined;
  return {
    message,
    code: typeof code === "string" ? code : "",
    syscall: typeof syscall === "string" ? syscall : "",
  };
}

/** Whether a SQLSTATE says that the database accepts no connections. */
export function isUnreachableState(state: string): boolean {
  return unreachableStates.test(state);
}

/** Whether a SQLSTATE says that the connection is gone, or that none was accepted. */
export function isLostState(state: string): boolean {
  return unreachableStates.test(state) || lostStates.test(state);
}

/** Whether a connection was never made, so that nothing was begun by it. */
export function wasNeverConnected(error: unknown): boolean {
  return connecting.has(factsOf(error)?.syscall ?? "");
}

/** Whether a connection broke without a word of the database. It may have been one to another server. */
export function isBrokenConnection(error: unknown): boolean {
  const facts = factsOf(error);
  if (facts === undefined) return false;
  const { message, code, syscall } = facts;
  return lostCodes.has(code) || connecting.has(syscall) || lostMessages.test(message);
}

/** Whether a connection broke, or the database ended it or accepted none. */
export function isLostConnection(error: unknown): boolean {
  return isBrokenConnection(error) || isLostState(factsOf(error)?.code ?? "");
}

/** What a log says of a lost connection. The text names the server, and a stack would not help. */
export function lostFacts(error: unknown): { code?: string; reason: string } {
  const { message, code } = factsOf(error) ?? { message: String(error), code: "" };
  return { ...(code === "" ? {} : { code }), reason: message };
}
