import { tmpdir } from "node:os";
import { join } from "node:path";

import { defineConfig } from "vitest/config";

// Each test file loads the libraries anew, in a process of its own; compiled once, that takes a fifth less.
process.env["NODE_COMPILE_CACHE"] ??= join(tmpdir(), "kontor-compile-cache");

/**
 * Projects whose tests touch nothing but memory and the file system.
 *
 * @param isolate gives each file modules of its own; pure functions do without.
 */
function plain(name: string, root: string, isolate = false) {
  const include = [root === "tools" ? "**/*.test.ts" : "src/**/*.test.ts"];
  return { extends: true as const, test: { name, root, isolate, include } };
}

/**
 * Longer runs of tests that are short by default: `vitest run --mode` with a name. A variable before
 * a command of package.json would not work on Windows.
 */
const longer: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sequences: { KONTOR_TEST_SEQUENCES: "10000" },
  employees: { KONTOR_TEST_EMPLOYEES: "1000" },
  kills: { KONTOR_TEST_KILLS: "50" },
  machines: { KONTOR_TEST_MACHINES: "yes" },
};

export default defineConfig(({ mode }) => ({
  test: {
    environment: "node",
    env: { ...longer[mode] },
    // One more than a small machine has processors, for a test waits for a fifth of its time; many more would
    // starve PostgreSQL, which runs beside them.
    maxWorkers: 3,
    // Long enough for a loaded machine: a test that passes never waits so long.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
    // A misspelt `.only` must not turn a whole run green.
    allowOnly: false,
    projects: [
      plain("books", "packages/books"),
      plain("payroll", "packages/payroll"),
      plain("contract", "packages/contract"),
      plain("embedded-postgres", "packages/embedded-postgres", true),
      plain("web", "packages/web"),
      {
        extends: true,
        // React as users get it; in development it takes longer, and says on the console what no test reads.
        oxc: { jsx: { development: false } },
        test: {
          name: "pages",
          root: "packages/web",
          // Tests of whole pages in a DOM; those of plain functions are `.test.ts` and do without one.
          include: ["src/**/*.test.tsx"],
          environment: join(import.meta.dirname, "packages/web/src/testing/environment.ts"),
          // The first page of a process loads the app, which takes long on a loaded machine.
          testTimeout: 120_000,
          // A visit ends as it began, so that files can share the app: loaded and compiled once, and fast by
          // then, it takes a third less.
          isolate: false,
          env: { NODE_ENV: "production" },
          setupFiles: ["act.ts", "setup.ts"].map((name) =>
            join(import.meta.dirname, "packages/web/src/testing", name),
          ),
        },
      },
      plain("tools", "tools", true),
      {
        extends: true,
        test: {
          name: "api",
          root: "packages/api",
          include: ["src/**/*.test.ts"],
          // Each file begins with an empty database, so that files can share what was loaded and compiled.
          isolate: false,
          // Starts one PostgreSQL server for the whole run, with a migrated database to clone.
          globalSetup: [join(import.meta.dirname, "packages/api/src/testing/global-setup.ts")],
        },
      },
    ],
  },
}));
