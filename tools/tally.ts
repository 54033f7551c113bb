import { readFile } from "node:fs/promises";

/** How many tests a run executed or left out. */
export type Tally = { passed: number; failed: number; skipped: number };

export const noTests: Tally = { passed: 0, failed: 0, skipped: 0 };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
};

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
};

/** Counts the JSON report of Vitest. */
export function tallyVitest(report: VitestReport): Tally {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Counts the JSON report of Playwright. A test that passed only when repeated counts as failed. */
export function tallyPlaywright({ stats }: PlaywrightReport): Tally {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  };
}

/**
 * Reads the JSON report of a test runner and counts it.
 *
 * @returns no tests when the runner ended before it could write its report.
 */
export async function readTally(path: string, runner: "vitest" | "playwright"): Promise<Tally> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return noTests;
  return runner === "vitest"
    ? tallyVitest(JSON.parse(text) as VitestReport)
    : tallyPlaywright(JSON.parse(text) as PlaywrightReport);
}

export type StepResult = {
  name: string;
  /** `not run` when an earlier step took its ground away. */
  outcome: "ok" | "failed" | "not run";
  seconds: number;
  /** Present for the steps that run tests. */
  tally?: Tally;
};

/**
 * Adds the steps up. A step that fails without a failed test (a type error, a file that cannot be
 * loaded, a build that breaks), or runs tests and finds none, counts as one failure, so that no
 * failed run ever says "0 failed".
 */
export function addUp(results: readonly StepResult[]): Tally {
  const total = { ...noTests };
  for (const { outcome, tally = noTests } of results) {
    total.passed += tally.passed;
    total.failed += outcome === "failed" ? Math.max(tally.failed, 1) : tally.failed;
    total.skipped += tally.skipped;
  }
  return total;
}

/** The last line of a run: `312 passed, 0 failed`, and `, 2 skipped` only where some were. */
export function closingLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
