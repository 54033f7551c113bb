import { AsyncLocalStorage } from "node:async_hooks";

import { sql, type RawBuilder } from "kysely";
import pg from "pg";

import { completeRefusal } from "./database-refusal.ts";

/**
 * The server's time limit for a statement, in milliseconds. It is shorter than {@link responseTimeout},
 * so exceeding the latter means that the connection was lost.
 */
export const statementTimeout = 15_000;

/** The client's time limit for the response to a statement, including a commit, in milliseconds. */
export const responseTimeout = 20_000;

/**
 * How long the server keeps an idle transaction open, in milliseconds. Its locks block others, and
 * a client behind a broken network never closes it.
 */
export const idleTransactionTimeout = 15_000;

/** The time limit of the current work; null for none. */
type Limit = { milliseconds: number | null };

const limits = new AsyncLocalStorage<Limit>();

/**
 * Runs work with a time limit for the response to each statement, which {@link changeResponseTimeout}
 * may change.
 */
export function withResponseTimeout<Result>(
  milliseconds: number,
  work: () => Promise<Result>,
): Promise<Result> {
  return limits.run({ milliseconds }, work);
}

/** Whether the caller is inside an open transaction. */
export function isInTransaction(): boolean {
  return limits.getStore() !== undefined;
}

/** Changes the time limit of the calling work; null removes it. */
export function changeResponseTimeout(milliseconds: number | null): void {
  const limit = limits.getStore();
  if (limit !== undefined) limit.milliseconds = milliseconds;
}

/** Marks the text of a statement from {@link withCachedPlan}. */
const planCacheMark = "/* plan kept */ ";
/** The maximum number of plans of a connection, in case texts are ever generated without bound. */
const maxPlans = 300;
const numbers = new Map<string, number>();

/**
 * Keeps the query plan of a statement on the connection: planning a statement that finds few rows
 * takes ten times as long as running it. Only for a constant text whose best plan is the same for
 * all values.
 *
 * The plan is stored on the server as a named prepared statement, if this process is connected to
 * the server directly. Behind a pooler, where the next transaction may use another connection, the
 * statement is planned each time.
 */
export function withCachedPlan<Row>(statement: RawBuilder<Row>): RawBuilder<Row> {
  return sql<Row>`${sql.raw(planCacheMark)}${statement}`;
}

/** Marks the text of a statement from {@link pipelined}. */
const pipelineMark = "/* pipelined */ ";

/**
 * Pipelines a statement: it is sent together with the next one of its transaction, or with its
 * commit, in one write. Only for a statement whose rows are not read: it returns none. If it fails,
 * the next statement fails with its error and does nothing. A complete refusal (SQLSTATE `KB003`) is
 * thrown as a refusal.
 */
export function pipelined(statement: RawBuilder<unknown>): RawBuilder<never> {
  return sql<never>`${sql.raw(pipelineMark)}${statement}`;
}

/**
 * The transaction setting around statements whose plans are kept. PostgreSQL would plan again for
 * the values when the generic plan looks more expensive, which is not the right criterion for a
 * statement of {@link withCachedPlan}. Other statements must not use a generic plan, because they read
 * far more rows for some values than for others.
 */
const useGenericPlan = "set local plan_cache_mode = force_generic_plan";
const useCustomPlans = "set local plan_cache_mode = auto";

/** The number in the prepared statement's name, for a statement whose plan is to be kept. */
function numberOf(text: string): number | undefined {
  if (!text.startsWith(planCacheMark)) return undefined;
  const known = numbers.get(text);
  if (known !== undefined || numbers.size === maxPlans) return known;
  numbers.set(text, numbers.size);
  return numbers.size - 1;
}

/** The generation of the plans that a pool's connections keep: how often they were discarded. */
export type PlanCache = { generation: number };

/**
 * How often the plans of a pool may be discarded. Beyond that, something invalidates them
 * continually, and none are kept.
 */
const maxGenerations = 10;

/**
 * Whether an error means that a kept plan cannot be used: its name belongs to another connection,
 * or a table has changed. Such an error comes before the statement has any effect.
 */
