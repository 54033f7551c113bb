import { randomUUID } from "node:crypto";

import type { PgBoss } from "pg-boss";

import type { Clock } from "../clock.ts";
import { effectiveValue } from "../configuration/configuration.ts";
import type { Database } from "../database/database.ts";
import { letRequestsWork, type Addresses } from "../database/rights.ts";
import type { Environment } from "../environment.ts";
import { withLogLabels } from "../log.ts";
import { mailServerKind } from "../mail/mail-server.ts";
import { createMailer, type AttachmentMakers, type JobLog } from "../mail/mailer.ts";
import { mailBacklog, mailTopic } from "../mail/outbox.ts";
import { jobSeconds, jobsTotal } from "../metrics.ts";
import type { Tx } from "../scope.ts";
import { tidy } from "./housekeeping.ts";

export type JobOptions = {
  /**
   * The owner creates the tables of the job queue; after that the login of requests works on them.
   */
  addresses: Addresses;
  /** The rows that jobs work on are reached as the request role, as by everybody else. */
  database: Database;
  environment: Environment;
  log: JobLog;
  clock: Clock;
  /** The work of features that no request waits for. */
  works?: readonly Work[];
  /** The attachments that features make for mails. */
  attachments?: AttachmentMakers;
};

/**
 * Work of a feature. Rows say what is to be done; a job only says "look now". So any number of
 * processes may run it, and a job that is lost or doubled does no harm. It opens its transactions
 * itself, and calls others on the network between them.
 */
export type Work = {
  /** Name of its queue. */
  readonly queue: string;
  /** What a commit announces when there is something to do; absent for work that only its schedule begins. */
  readonly topic?: string;
  /** The schedule, in cron notation and UTC; every minute by default. */
  readonly schedule?: string;
  /** The rows that wait, in a transaction that reads all tenants; for monitoring. */
  readonly backlog?: (tx: Tx) => Promise<{ count: number; since: Date | null }>;
  /**
   * Does all that is due. @returns when more will be due, if known; otherwise the schedule looks.
   */
  readonly run: (stopping: AbortSignal) => Promise<Date | undefined>;
};

export type Jobs = {
  /** Lets running jobs come to an end for up to ten seconds, and takes no new ones. */
  stop(): Promise<void>;
};

/** The least pause between two runs of work that no commit wakes, in milliseconds. */
const shortestPause = 200;
/** Interval of the schedule in milliseconds; what is due later than that is left to it. */
const schedulePause = 60_000;
/** Milliseconds that a job has to come to an end when the process stops. */
const grace = 10_000;

/** A queue whose jobs only say "look now": one waiting job is as good as many. */
const wakeUp = {
  policy: "short",
  retryLimit: 0,
  expireInSeconds: 15 * 60,
  retentionSeconds: 60 * 60,
  deleteAfterSeconds: 60 * 60,
} as const;

/**
 * Starts the work that no request waits for: sending mails, housekeeping, and what the features
 * bring. Any number of processes may run it on one database. A commit that left work wakes the
 * worker at once; the schedule finds what a process that died left behind, and what is to be
 * retried.
 *
 * @throws the database's error when the job queue cannot be set up.
 */
export async function startJobs(options: JobOptions): Promise<Jobs> {
  const { database, environment, log, clock } = options;
  const queues = ["mail", "housekeeping", ...(options.works ?? []).map(({ queue }) => queue)];
  await prepareQueues(options.addresses.ownerUrl, queues);
  const boss = await openQueue(options.addresses.requestsUrl, log);
  await boss.start();
  const mailer = createMailer(options);
  const stopping = new AbortController();
  beginCounting("housekeeping");
  await boss.work("housekeeping", { pollingIntervalSeconds: 60 }, () =>
    observed("housekeeping", async () => {
      const deleted = await tidy(database, clock.now(), environment.keep);
      log.info({ deleted }, "housekeeping is done");
    }),
  );
  await boss.schedule("housekeeping", "17 * * * *");
  const mailing: Work = {
    queue: "mail",
    topic: mailTopic,
    backlog: mailBacklog,
    run: async (signal) => {
      await mailer.deliverDue(signal);
      return undefined;
    },
  };
  const ends: (() => void)[] = [];
  for (const work of [mailing, ...(options.works ?? [])]) {
    ends.push(await startWork(boss, options, work, stopping.signal));
  }
  if (environment.mode === "production" && !(await hasMailServer(database, environment))) {
    log.warn({}, "there is no mail server: mails wait in the outbox and nobody gets any");
  }
  return {
    async stop() {
      for (const end of ends) end();
      stopping.abort();
      await boss.stop({ graceful: true, timeout: grace });
      mailer.close();
    },
  };
}

