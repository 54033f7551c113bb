import { spawn } from "node:child_process";
import { once } from "node:events";

import { apiCommand } from "@kontor/api/testing/process";

import { endOnInterrupt } from "./interrupt.ts";

export type ApiProcess = { port: number; processId: number; stop(): Promise<void> };

/** Starts the production API in a separate process, on an existing database. */
export async function startApi(
  databaseUrl: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<ApiProcess> {
  const child = spawn(process.execPath, apiCommand, {
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      PORT: "0",
      LOG_LEVEL: "silent",
      KONTOR_REQUESTS_PER_MINUTE: "100000000",
      ...variables,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const found = /listens on http:\/\/[^:]+:(\d+)/.exec(chunk.toString())?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    child.once("close", (code) => reject(new Error(`the API ended with ${code}`)));
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "close");
  };
  const stopped = endOnInterrupt(stop);
  return { port, processId: Number(child.pid), stop: () => stop().finally(stopped) };
}