export function isInvalidPlan(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code, routine } = error;
  return code === "26000" || code === "42P05" || routine === "RevalidateCachedQuery";
}

type Answered = (error: Error | undefined, answers: unknown) => void;

/** The result of a statement that has not been sent yet, or never is. */
const emptyResult: pg.QueryResult = { command: "", rowCount: null, oid: 0, fields: [], rows: [] };

/**
 * A statement with the pipelined ones before it, in one write. There is one sync, at the end, so
 * that the server skips everything after a statement that fails.
 */
class PipelinedQuery extends pg.Query {
  constructor(ahead: readonly pg.QueryConfig[], requested: pg.QueryConfig, answered: Answered) {
    super({ ...requested, ...extended }, answered);
    const { submit } = pg.Query.prototype;
    this.submit = (connection) => {
      const unsynced = Object.create(connection, {
        sync: { value: () => undefined },
      }) as typeof connection;
      // If the driver cannot encode a value, no later statement may be executed.
      const failed = (error: Error | undefined) => void (error && connection.stream.destroy(error));
      connection.stream.cork();
      try {
        for (const each of ahead)
          submit.call(new pg.Query({ ...each, ...extended }, failed), unsynced);
        submit.call(this, connection);
      } finally {
        connection.stream.uncork();
      }
    };
  }
}

/**
 * Makes the driver use the extended protocol even without values. The option is missing from its
 * types.
 */
const extended: object = { queryMode: "extended" };

/**
 * A connection that closes itself when a response does not arrive. A network that drops packets
 * closes nothing: without this, the statement and everyone waiting for its locks would wait for the
 * operating system's timeout, about fifteen minutes. The statement then fails as if its connection
 * had broken.
 *
 * It also saves round trips: a transaction is opened together with its first statement, statements
 * without a result are sent with the next one ({@link pipelined}), and plans are kept where that
 * pays ({@link withCachedPlan}).
 */
export class LimitedClient extends pg.Client {
  #plans: PlanCache = { generation: maxGenerations };
  /**
   * Statements to send with the next one. The first of them begins the transaction, if it has not
   * been sent yet.
   */
  #pipelined: pg.QueryConfig[] = [];
  /** Whether a transaction is open, and which kind of plan its next statement will use. */
  #transaction: "closed" | "custom plans" | "generic plan" = "closed";

  /** Keeps the plans of a pool, if the other end is the server itself and not a pooler. */
  async keepPlans(plans: PlanCache): Promise<void> {
    const { rows } = await super.query<{ id: number }>("select pg_backend_pid() as id");
    // A pooler reports a process id of its own, because its clients share the server connections
    // behind it.
    const announced = "processID" in this ? this.processID : undefined;
    if (rows[0]?.id === announced) this.#plans = plans;
  }

