import type { PgBoss } from "pg-boss";

import type { Clock } from "../clock.ts";
import { effectiveValue } from "../configuration/configuration.ts";
import type { Database } from "../database/database.ts";
import type { Environment } from "../environment.ts";
import { mailServerKind } from "../mail/mail-server.ts";
import { createMailer, type JobLog } from "../mail/mailer.ts";
import { mailTopic } from "../mail/outbox.ts";
import { tidy } from "./housekeeping.ts";

export type JobOptions = {
  /** Connects as the owner of the schema: the job queue makes and changes tables of its own. */
  ownerUrl: string;
  /** The rows that jobs work on are reached as the request role, as by everybody else. */
  database: Database;
  environment: Environment;
  log: JobLog;
  clock: Clock;
  /** What features have to do that no request waits for. */
  works?: readonly Work[];
};

/**
 * Work of a feature. What is to be done stands in rows; a job only says "look now". So any number of
 * processes may run it, and a job that is lost or doubled does no harm. It opens its transactions itself, and
 * calls others on the network between them.
 */
export type Work = {
  /** Name of its queue. */
  readonly queue: string;
  /** What a commit announces when there is something to do. */
  readonly topic: string;
  readonly run: (stopping: AbortSignal) => Promise<void>;
};

export type Jobs = {
  /** Lets running jobs come to an end for up to ten seconds, and takes no new ones. */
  stop(): Promise<void>;
};

/** Milliseconds that a job has to come to an end when the process stops. */
const grace = 10_000;

/** A queue whose jobs only say "look now": one waiting job says as much as many. */
const wakeUp = {
  policy: "short",
  retryLimit: 0,
  expireInSeconds: 15 * 60,
  retentionSeconds: 60 * 60,
  deleteAfterSeconds: 60 * 60,
} as const;

/**
 * Starts the work that no request waits for: sending mails, housekeeping, and what the features bring. Any
 * number of processes may run it on one database. A commit that left something to be done wakes the worker
 * at once; the schedule finds what a process that died in between left, and what is to be tried again.
 *
 * @throws the database's error when the job queue cannot be set up.
 */
export async function startJobs(options: JobOptions): Promise<Jobs> {
  const { database, environment, log, clock } = options;
  const boss = await openQueue(options.ownerUrl, log);
  await boss.start();
  const mailer = createMailer(options);
  const stopping = new AbortController();
  await boss.createQueue("mail", wakeUp);
  await boss.createQueue("housekeeping", wakeUp);
  const worker = await boss.work("mail", { pollingIntervalSeconds: 30 }, () =>
    mailer.deliverDue(stopping.signal),
  );
  await boss.work("housekeeping", { pollingIntervalSeconds: 60 }, async () => {
    const gone = await tidy(database, clock.now());
    log.info({ gone }, "housekeeping is done");
  });
  await boss.schedule("mail", "* * * * *");
  await boss.schedule("housekeeping", "17 * * * *");

  const wakeOn = (queue: string, topic: string, id: string): (() => void) => {
    const wake = coalesced(
      async () => {
        await boss.send(queue);
        boss.notifyWorker(id);
      },
      (error) => log.warn({ err: error, queue }, "a worker could not be woken; the schedule will"),
    );
    const forget = database.onCommit(topic, wake);
    wake();
    return forget;
  };
  const forgets = [wakeOn("mail", mailTopic, worker)];
  for (const { queue, topic, run } of options.works ?? []) {
    await boss.createQueue(queue, wakeUp);
    const id = await boss.work(queue, { pollingIntervalSeconds: 30 }, () => run(stopping.signal));
    await boss.schedule(queue, "* * * * *");
    forgets.push(wakeOn(queue, topic, id));
  }
  if (environment.mode === "production" && !(await hasMailServer(database, environment))) {
    log.warn({}, "there is no mail server: mails wait in the outbox and nobody gets any");
  }
  return {
    async stop() {
      for (const forget of forgets) forget();
      stopping.abort();
      await boss.stop({ graceful: true, timeout: grace });
      mailer.close();
    },
  };
}

/** Whether mails can be sent; each round of the mailer reports a server whose password cannot be read. */
async function hasMailServer(database: Database, environment: Environment): Promise<boolean> {
  if (environment.smtpUrl !== undefined) return true;
  const { value } = await database.transaction((tx) =>
    effectiveValue(tx, "platform", mailServerKind, "server"),
  );
  return value.host !== "";
}

/** Opens the queue with long intervals, since a commit wakes the worker and nothing else is in a hurry. */
async function openQueue(ownerUrl: string, log: JobLog): Promise<PgBoss> {
  // Loaded here, since the server answers its first requests before there are jobs.
  const { PgBoss: Queue } = await import("pg-boss");
  const boss = new Queue({
    connectionString: ownerUrl,
    application_name: "kontor jobs",
    schema: "pgboss",
    max: 2,
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

/** Runs work whenever it was asked for since its last run began, never twice at a time. */
function coalesced(work: () => Promise<void>, onError: (error: unknown) => void): () => void {
  let asked = false;
  let running = false;
  const run = async (): Promise<void> => {
    running = true;
    while (asked) {
      asked = false;
      await work().catch(onError);
    }
    running = false;
  };
  return () => {
    asked = true;
    if (!running) void run();
  };
}
