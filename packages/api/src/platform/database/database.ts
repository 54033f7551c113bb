import {
  Kysely,
  PostgresDialect,
  sql,
  type KyselyPlugin,
  type RootOperationNode,
  type UnknownRow,
} from "kysely";
import pg from "pg";

import type { Tx } from "../scope.ts";
import {
  responseTimeout,
  changeResponseTimeout,
  isInTransaction,
  isInvalidPlan,
  LimitedClient,
  statementTimeout,
  withResponseTimeout,
  type PlanCache,
} from "./limited-client.ts";
import { atMostOne } from "./rows.ts";

// PostgreSQL's bigint is returned as a BigInt, because money in kobo must not pass through a float.
// Dates stay text, because a Date object would apply a time zone.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, (text) => BigInt(text));
types.setTypeParser(pg.types.builtins.NUMERIC, (text) =>
  text.includes(".") ? Number(text) : BigInt(text),
);
types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/**
 * Ids are bigint in the database and numbers here: columns called `id` or ending in `_id`. An id
 * beyond 2^53 throws instead of being rounded.
 */
const idsAsNumbers: KyselyPlugin = {
  transformQuery: ({ node }: { node: RootOperationNode }) => node,
  transformResult: ({ result }) => {
    // All rows of a result have the columns of the first one.
    const columns = Object.keys(result.rows[0] ?? {}).filter(isIdColumn);
    if (columns.length > 0) for (const row of result.rows) convertIds(row, columns);
    return Promise.resolve(result);
  },
};

function isIdColumn(column: string): boolean {
  return column === "id" || column.endsWith("_id");
}

function convertIds(row: UnknownRow, columns: readonly string[]): void {
  for (const column of columns) {
    const value = row[column];
    if (typeof value !== "bigint") continue;
    const id = Number(value);
    if (!Number.isSafeInteger(id))
      throw new RangeError(`${column} ${value} is beyond the safe integers`);
    row[column] = id;
  }
}

export type Database = {
  /**
   * Runs work in a transaction and commits it. Deadlocks and serialization failures are retried, so
   * the work must have no effect outside the transaction.
   */
  transaction<Result>(
    work: (tx: Tx) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /**
   * Runs one statement as its own transaction, which is retried like any other. No scope is set, so
   * it can access control tables only, unless it sets a scope itself.
   */
  statement<Result>(work: (db: Kysely<unknown>) => Promise<Result>): Promise<Result>;
  /**
   * Calls the listener after each commit of a transaction that published the topic. @returns a
   * function that unsubscribes it.
   */
  onCommit(topic: string, listener: () => void): () => void;
  /** The numbers of connections (open, idle, maximum) and of callers waiting for one. */
  pool(): { total: number; idle: number; waiting: number; limit: number };
  /**
   * Resolves when the database responds to the login for requests. @throws UnfitLogin when the login
   * has more privileges than requests may have, lacks time limits, or is of another database.
   */
  ping(): Promise<void>;
  close(): Promise<void>;
};

export type TransactionOptions = {
  /** Whether all statements see the snapshot of the first one. */
  snapshot?: boolean;
};

export type DatabaseOptions = {
  url: string;
  /** The maximum number of connections of this process. */
  connections: number;
  onError: (error: Error) => void;
  /** Time limits other than the defaults, such as shorter ones for tests. */
  limits?: { answer: number; idle: number };
};

/** PostgreSQL's code for a full disk. The transaction was rolled back. */
export const diskFull = "53100";

/** The SQLSTATE of a database error; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** The SQLSTATE of a row that a unique index refuses. */
export const uniqueViolation = "23505";

const retryable = new Set(["40001", "40P01"]);
const tries = 5;

const publishedTopics = new WeakMap<Tx, Set<string>>();
const commitCallbacks = new WeakMap<Tx, (() => void)[]>();

/** Notifies the listeners of a topic once this transaction has committed; never if it does not. */
export function publishAfterCommit(tx: Tx, topic: string): void {
  publishedTopics.set(tx, (publishedTopics.get(tx) ?? new Set()).add(topic));
}

/**
 * Runs a function once this transaction has committed; never if it does not. The function must not
 * throw.
 */
export function afterCommit(tx: Tx, consequence: () => void): void {
  commitCallbacks.set(tx, [...(commitCallbacks.get(tx) ?? []), consequence]);
}

/**
 * Guards every network call to other services. Inside a transaction, such a call would hold locks
 * and a connection until the other side responds.
 *
 * @throws Error, as a fault, when the caller is inside an open transaction.
 */
export function assertOutsideTransaction(what: string): void {
  if (isInTransaction()) throw new Error(`${what} must wait for the end of the transaction`);
}

/**
 * Opens a connection pool for requests. Role and time limits are settings of the login, and the
 * scope is set in each transaction, because a pooler may use another connection for the next one.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { answer: limit } = options.limits ?? { answer: responseTimeout };
  const plans: PlanCache = { generation: 0 };
  const pool = new pg.Pool({
    connectionString: options.url,
    Client: LimitedClient,
    keepAlive: true,
    max: options.connections,
    // Each connection takes 4 MB of the server's memory. Two stay open for occasional requests.
    min: 2,
    idleTimeoutMillis: 5000,
    connectionTimeoutMillis: 10_000,
    types,
    verify: (client, done) => void prepare(client, plans, options, done),
  });
  pool.on("error", options.onError);
  // The pool handles errors of idle connections only. A connection that dies between two statements
  // of a transaction would end the process; with this handler the next statement fails and reports
  // the error.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  const kysely = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
    plugins: [idsAsNumbers],
  });
  const listeners = new Map<() => void, string>();
  const notifyCommitted = (committed: Tx): void => {
    for (const consequence of commitCallbacks.get(committed) ?? []) consequence();
    const topics = publishedTopics.get(committed);
    for (const [listener, topic] of listeners) if (topics?.has(topic)) listener();
  };
  return {
    transaction(work, { snapshot = false } = {}) {
      const begin = () =>
        snapshot ? kysely.transaction().setIsolationLevel("repeatable read") : kysely.transaction();
      return withRetries(plans, async () => {
        let committed: Tx | undefined;
        const result = await withResponseTimeout(limit, () =>
          begin().execute(async (tx) => {
            const value = await work(tx);
            committed = tx;
            return value;
          }),
        );
        if (committed !== undefined) notifyCommitted(committed);
        return result;
      });
    },
    statement: (work) => withRetries(plans, () => withResponseTimeout(limit, () => work(kysely))),
    onCommit(topic, listener) {
      listeners.set(listener, topic);
      return () => listeners.delete(listener);
    },
    pool: () => stateOf(pool, options.connections),
    ping: () => withResponseTimeout(limit, () => assertRequestLogin(kysely)),
    async close() {
      await kysely.destroy();
    },
  };
}

/** Repeats a transaction that was rolled back by a deadlock, a serialization failure or a lost plan. */
async function withRetries<Result>(plans: PlanCache, run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const isLost = discardInvalidPlans(plans, error);
      if (attempt === tries || !(isLost || retryable.has(sqlState(error) ?? ""))) throw error;
    }
  }
}

