import { spawn, type ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The program: what the global set-up of the tests built, or the source where nothing did, as in benches. */
const main =
  process.env["KONTOR_TEST_API"] ?? fileURLToPath(new URL("../main.ts", import.meta.url));
const builtMain = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/**
 * How `npm start` runs the API, but for where the program is: room for what is soon thrown away of a size that does not depend
 * on the machine, enough for a page of a thousand lines, and tidying up whenever what is kept has grown by two fifths,
 * which keeps a busy process small.
 */
export const apiCommand = ["--max-semi-space-size=16", "--heap-growing-percent=40", main] as const;

/** The same from what `npm run build` made, as production runs it. @internal for benches */
export const builtCommand = [...apiCommand.slice(0, -1), builtMain] as const;

/**
 * What a process of a test gets of the environment: where programs are, and the cache of compiled code, with
 * which it starts in half the processor time.
 */
export const processEnvironment: Readonly<Record<string, string>> = {
  PATH: process.env["PATH"] ?? "",
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "",
};

/** A whole Kontor in a process of its own, with its embedded database, as `npm start` runs it. */
export type RunningKontor = {
  url: string;
  /** Sign-in of the demo administrator, read from what the process printed. */
  email: string;
  password: string;
  /** The API's; the processes of its database are its children. */
  processId: number;
  /** Kills API and database at once, as a power cut would. */
  kill(): Promise<void>;
  /** Asks to end, and gives the exit code. */
  stop(): Promise<number | null>;
};

/** A Kontor in a process of its own, observed only by its output. */
export type KontorProcess = {
  processId: number;
  /** Resolves with all that was printed so far when it matches; rejects when the process ends before. */
  printed(pattern: RegExp): Promise<string>;
  /** The exit code; null when a signal ended it. */
  ended: Promise<number | null>;
  signal(name: NodeJS.Signals): void;
};

/** Starts Kontor with nothing but this environment, and waits for nothing. @internal for tests */
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

/** Starts Kontor on a data folder and waits for its sign-in line, with more environment variables. @internal for tests */
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
      // On a server that is named in the variables as well.
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
