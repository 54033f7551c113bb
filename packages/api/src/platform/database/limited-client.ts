import { AsyncLocalStorage } from "node:async_hooks";

import pg from "pg";

/**
 * How long the server works on one statement before it gives up by itself, in milliseconds. Whoever
 * waits longer than {@link answerLimit} has lost the connection and not a race with the server.
 */
export const statementLimit = 15_000;

/** How long this side waits for the answer to one statement, a commit included, in milliseconds. */
export const answerLimit = 20_000;

/**
 * How long the server keeps a transaction open in which nobody asks for anything, in milliseconds. Its
 * locks stop others, and a client behind a lost route never says that it is gone.
 */
export const idleLimit = 15_000;

/** The limit of the work under way; null while it may take as long as it takes. */
type Limit = { milliseconds: number | null };

const limits = new AsyncLocalStorage<Limit>();

/** Runs work whose statements are answered within a limit, which {@link changeAnswerLimit} may change. */
export function withAnswerLimit<Result>(
  milliseconds: number,
  work: () => Promise<Result>,
): Promise<Result> {
  return limits.run({ milliseconds }, work);
}

/** Whether a transaction is open around the caller. */
export function isInTransaction(): boolean {
  return limits.getStore() !== undefined;
}

/** Changes the limit of the work that calls it; null lifts it. */
export function changeAnswerLimit(milliseconds: number | null): void {
  const limit = limits.getStore();
  if (limit !== undefined) limit.milliseconds = milliseconds;
}

/**
 * A connection that ends itself when an answer does not come. A network that swallows packets closes
 * nothing: without this the statement, and everybody who waits for its locks, would wait for the
 * system's own limit, some fifteen minutes. The statement then fails as one whose connection broke.
 */
export class LimitedClient extends pg.Client {
  // The driver's `query` has seven overloads; what goes in comes out unchanged.
  override query: pg.Client["query"] = ((...given: Parameters<pg.Client["query"]>) => {
    const result: unknown = super.query(...given);
    const milliseconds = limits.getStore()?.milliseconds;
    if (typeof milliseconds === "number" && result instanceof Promise) {
      const timer = setTimeout(() => {
        this.connection.stream.destroy(new Error("Connection terminated: no answer came in time"));
      }, milliseconds);
      const stop = () => clearTimeout(timer);
      result.then(stop, stop);
    }
    return result;
  }) as pg.Client["query"];
}
