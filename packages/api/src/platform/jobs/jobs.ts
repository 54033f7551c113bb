import { randomUUID } from "node:crypto";

import type { PgBoss } from "pg-boss";

import type { Clock } from "../clock.ts";
import { diskFull, sqlState, type Database } from "../database/database.ts";
import { grantRequestAccess, type DatabaseUrls } from "../database/rights.ts";
import type { Environment } from "../environment.ts";
import { withLogLabels } from "../log.ts";
import { isLostConnection, lostFacts } from "../lost-connection.ts";
import { createMailer, type AttachmentMakers, type JobLog } from "../mail/mailer.ts";
import { mailBacklog, mailTopic } from "../mail/outbox.ts";
import { diskFullTotal, jobSeconds, jobsTotal } from "../metrics.ts";
import type { Tx } from "../scope.ts";
import { configurationWarnings } from "./configuration-warnings.ts";
import { deleteExpiredData } from "./housekeeping.ts";
import { watchQueueConnection, type QueueConnection } from "./queue-connection.ts";

export type JobOptions = {
  /** The owner creates the tables of the job queue; the login of requests works on them. */
  addresses: DatabaseUrls;
  /** Jobs access their rows as the request role, like requests. */
  database: Database;
  environment: Environment;
  log: JobLog;
  clock: Clock;
  /** Background work of the features. */
  work?: readonly BackgroundWork[];
  /** The functions by which features create attachments of mails. */
  attachments?: AttachmentMakers;
};

/**
 * Background work of a feature. Rows hold what is to be done; a job only wakes the work. So any
 * number of processes may run it, and a lost or duplicate job does no harm. It opens its own
 * transactions, and calls other services between them.
 */
export type BackgroundWork = {
  /** Name of its queue. */
  readonly queue: string;
  /**
   * The topic that a commit publishes when there is work; absent for work that only its schedule
   * starts.
   */
  readonly topic?: string;
  /** The schedule, in cron notation and UTC; every minute by default. */
  readonly schedule?: string;
  /** The waiting rows, read in a transaction that reads all tenants; for monitoring. */
  readonly backlog?: (tx: Tx) => Promise<{ count: number; since: Date | null }>;
  /**
   * Does all work that is due. @returns when more will be due, if known; otherwise the schedule
   * decides.
   */
  readonly run: (stopping: AbortSignal) => Promise<Date | undefined>;
};

export type Jobs = {
  /** Waits up to ten seconds for running jobs, and starts no new ones. */
  stop(): Promise<void>;
};

/** The minimum delay between two runs that no commit woke, in milliseconds. */
const minRunDelay = 200;
/** The interval of the schedule in milliseconds; work that is due later is left to it. */
const scheduleInterval = 60_000;
/** How long a job may take to finish when the process stops, in milliseconds. */
const grace = 10_000;

/** A queue whose jobs only wake the worker: one waiting job is as good as many. */
const wakeUp = {
  policy: "short",
  retryLimit: 0,
  expireInSeconds: 15 * 60,
  retentionSeconds: 60 * 60,
  deleteAfterSeconds: 60 * 60,
} as const;

/**
 * Starts the background work: sending mails, housekeeping, and the work of the features. Any number
 * of processes may run it on one database. A commit that created work wakes the worker at once; the
 * schedule finds what a crashed process left behind, and what has to be retried.
 *
 * @throws the database's error when the job queue cannot be set up.
 */
export async function startJobs(options: JobOptions): Promise<Jobs> {
  const { database, environment, log, clock } = options;
  const queues = ["mail", "housekeeping", ...(options.work ?? []).map(({ queue }) => queue)];
  await prepareQueues(options.addresses.ownerUrl, queues);
  const queue = await openQueue(options);
  const { boss } = queue;
  await boss.start();
  const mailer = createMailer(options);
  const stopping = new AbortController();
  initializeMetrics("housekeeping");
  await boss.work("housekeeping", { pollingIntervalSeconds: 60 }, () =>
    observeRun("housekeeping", log, async () => {
      const deleted = await deleteExpiredData(database, clock.now(), environment.keep);
      log.info({ deleted }, "housekeeping is done");
    }),
  );
  await boss.schedule("housekeeping", "17 * * * *");
  const mailing: BackgroundWork = {
    queue: "mail",
    topic: mailTopic,
    backlog: mailBacklog,
    run: async (signal) => {
      await mailer.deliverDue(signal);
      return undefined;
    },
  };
  const ends: (() => void)[] = [];
  for (const work of [mailing, ...(options.work ?? [])]) {
    ends.push(await startWork(queue, options, work, stopping.signal));
  }
  await warnOfConfiguration(options);
  return {
    async stop() {
      for (const end of ends) end();
      stopping.abort();
      await boss.stop({ graceful: true, timeout: grace });
      queue.connection.close();
      mailer.close();
    },
  };
}

/**
 * Runs work when a commit publishes its topic, when the last run returned a time, and every minute.
 *
 * @returns a function that stops this.
 */