  // The driver's `query` has seven overloads; arguments and result pass through unchanged.
  override query: pg.Client["query"] = ((...given: Parameters<pg.Client["query"]>) => {
    const result: unknown = this.#ask(given);
    if (result instanceof Promise) result.catch((error: unknown) => this.#endAfter(error));
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

  /**
   * Ends a connection that the server has closed, before the pool takes it back: the end of the
   * stream arrives after the error, and would fail the next request. A transaction notices it at its
   * rollback.
   */
  #endAfter(error: unknown): void {
    const isFatal = error instanceof pg.DatabaseError && error.severity === "FATAL";
    if (isFatal && this.#transaction === "closed") this.end(() => undefined);
  }

  #ask(given: Parameters<pg.Client["query"]>): unknown {
    const [text, second] = given as unknown[];
    if (typeof text !== "string" || typeof second === "function") return super.query(...given);
    const values = second as unknown[] | undefined;
    if (beginsTransaction(text)) {
      this.#pipelined = [{ text }];
      this.#transaction = "custom plans";
      return Promise.resolve(emptyResult);
    }
    if (text.startsWith(pipelineMark)) {
      this.#pipelined.push({ text: text.slice(pipelineMark.length), values });
      return Promise.resolve(emptyResult);
    }
    const requested = this.#named(text, values);
    const isUnprepared = this.#isUnprepared(requested);
    const ends = text === "commit" || text === "rollback";
    if (ends) this.#transaction = "closed";
    else this.#choosePlans(requested);
    const ahead = this.#pipelined;
    this.#pipelined = [];
    const isUnsent = beginsTransaction(ahead[0]?.text);
    if (isUnsent && (text === "rollback" || (ends && ahead.length === 1))) {
      return Promise.resolve(emptyResult);
    }
    if (text === "rollback" || ahead.length === 0) return super.query(requested);
    return isUnprepared
      ? this.#prepareAfter(ahead, requested)
      : this.#sendPipelined(ahead, requested);
  }

  /** Adds the name of the prepared statement, if its plan is kept. */
  #named(text: string, values: unknown[] | undefined): pg.QueryConfig {
    const { generation } = this.#plans;
    const number = generation < maxGenerations ? numberOf(text) : undefined;
    return {
      text,
      values,
      ...(number === undefined ? {} : { name: `kept_${generation}_${number}` }),
    };
  }

  /**
   * Whether a named statement would be prepared behind one that may fail. The driver would count it
   * as prepared even if the server skipped it.
   */
  #isUnprepared({ name }: pg.QueryConfig): boolean {
    if (name === undefined || this.#pipelined.every(({ values }) => values === undefined))
      return false;
    // The driver's types leave its register of statements out; without it, each counts as unprepared.
    const { connection } = this;
    const parsed = "parsedStatements" in connection ? connection.parsedStatements : undefined;
    return !(typeof parsed === "object" && parsed !== null && Object.hasOwn(parsed, name));
  }

  /** Switches a transaction to generic plans for a named statement, and back for any other one. */
  #choosePlans({ name }: pg.QueryConfig): void {
    const needed = name === undefined ? "custom plans" : "generic plan";
    if (this.#transaction === "closed" || this.#transaction === needed) return;
    this.#transaction = needed;
    this.#pipelined.push({ text: needed === "generic plan" ? useGenericPlan : useCustomPlans });
  }

  /** Sends a statement once those ahead of it have succeeded. */
  async #prepareAfter(
    ahead: readonly pg.QueryConfig[],
    requested: pg.QueryConfig,
  ): Promise<unknown> {
    await this.#send(ahead.slice(0, -1), ahead.at(-1) ?? requested);
    return super.query(requested);
  }

  async #sendPipelined(
    ahead: readonly pg.QueryConfig[],
    requested: pg.QueryConfig,
  ): Promise<unknown> {
    // A text without values may contain several statements, which only the simple protocol accepts.
    if (!requested.values?.length && requested.name === undefined && requested.text !== "commit") {
      if (ahead.every(({ values }) => values === undefined)) {
        const texts = [...ahead, requested].map(({ text }) => text).join("; ");
        return withoutLeading(await super.query(texts), ahead.length);
      }
      await this.#send(ahead.slice(0, -1), ahead.at(-1) ?? requested);
      return super.query(requested.text);
    }
    return this.#send(ahead, requested);
  }

  #send(ahead: readonly pg.QueryConfig[], requested: pg.QueryConfig): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const query = new PipelinedQuery(ahead, requested, (error, answers) => {
        if (error) reject(completeRefusal(error) ?? error);
        else resolve(withoutLeading(answers, ahead.length));
      });
      super.query(query);
    });
  }
}

function beginsTransaction(text: string | undefined): boolean {
  return text !== undefined && /^(?:begin|start transaction)/.test(text);
}

/**
 * The result of a statement without those of the pipelined statements before it; several results if
 * it contained several statements.
 */
function withoutLeading(answers: unknown, leading: number): unknown {
  if (leading === 0) return answers;
  if (!Array.isArray(answers))
    throw new Error("a statement was answered without the pipelined ones before it");
  const rest = (answers as unknown[]).slice(leading);
  return rest.length === 1 ? rest[0] : rest;
}
