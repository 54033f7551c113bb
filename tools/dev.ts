/**
 * Runs the API and the web for development: `npm run dev`. The API restarts when one of its sources
 * changes. Vite reloads the page and proxies `/api` to the API. Ctrl+C stops both, and when one of
 * them exits, the other is stopped as well.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";

import { root } from "./processes.ts";

const vite = join(root, "node_modules/vite/bin/vite.js");

function start(args: readonly string[], cwd: string): ChildProcess {
  return spawn(process.execPath, args, {
    cwd,
    // In a separate process group, so that Ctrl+C does not also reach the children directly.
    detached: true,
    stdio: ["ignore", "inherit", "inherit"],
  });
}

function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once("error", (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.once("close", (code) => resolve(code ?? 0));
  });
}

const parts = [
  start(["--watch", "--watch-preserve-output", "packages/api/src/main.ts"], root),
  start([vite, "--clearScreen", "false"], join(root, "packages/web")),
];

function stop(): void {
  for (const part of parts) {
    if (part.exitCode === null && part.signalCode === null) part.kill("SIGTERM");
  }
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);

const endings = parts.map(ended);
const first = await Promise.race(endings);
stop();
await Promise.all(endings);
process.exitCode = first;
