import { performance } from "node:perf_hooks";
import v8 from "node:v8";
import vm from "node:vm";

/** How often it is looked whether the process rests, in milliseconds. */
const interval = 5000;
/** The most of such an interval that the process works while it counts as resting. */
const mostWork = 0.05;
/** How much more the process must hold than after it was last tidied up. */
const worthwhile = 1.2;

export type Looks = {
  /** The share of time that the process worked since it was asked the last time, from 0 to 1. */
  worked: () => number;
  /** The memory that the process holds, in bytes. */
  held: () => number;
  tidy: () => void;
};

const own: Looks = { worked, held: () => process.memoryUsage.rss(), tidy: tidyHeap };

/**
 * Tidies the heap up thoroughly when the process has nothing to do: once after the start, which leaves much that is
 * never needed again, and later when the process has come to hold more, as after a long export. V8 by itself keeps what
 * is free for work to come. Tidying takes a tenth of a second, so nothing else may be under way.
 *
 * @returns a function that stops it.
 */
export function tidyAtRest(): () => void {
  const timer = setInterval(lookForRest(own), interval);
  timer.unref();
  return () => clearInterval(timer);
}

/** One look: tidies up where the process rests and it is worthwhile. @internal for tests */
export function lookForRest({ worked: workedSince, held, tidy }: Looks): () => void {
  workedSince();
  let tidied = 0;
  return () => {
    if (workedSince() > mostWork || held() < tidied * worthwhile) return;
    tidy();
    tidied = held();
    // Tidying itself is no work.
    workedSince();
  };
}

let before = performance.eventLoopUtilization();

function worked(): number {
  const now = performance.eventLoopUtilization();
  const { utilization } = performance.eventLoopUtilization(now, before);
  before = now;
  return utilization;
}

/** Collects all garbage and returns what is free to the system. @internal for tests */
export function tidyHeap(): void {
  v8.setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc") as NodeJS.GCFunction;
  v8.setFlagsFromString("--no-expose-gc");
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
}
