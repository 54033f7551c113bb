import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import { processEnvironment, testBuild } from "./process.ts";

export type CommandResult = { code: number | null; output: string; errors: string };

export type RunningCommand = {
  signal(name: NodeJS.Signals): void;
  ended: Promise<CommandResult>;
};

type CommandOptions = {
  /** What the command can read from standard input. */
  input?: string;
  /** Whether to start the source, as `npm run` does, instead of the tests' build. */
  source?: boolean;
};

/** Starts a command of `src/commands` in a separate process, with only this environment. */
export function startCommandFile(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  { input = "", source = false }: CommandOptions = {},
): RunningCommand {
  const file =
    source || testBuild === undefined
      ? fileURLToPath(new URL(`../commands/${name}.ts`, import.meta.url))
      : join(testBuild, `${name}.js`);
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
  ...command: Parameters<typeof startCommandFile>
): Promise<CommandResult> {
  return startCommandFile(...command).ended;
}
