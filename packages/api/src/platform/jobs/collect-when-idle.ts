import { performance } from "node:perf_hooks";
import v8 from "node:v8";
import vm from "node:vm";

/** How often to check whether the process is idle, in milliseconds. */
const interval = 5000;
/** The maximum share of such an interval for which the process may work and still count as idle. */
const idleShare = 0.05;
/** The factor by which memory must have grown since the last collection. */
const growthFactor = 1.2;

export type IdleProbes = {
  /** The share of time that the process has worked since the last call, from 0 to 1. */
  busyShare: () => number;
  /** The memory that the process holds, in bytes. */
  memoryBytes: () => number;
  collect: () => void;
};

const own: IdleProbes = {
  busyShare: worked,
  memoryBytes: () => process.memoryUsage.rss(),
  collect: collectGarbage,
};

/**
 * Runs a full garbage collection when the process is idle: once after the start, which leaves much
 * that is never needed again, and later when memory has grown, as after a long export. V8 itself
 * keeps freed memory for future work. A collection takes a tenth of a second, so no request may be
 * in progress.
 *
 * @returns a function that stops it.
 */
export function collectWhenIdle(): () => void {
  const timer = setInterval(checkIdle(own), interval);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * One check: collects garbage when the process is idle and the memory has grown enough. @internal
 * for tests
 */
export function checkIdle({ busyShare, memoryBytes, collect }: IdleProbes): () => void {
  busyShare();
  let afterLast = 0;
  return () => {
    if (busyShare() > idleShare || memoryBytes() < afterLast * growthFactor) return;
    collect();
    afterLast = memoryBytes();
    // The time of the collection itself does not count as work.
    busyShare();
  };
}

let before = performance.eventLoopUtilization();

function worked(): number {
  const now = performance.eventLoopUtilization();
  const { utilization } = performance.eventLoopUtilization(now, before);
  before = now;
  return utilization;
}

/** Collects all garbage and returns free memory to the operating system. @internal for tests */
export function collectGarbage(): void {
  v8.setFlagsFromString("--expose-gc");
  const gc = vm.runInNewContext("gc") as NodeJS.GCFunction;
  v8.setFlagsFromString("--no-expose-gc");
  gc({ type: "major", execution: "sync", flavor: "last-resort" });
}
