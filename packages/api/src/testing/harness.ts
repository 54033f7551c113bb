import { randomBytes } from "node:crypto";

import type { DataOf, Endpoint, PageMeta } from "@kontor/contract/endpoint";
import type { Problem } from "@kontor/contract/error-codes";
import type { Role, UserType } from "@kontor/contract/reference/roles";
import { login, type SignedIn } from "@kontor/contract/session/session";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll } from "vitest";

import { buildApp, type AppOptions } from "../app.ts";
import { lagosDate, type Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { exactlyOne } from "../platform/database/rows.ts";
import { parseEnvironment, type Environment } from "../platform/environment.ts";
import { newToken, tokenHash } from "../platform/http/authenticate.ts";
import { hashSecretsCheaply } from "./cheap-secrets.ts";
import { sendRequest } from "./http-client.ts";
import { takeDatabase } from "./test-database.ts";

hashSecretsCheaply();

/** Leaves out a byte order mark, as a browser does. */
const decoder = new TextDecoder();

/** A clock that is stopped until a test moves it. */
export type TestClock = Clock & {
  /** The requested waiting times in milliseconds, in order. */
  readonly waits: number[];
  set(moment: Date): void;
  advance(milliseconds: number): void;
};

export function testClock(start = new Date("2026-03-10T09:00:00Z")): TestClock {
  let moment = start;
  const waits: number[] = [];
  return {
    now: () => moment,
    today: () => lagosDate(moment),
    waits,
    sleep: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
    set: (to) => (moment = to),
    advance: (milliseconds) => (moment = new Date(moment.getTime() + milliseconds)),
  };
}

export type Reply = { status: number; headers: Headers; body: unknown; problem: Problem };

export type Caller = {
  /** The bearer token that the caller sends; undefined for an anonymous caller. */
  token: string | undefined;
  user_id: number;
  /** Sends a raw request, whatever the contract says about it. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply>;
  /** Calls an endpoint with wire values and returns its decoded data; throws when it is refused. */
  call<E extends Endpoint>(
    endpoint: E,
    wire?: { params?: object; query?: object; body?: object | FormData; key?: string },
  ): Promise<DataOf<E>>;
  /** The same for a list, with its meta. */
  list<E extends Endpoint>(
    endpoint: E,
    wire?: { params?: object; query?: object },
  ): Promise<{ data: DataOf<E>; meta: PageMeta }>;
  /** Calls an endpoint and returns the raw response, for refusals. */
  attempt(
    endpoint: Endpoint,
    wire?: { params?: object; query?: object; body?: unknown; key?: string },
  ): Promise<Reply>;
};

export type World = {
  app: FastifyInstance;
  url: string;
  database: Database;
  clock: TestClock;
  environment: Environment;
  /** Connects as the owner of this database. */
  ownerUrl: string;
  /** Connects to it with the login of requests. */
  requestsUrl: string;
  nobody: Caller;
  /**
   * A new user of that type with an active session: an administrator, an accountant and reviewer,
   * or a bookkeeper.
   */
  signIn(userType: UserType, tenantId?: number): Promise<Caller>;
  /** A new user with these roles and an active session. */
  signInAs(roles: readonly Role[], tenantId?: number): Promise<Caller>;
  /** A user with an active session, given by its token. */
  callerWith(token: string, userId: number): Caller;
  /** Signs in like a user; throws when a second factor is required. */
  login(email: string, password: string): Promise<SignedIn>;
  close(): Promise<void>;
};

const rolesOf: Readonly<Record<UserType, readonly Role[]>> = {
  platform: ["ADMINISTRATOR"],
  staff: ["ACCOUNTANT", "REVIEWER"],
  organization: ["BOOKKEEPER"],
};

/** The key that encrypts secrets in tests, as 64 hex digits. */
export const secretKey = "ab".repeat(32);

type WorldOptions = {
  /** Receives the lines of the log. */
  logStream?: AppOptions["logStream"];
  /** Whether no earlier test may have used the database: for tests of plans and of statistics. */
  newDatabase?: boolean;
};

/**
 * The world of a test file, which is closed after its last test and after the file's own
 * `afterAll`. For the top level of the file; parameters as of {@link openWorld}.
 */
export async function openFileWorld(...options: Parameters<typeof openWorld>): Promise<World> {
  const world = await openWorld(...options);
  afterAll(() => world.close());
  return world;
}

/**
 * A server over HTTP on a migrated database of its own. The caller closes it.
 *
 * @param variables environment variables in addition to those of every test; empty for one that is
 * not set.
 */
export async function openWorld(
  variables: Record<string, string> = {},
  { logStream, newDatabase = false }: WorldOptions = {},
): Promise<World> {
  const { ownerUrl, requestsUrl, database, release } = await takeDatabase({ newDatabase });
  const environment = parseEnvironment({
    NODE_ENV: "test",
    LOG_LEVEL: "fatal",
    KONTOR_REQUESTS_PER_MINUTE: "1000000",
    KONTOR_SECRET_KEY: secretKey,
    ...variables,
  });
  const clock = testClock();
  const app = await buildApp({ environment, database, clock, logStream });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const nobody = caller(url, undefined, 0);
  const signInAs: World["signInAs"] = async (roles, tenantId) => {
    const { token, user_id } = await addSession(database, clock, roles, tenantId);
    return caller(url, token, user_id);
  };
  return {
    app,
    url,
    database,
    clock,
    environment,
    ownerUrl,
    requestsUrl,
    nobody,
    signIn: (userType, tenantId) => signInAs(rolesOf[userType], tenantId),
    signInAs,
    callerWith: (token, userId) => caller(url, token, userId),
    login: async (email, password) => {
      const signedIn = await nobody.call(login, { body: { email, password } });
      if ("challenge" in signedIn) throw new Error("a second factor is asked for");
      return signedIn;
    },
    close: async () => {
      await app.close();
      await release();
    },
  };
}

async function addSession(
  database: Database,
  clock: Clock,
  roles: readonly Role[],
  tenantId: number | undefined,
): Promise<{ token: string; user_id: number }> {
  const token = newToken();
  const now = clock.now();
  const email = `${roles[0]?.toLowerCase()}-${randomBytes(4).toString("hex")}@example.com`;
  return database.transaction(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into users (email, name, roles, tenant_id, password_hash, created_at)
      values (${email}, 'Test user', ${[...roles]}, ${tenantId ?? null}, 'none', ${now}) returning id`.execute(
      tx,
    );
    const user_id = exactlyOne(rows).id;
    await sql`insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at)
      values (${tokenHash(token)}, ${user_id}, ${now}, ${now}, ${new Date(now.getTime() + 43_200_000)})`.execute(
      tx,
    );
    return { token, user_id };
  });
}

function caller(url: string, token: string | undefined, userId: number): Caller {
  const send: Caller["send"] = async (method, path, body, headers = {}) => {
    const form = body instanceof FormData;
    const content =
      body === undefined || form || typeof body === "string" ? body : JSON.stringify(body);
    const response = await sendRequest(`${url}/api${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || form ? {} : { "content-type": "application/json" }),
        timezone: "Africa/Lagos",
        ...headers,
      },
      body: content,
    });
    const text = decoder.decode(response.bytes);
    const parsed: unknown = text.startsWith("{") ? JSON.parse(text) : text;
    return {
      status: response.status,
      headers: response.headers,
      body: parsed,
      problem: parsed as Problem,
    };
  };
  const attempt: Caller["attempt"] = (endpoint, wire = {}) =>
    send(
      endpoint.method,
      addressOf(endpoint, wire.params, wire.query),
      wire.body,
      wire.key === undefined ? {} : { "idempotency-key": wire.key },
    );
  const accepted = async (endpoint: Endpoint, wire: Parameters<Caller["attempt"]>[1]) => {
    const reply = await attempt(endpoint, wire);
    if (reply.status !== (endpoint.status ?? 200)) {
      throw new Error(
        `${endpoint.method} ${endpoint.path} answered ${reply.status}: ${JSON.stringify(reply.body)}`,
      );
    }
    return reply.body as { data: unknown; meta: PageMeta };
  };
  return {
    token,
    user_id: userId,
    send,
    attempt,
    call: async (endpoint, wire) =>
      endpoint.data.decode((await accepted(endpoint, wire)).data) as DataOf<typeof endpoint>,
    list: async (endpoint, wire) => {
      const { data, meta } = await accepted(endpoint, wire);
      return { data: endpoint.data.decode(data) as DataOf<typeof endpoint>, meta };
    },
  };
}

/** The path of an endpoint below `/api`, with its path parameters and query filled in. */
export function addressOf(endpoint: Endpoint, params: object = {}, query: object = {}): string {
  const values = new Map(Object.entries(params).map(([name, value]) => [name, String(value)]));
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(values.get(name) ?? ""),
  );
  const pairs = Object.entries(query).map(
    ([name, value]) => [name, String(value)] as [string, string],
  );
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
}