/** Prepares a new connection for its first statement, and returns it to the pool. */
async function prepare(
  client: pg.Client,
  plans: PlanCache,
  { limits }: DatabaseOptions,
  done: (error?: Error) => void,
): Promise<void> {
  try {
    if (limits !== undefined) {
      await client.query(`set idle_in_transaction_session_timeout = ${limits.idle}`);
    }
    if (client instanceof LimitedClient) await client.keepPlans(plans);
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
    return;
  }
  done();
}

/**
 * Discards kept plans when one can no longer be used. This is rare: a migration changed a table, or
 * a pooler was mistaken for a server.
 *
 * @returns whether that was the error; nothing was executed in this case, and the work can be
 * repeated.
 */
function discardInvalidPlans(plans: PlanCache, error: unknown): boolean {
  if (!isInvalidPlan(error)) return false;
  plans.generation++;
  return true;
}

function stateOf(pool: pg.Pool, limit: number): ReturnType<Database["pool"]> {
  return { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, limit };
}

/** A login by which no requests may be served; the message says why and what to do. */
export class UnfitLogin extends Error {}

/**
 * Checks the login and its settings at the server. @throws UnfitLogin when it is not a login for
 * requests.
 */
async function assertRequestLogin(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    login: string;
    privileged: boolean;
    owns: boolean;
    limited: boolean;
  }>`
    select r.rolname as login, r.rolsuper or r.rolbypassrls or r.rolcreaterole as privileged,
      pg_has_role(session_user, c.relowner, 'member') as owns,
      current_setting('TimeZone') = 'UTC' and current_setting('statement_timeout') <> '0' as limited
    from pg_roles r, pg_class c
    where r.rolname = session_user and c.oid = to_regclass('tenants')`.execute(db);
  const row = atMostOne(rows);
  if (row === undefined) {
    throw new UnfitLogin("this is not the database of DATABASE_URL; correct its name");
  }
  const { login, privileged, owns, limited } = row;
  if (privileged || owns) {
    throw new UnfitLogin(
      `requests must not be served as ${login}, whom no policy would hold back; name another login`,
    );
  }
  if (!limited) {
    throw new UnfitLogin(
      `the login ${login} lacks its time zone and time limits; a pooler must not change them`,
    );
  }
}

/**
 * Extends the time limit of a transaction's further statements, and of the pauses between them in
 * which a client may read slowly.
 *
 * @param milliseconds the limit of each.
 */
export async function allowLongStatements(tx: Tx, milliseconds: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(milliseconds)}, true),
    set_config('idle_in_transaction_session_timeout', ${String(milliseconds)}, true)`.execute(tx);
  changeResponseTimeout(milliseconds + responseTimeout - statementTimeout);
}

/** Removes the time limits of a transaction's statements and of the pauses between them. */
export async function liftTimeouts(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx);
  changeResponseTimeout(null);
}

/**
 * Acquires a named lock, which one transaction in all processes can hold at a time; others wait
 * without a limit. It is released at the end of the transaction.
 */
export async function acquireNamedLock(tx: Tx, name: string): Promise<void> {
  await liftTimeouts(tx);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`kontor ${name}`}, 0))`.execute(tx);
}

/** Opens one connection as the owner of the schema. */
export async function withOwnerClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, types });
  client.on("error", () => undefined);
  await client.connect();
  await client.query("set time zone 'UTC'");
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
