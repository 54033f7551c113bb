import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Readable } from "node:stream";

/** The folder of the repository. */
export const root = join(import.meta.dirname, "..");

export type RunOptions = {
  /** Where the command runs; by default the root of the repository. */
  cwd?: string;
  /** Added to the environment of this process. An empty string unsets a variable. */
  env?: Readonly<Record<string, string>>;
  /** Gets what the command prints, which is still printed. */
  onOutput?: (text: string) => void;
};

/** How long output is awaited after a command has ended, in milliseconds. */
const drainTime = 1_000;

/** This process was asked to stop, so no further step may start. */
export class Interrupted extends Error {
  readonly exitCode: number;

  constructor(signal: "SIGINT" | "SIGTERM") {
    super(`Stopped by ${signal}.`);
    this.exitCode = signal === "SIGINT" ? 130 : 143;
  }
}

/**
 * Runs a command to its end in the terminal of this process, and returns its exit status: 127 if it
 * could not be started, 128 if a signal ended it.
 *
 * @throws Interrupted after the command ended, if this process was asked to stop meanwhile.
 */
export async function runProcess(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<number> {
  const { onOutput } = options;
  // A command whose output is read has no terminal, and would leave the colors out.
  const colored = onOutput !== undefined && process.stdout.isTTY;
  const child = spawn(command, args, {
    cwd: options.cwd ?? root,
    env: environmentWith({ ...(colored ? { FORCE_COLOR: "1" } : {}), ...options.env }),
    stdio: onOutput ? ["inherit", "pipe", "pipe"] : "inherit",
  });
  if (onOutput) {
    forwardOutput(child.stdout, process.stdout, onOutput);
    forwardOutput(child.stderr, process.stderr, onOutput);
  }
  let stoppedBy: "SIGINT" | "SIGTERM" | undefined;
  // Ctrl+C also reaches the command, which shares the terminal. SIGTERM reaches only this process
  // and is passed on as SIGINT, on which the test runners stop their servers.
  const onInterrupt = () => (stoppedBy = "SIGINT");
  const onTerminate = () => {
    stoppedBy = "SIGTERM";
    child.kill("SIGINT");
  };
  process.on("SIGINT", onInterrupt);
  process.on("SIGTERM", onTerminate);
  try {
    const status = await new Promise<number>((resolve) => {
      child.once("error", (error) => {
        console.error(`${command} could not be started: ${error.message}`);
        resolve(127);
      });
      child.once("close", (code) => resolve(code ?? 128));
      // A process that the command left behind may keep the output open.
      child.once("exit", (code) => setTimeout(resolve, drainTime, code ?? 128).unref());
    });
    if (stoppedBy) throw new Interrupted(stoppedBy);
    return status;
  } finally {
    process.off("SIGINT", onInterrupt);
    process.off("SIGTERM", onTerminate);
    child.stdout?.destroy();
    child.stderr?.destroy();
  }
}

function forwardOutput(
  from: Readable | null,
  to: NodeJS.WritableStream,
  heard: (text: string) => void,
) {
  from?.setEncoding("utf8").on("data", (text: string) => {
    to.write(text);
    heard(text);
  });
}

/** The environment of this process with some variables set, or unset by an empty string. */
export function environmentWith(changes: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const all = Object.entries({ ...process.env, ...changes });
  return Object.fromEntries(all.filter(([name, value]) => value !== "" || !(name in changes)));
}
