import { openProviders } from "../funding/providers.ts";
import { deliverDue } from "../funding/transfers/deliver.ts";
import { saveAdvanceOutcomes } from "../salary-advances/sending/outcome.ts";
import { sendAllWaiting } from "../salary-advances/sending/work.ts";
import {
  aroundCommits,
  aroundSends,
  killerAt,
  openKillable,
  type KillableOptions,
} from "./killable-process.ts";

/** The options of a process that sends advances, and the point at which it is killed. */
export type AdvanceProcessOptions = KillableOptions & {
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

/**
 * Sends the waiting advances and stores the outcomes, like the jobs, and kills itself with SIGKILL
 * at the given point.
 */
async function run(options: AdvanceProcessOptions): Promise<void> {
  const pass = killerAt(options.point, options.passes);
  const { database: opened, environment, clock, log, advance } = openKillable(options);
  const database = aroundCommits(opened, {
    before: () => pass("before a commit"),
    after: () => pass("after a commit"),
  });
  // The bank's own records are not part of Kontor, so its commits are not kill points.
  const providers = openProviders({ database: opened, clock }).map((provider) =>
    aroundSends(provider, {
      before: () => pass("before sending"),
      after: () => pass("after sending"),
    }),
  );
  const handlers = { salary_advance: saveAdvanceOutcomes };
  const delivery = { database, environment, clock, log, providers, handlers };
  await sendAllWaiting({ database, environment, clock, log });
  for (let poll = 0; poll < 2; poll++) {
    await deliverDue(delivery, new AbortController().signal);
    // The bank has responded by the second poll.
    advance(5_000);
  }
  await opened.close();
}

const [given] = process.argv.slice(2);
if (given !== undefined) await run(JSON.parse(given) as AdvanceProcessOptions);
