import { join } from "node:path";

import { defineConfig } from "vitest/config";

/** Projects whose tests touch nothing but memory and the file system. */
function plain(name: string, root: string) {
  return {
    extends: true as const,
    test: { name, root, include: [root === "tools" ? "**/*.test.ts" : "src/**/*.test.ts"] },
  };
}

export default defineConfig({
  test: {
    environment: "node",
    // Two workers keep a small machine, which also runs PostgreSQL, from starving its own tests.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A misspelt `.only` must not turn a whole run green.
    allowOnly: false,
    projects: [
      plain("books", "packages/books"),
      plain("payroll", "packages/payroll"),
      plain("contract", "packages/contract"),
      plain("embedded-postgres", "packages/embedded-postgres"),
      plain("web", "packages/web"),
      {
        extends: true,
        test: {
          name: "pages",
          root: "packages/web",
          // Tests of whole pages in a DOM; those of plain functions are `.test.ts` and do without one.
          include: ["src/**/*.test.tsx"],
          environment: "jsdom",
          // A step waits up to 15 seconds on a loaded machine, and a test has several.
          testTimeout: 60_000,
          setupFiles: [join(import.meta.dirname, "packages/web/src/testing/setup.ts")],
        },
      },
      plain("tools", "tools"),
      {
        extends: true,
        test: {
          name: "api",
          root: "packages/api",
          include: ["src/**/*.test.ts"],
          // Starts one PostgreSQL server for the whole run; each test file clones its own database.
          globalSetup: [join(import.meta.dirname, "packages/api/src/testing/global-setup.ts")],
        },
      },
    ],
  },
});
