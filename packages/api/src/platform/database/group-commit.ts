import pg from "pg";

import { groupSize, groupWaiting } from "../metrics.ts";
import { Refusal } from "../refusal.ts";
import type { Tx } from "../scope.ts";
import type { Database } from "./database.ts";

/** The most pieces of work that one transaction carries out. */
const mostInGroup = 50;

/**
 * The most transactions at work at the same time, not counting those that have only their commit
 * left, or that take long.
 */
const mostWorking = 2;

/**
 * The fewest waiting pieces for which a second transaction begins beside one at work. Without this
 * limit the groups of both would be small, and a post dearer by a third.
 */
const fewestBeside = 12;

/** The longest queue of one tenant, and how long tenants may keep others waiting. */
export type QueueLimits = {
  /** The most pieces that wait for a transaction; further ones are refused at once. */
  maxWaiting: number;
  /** How long a piece waits for its transaction to begin before it is refused, in milliseconds. */
  maxWait: number;
  /** After this many milliseconds a transaction at work keeps only its own tenants waiting. */
  maxRoomWait: number;
};

const queueLimits: QueueLimits = { maxWaiting: 1000, maxWait: 10_000, maxRoomWait: 25 };

type Piece<Work, Result> = {
  tenantId: number;
  work: Work;
  resolve(result: Result): void;
  reject(reason: unknown): void;
  /** Refuses the piece when it has waited too long. */
  timer?: NodeJS.Timeout;
};

type Group<Work, Result> = readonly Piece<Work, Result>[];

/** What is under way for a tenant, and what waits. */
type Queue<Work, Result> = {
  waiting: Set<Piece<Work, Result>>;
  /** The number of transactions with work of the tenant that have more to do than commit. */
  working: number;
  /** The number of transactions with work of the tenant that have not ended. */
  open: number;
};

/**
 * Carries out pieces of work in one transaction, whose scope it sets itself; returns a result for
 * each, in order. Where several tenants share the transaction (`joint`) it must not wait long for
 * any lock.
 */
export type CarryOut<Work, Result> = (
  tx: Tx,
  works: readonly Work[],
  joint: boolean,
) => Promise<readonly Result[]>;

/**
 * Commits work in groups. Work that must wait for the same lock anyway, such as a tenant's entry
 * counter, gains by it: everything that arrives while a transaction of its tenant is under way goes
 * into the next one. The next one begins when the one before has only its commit left, so that a
 * tenant has at most two under way. Tenants share transactions as well, since beginning, committing
 * and acknowledging costs the same for any amount of work: while a transaction is at work, arriving
 * pieces wait for the next, which begins beside it once there are enough of them. A piece that finds
 * none at work never waits, and a transaction that takes long keeps only its own tenants waiting.
 *
 * Each piece is acknowledged after the commit of its transaction. When the database or a rule
 * refuses a transaction of several, all was rolled back: each tenant's are carried out again by
 * themselves, then each piece alone, so that one piece never fails for another. When it is unknown
 * whether a commit took place (the connection broke), no piece is carried out again: its caller
 * gets an error and may retry with the idempotency key.
 *
 * @returns how to hand in work. It throws Refusal `busy` for a piece that does not fit into its
 *   tenant's queue, or that waited too long for its transaction to begin; nothing was done for it
 *   then.
 */
export function groupCommit<Work, Result>(
  database: Database,
  carryOut: CarryOut<Work, Result>,
  { maxWaiting, maxWait, maxRoomWait }: QueueLimits = queueLimits,
): (tenantId: number, work: Work) => Promise<Result> {
  const queues = new Map<number, Queue<Work, Result>>();
  let working = 0;

  const run = async (group: Group<Work, Result>, leaveRoom: () => void): Promise<void> => {
    const tenants = new Map(group.map(({ tenantId }) => [tenantId, queueOf(queues, tenantId)]));
    for (const queue of tenants.values()) {
      queue.working++;
      queue.open++;
    }
    let isWorking = true;
    const rest = (): void => {
      if (isWorking) for (const queue of tenants.values()) queue.working--;
      isWorking = false;
    };
    const again = await answer(database, carryOut, group, () => {
      rest();
      leaveRoom();
    });
    rest();
    for (const queue of tenants.values()) queue.open--;
    for (const ofTenant of again) void run(ofTenant, start);
    for (const tenantId of tenants.keys()) forget(queues, tenantId);
    leaveRoom();
  };

  const start = (): void => {
    while (working < mostWorking) {
      if (working > 0 && countReady(queues) < fewestBeside) return;
      const group = takeGroup(queues);
      if (group.length === 0) return;
      working++;
      let isInRoom = true;
      const leaveRoom = (): void => {
        clearTimeout(timer);
        if (isInRoom) working--;
        isInRoom = false;
        start();
      };
      const timer = setTimeout(leaveRoom, maxRoomWait);
      void run(group, leaveRoom);
    }
  };

  // What comes in during one turn of the event loop goes into one transaction, instead of the first piece alone.
  const startSoon = oncePerTurn(start);

  return (tenantId, work) =>
    new Promise((resolve, reject) => {
      const piece: Piece<Work, Result> = { tenantId, work, resolve, reject };
      const queue = queueOf(queues, tenantId);
      queue.waiting.add(piece);
      groupWaiting.inc();
      startSoon();
      const leave = (): void => {
        queue.waiting.delete(piece);
        groupWaiting.dec();
        forget(queues, tenantId);
        reject(busy());
      };
      if (queue.waiting.size > maxWaiting) leave();
      else piece.timer = setTimeout(leave, maxWait);
    });
}

