import { setTimeout as sleep } from "node:timers/promises";

import { serverUrls } from "./test.ts";

/** How long a server may take to make its database, in milliseconds. */
const startTimeout = 120_000;

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

/**
 * Waits until each server can answer. If Playwright waited itself, it would start each only when the
 * one before it is ready.
 */
export default async function waitForServers(): Promise<void> {
  const end = Date.now() + startTimeout;
  for (const url of serverUrls) {
    while (!(await isReady(url))) {
      if (Date.now() > end) throw new Error(`The server at ${url} did not become ready.`);
      await sleep(100);
    }
  }
}