/**
 * Runs work when a commit announces it, when it said that more is due, and every minute.
 *
 * @returns a function that ends that.
 */
async function startWork(
  boss: PgBoss,
  { database, log, clock }: JobOptions,
  { queue, topic, schedule, run }: Work,
  stopping: AbortSignal,
): Promise<() => void> {
  beginCounting(queue);
  let timer: NodeJS.Timeout | undefined;
  const worker = await boss.work(queue, { pollingIntervalSeconds: 30 }, async () => {
    const next = await observed(queue, () => run(stopping));
    clearTimeout(timer);
    if (next === undefined || stopping.aborted) return;
    const pause = Math.max(next.getTime() - clock.now().getTime(), shortestPause);
    if (pause < schedulePause) timer = setTimeout(wake, pause).unref();
  });
  await boss.schedule(queue, schedule ?? "* * * * *");
  const wake = coalesced(
    async () => {
      await boss.send(queue);
      boss.notifyWorker(worker);
    },
    (error) => log.warn({ err: error, queue }, "a worker could not be woken; the schedule will"),
  );
  const forget = topic === undefined ? undefined : database.onCommit(topic, wake);
  if (topic !== undefined) wake();
  return () => {
    forget?.();
    clearTimeout(timer);
  };
}

/** Starts the series of a queue at zero, since a rate does not see the first value of a series. */
function beginCounting(queue: string): void {
  for (const outcome of ["ok", "failed"]) jobsTotal.inc({ queue, outcome }, 0);
  jobSeconds.zero({ queue });
}

/** Counts a run, and labels each of its log lines with its queue and the run. */
async function observed<Result>(queue: string, run: () => Promise<Result>): Promise<Result> {
  const end = jobSeconds.startTimer({ queue });
  let outcome = "failed";
  try {
    const result = await withLogLabels({ queue, run_id: randomUUID() }, run);
    outcome = "ok";
    return result;
  } finally {
    end();
    jobsTotal.inc({ queue, outcome });
  }
}

/** Whether mails can be sent; each round of the mailer reports a server whose password cannot be read. */
async function hasMailServer(database: Database, environment: Environment): Promise<boolean> {
  if (environment.smtpUrl !== undefined) return true;
  const { value } = await database.transaction((tx) =>
    effectiveValue(tx, "platform", mailServerKind, "server"),
  );
  return value.host !== "";
}

/** Creates the tables of the job queue and its queues where they are missing, as the owner. */
async function prepareQueues(ownerUrl: string, queues: readonly string[]): Promise<void> {
  const { PgBoss: Queue } = await import("pg-boss");
  const boss = new Queue({
    connectionString: ownerUrl,
    application_name: "kontor jobs, set-up",
    schema: "pgboss",
    max: 1,
    schedule: false,
    supervise: false,
  });
  // An error is thrown by the call that it affects.
  boss.on("error", () => undefined);
  await boss.start();
  try {
    for (const queue of queues) await boss.createQueue(queue, wakeUp);
    await letRequestsWork(ownerUrl, "pgboss");
  } finally {
    await boss.stop({ graceful: false });
  }
}

/**
 * Opens the queue with long polling intervals, since a commit wakes the worker and nothing else is
 * urgent.
 */
async function openQueue(requestsUrl: string, log: JobLog): Promise<PgBoss> {
  // Loaded here, since the server answers its first requests before there are jobs.
  const { PgBoss: Queue } = await import("pg-boss");
  const boss = new Queue({
    connectionString: requestsUrl,
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
  boss.on("error", (error) => log.error({ err: error }, "the job queue failed"));
  boss.on("warning", (warning) => log.warn({ warning: warning.data }, warning.message));
  return boss;
}

/** Runs work again when it was requested since its last run began; never twice at a time. */
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
