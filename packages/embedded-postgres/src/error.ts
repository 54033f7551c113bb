/** Why the embedded database cannot run; the message says what to do. */
export type EmbeddedPostgresProblem =
  | "disk-full"
  | "folder-in-use"
  | "missing-binaries"
  | "no-database"
  | "no-ordinary-user"
  | "not-writable"
  | "other-version"
  | "port-in-use"
  | "start-failed";

/** A failure of the embedded database, with a message for the program's operator. */
export class EmbeddedPostgresError extends Error {
  readonly problem: EmbeddedPostgresProblem;

  constructor(problem: EmbeddedPostgresProblem, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "EmbeddedPostgresError";
    this.problem = problem;
  }
}

type Rule = { pattern: RegExp; problem: EmbeddedPostgresProblem; advice: string };

/** The first matching rule is used, so specific rules come before general ones. */
const rules: readonly Rule[] = [
  {
    pattern: /could not (create|resize|open) shared memory segment/i,
    problem: "start-failed",
    advice: "The system gives it too little shared memory; give /dev/shm at least 64 MB.",
  },
  {
    pattern: /No space left on device|Disk quota exceeded|Check free disk space/i,
    problem: "disk-full",
    advice: "The disk of the data folder is full; free some space and start again.",
  },
  {
    pattern: /Address already in use|WSAEADDRINUSE|could not create any TCP\/IP sockets/i,
    problem: "port-in-use",
    advice:
      "Its port is taken on 127.0.0.1; stop the program that holds it or choose another port.",
  },
  {
    pattern: /lock file "[^"]+" already exists|pre-existing shared memory block/i,
    problem: "folder-in-use",
    advice: "Another PostgreSQL still uses this data folder; stop it first.",
  },
  {
    pattern: /error while loading shared libraries|GLIBC_[0-9.]+. not found/i,
    problem: "missing-binaries",
    advice:
      "The bundled PostgreSQL needs system libraries that are not here (glibc 2.27 or newer); " +
      "set DATABASE_URL to a PostgreSQL server instead.",
  },
  {
    pattern: /Permission denied|Read-only file system|Operation not permitted/i,
    problem: "not-writable",
    advice: "The data folder must be writable by the user that runs this program.",
  },
];

/**
 * Converts the output of a PostgreSQL program to an error that says what to do.
 * @param step the failed step, as a sentence without its full stop.
 * @param output the program's output; its last lines become part of the message.
 */
export function explainOutput(step: string, output: string): EmbeddedPostgresError {
  const rule = rules.find(({ pattern }) => pattern.test(output));
  const lines = output.trim().split(/\r?\n/).slice(-12).join("\n");
  const parts = [`${step}.`, rule?.advice, lines === "" ? undefined : `Its output:\n${lines}`];
  return new EmbeddedPostgresError(
    rule?.problem ?? "start-failed",
    parts.filter((part) => part !== undefined).join(" "),
  );
}

/** The `code` of a Node system error, such as `ENOENT`; undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}

/** Converts a file system error about the data folder to one that says what to do. */
export function explainFileError(folder: string, error: unknown): unknown {
  switch (errorCode(error) ?? "") {
    case "EROFS":
      return new EmbeddedPostgresError(
        "not-writable",
        `The data folder ${folder} is on a read-only file system; choose another one.`,
        error,
      );
    case "EACCES":
    case "EPERM":
      return new EmbeddedPostgresError(
        "not-writable",
        `The data folder ${folder} is not writable by the user that runs this program. ` +
          "Give that user the folder (chown) or choose another one.",
        error,
      );
    case "EEXIST":
    case "ENOTDIR":
      return new EmbeddedPostgresError(
        "not-writable",
        `The data folder ${folder} cannot be created, because a file has its name or is in its path. Choose another folder, or remove the file.`,
        error,
      );
    case "ENOENT":
      return new EmbeddedPostgresError(
        "not-writable",
        `The data folder ${folder} cannot be created at this place: a link leads nowhere, or its file system takes no folders. Choose another folder.`,
        error,
      );
    case "ENOSPC":
    case "EDQUOT":
      return new EmbeddedPostgresError(
        "disk-full",
        `The disk of the data folder ${folder} is full; free some space and start again.`,
        error,
      );
    default:
      return error;
  }
}
