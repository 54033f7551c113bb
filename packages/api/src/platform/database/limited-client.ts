import { AsyncLocalStorage } from "node:async_hooks";

import { sql, type RawBuilder } from "kysely";
import pg from "pg";

/**
 * The server's time limit of one statement, in milliseconds. It is shorter than {@link
 * answerLimit}, so that exceeding that one means a lost connection.
 */
export const statementLimit = 15_000;

/**
 * How long this side waits for the response to one statement, a commit included, in milliseconds.
 */
export const answerLimit = 20_000;

/**
 * How long the server keeps an idle transaction open, in milliseconds. Its locks stop others, and a
 * client behind a lost route never closes it.
 */
export const idleLimit = 15_000;

/** The limit of the work under way; null for none. */
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

/** Marks the text of a statement of {@link keepingPlan}. */
const keptMark = "/* plan kept */ ";
/** The most plans that a connection keeps, should texts ever be built without bound. */
const mostPlans = 300;
const numbers = new Map<string, number>();

/**
 * Has a connection keep the plan of a statement: planning a statement that finds few rows takes ten
 * times as long as running it. Only for a constant text whose best plan is the same for all values.
 *
 * The plan is stored at the server under a name, where this process talks to the server itself.
 * Behind a pooler, where the next transaction may use another connection, the statement is planned
 * each time.
 */
export function keepingPlan<Row>(statement: RawBuilder<Row>): RawBuilder<Row> {
  return sql<Row>`${sql.raw(keptMark)}${statement}`;
}

/** The number of a statement whose plan is to be kept. */
function numberOf(text: string): number | undefined {
  if (!text.startsWith(keptMark)) return undefined;
  const known = numbers.get(text);
  if (known !== undefined || numbers.size === mostPlans) return known;
  numbers.set(text, numbers.size);
  return numbers.size - 1;
}

/**
 * The generation of the plans that the connections of a pool keep: how often they were discarded.
 */
export type Plans = { round: number };

/**
 * How often the plans of a pool may be discarded. Beyond that something keeps invalidating them,
 * and none are kept.
 */
const mostRounds = 10;

/**
 * The errors of a stored plan that cannot be used: its name belongs to another connection, or a
 * table has changed since. They come before the statement has done anything.
 */
export function isLostPlan(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code, routine } = error;
  return code === "26000" || code === "42P05" || routine === "RevalidateCachedQuery";
}

type Answered = (error: Error | undefined, answers: unknown) => void;

/** The result of ending a transaction without statements, which the server never saw. */
const unsaid: pg.QueryResult = { command: "", rowCount: null, oid: 0, fields: [], rows: [] };

/**
 * A statement that opens its transaction: both are sent in one write and answered in one response.
 */
class OpeningQuery extends pg.Query {
  constructor(opening: string, { text, values, name }: pg.QueryConfig, answered: Answered) {
    // A text without values may be several statements, which only the simple protocol takes.
    if (!values?.length && name === undefined) {
      super(`${opening}; ${text}`, answered);
      return;
    }
    super({ text, values, name }, answered);
    const { submit } = pg.Query.prototype;
    this.submit = (connection) => {
      connection.stream.cork();
      try {
        // Without a sync between the two: if the first fails, the server skips the second.
        connection.parse({ name: "", text: opening, types: [] }, true);
        connection.bind({}, true);
        connection.execute(null, true);
        submit.call(this, connection);
      } finally {
        connection.stream.uncork();
      }
    };
  }
}

/**
 * A connection that closes itself when a response does not come. A network that drops packets
 * closes nothing: without this the statement, and everybody waiting for its locks, would wait for
 * the system's own limit, some fifteen minutes. The statement then fails as if its connection
 * broke.
 *
 * It also saves round trips: a transaction is opened together with its first statement, and plans
 * worth it are kept ({@link keepingPlan}).
 */
export class LimitedClient extends pg.Client {
  #plans: Plans = { round: mostRounds };
  /** The statements that open the transaction, until its first statement is sent. */
  #opening: string | undefined;

  /** Keeps the plans of a pool, where the other end is the server itself and not a pooler. */
  async keepPlans(plans: Plans): Promise<void> {
    const { rows } = await super.query<{ id: number }>("select pg_backend_pid() as id");
    // A pooler reports a process number of its own, since clients share the servers behind it.
    const told = "processID" in this ? this.processID : undefined;
    if (rows[0]?.id === told) this.#plans = plans;
  }

  // The driver's `query` has seven overloads; arguments and result pass through unchanged.
  override query: pg.Client["query"] = ((...given: Parameters<pg.Client["query"]>) => {
    const result: unknown = this.#ask(given);
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

  #ask(given: Parameters<pg.Client["query"]>): unknown {
    const [text, values] = given as unknown[];
    if (typeof text !== "string" || typeof values === "function") return super.query(...given);
    if (/^(?:begin|start transaction)/.test(text)) {
      this.#opening = text;
      return Promise.resolve(unsaid);
    }
    const { round } = this.#plans;
    const number = round < mostRounds ? numberOf(text) : undefined;
    const name = number === undefined ? undefined : `kept_${round}_${number}`;
    const config = { text, values: values as unknown[] | undefined, name };
    const opening = this.#opening;
    this.#opening = undefined;
    if (opening === undefined) return super.query(config);
    if (text === "commit" || text === "rollback") return Promise.resolve(unsaid);
    return this.#open(opening, config);
  }

  #open(opening: string, config: pg.QueryConfig): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const query = new OpeningQuery(opening, config, (error, answers) => {
        if (error) reject(error);
        else resolve(afterOpening(answers));
      });
      super.query(query);
    });
  }
}

/** The result of a statement that opened its transaction, or the results where it was several. */
function afterOpening(answers: unknown): unknown {
  if (!Array.isArray(answers)) throw new Error("a transaction was opened without an answer");
  const [, ...rest] = answers as unknown[];
  return rest.length === 1 ? rest[0] : rest;
}
