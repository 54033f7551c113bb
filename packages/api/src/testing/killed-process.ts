import { spawn } from "node:child_process";

/**
 * The end of a process: what it printed, line by line, and the signal that killed it or its exit
 * code.
 */
export type ProcessEnd = { lines: string[]; signal: string | null; code: number | null };

/**
 * Runs a script in a separate process until it exits or kills itself.
 *
 * @param script absolute path.
 * @param options passed to the script as JSON in its only argument.
 */
export function runUntilExit(script: string, options: object): Promise<ProcessEnd> {
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      resolve({ lines: output.split("\n").filter(Boolean), signal, code });
    });
  });
}
