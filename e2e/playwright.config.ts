import { join } from "node:path";

import { defineConfig, devices } from "@playwright/test";

import { serverUrls } from "./pages/test.ts";

/**
 * Read from the environment that tools/e2e.ts sets. Without it (in an editor, or when Playwright is
 * started by hand) the tests run against a server that is already running, for example by `npm
 * start`.
 */
const {
  /** An empty folder for the databases of this run. If unset, no server is started. */
  KONTOR_E2E_DATA: dataFolder,
  /** The path of the JSON report. If unset, none is written. */
  KONTOR_E2E_REPORT: reportFile,
  /** The browser to use. If unset, Playwright's own. */
  PLAYWRIGHT_CHROMIUM: browser,
} = process.env;

const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  globalSetup: "./pages/global-setup.ts",
  outputDir: "results",
  forbidOnly: true,
  retries: 0,
  // The tests of one server run one after another, because they change data that all of its pages
  // show.
  workers: serverUrls.length,
  // Long enough for a loaded machine: a passing test never takes this long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ...(reportFile ? [["json", { outputFile: reportFile }] as const] : [])],
  use: {
    // Axe would see an element that is fading in as half transparent, and report its contrast as
    // too low.
    contextOptions: { reducedMotion: "reduce" },
    locale: "en-GB",
    timezoneId: "Africa/Lagos",
    // A trace takes a sixth of the time. To record one, run with `--trace retain-on-failure`.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      args: [
        // Chromium refuses to use its sandbox when run by root.
        ...(isRoot ? ["--no-sandbox"] : []),
        "--disable-gpu",
        // The tests use all processors, so a page gains nothing from compiling and collecting
        // garbage on further threads; without them it takes a tenth less of processor time.
        "--js-flags=--single-threaded",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    // First, since it has the longest tests: at the end, one server would run the last alone.
    {
      // A test opts in with the tag `@phone`. With `@phone-only` it runs only here.
      name: "phone",
      grep: /@phone/,
      use: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
    },
    {
      name: "desktop",
      grepInvert: /@phone-only/,
      use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } },
    },
  ],
  webServer: dataFolder ? serverUrls.map((url) => server(url, dataFolder)) : [],
});

/** One API with its own database. */
function server(url: string, folder: string) {
  const { port } = new URL(url);
  return {
    name: `kontor ${port}`,
    command: `"${process.execPath}" packages/api/dist/main.js`,
    cwd: join(import.meta.dirname, ".."),
    env: {
      NODE_ENV: "development",
      HOST: "127.0.0.1",
      PORT: port,
      KONTOR_DATA: join(folder, port),
      // The run uses its own database, whatever the machine is configured for.
      DATABASE_URL: "",
      SMTP_URL: "",
      // Without the demo's earlier months of payroll, which no flow looks at.
      KONTOR_DEMO: "brief",
      LOG_LEVEL: "warn",
    },
    stdout: "pipe" as const,
    stderr: "pipe" as const,
    // On SIGTERM the API stops its database; SIGKILL would leave the database running.
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 20_000 },
  };
}
