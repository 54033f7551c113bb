import type { FundingProvider } from "../funding/provider.ts";
import { lagosDate, type Clock } from "../platform/clock.ts";
import { openDatabase, type Database } from "../platform/database/database.ts";
import { parseEnvironment } from "../platform/environment.ts";

/** The options of a process that a test kills at some point. */
export type KillableOptions = {
  url: string;
  /** The moment at which its clock starts, in milliseconds since 1970. */
  now: number;
  secretKey: string;
};

const silent = () => undefined;

/** What such a process works with. Its clock goes on by itself, and by steps of `advance`. */
export function openKillable({ url, now: start, secretKey }: KillableOptions) {
  const began = performance.now();
  let ahead = 0;
  const now = () => new Date(start + ahead + (performance.now() - began));
  const clock: Clock = { now, today: () => lagosDate(now()), sleep: () => Promise.resolve() };
  return {
    database: openDatabase({ url, connections: 4, onError: silent }),
    environment: parseEnvironment({ NODE_ENV: "test", KONTOR_SECRET_KEY: secretKey }),
    clock,
    log: { info: silent, warn: silent, error: silent },
    /** @param milliseconds by which the clock goes ahead. */
    advance: (milliseconds: number): void => {
      ahead += milliseconds;
    },
  };
}

/**
 * A function to call at each point of a process, which kills it like `kill -9` at one of them.
 *
 * @param passes how often it passes the point before it dies there.
 */
export function killerAt<Point>(point: Point, passes: number): (here: Point) => void {
  let passed = 0;
  return (here) => {
    if (here === point && ++passed > passes) process.kill(process.pid, "SIGKILL");
  };
}

/** The database with a call before and after each commit. */
export function aroundCommits(
  database: Database,
  { before, after }: { before: () => void; after: () => void },
): Database {
  return {
    ...database,
    transaction: async (work, ...rest) => {
      const result = await database.transaction(
        async (tx) => {
          const done = await work(tx);
          before();
          return done;
        },
        ...rest,
      );
      after();
      return result;
    },
  };
}

/** A provider with a call before and after each transfer that it is sent. */
export function aroundSends(
  provider: FundingProvider,
  { before, after }: { before: () => void; after: () => void },
): FundingProvider {
  return {
    ...provider,
    send: async (transfer, signal) => {
      before();
      const answer = await provider.send(transfer, signal);
      after();
      return answer;
    },
  };
}
