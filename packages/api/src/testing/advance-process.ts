import type { FundingProvider } from "../funding/provider.ts";
import { openProviders } from "../funding/providers.ts";
import { deliverDue } from "../funding/transfers/deliver.ts";
import { lagosDate, type Clock } from "../platform/clock.ts";
import { openDatabase } from "../platform/database/database.ts";
import { parseEnvironment } from "../platform/environment.ts";
import { saveAdvanceOutcomes } from "../salary-advances/sending/outcome.ts";
import { sendAllWaiting } from "../salary-advances/sending/work.ts";

/**
 * The options of a process that sends advances: its database, the time, and the point at which it
 * is killed.
 */
export type AdvanceProcessOptions = {
  url: string;
  /** The moment at which its clock starts, in milliseconds since 1970. */
  now: number;
  secretKey: string;
  point: (typeof advanceKillPoints)[number];
  /** How often it passes the point before it dies there. */
  passes: number;
};

/**
 * The points at which the process can be killed: around each commit of intents and of outcomes, and
 * around each call to the bank.
 */
export const advanceKillPoints = [
  "before a commit",
  "after sending",
  "after a commit",
  "before sending",
] as const;

const silent = () => undefined;

/**
 * Sends the waiting advances and stores the outcomes, like the jobs, and kills itself with SIGKILL
 * at the given point.
 */
async function run(options: AdvanceProcessOptions): Promise<void> {
  let passes = 0;
  const pass = (here: AdvanceProcessOptions["point"]): void => {
    if (here === options.point && ++passes > options.passes) process.kill(process.pid, "SIGKILL");
  };
  const began = performance.now();
  // Its clock advances by seconds with each poll, so that the bank has responded by the second one.
  let looks = 0;
  const now = () => new Date(options.now + looks * 5000 + (performance.now() - began));
  const clock: Clock = { now, today: () => lagosDate(now()), sleep: () => Promise.resolve() };
  const environment = parseEnvironment({
    NODE_ENV: "test",
    KONTOR_SECRET_KEY: options.secretKey,
  });
  const opened = openDatabase({ url: options.url, connections: 4, onError: silent });
  const database: typeof opened = {
    ...opened,
    transaction: async (work, ...rest) => {
      const result = await opened.transaction(
        async (tx) => {
          const done = await work(tx);
          pass("before a commit");
          return done;
        },
        ...rest,
      );
      pass("after a commit");
      return result;
    },
  };
  const log = { info: silent, warn: silent, error: silent };
  // The bank's own records are not part of Kontor, so its commits are not kill points.
  const providers = openProviders({ database: opened, clock }).map((provider): FundingProvider => ({
    ...provider,
    send: async (transfer, signal) => {
      pass("before sending");
      const answer = await provider.send(transfer, signal);
      pass("after sending");
      return answer;
    },
  }));
  const handlers = { salary_advance: saveAdvanceOutcomes };
  const delivery = { database, environment, clock, log, providers, handlers };
  await sendAllWaiting({ database, environment, clock, log });
  for (; looks < 2; looks++) await deliverDue(delivery, new AbortController().signal);
  await opened.close();
}

const [given] = process.argv.slice(2);
if (given !== undefined) await run(JSON.parse(given) as AdvanceProcessOptions);
