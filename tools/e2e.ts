/**
 * Runs the browser tests: `npm run test:e2e`, with further arguments for Playwright after `--`.
 * Builds the web unless `--built` says that this was just done, finds or gets a browser, and lets
 * Playwright start the API on a free port with a fresh database and the demo data.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findBrowser, getBrowser, NoBrowser } from "./browser.ts";
import { Interrupted, root, run } from "./processes.ts";

/** A port that nobody listens on at this moment. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("The port has no number.");
  return address.port;
}

async function runBrowserTests(args: readonly string[]): Promise<number> {
  if (!args.includes("--built")) {
    const built = await run("npm", ["run", "--silent", "build"]);
    if (built !== 0) return built;
  }
  const browser = (await findBrowser()) ?? (await getBrowser());
  const data = await mkdtemp(join(tmpdir(), "kontor-e2e-"));
  const playwright = join(root, "node_modules/@playwright/test/cli.js");
  const rest = args.filter((arg) => arg !== "--built");
  try {
    return await run(process.execPath, [playwright, "test", ...rest], {
      cwd: join(root, "e2e"),
      env: {
        PLAYWRIGHT_CHROMIUM: browser,
        KONTOR_E2E_URL: `http://127.0.0.1:${await freePort()}`,
        KONTOR_E2E_DATA: data,
      },
    });
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}

try {
  process.exitCode = await runBrowserTests(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Interrupted) && !(error instanceof NoBrowser)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof Interrupted ? error.exitCode : 1;
}
