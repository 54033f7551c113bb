import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it, onTestFinished, test } from "vitest";

import {
  addTallies,
  summaryLine,
  failureSummary,
  emptyTally,
  readTally,
  tallyPlaywright,
  tallyVitest,
  outputOfFailedSteps,
} from "./tally.ts";
import type { StepResult, Tally } from "./tally.ts";

function step(outcome: StepResult["outcome"], tally?: Partial<Tally>): StepResult {
  return {
    name: "step",
    outcome,
    seconds: 1,
    ...(tally ? { tally: { ...emptyTally, ...tally } } : {}),
  };
}

describe("reports", () => {
  const file = join(process.cwd(), "packages/books/src/money.test.ts");

  it("are counted from Vitest, with the failures", () => {
    const failed = { ancestorTitles: ["naira"], title: "adds", status: "failed" };
    const tally = tallyVitest({
      numPassedTests: 7,
      numFailedTests: 1,
      numPendingTests: 3,
      numTodoTests: 1,
      testResults: [
        {
          name: file,
          status: "failed",
          message: "",
          assertionResults: [
            { ...failed, failureMessages: ["expected 1 to be 2"] },
            { ...failed, title: "subtracts", status: "passed", failureMessages: [] },
          ],
        },
        { name: file, status: "failed", message: "Cannot find module", assertionResults: [] },
      ],
    });
    expect(tally).toEqual({
      passed: 7,
      failed: 1,
      skipped: 4,
      failures: [
        {
          test: "packages/books/src/money.test.ts › naira › adds",
          message: "expected 1 to be 2",
        },
        { test: "packages/books/src/money.test.ts", message: "Cannot find module" },
      ],
    });
  });

  it("are counted from Playwright, where a retried test does not count as passed", () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
    const attempt = (status: string, message?: string) => ({
      status,
      results: [message ? { error: { message } } : {}],
    });
    const suites = [
      {
        title: "session.spec.ts",
        specs: [
          { title: "signs in", tests: [attempt("expected"), attempt("unexpected", "no button")] },
        ],
        suites: [
          {
            title: "on a phone",
            specs: [{ title: "signs out", tests: [attempt("flaky", "late")] }],
          },
        ],
      },
    ];
    expect(tallyPlaywright({ stats, suites })).toEqual({
      passed: 5,
      failed: 2,
      skipped: 2,
      failures: [
        { test: "session.spec.ts › signs in", message: "no button" },
        { test: "session.spec.ts › on a phone › signs out", message: "late" },
      ],
    });
  });

  it("are read from a file, and a missing file has no tests", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kontor-tally-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, "report.json");
    expect(await readTally(path, "playwright")).toEqual(emptyTally);
    const stats = { expected: 5, unexpected: 0, flaky: 0, skipped: 0 };
    await writeFile(path, JSON.stringify({ stats, suites: [] }));
    expect(await readTally(path, "playwright")).toEqual({ ...emptyTally, passed: 5 });
  });
});

test("failures are listed in plain text, a few lines each", () => {
  const failures = [
    { test: "a.test.ts › adds", message: "\u001B[31mfirst\u001B[39m\nsecond\nthird" },
  ];
  expect(failureSummary(failures, 2)).toBe("✗ a.test.ts › adds\n    first\n    second");
});

test("a step that fails without a failed test is listed with its last lines", () => {
  const named = step("failed", { failures: [{ test: "a.test.ts › adds", message: "1" }] });
  const output = "\u001B[31mfirst\u001B[39m\nsecond\nUnhandled error\n";
  const results = [
    { ...step("ok"), output },
    { ...named, output },
    { ...step("failed", { passed: 8 }), name: "tests", output },
    { ...step("failed"), name: "build", output },
  ];
  expect(outputOfFailedSteps(results, 2)).toBe(
    "✗ tests\n    second\n    Unhandled error\n\n✗ build\n    second\n    Unhandled error",
  );
  expect(outputOfFailedSteps([named])).toBe("");
});

describe("the closing line", () => {
  it.each([
    [[step("ok"), step("ok", { passed: 300, failed: 0, skipped: 0 })], "300 passed, 0 failed"],
    [
      [
        step("ok", { passed: 300, failed: 0, skipped: 0 }),
        step("ok", { passed: 12, failed: 0, skipped: 2 }),
      ],
      "312 passed, 0 failed, 2 skipped",
    ],
    [[step("failed", { passed: 8, failed: 3, skipped: 0 })], "8 passed, 3 failed"],
    // A test file that could not be loaded fails the step without a failed test.
    [[step("failed", { passed: 8, failed: 0, skipped: 0 })], "8 passed, 1 failed"],
    // A type error, and a build that fails before the browser tests.
    [[step("failed"), step("failed"), step("not run")], "0 passed, 2 failed"],
  ])("adds %j up", (results, line) => {
    expect(summaryLine(addTallies(results))).toBe(line);
  });
});
