/**
 * Runs the browser tests: `npm run test:e2e`, with further arguments for Playwright after `--`.
 * Builds the web unless `--built` says that this was just done, and finds or installs a browser.
 * Playwright then starts one API for each of its workers, on a free port with a fresh database and
 * the demo data, so that concurrent tests do not affect each other.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";

import { findBrowser, getBrowser, NoBrowser } from "./browser.ts";
import { Interrupted, root, runProcess } from "./processes.ts";

/**
 * A browser test spends a fifth of its time waiting. More than four at once only slow each other
 * down.
 */
const workers = Math.min(4, availableParallelism() + 1);

/** Distinct free addresses on loopback. */
async function freeAddresses(count: number): Promise<string[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const addresses = await Promise.all(
    servers.map(async (server) => {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(0, "127.0.0.1", resolve);
      });
      const address = server.address();
      if (address === null || typeof address === "string") throw new Error("A port has no number.");
      return `http://127.0.0.1:${address.port}`;
    }),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return addresses;
}

async function runBrowserTests(args: readonly string[]): Promise<number> {
  if (!args.includes("--built")) {
    const built = await runProcess("npm", ["run", "--silent", "build"]);
    if (built !== 0) return built;
  }
  const browser = (await findBrowser()) ?? (await getBrowser());
  const data = await mkdtemp(join(tmpdir(), "kontor-e2e-"));
  const playwright = join(root, "node_modules/@playwright/test/cli.js");
  const rest = args.filter((arg) => arg !== "--built");
  try {
    return await runProcess(process.execPath, [playwright, "test", ...rest], {
      cwd: join(root, "e2e"),
      env: {
        PLAYWRIGHT_CHROMIUM: browser,
        KONTOR_E2E_URLS: (await freeAddresses(workers)).join(" "),
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
