import pg from "pg";

import { groupSize, groupWaiting } from "../metrics.ts";
import { Refusal } from "../refusal.ts";
import { setTenant, type Tx } from "../scope.ts";
import type { Database } from "./database.ts";

/** The most pieces of work that one transaction carries out. */
const mostInGroup = 50;

/** How long the queue of one tenant may become. */
export type QueueLimits = {
  /** The most pieces that wait for a transaction; who comes after them is refused at once. */
  mostWaiting: number;
  /** How long a piece waits for its transaction to begin before it is refused, in milliseconds. */
  longestWait: number;
};

const queueLimits: QueueLimits = { mostWaiting: 1000, longestWait: 10_000 };

type Piece<Work, Result> = {
  work: Work;
  resolve(result: Result): void;
  reject(reason: unknown): void;
  /** Refuses the piece when it has waited too long. */
  timer?: NodeJS.Timeout;
};

/** Carries out pieces of work in the transaction of their tenant; gives a result for each, in order. */
export type CarryOut<Work, Result> = (
  tx: Tx,
  tenantId: number,
  works: readonly Work[],
) => Promise<readonly Result[]>;

/**
 * Commits work of one tenant in groups. Work that must wait for the same lock anyway, such as a tenant's
 * entry counter, gains by it: what arrives while one transaction is under way goes into the next one
 * whole, and a lone piece never waits. The next one begins when all is done in the one before it and only
 * the disk is waited for, so that there are at most two.
 *
 * Each piece is acknowledged after the commit of its transaction. When the database or a rule refuses a
 * transaction of several, all was rolled back and each is carried out again alone, so that one piece
 * never fails for another. When nobody can tell whether a commit took place (the connection broke), no
 * piece is carried out again: its caller gets an error and may retry with the idempotency key.
 *
 * @returns how to hand in work. It throws Refusal `busy` for a piece that a tenant's long queue has no
 *   room for, or that waited too long for its transaction to begin; nothing was done for it then.
 */
export function groupCommit<Work, Result>(
  database: Database,
  carryOut: CarryOut<Work, Result>,
  { mostWaiting, longestWait }: QueueLimits = queueLimits,
): (tenantId: number, work: Work) => Promise<Result> {
  const queues = new Map<number, Set<Piece<Work, Result>>>();

  const commit = async (
    tenantId: number,
    group: readonly Piece<Work, Result>[],
    beforeCommit: () => void,
  ): Promise<void> => {
    try {
      const works = group.map((piece) => piece.work);
      const results = await database.transaction(async (tx) => {
        await setTenant(tx, tenantId);
        const carriedOut = await carryOut(tx, tenantId, works);
        beforeCommit();
        return carriedOut;
      });
      groupSize.observe(group.length);
      for (const [index, piece] of group.entries()) piece.resolve(results[index] as Result);
    } catch (error) {
      if (group.length > 1 && wasRolledBack(error)) {
        for (const piece of group) await commit(tenantId, [piece], () => undefined);
      } else {
        for (const piece of group) piece.reject(error);
      }
    }
  };

  const drain = async (tenantId: number, queue: Set<Piece<Work, Result>>): Promise<void> => {
    let last = Promise.resolve();
    while (queue.size > 0) {
      const before = last;
      const group = takeGroup(queue);
      // The next group begins while this one is committed: it claims its keys and waits for the locks.
      await new Promise<void>((proceed) => {
        last = commit(tenantId, group, proceed).finally(proceed);
      });
      await before;
      if (queue.size === 0) await last;
    }
    queues.delete(tenantId);
  };

  return (tenantId, work) =>
    new Promise((resolve, reject) => {
      const piece: Piece<Work, Result> = { work, resolve, reject };
      const queue = queues.get(tenantId);
      if (queue === undefined) {
        const started = new Set([piece]);
        queues.set(tenantId, started);
        void drain(tenantId, started);
      } else if (queue.size >= mostWaiting) {
        reject(busy());
      } else {
        queue.add(piece);
        groupWaiting.inc();
        piece.timer = setTimeout(() => {
          queue.delete(piece);
          groupWaiting.dec();
          reject(busy());
        }, longestWait);
      }
    });
}

/** Takes from a queue those that waited longest; they wait no more. */
function takeGroup<Work, Result>(queue: Set<Piece<Work, Result>>): Piece<Work, Result>[] {
  const group = queue.values().take(mostInGroup).toArray();
  for (const piece of group) {
    queue.delete(piece);
    if (piece.timer === undefined) continue;
    clearTimeout(piece.timer);
    groupWaiting.dec();
  }
  return group;
}

function busy(): Refusal {
  return new Refusal("busy", {}, { retryAfter: 1 });
}

/** The database itself answered with an error, or a rule of ours refused, before any commit. */
function wasRolledBack(error: unknown): boolean {
  return error instanceof pg.DatabaseError || error instanceof Refusal;
}
