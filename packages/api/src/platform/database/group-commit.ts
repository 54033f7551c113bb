import pg from "pg";

import { groupSize, groupWaiting } from "../metrics.ts";
import { Refusal } from "../refusal.ts";

/** The maximum number of requests in one transaction. */
const maxGroupSize = 50;

/** The maximum number of transactions at the same time, not counting those that take long. */
const maxConcurrentTransactions = 2;

/**
 * The minimum number of waiting requests that start another transaction beside the first.
 * Without this limit the groups of both would be small, and a post a third more expensive.
 */
const minForSecondTransaction = 12;

/** The maximum queue length of a tenant, and how long a tenant may delay others. */
export type QueueLimits = {
  /** The maximum number of requests waiting for a transaction; further ones are refused at once. */
  maxWaiting: number;
  /**
   * The maximum time in milliseconds that a request waits for its transaction to begin; then it is
   * refused.
   */
  maxWait: number;
  /**
   * The time in milliseconds after which an executing transaction frees its slot, so that it delays
   * only its own tenants.
   */
  slotTimeout: number;
};

const queueLimits: QueueLimits = { maxWaiting: 1000, maxWait: 10_000, slotTimeout: 25 };

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
  /** The number of transactions with requests of the tenant that have not ended. */
  open: number;
  /** How many of these take long. */
  slow: number;
};

/**
 * Executes the work of several requests in one transaction and commits it. Returns a result for
 * each, in order. A transaction shared by several tenants (`joint`) must not wait long for any lock.
 */
export type CarryOut<Work, Result> = (
  works: readonly Work[],
  joint: boolean,
) => Promise<readonly Result[]>;

/**
 * Commits requests in groups. Requests that contend for the same lock anyway, such as a tenant's
 * entry counter, benefit: what arrives during a transaction goes into the next one. Tenants share
 * transactions too, because a transaction and its acknowledgement cost the same for any amount of
 * work. A request never waits when no transaction is under way. A second one begins beside the first
 * once enough requests are waiting, so that the database always has work: of other tenants, or of
 * one tenant, whose second transaction waits for the locks of its first. A transaction that takes
 * long delays only its own tenants.
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
  carryOut: CarryOut<Work, Result>,
  { maxWaiting, maxWait, slotTimeout }: QueueLimits = queueLimits,
): (tenantId: number, work: Work) => Promise<Result> {
  const queues = new Map<number, Queue<Work, Result>>();
  let usedSlots = 0;

  const run = async (group: Group<Work, Result>, releaseSlot: () => void): Promise<void> => {
    const tenants = new Map(group.map(({ tenantId }) => [tenantId, queueOf(queues, tenantId)]));
    for (const queue of tenants.values()) queue.open++;
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      for (const queue of tenants.values()) queue.slow++;
      releaseSlot();
    }, slotTimeout);
    const again = await executeGroup(carryOut, group);
    clearTimeout(timer);
    for (const queue of tenants.values()) {
      queue.open--;
      if (isSlow) queue.slow--;
    }
    for (const ofTenant of again) void run(ofTenant, start);
    for (const tenantId of tenants.keys()) deleteIdleQueue(queues, tenantId);
    releaseSlot();
  };

  const start = (): void => {
    while (usedSlots < maxConcurrentTransactions) {
      const group = takeGroup(queues, usedSlots === 0 ? 1 : minForSecondTransaction);
      if (group.length === 0) return;
      usedSlots++;
      let hasSlot = true;
      void run(group, () => {
        if (hasSlot) usedSlots--;
        hasSlot = false;
        start();
      });
    }
  };

  // Requests that arrive in one turn of the event loop go into one transaction; otherwise the first
  // one would go alone.
  const startAfterTurn = oncePerTurn(start);

  return (tenantId, work) =>
    new Promise((resolve, reject) => {
      const request: PendingRequest<Work, Result> = { tenantId, work, resolve, reject };
      const queue = queueOf(queues, tenantId);
      queue.waiting.add(request);
      groupWaiting.inc();
      startAfterTurn();
      const refuseBusy = (): void => {
        queue.waiting.delete(request);
        groupWaiting.dec();
        deleteIdleQueue(queues, tenantId);
        reject(busy());
      };
      if (queue.waiting.size > maxWaiting) refuseBusy();
      else request.timer = setTimeout(refuseBusy, maxWait);
    });
}

/**
 * Executes a group and resolves its requests.
 *
 * @returns the parts to execute again, each with the requests of one tenant.
 */
async function executeGroup<Work, Result>(
  carryOut: CarryOut<Work, Result>,
  group: Group<Work, Result>,
): Promise<Group<Work, Result>[]> {
  const ofTenants = [...Map.groupBy(group, ({ tenantId }) => tenantId).values()];
  const works = group.map(({ work }) => work);
  try {
    const results = await carryOut(works, ofTenants.length > 1);
    groupSize.observe(group.length);
    for (const [index, request] of group.entries()) request.resolve(results[index] as Result);
  } catch (error) {
    const isOver = group.length === 1 || !wasRolledBack(error);
    if (!isOver && ofTenants.length > 1) return ofTenants;
    for (const request of group) {
      if (isOver) request.reject(error);
      else await executeGroup(carryOut, [request]);
    }
  }
  return [];
}

type Queues<Work, Result> = Map<number, Queue<Work, Result>>;

function queueOf<Work, Result>(
  queues: Queues<Work, Result>,
  tenantId: number,
): Queue<Work, Result> {
  const queue = queues.get(tenantId) ?? { waiting: new Set(), open: 0, slow: 0 };
  queues.set(tenantId, queue);
  return queue;
}

/** Deletes the queue of a tenant that has no waiting request and no open transaction. */
function deleteIdleQueue<Work, Result>(queues: Queues<Work, Result>, tenantId: number): void {
  const queue = queues.get(tenantId);
  if (queue?.open === 0 && queue.waiting.size === 0) queues.delete(tenantId);
}

/**
 * Takes a group of at least `minimum` requests: the longest waiting ones of tenants without a
 * transaction, in equal shares when not all fit, or else of one tenant with a single transaction
 * that does not take long. So no transaction of several tenants waits for the locks of another.
 *
 * @returns no requests, when there are not enough.
 */
function takeGroup<Work, Result>(
  queues: Queues<Work, Result>,
  minimum: number,
): PendingRequest<Work, Result>[] {
  const free = [...queues].filter(([, { waiting, open }]) => waiting.size > 0 && open === 0);
  if (free.reduce((sum, [, { waiting }]) => sum + waiting.size, 0) >= minimum) {
    return takeFrom(queues, free);
  }
  const contended = [...queues].find(
    ([, { waiting, open, slow }]) =>
      open === 1 && slow === 0 && waiting.size >= minForSecondTransaction,
  );
  return contended === undefined ? [] : takeFrom(queues, [contended]);
}

/** Takes the longest waiting requests of each of these tenants in turn, until the group is full. */
function takeFrom<Work, Result>(
  queues: Queues<Work, Result>,
  free: readonly (readonly [number, Queue<Work, Result>])[],
): PendingRequest<Work, Result>[] {
  const group: PendingRequest<Work, Result>[] = [];
  for (let isLeft = true; isLeft && group.length < maxGroupSize;) {
    isLeft = false;
    for (const [, { waiting }] of free) {
      const [request] = waiting;
      if (request === undefined || group.length === maxGroupSize) continue;
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
