/**
 * Everything that CI runs: `npm test`. The checks, the tests of the packages, the build and the
 * browser tests run one after another. All of them run even if an early one fails, so that one run
 * shows everything that must be fixed. Only the browser tests require a successful build, since
 * they would otherwise test the previous one.
 *
 * Prints the time of each step and, as the last line, `N passed, N failed`.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir, totalmem } from "node:os";
import { join } from "node:path";

import { Interrupted, runProcess } from "./processes.ts";
import {
  addTallies,
  summaryLine,
  failureSummary,
  readTally,
  outputOfFailedSteps,
} from "./tally.ts";
import type { StepResult, Tally } from "./tally.ts";

type Step = {
  name: string;
  command: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Counts the tests that the step executed; absent for steps that run none. */
  tally?: () => Promise<Tally>;
  /** The step that must succeed before this one. */
  needs?: string;
};

/** How many characters of a step's output are kept, to show its last lines if it fails. */
const maxKeptOutput = 20_000;

/**
 * With plenty of memory, the type checker, which is written in Go, collects garbage less often.
 * That saves a tenth of its processor time.
 */
const typeCheckEnvironment: Readonly<Record<string, string>> =
  totalmem() > 12e9 ? { GOGC: "400" } : {};

function stepsWith(reports: string): readonly Step[] {
  const unitReport = join(reports, "unit.json");
  const browserReport = join(reports, "browser.json");
  return [
    {
      name: "check",
      command: "npm",
      args: ["run", "--silent", "check"],
      env: typeCheckEnvironment,
    },
    {
      name: "tests",
      // Started without npm, which would hold back signals while it waits.
      command: process.execPath,
      args: [
        "node_modules/vitest/vitest.mjs",
        "run",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${unitReport}`,
      ],
      tally: () => readTally(unitReport, "vitest"),
    },
    { name: "build", command: "npm", args: ["run", "--silent", "build"] },
    {
      name: "browser tests",
      command: process.execPath,
      args: ["tools/e2e.ts", "--built"],
      env: { KONTOR_E2E_REPORT: browserReport },
      tally: () => readTally(browserReport, "playwright"),
      needs: "build",
    },
  ];
}

async function runStep(step: Step, earlier: readonly StepResult[]): Promise<StepResult> {
  const { name } = step;
  if (earlier.some((result) => result.name === step.needs && result.outcome !== "ok")) {
    return { name, outcome: "not run", seconds: 0 };
  }
  console.log(`\n── ${name} ──`);
  const start = performance.now();
  let output = "";
  const onOutput = (text: string) => (output = (output + text).slice(-maxKeptOutput));
  const options = step.env ? { env: step.env, onOutput } : { onOutput };
  const status = await runProcess(step.command, step.args, options);
  const seconds = (performance.now() - start) / 1000;
  if (!step.tally) return { name, outcome: status === 0 ? "ok" : "failed", seconds, output };
  const tally = await step.tally();
  const passed = status === 0 && tally.failed === 0 && tally.passed > 0;
  return { name, outcome: passed ? "ok" : "failed", seconds, tally, output };
}

function print(results: readonly StepResult[]): void {
  const failed = [
    failureSummary(addTallies(results).failures),
    outputOfFailedSteps(results),
  ].filter(Boolean);
  if (failed.length > 0) console.log(`\n── what failed ──\n${failed.join("\n\n")}`);
  console.log("");
  for (const { name, outcome, seconds, tally } of results) {
    const time = outcome === "not run" ? "" : `${seconds.toFixed(1)} s`;
    const counts = tally ? summaryLine(tally) : "";
    console.log(`${name.padEnd(14)}${time.padStart(9)}  ${outcome.padEnd(8)}${counts}`.trimEnd());
  }
  console.log(`\n${summaryLine(addTallies(results))}`);
}

const reports = await mkdtemp(join(tmpdir(), "kontor-test-"));
const results: StepResult[] = [];
try {
  for (const step of stepsWith(reports)) results.push(await runStep(step, results));
  print(results);
  const { passed, failed } = addTallies(results);
  if (failed > 0 || passed === 0) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof Interrupted)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
} finally {
  await rm(reports, { recursive: true, force: true });
}
