import pg from "pg";

import { Refusal } from "../refusal.ts";
import { setTenant, type Tx } from "../scope.ts";
import type { Database } from "./database.ts";

/** The most pieces of work that one transaction carries out. */
const most = 50;

type Waiting<Work, Result> = {
  work: Work;
  resolve(result: Result): void;
  reject(reason: unknown): void;
};

export type CarryOut<Work, Result> = (
  tx: Tx,
  tenantId: number,
  works: readonly Work[],
) => Promise<readonly Result[]>;

/**
 * Carries out work of one tenant together that comes in at the same time. Work that must wait for the
 * same lock anyway, such as a tenant's entry counter, gains by it: what arrives while one transaction
 * is under way goes into the next one whole, and a lone piece never waits.
 *
 * Each piece is acknowledged after the commit of its transaction. When the database or a rule refuses a
 * transaction of several, all was rolled back and each is carried out again alone, so that one piece
 * never fails for another. When nobody can tell whether a commit took place (the connection broke), no
 * piece is carried out again: its caller is told and may retry with the idempotency key.
 */
export function groupCommit<Work, Result>(
  database: Database,
  carryOut: CarryOut<Work, Result>,
): (tenantId: number, work: Work) => Promise<Result> {
  const queues = new Map<number, Waiting<Work, Result>[]>();

  const run = async (tenantId: number, batch: readonly Waiting<Work, Result>[]): Promise<void> => {
    try {
      const results = await database.transaction(async (tx) => {
        await setTenant(tx, tenantId);
        return carryOut(
          tx,
          tenantId,
          batch.map((each) => each.work),
        );
      });
      for (const [index, each] of batch.entries()) each.resolve(results[index] as Result);
    } catch (error) {
      if (batch.length === 1 || !wasRolledBack(error)) for (const each of batch) each.reject(error);
      else for (const each of batch) await run(tenantId, [each]);
    }
  };

  const drain = async (tenantId: number, queue: Waiting<Work, Result>[]): Promise<void> => {
    while (queue.length > 0) await run(tenantId, queue.splice(0, most));
    queues.delete(tenantId);
  };

  return (tenantId, work) =>
    new Promise((resolve, reject) => {
      const waiting = { work, resolve, reject };
      const queue = queues.get(tenantId);
      if (queue !== undefined) {
        queue.push(waiting);
        return;
      }
      const started = [waiting];
      queues.set(tenantId, started);
      void drain(tenantId, started);
    });
}

/** The database itself answered with an error, or a rule of ours refused, before any commit. */
function wasRolledBack(error: unknown): boolean {
  return error instanceof pg.DatabaseError || error instanceof Refusal;
}
