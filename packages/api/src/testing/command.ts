import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import { processEnvironment } from "./process.ts";

export type CommandResult = { code: number | null; output: string; errors: string };

export type RunningCommand = {
  signal(name: NodeJS.Signals): void;
  ended: Promise<CommandResult>;
};

/**
 * Starts a command of `src/commands` in a separate process, with only this environment.
 *
 * @param input what it can read from standard input.
 */
export function startCommandFile(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = "",
): RunningCommand {
  const file = fileURLToPath(new URL(`../commands/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...processEnvironment, ...environment },
  });
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  child.stdin.end(input);
  const all = Promise.all([text(child.stdout), text(child.stderr), closed]);
  return {
    signal: (signal) => void child.kill(signal),
    ended: all.then(([output, errors, code]) => ({ code, output, errors })),
  };
}

/** The same, and waits for its end. */
export async function runCommandFile(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = "",
): Promise<CommandResult> {
  return startCommandFile(name, args, environment, input).ended;
}
