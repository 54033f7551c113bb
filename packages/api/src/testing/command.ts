import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import { processEnvironment } from "./process.ts";

export type CommandResult = { code: number | null; output: string; errors: string };

/**
 * Runs a command of `src/commands` in a separate process, with only this environment.
 *
 * @param input what it can read from standard input.
 */
export async function runCommandFile(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = "",
): Promise<CommandResult> {
  const file = fileURLToPath(new URL(`../commands/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...processEnvironment, ...environment },
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  child.stdin.end(input);
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, output, errors };
}
