import type { Clock } from "../clock.ts";
import { isLostConnection, lostFacts } from "../lost-connection.ts";
import type { JobLog } from "../mail/mailer.ts";

/** The pause between two attempts to reach the database again, in milliseconds. */
const retryInterval = 2000;
/** The least time between two lines that say that the connection is lost, in milliseconds. */
const quietTime = 60_000;

/** What the log says of the connection of the job queue to the database. */
export type QueueConnection = {
  /** Takes note of an error. @returns whether it was a lost connection, of which no more is to be logged */
  isLostBy(error: unknown): boolean;
  /** Ends the attempts to reach the database. */
  close(): void;
};

/**
 * Logs that the job queue lost the database, and that it can use it again. While the database is away
 * each queue fails every half minute, for which one line is enough; and at most one a minute says so
 * where connections break again and again.
 *
 * @param options.reach resolves when the database responds to the job queue.
 */
export function watchQueueConnection(options: {
  log: JobLog;
  clock: Clock;
  reach: () => Promise<unknown>;
}): QueueConnection {
  const { log, clock, reach } = options;
  let lostAt: number | undefined;
  let saidAt = Number.NEGATIVE_INFINITY;
  let isSaid = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const say = (error: unknown): void => {
    const now = clock.now().getTime();
    if (isSaid || now - saidAt < quietTime) return;
    isSaid = true;
    saidAt = now;
    log.error(lostFacts(error), "the job queue lost the database, and tries to reach it");
  };
  const tryLater = (): void => {
    timer = setTimeout(() => void retry(), retryInterval).unref();
  };
  const retry = async (): Promise<void> => {
    try {
      await reach();
    } catch (error) {
      if (isClosed) return;
      if (isLostConnection(error)) say(error);
      tryLater();
      return;
    }
    if (isClosed || lostAt === undefined) return;
    const seconds = Math.round((clock.now().getTime() - lostAt) / 1000);
    if (isSaid) log.info({ seconds }, "the job queue can use the database again");
    lostAt = undefined;
    isSaid = false;
  };
  return {
    isLostBy(error) {
      if (!isLostConnection(error)) return false;
      if (isClosed) return true;
      if (lostAt === undefined) {
        lostAt = clock.now().getTime();
        tryLater();
      }
      say(error);
      return true;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