/**
 * Carries out a group and resolves its pieces.
 *
 * @returns the parts to carry out again, each of one tenant.
 */
async function answer<Work, Result>(
  database: Database,
  carryOut: CarryOut<Work, Result>,
  group: Group<Work, Result>,
  beforeCommit: () => void,
): Promise<Group<Work, Result>[]> {
  const ofTenants = [...Map.groupBy(group, ({ tenantId }) => tenantId).values()];
  const works = group.map(({ work }) => work);
  try {
    const results = await database.transaction(async (tx) => {
      const carriedOut = await carryOut(tx, works, ofTenants.length > 1);
      beforeCommit();
      return carriedOut;
    });
    groupSize.observe(group.length);
    for (const [index, piece] of group.entries()) piece.resolve(results[index] as Result);
  } catch (error) {
    const isOver = group.length === 1 || !wasRolledBack(error);
    if (!isOver && ofTenants.length > 1) return ofTenants;
    for (const piece of group) {
      if (isOver) piece.reject(error);
      else await answer(database, carryOut, [piece], () => undefined);
    }
  }
  return [];
}

type Queues<Work, Result> = Map<number, Queue<Work, Result>>;

function queueOf<Work, Result>(
  queues: Queues<Work, Result>,
  tenantId: number,
): Queue<Work, Result> {
  const queue = queues.get(tenantId) ?? { waiting: new Set(), working: 0, open: 0 };
  queues.set(tenantId, queue);
  return queue;
}

/** Forgets the queue of a tenant for whom nothing waits or is under way. */
function forget<Work, Result>(queues: Queues<Work, Result>, tenantId: number): void {
  const queue = queues.get(tenantId);
  if (queue?.open === 0 && queue.waiting.size === 0) queues.delete(tenantId);
}

/** Whether pieces of the tenant wait and its next transaction may begin. */
function isReady<Work, Result>({ waiting, working, open }: Queue<Work, Result>): boolean {
  return waiting.size > 0 && working === 0 && open < 2;
}

/** The number of pieces that a transaction could take now. */
function countReady<Work, Result>(queues: Queues<Work, Result>): number {
  let ready = 0;
  for (const queue of queues.values()) if (isReady(queue)) ready += queue.waiting.size;
  return ready;
}

/**
 * Takes a group from the queues of tenants whose next transaction may begin: the longest waiting
 * pieces of each, in equal shares where not all fit.
 */
function takeGroup<Work, Result>(queues: Queues<Work, Result>): Piece<Work, Result>[] {
  const free = [...queues].filter(([, queue]) => isReady(queue));
  const group: Piece<Work, Result>[] = [];
  for (let isLeft = true; isLeft && group.length < mostInGroup;) {
    isLeft = false;
    for (const [, { waiting }] of free) {
      const [piece] = waiting;
      if (piece === undefined || group.length === mostInGroup) continue;
      isLeft = true;
      waiting.delete(piece);
      clearTimeout(piece.timer);
      groupWaiting.dec();
      group.push(piece);
    }
  }
  // Tenants just served go behind those that were not.
  for (const tenantId of new Set(group.map((piece) => piece.tenantId))) {
    const queue = queueOf(queues, tenantId);
    queues.delete(tenantId);
    queues.set(tenantId, queue);
  }
  return group;
}

/** Calls the work at the end of this turn of the event loop, once however often it is asked to. */
function oncePerTurn(work: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    setImmediate(() => {
      isWaiting = false;
      work();
    });
  };
}

function busy(): Refusal {
  return new Refusal("busy", {}, { retryAfter: 1 });
}

/** The database returned an error, or a rule refused, before any commit. */
function wasRolledBack(error: unknown): boolean {
  return error instanceof pg.DatabaseError || error instanceof Refusal;
}
