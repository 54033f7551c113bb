import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import { addUp, closingLine, readTally, tallyPlaywright, tallyVitest } from "./tally.ts";
import type { StepResult, Tally } from "./tally.ts";

function step(outcome: StepResult["outcome"], tally?: Tally): StepResult {
  return { name: "step", outcome, seconds: 1, ...(tally ? { tally } : {}) };
}

describe("reports", () => {
  it("are counted from Vitest", () => {
    const report = { numPassedTests: 7, numFailedTests: 2, numPendingTests: 3, numTodoTests: 1 };
    expect(tallyVitest(report)).toEqual({ passed: 7, failed: 2, skipped: 4 });
  });

  it("are counted from Playwright, where a repeated test is no passed one", () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
    expect(tallyPlaywright({ stats })).toEqual({ passed: 5, failed: 2, skipped: 2 });
  });

  it("are read from a file, and a missing one holds no tests", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kontor-tally-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, "report.json");
    expect(await readTally(path, "playwright")).toEqual({ passed: 0, failed: 0, skipped: 0 });
    const stats = { expected: 5, unexpected: 0, flaky: 0, skipped: 0 };
    await writeFile(path, JSON.stringify({ stats }));
    expect(await readTally(path, "playwright")).toEqual({ passed: 5, failed: 0, skipped: 0 });
  });
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
    // A type error, and a build that breaks before the browser tests.
    [[step("failed"), step("failed"), step("not run")], "0 passed, 2 failed"],
  ])("adds %j up", (results, line) => {
    expect(closingLine(addUp(results))).toBe(line);
  });
});