async function startWork(
  { boss, connection }: Queue,
  { database, log, clock }: JobOptions,
  { queue, topic, schedule, run }: BackgroundWork,
  stopping: AbortSignal,
): Promise<() => void> {
  initializeMetrics(queue);
  let timer: NodeJS.Timeout | undefined;
  const worker = await boss.work(queue, { pollingIntervalSeconds: 30 }, async () => {
    const next = await observeRun(queue, log, () => run(stopping));
    clearTimeout(timer);
    if (next === undefined || stopping.aborted) return;
    const delay = Math.max(next.getTime() - clock.now().getTime(), minRunDelay);
    if (delay < scheduleInterval) timer = setTimeout(wake, delay).unref();
  });
  await boss.schedule(queue, schedule ?? "* * * * *");
  const wake = coalesced(
    async () => {
      await boss.send(queue);
      boss.notifyWorker(worker);
    },
    (error) => {
      if (connection.isLostBy(error)) return;
      log.warn({ err: error, queue }, "a worker could not be woken; the schedule will");
    },
  );
  const unsubscribe = topic === undefined ? undefined : database.onCommit(topic, wake);
  if (topic !== undefined) wake();
  return () => {
    unsubscribe?.();
    clearTimeout(timer);
  };
}

/**
 * Initialises the metrics of a queue to zero, because a rate does not include the first value of a
 * series.
 */
function initializeMetrics(queue: string): void {
  for (const outcome of ["ok", "failed"]) jobsTotal.inc({ queue, outcome }, 0);
  jobSeconds.zero({ queue });
}

/** Counts a run, labels each of its log lines with its queue and run, and logs why it failed. */
function observeRun<Result>(
  queue: string,
  log: JobLog,
  run: () => Promise<Result>,
): Promise<Result> {
  return withLogLabels({ queue, run_id: randomUUID() }, async () => {
    const end = jobSeconds.startTimer({ queue });
    let outcome = "failed";
    try {
      const result = await run();
      outcome = "ok";
      return result;
    } catch (error) {
      if (sqlState(error) === diskFull) diskFullTotal.inc();
      // The job queue only stores the error of a run with the job.
      const facts = isLostConnection(error) ? lostFacts(error) : { err: error };
      log.error(facts, "a run of background work failed");
      throw error;
    } finally {
      end();
      jobsTotal.inc({ queue, outcome });
    }
  });
}

async function warnOfConfiguration({ database, environment, log }: JobOptions): Promise<void> {
  try {
    for (const warning of await configurationWarnings(database, environment)) log.warn({}, warning);
  } catch (error) {
    // Jobs must run all the same.
    log.warn({ err: error }, "the configuration could not be compared with the data");
  }
}

/** Creates the tables of the job queue and its queues if they do not exist, as the owner. */
async function prepareQueues(ownerUrl: string, queues: readonly string[]): Promise<void> {
  const { PgBoss: Boss } = await import("pg-boss");
  const boss = new Boss({
    connectionString: ownerUrl,
    application_name: "kontor jobs, set-up",
    schema: "pgboss",
    max: 1,
    schedule: false,
    supervise: false,
  });
  // An error is also thrown by the call that it affects.
  boss.on("error", () => undefined);
  await boss.start();
  try {
    for (const queue of queues) await boss.createQueue(queue, wakeUp);
    await grantRequestAccess(ownerUrl, "pgboss");
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** The job queue, and what is known of its connection. */
type Queue = { boss: PgBoss; connection: QueueConnection };

/**
 * Opens the queue with long polling intervals, because a commit wakes the worker and nothing else
 * is urgent.
 */
async function openQueue({ addresses, log, clock }: JobOptions): Promise<Queue> {
  // Imported here, because the server answers its first requests before jobs start.
  const { PgBoss: Boss } = await import("pg-boss");
  const boss = new Boss({
    connectionString: addresses.requestsUrl,
    application_name: "kontor jobs",
    schema: "pgboss",
    max: 2,
    createSchema: false,
    migrate: false,
    // Only the owner of an index may rebuild it; these have few rows.
    reindex: false,
    cronMonitorIntervalSeconds: 30,
    cronWorkerIntervalSeconds: 30,
    superviseIntervalSeconds: 300,
    monitorIntervalSeconds: 300,
    queueCacheIntervalSeconds: 300,
    bamIntervalSeconds: 300,
    flowIntervalSeconds: 3600,
  });
  const reach = () => boss.getDb().executeSql("select 1");
  const connection = watchQueueConnection({ log, clock, reach });
  boss.on("error", (error) => {
    if (!connection.isLostBy(error)) log.error({ err: error }, "the job queue failed");
  });
  boss.on("warning", (warning) => log.warn({ warning: warning.data }, warning.message));
  return { boss, connection };
}

/** Runs work again when it was requested during its last run; never twice at a time. */
function coalesced(work: () => Promise<void>, onError: (error: unknown) => void): () => void {
  let requested = false;
  let running = false;
  const run = async (): Promise<void> => {
    running = true;
    while (requested) {
      requested = false;
      await work().catch(onError);
    }
    running = false;
  };
  return () => {
    requested = true;
    if (!running) void run();
  };
}
