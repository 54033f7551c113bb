import pg from "pg";

import { groupSize, groupWaiting } from "../metrics.ts";
import { Refusal } from "../refusal.ts";
import type { Tx } from "../scope.ts";
import type { Database } from "./database.ts";

/** The maximum number of requests in one transaction. */
const mostInGroup = 50;

/**
 * The maximum number of transactions executing at the same time, not counting those that are
 * committing or that take long.
 */
const mostWorking = 2;

/**
 * The minimum number of waiting requests that start a second transaction next to an executing one.
 * Without this limit the groups of both would be small, and a post a third more expensive.
 */
const fewestBeside = 12;

/** The maximum queue length of a tenant, and how long a tenant may delay others. */
export type QueueLimits = {
  /** The maximum number of requests waiting for a transaction; further ones are refused at once. */
  maxWaiting: number;
  /**
   * The maximum time in milliseconds that a request waits for its transaction to begin; then it is
   * refused.
   */
  maxWait: number;
  /** After this many milliseconds an executing transaction delays only its own tenants. */
  maxRoomWait: number;
};

const queueLimits: QueueLimits = { maxWaiting: 1000, maxWait: 10_000, maxRoomWait: 25 };

type PendingRequest<Work, Result> = {
  tenantId: number;
  work: Work;
  resolve(result: Result): void;
  reject(reason: unknown): void;
  /** Refuses the request when it has waited too long. */
  timer?: NodeJS.Timeout;
};

type Group<Work, Result> = readonly PendingRequest<Work, Result>[];

/** The queue of one tenant: its waiting requests and its transactions. */
type Queue<Work, Result> = {
  waiting: Set<PendingRequest<Work, Result>>;
  /**
   * The number of transactions with requests of the tenant that are still executing and not yet
   * committing.
   */
  working: number;
  /** The number of transactions with requests of the tenant that have not ended. */
  open: number;
};

/**
 * Executes the work of several requests in one transaction, whose scope it sets itself. Returns a
 * result for each, in order. A transaction shared by several tenants (`joint`) must not wait long
 * for any lock.
 */
export type CarryOut<Work, Result> = (
  tx: Tx,
  works: readonly Work[],
  joint: boolean,
) => Promise<readonly Result[]>;

/**
 * Commits requests in groups. Requests that contend for the same lock anyway, such as a tenant's
 * entry counter, benefit: everything that arrives during a transaction of its tenant goes into the
 * next one. The next transaction begins when the previous one is committing, so a tenant has at
 * most two open. Tenants share transactions too, because begin, commit and acknowledgement cost the
 * same for any amount of work: while a transaction is executing, arriving requests wait for the
 * next one, which begins next to it once enough requests are waiting. A request never waits when no
 * transaction is executing, and a transaction that takes long delays only its own tenants.
 *
 * Each request is acknowledged after the commit of its transaction. When the database or a rule
 * refuses a transaction of several requests, it is rolled back as a whole; then each tenant's
 * requests are executed again separately, and then each request alone, so that no request fails
 * because of another. When it is unknown whether a commit succeeded (the connection broke), no
 * request is executed again: its caller gets an error and may retry with the idempotency key.
 *
 * @returns a function that submits a request. It throws Refusal `busy` when the tenant's queue is
 * full or the request has waited too long for its transaction to begin; nothing was done in that
 * case.
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

  // Requests that arrive in one turn of the event loop go into one transaction; otherwise the first
  // one would go alone.
  const startSoon = oncePerTurn(start);

  return (tenantId, work) =>
    new Promise((resolve, reject) => {
      const request: PendingRequest<Work, Result> = { tenantId, work, resolve, reject };
      const queue = queueOf(queues, tenantId);
      queue.waiting.add(request);
      groupWaiting.inc();
      startSoon();
      const leave = (): void => {
        queue.waiting.delete(request);
        groupWaiting.dec();
        forget(queues, tenantId);
        reject(busy());
      };
      if (queue.waiting.size > maxWaiting) leave();
      else request.timer = setTimeout(leave, maxWait);
    });
}

/**
 * Executes a group and resolves its requests.
 *
 * @returns the parts to execute again, each with the requests of one tenant.
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
    for (const [index, request] of group.entries()) request.resolve(results[index] as Result);
  } catch (error) {
    const isOver = group.length === 1 || !wasRolledBack(error);
    if (!isOver && ofTenants.length > 1) return ofTenants;
    for (const request of group) {
      if (isOver) request.reject(error);
      else await answer(database, carryOut, [request], () => undefined);
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

/** Deletes the queue of a tenant that has no waiting request and no open transaction. */
function forget<Work, Result>(queues: Queues<Work, Result>, tenantId: number): void {
  const queue = queues.get(tenantId);
  if (queue?.open === 0 && queue.waiting.size === 0) queues.delete(tenantId);
}

/** Whether requests of the tenant wait and its next transaction may begin. */
function isReady<Work, Result>({ waiting, working, open }: Queue<Work, Result>): boolean {
  return waiting.size > 0 && working === 0 && open < 2;
}

/** The number of requests that a transaction could take now. */
function countReady<Work, Result>(queues: Queues<Work, Result>): number {
  let ready = 0;
  for (const queue of queues.values()) if (isReady(queue)) ready += queue.waiting.size;
  return ready;
}

/**
 * Takes a group from the queues of tenants whose next transaction may begin: the longest waiting
 * requests of each, in equal shares when not all fit.
 */
function takeGroup<Work, Result>(queues: Queues<Work, Result>): PendingRequest<Work, Result>[] {
  const free = [...queues].filter(([, queue]) => isReady(queue));
  const group: PendingRequest<Work, Result>[] = [];
  for (let isLeft = true; isLeft && group.length < mostInGroup;) {
    isLeft = false;
    for (const [, { waiting }] of free) {
      const [request] = waiting;
      if (request === undefined || group.length === mostInGroup) continue;
      isLeft = true;
      waiting.delete(request);
      clearTimeout(request.timer);
      groupWaiting.dec();
      group.push(request);
    }
  }
  // Tenants that were just served move behind the others.
  for (const tenantId of new Set(group.map((request) => request.tenantId))) {
    const queue = queueOf(queues, tenantId);
    queues.delete(tenantId);
    queues.set(tenantId, queue);
  }
  return group;
}

/** Runs the work at the end of this turn of the event loop, once for any number of calls. */
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

/** Whether the database returned an error, or a rule refused, before any commit. */
function wasRolledBack(error: unknown): boolean {
  return error instanceof pg.DatabaseError || error instanceof Refusal;
}
