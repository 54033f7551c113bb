import { join } from "node:path";

import { defineConfig, devices } from "@playwright/test";

/**
 * Read from the environment that tools/e2e.ts sets. Without it (an editor, or Playwright started by
 * hand) the tests run against a server that somebody started, such as the one of `npm start`.
 */
const {
  /** Where the application answers. */
  KONTOR_E2E_URL: url = "http://127.0.0.1:3000",
  /** An empty folder for the database of this run; unset, no server is started. */
  KONTOR_E2E_DATA: dataFolder,
  /** Where the JSON report goes; unset, none is written. */
  KONTOR_E2E_REPORT: reportFile,
  /** The browser to drive; unset, Playwright's own. */
  PLAYWRIGHT_CHROMIUM: browser,
} = process.env;

const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "results",
  forbidOnly: true,
  retries: 0,
  // The tests share one database and, often, two cores with it and the browser.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ...(reportFile ? [["json", { outputFile: reportFile }] as const] : [])],
  use: {
    baseURL: url,
    locale: "en-GB",
    timezoneId: "Africa/Lagos",
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      args: [
        // Chromium refuses to sandbox itself when root runs it.
        ...(isRoot ? ["--no-sandbox"] : []),
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    {
      name: "desktop",
      grepInvert: /@phone-only/,
      use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } },
    },
    {
      // A test opts in by the tag `@phone`; with `@phone-only` it runs here alone.
      name: "phone",
      grep: /@phone/,
      use: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } },
    },
  ],
  ...(dataFolder
    ? {
        webServer: {
          command: `"${process.execPath}" packages/api/src/main.ts`,
          cwd: join(import.meta.dirname, ".."),
          url: `${url}/readyz`,
          env: {
            NODE_ENV: "development",
            HOST: "127.0.0.1",
            PORT: new URL(url).port,
            KONTOR_DATA: dataFolder,
            // The run brings its own database, whatever the machine is set up for.
            DATABASE_URL: "",
            SMTP_URL: "",
            LOG_LEVEL: "warn",
          },
          stdout: "pipe",
          stderr: "pipe",
          timeout: 120_000,
          // SIGTERM lets the API stop its database; SIGKILL would leave it behind.
          gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
        },
      }
    : {}),
});
