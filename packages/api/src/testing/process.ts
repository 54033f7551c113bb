import { spawn, type ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The folder with the build of the tests' global set-up; undefined without one, as in benchmarks.
 * @internal for tests
 */
export const testBuild = process.env["KONTOR_TEST_API"];

const main =
  testBuild === undefined
    ? fileURLToPath(new URL("../main.ts", import.meta.url))
    : join(testBuild, "main.js");
const builtMain = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/**
 * How `npm start` runs the API, except for the program's location. The young generation has a fixed
 * size that is enough for a page of a thousand lines, independent of the machine, and the heap may
 * grow only by two fifths between collections, which keeps a busy process small.
 */
export const apiCommand = ["--max-semi-space-size=16", "--heap-growing-percent=40", main] as const;

/** The same with the output of `npm run build`, as in production. @internal for benches */
export const builtCommand = [...apiCommand.slice(0, -1), builtMain] as const;

/**
 * The environment of a test's process: where programs are, and the cache of compiled code, which
 * halves the processor time of a start.
 */
export const processEnvironment: Readonly<Record<string, string>> = {
  PATH: process.env["PATH"] ?? "",
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "",
};

/** A complete Kontor in a separate process, with its embedded database, as `npm start` runs it. */
export type RunningKontor = {
  url: string;
  /** Sign-in of the demo administrator, read from the process's output. */
  email: string;
  password: string;
  /** The API's process id; the database's processes are its children. */
  processId: number;
  /** Kills API and database at once, like a power cut. */
  kill(): Promise<void>;
  /** Asks it to stop, and returns the exit code. */
  stop(): Promise<number | null>;
};

/** A Kontor in a separate process, observed only through its output. */
export type KontorProcess = {
  processId: number;
  /**
   * Resolves with the whole output so far when it matches; rejects when the process exits before.
   */
  printed(pattern: RegExp): Promise<string>;
  /** The exit code; null when a signal ended it. */
  ended: Promise<number | null>;
  signal(name: NodeJS.Signals): void;
};

/** Starts Kontor with only this environment, without waiting. @internal for tests */
export function spawnKontor(environment: Readonly<Record<string, string>>): KontorProcess {
  const child = spawn(process.execPath, apiCommand, {
    env: { ...processEnvironment, PORT: "0", LOG_LEVEL: "silent", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return {
    processId: Number(child.pid),
    printed: (pattern) => outputUntil(child, pattern),
    ended: new Promise((resolve) => child.once("close", resolve)),
    signal: (name) => void child.kill(name),
  };
}

/**
 * Starts Kontor on a data folder and waits for its sign-in line, with additional environment
 * variables. @internal for tests
 */
export async function startKontor(
  dataFolder: string,
  port = 0,
  variables: Readonly<Record<string, string>> = {},
  command: readonly string[] = apiCommand,
): Promise<RunningKontor> {
  const child = spawn(process.execPath, command, {
    env: {
      ...processEnvironment,
      PORT: String(port),
      KONTOR_DATA: dataFolder,
      // Set explicitly, because a configured database gets no demo data by default.
      KONTOR_DEMO: "brief",
      LOG_LEVEL: "silent",
      ...variables,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = await outputUntil(child, /password (.+)\n/);
  const url = /listens on (\S+)/.exec(output)?.[1] ?? "";
  const signIn = /Sign in with (\S+) and the password (.+)\n/.exec(output);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    url,
    email: signIn?.[1] ?? "",
    password: signIn?.[2] ?? "",
    processId: Number(child.pid),
    kill: async () => {
      const pidFile = join(dataFolder, "postgres", "cluster", "postmaster.pid");
      const postmaster = Number((await readFile(pidFile, "utf8")).split("\n")[0]);
      child.kill("SIGKILL");
      process.kill(postmaster, "SIGKILL");
      await ended;
    },
    stop: async () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

function outputUntil(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (pattern.test(output)) resolve(output);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("close", (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
}
