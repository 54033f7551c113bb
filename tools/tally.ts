import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** How many tests a run executed or skipped, and the message of each failed one. */
export type Tally = {
  passed: number;
  failed: number;
  skipped: number;
  failures: readonly Failure[];
};

/** A failed test, or a file that could not be run. */
export type Failure = {
  /** The file and the names of the test's groups, as `file › group › test`. */
  test: string;
  message: string;
};

export const emptyTally: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: readonly {
    name: string;
    status: string;
    message: string;
    assertionResults: readonly {
      ancestorTitles: readonly string[];
      title: string;
      status: string;
      failureMessages?: readonly string[] | null;
    }[];
  }[];
};

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: readonly PlaywrightSuite[];
};

type PlaywrightSuite = {
  title: string;
  suites?: readonly PlaywrightSuite[];
  specs: readonly {
    title: string;
    tests: readonly {
      status: string;
      results: readonly { error?: { message?: string } }[];
    }[];
  }[];
};

const joinTitles = (...names: readonly string[]) => names.filter(Boolean).join(" › ");

/** Counts the JSON report of Vitest. */
export function tallyVitest(report: VitestReport): Tally {
  const failures = report.testResults.flatMap((file) => {
    const name = relative(process.cwd(), file.name);
    const failed = file.assertionResults.filter(({ status }) => status === "failed");
    // A file that cannot be loaded fails without a failed test.
    if (failed.length === 0 && file.status === "failed") {
      return [{ test: name, message: file.message }];
    }
    return failed.map(({ ancestorTitles, title, failureMessages }) => ({
      test: joinTitles(name, ...ancestorTitles, title),
      message: failureMessages?.join("\n") ?? "",
    }));
  });
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  };
}

/** Counts the JSON report of Playwright. A test that passed only after a retry counts as failed. */
export function tallyPlaywright({ stats, suites }: PlaywrightReport): Tally {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: suites.flatMap((suite) => failuresOf(suite, [])),
  };
}

function failuresOf(suite: PlaywrightSuite, above: readonly string[]): readonly Failure[] {
  const here = [...above, suite.title];
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ results }) => ({
        test: joinTitles(...here, title),
        message: results.find(({ error }) => error)?.error?.message ?? "",
      })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => failuresOf(inner, here))];
}

/**
 * Reads and counts the JSON report of a test runner.
 *
 * @returns no tests if the runner ended before it could write its report.
 */
export async function readTally(path: string, runner: "vitest" | "playwright"): Promise<Tally> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return emptyTally;
  return runner === "vitest"
    ? tallyVitest(JSON.parse(text) as VitestReport)
    : tallyPlaywright(JSON.parse(text) as PlaywrightReport);
}

export type StepResult = {
  name: string;
  /** `not run` if an earlier step that it needs has failed. */
  outcome: "ok" | "failed" | "not run";
  seconds: number;
  /** Present for the steps that run tests. */
  tally?: Tally;
  /** The last part of what the step printed. */
  output?: string;
};

/**
 * Adds up the steps. A step that fails without a failed test (a type error, a file that cannot be
 * loaded, a failed build), or that should run tests and finds none, counts as one failure. A failed
 * run therefore never prints "0 failed".
 */
export function addTallies(results: readonly StepResult[]): Tally {
  const total = { ...emptyTally };
  for (const { outcome, tally = emptyTally } of results) {
    total.passed += tally.passed;
    total.failed += outcome === "failed" ? Math.max(tally.failed, 1) : tally.failed;
    total.skipped += tally.skipped;
    total.failures = [...total.failures, ...tally.failures];
  }
  return total;
}

/** The last line of a run: `312 passed, 0 failed`, followed by `, 2 skipped` only if some were. */
export function summaryLine({ passed, failed, skipped }: Omit<Tally, "failures">): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/**
 * What the failed steps without a failed test printed last: a type error, a failed build, or an
 * error outside all tests, which a report does not contain.
 */
export function outputOfFailedSteps(results: readonly StepResult[], lines = 60): string {
  return results
    .filter(({ outcome, tally }) => outcome === "failed" && !tally?.failures.length)
    .map(({ name, output = "" }) => formatFailure(name, plainLines(output).slice(-lines)))
    .join("\n\n");
}

/** Lists the failures for the end of a run, with at most so many lines of each message. */
export function failureSummary(failures: readonly Failure[], lines = 12): string {
  return failures
    .map(({ test, message }) => formatFailure(test, plainLines(message).slice(0, lines)))
    .join("\n\n");
}

const plainLines = (text: string) => stripVTControlCharacters(text).trim().split("\n");

const formatFailure = (name: string, lines: readonly string[]) =>
  [`✗ ${name}`, ...lines.map((line) => `    ${line}`)].join("\n");
