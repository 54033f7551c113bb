import { errorCode } from "@kontor/embedded-postgres/error";
import pg from "pg";

import { EnvironmentError } from "./environment.ts";

/** How long a server may take to accept a connection, in milliseconds. */
const connectTimeout = 10_000;

const noServer = "no server answers there. Start PostgreSQL, or correct host and port";
const noHost = "the host has no address. Correct its name";
const noFile =
  "the driver cannot read a file that the URL names. Correct its path, or let this user read it";

/** What to do about a connection that failed, by the error of the system or of PostgreSQL. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: noServer,
  ECONNRESET: noServer,
  EHOSTUNREACH: noServer,
  ENOENT: noServer,
  ENETUNREACH: noServer,
  ETIMEDOUT: noServer,
  ENOTFOUND: noHost,
  EAI_AGAIN: noHost,
  "28P01": "correct the user or the password",
  "28000": "correct the user, or allow the connection in the server's pg_hba.conf",
  "3D000": "create the database, or correct its name",
  "42501": "allow the user to connect to the database",
  "53300": "close other connections, or raise max_connections",
  "57P03": "the server is starting or stopping. Start Kontor again when it is ready",
  "57P01": "the server is stopping. Start Kontor again when it is ready",
  CERT_HAS_EXPIRED: "renew the server's certificate",
  ERR_TLS_CERT_ALTNAME_INVALID: "name the host as in its certificate",
  DEPTH_ZERO_SELF_SIGNED_CERT: "name the certificate's authority as sslrootcert in the URL",
  SELF_SIGNED_CERT_IN_CHAIN: "name the certificate's authority as sslrootcert in the URL",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "name the certificate's authority as sslrootcert in the URL",
};

/** The same for errors of the driver, which have no code. */
const reasonsByMessage: readonly [RegExp, string][] = [
  [/password must be a (non-empty )?string/, "the server asks for a password. Add it to the URL"],
  [
    /does not support SSL/,
    "the server has no TLS. Set it up there, or remove sslmode from the URL",
  ],
  [/timeout/, noServer],
  [/terminated unexpectedly/, "what answers there is no PostgreSQL server. Correct host and port"],
];

/**
 * The error for an operator when a connection to a configured database failed; undefined when the
 * error has another reason. It never repeats the password.
 *
 * @param variable the variable with the address.
 */
export function connectionProblem(
  variable: string,
  url: string,
  error: unknown,
): EnvironmentError | undefined {
  if (!(error instanceof Error)) return undefined;
  // The driver reads certificates before it connects.
  const isFile = "syscall" in error && error.syscall === "open";
  const reason =
    (isFile ? noFile : reasons[errorCode(error) ?? ""]) ??
    reasonsByMessage.find(([pattern]) => pattern.test(error.message))?.[1];
  if (reason === undefined) return undefined;
  const { host, pathname, searchParams } = new URL(url);
  // Without a message, an error collects those of several addresses of a host.
  const cause = error.message || errorCode(error);
  // The folder of a socket takes precedence over the host.
  const place = `${searchParams.get("host") ?? host}${pathname}`;
  const message = `${variable}: no connection to ${place} (${cause}): ${reason}.`;
  return new EnvironmentError([message], { cause: error });
}

/**
 * Connects once, so that an address that cannot be used is reported before anything else is tried.
 *
 * @throws EnvironmentError naming the variable and saying what to do.
 */
export async function expectConnection(variable: string, url: string): Promise<void> {
  try {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeout,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
    } finally {
      await client.end();
    }
  } catch (error) {
    throw connectionProblem(variable, url, error) ?? error;
  }
}
