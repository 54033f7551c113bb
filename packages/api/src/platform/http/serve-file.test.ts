import { endpoint } from "@kontor/contract/endpoint";
import { parse } from "content-disposition";
import { fastify } from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";

import { eventually } from "../../testing/eventually.ts";
import { openFileWorld, type Caller } from "../../testing/harness.ts";
import { exactlyOne } from "../database/rows.ts";
import { Refusal } from "../refusal.ts";
import type { Tx } from "../scope.ts";
import { contentDisposition, fileRoute, type FileResponse } from "./serve-file.ts";
import { externalActionRoute, registerRoutes, type Route } from "./serve.ts";
import { translateErrors } from "./translate-errors.ts";

const world = await openFileWorld();
const app = fastify({ logger: { level: "warn", stream: { write: (line) => logged.push(line) } } });
let url: string;
let platform: Caller;
let staff: Caller;
const logged: string[] = [];

const file = (path: string) =>
  endpoint({
    method: "GET",
    path,
    summary: "A file",
    access: "settings.read",
    query: z.strictObject({ rows: z.coerce.number().int().max(100_000).default(3) }),
    data: z.unknown(),
    file: ["text/csv"],
  });

/** Reads row after row from the transaction, like a long export. */
async function* rowsOf(tx: Tx, rows: number): AsyncIterable<string> {
  for (let row = 1; row <= rows; row++) {
    const { rows: read } = await sql<{ text: string }>`
      select ${`${row},${"x".repeat(1000)}\n`}::text as text`.execute(tx);
    yield read[0]?.text ?? "";
  }
}

const csv = (content: FileResponse["content"]): FileResponse => ({
  filename: "rows.csv",
  media_type: "text/csv; charset=utf-8",
  content,
});

async function* breaking(): AsyncIterable<string> {
  yield "first,row\n";
  await new Promise((resolve) => setTimeout(resolve, 30));
  throw new Error("the rest is lost");
}

const outside = endpoint({
  method: "POST",
  path: "/outside",
  summary: "Work after the transaction",
  access: "settings.write",
  body: z.strictObject({ fail: z.boolean() }),
  data: z.strictObject({ open: z.int() }),
});

/** Counts this database's transactions that wait for their client, except its own. */
async function openTransactions(): Promise<number> {
  const { rows } = await world.database.transaction((tx) =>
    sql<{ open: number }>`
      select count(*)::int as open from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(tx),
  );
  return exactlyOne(rows).open;
}

/** Files that wait for the gate continue once it is opened. */
let gate = Promise.withResolvers<void>();

const reached = Promise.withResolvers<void>();
const left = Promise.withResolvers<void>();

async function* held(tx: Tx): AsyncIterable<string> {
  yield "first\n";
  await gate.promise;
  const { rows } = await sql<{ isolation: string; read_only: string }>`
    select current_setting('transaction_isolation') as isolation,
      current_setting('transaction_read_only') as read_only`.execute(tx);
  yield JSON.stringify(rows[0]);
}

const routes: readonly Route[] = [
  fileRoute(
    file("/held"),
    ({ tx }) => Promise.resolve({ ...csv(held(tx)), lines: 2, expected_bytes: 70 }),
    {
      snapshot: true,
    },
  ),
  fileRoute(
    file("/counted"),
    () =>
      Promise.resolve({
        ...csv(() => Promise.reject(new Refusal("not_found", { what: "It" }))),
        lines: 2,
      }),
    { snapshot: true },
  ),
  fileRoute(
    file("/awaited"),
    () =>
      Promise.resolve(
        csv(async (gone) => {
          reached.resolve();
          await new Promise((resolve) => gone.addEventListener("abort", resolve));
          left.resolve();
          throw new Error("nobody waits");
        }),
      ),
    { snapshot: true },
  ),
  fileRoute(file("/streamed"), async ({ tx }, { rows }) => csv(rowsOf(tx, rows))),
  fileRoute(file("/whole"), () => Promise.resolve(csv(Buffer.from("a,b\n")))),
  fileRoute(file("/late"), () => Promise.resolve(csv(() => Promise.resolve(Buffer.from("late"))))),
  fileRoute(file("/broken"), () => Promise.resolve(csv(breaking()))),
  fileRoute(file("/refused"), () => Promise.reject(new Refusal("not_found", { what: "It" }))),
  fileRoute(file("/unmade"), () =>
    Promise.resolve(csv(() => Promise.reject(new Refusal("not_found", { what: "It" })))),
  ),
  fileRoute(file("/undeclared"), () =>
    Promise.resolve({ ...csv(Buffer.from("x")), media_type: "text/html" }),
  ),
  externalActionRoute(outside, async ({ tx }, { fail }) => {
    await sql`select 1`.execute(tx);
    return async () => {
      if (fail) throw new Refusal("not_found", { what: "It" });
      return { open: await openTransactions() };
    };
  }),
];

beforeAll(async () => {
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  translateErrors(app, () => Promise.resolve());
  const { database, clock, environment } = world;
  const hashWithKey = (hash: Buffer) => hash;
  registerRoutes(app, { database, clock, environment, log: app.log, hashWithKey }, routes);
  url = await app.listen({ port: 0, host: "127.0.0.1" });
  platform = await world.signIn("platform");
  staff = await world.signIn("staff");
});
afterAll(() => app.close());

const get = (path: string, caller: Caller = platform, signal?: AbortSignal) =>
  fetch(`${url}/api${path}`, {
    headers: caller.token === undefined ? {} : { authorization: `Bearer ${caller.token}` },
    ...(signal === undefined ? {} : { signal }),
  });

describe("a call that answers with a file", () => {
  test("streams what it reads, with its name and kind", async () => {
    const reply = await get("/streamed?rows=500");
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(reply.headers.get("content-disposition")).toBe("attachment; filename=rows.csv");
    const lines = (await reply.text()).split("\n");
    expect(lines).toHaveLength(501);
    expect(lines[499]).toMatch(/^500,x{1000}$/);
  });

  test.each([
    ["/whole", "a,b\n"],
    ["/late", "late"],
  ])("%s is sent whole with its length", async (path, text) => {
    const reply = await get(path);
    expect(reply.headers.get("content-length")).toBe(String(text.length));
    expect(await reply.text()).toBe(text);
  });

  test.each(["/refused", "/unmade"])("%s is refused like any other call", async (path) => {
    const reply = await get(path);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([
      404,
      "application/problem+json; charset=utf-8",
    ]);
    expect(reply.headers.get("content-disposition")).toBeNull();
    expect(await reply.json()).toMatchObject({ code: "not_found" });
  });

  test("needs a session, the permission and a valid query first", async () => {
    expect((await get("/streamed", world.nobody)).status).toBe(401);
    expect((await get("/streamed", staff)).status).toBe(403);
    expect((await get("/streamed?rows=x")).status).toBe(422);
  });

  test("that fails midway is cut off, so that it cannot be mistaken for complete", async () => {
    const reply = await get("/broken");
    expect(reply.status).toBe(200);
    await expect(reply.text()).rejects.toThrow(/terminated|aborted|socket/i);
    await eventually(() => expect(logged.join("")).toContain("a file was cut short"));
  });

  test("releases its connection when the client disconnects", async () => {
    for (let time = 0; time < 15; time++) {
      const leaving = new AbortController();
      const reply = await get("/streamed?rows=100000", platform, leaving.signal);
      await reply.body?.getReader().read();
      leaving.abort();
    }
    // There are twelve connections; if each reader kept one, none would be free here.
    expect((await get("/streamed?rows=1")).status).toBe(200);
    expect((await get("/whole")).status).toBe(200);
  });

  test("can only have a media type that its contract names", async () => {
    expect((await get("/undeclared")).status).toBe(500);
  });
});

describe("a file that is read as a snapshot", () => {
  test("reads one snapshot, writes nothing, and announces its size", async () => {
    gate = Promise.withResolvers();
    const reply = await get("/held");
    expect([reply.headers.get("x-total-rows"), reply.headers.get("x-expected-bytes")]).toEqual([
      "2",
      "70",
    ]);
    gate.resolve();
    expect((await reply.text()).split("\n")[1]).toBe(
      JSON.stringify({ isolation: "repeatable read", read_only: "on" }),
    );
  });

  test("delays no other call of its session", async () => {
    gate = Promise.withResolvers();
    // The session was last used so long ago that each of the two calls records its use.
    world.clock.advance(2 * 60 * 1000);
    const long = await get("/held");
    world.clock.advance(2 * 60 * 1000);
    expect((await get("/whole")).status).toBe(200);
    gate.resolve();
    await long.text();
  });

  test("leaves connections for others: a seventh concurrent one is refused for now", async () => {
    gate = Promise.withResolvers();
    const six = await Promise.all(Array.from({ length: 6 }, () => get("/held")));
    expect(six.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const seventh = await get("/held");
    expect([seventh.status, seventh.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await seventh.json()).toMatchObject({ code: "busy" });
    gate.resolve();
    await Promise.all(six.map((reply) => reply.text()));
    expect((await get("/held")).status).toBe(200);
  });

  test("that is refused has no file headers", async () => {
    const reply = await get("/counted");
    expect([reply.status, reply.headers.get("x-total-rows")]).toEqual([404, null]);
  });

  test("is cancelled when its client has disconnected", async () => {
    const leaving = new AbortController();
    const reply = get("/awaited", platform, leaving.signal);
    const stop = reached.promise.then(() => leaving.abort());
    await Promise.all([expect(reply).rejects.toThrow(/abort/i), stop]);
    await left.promise;
    await eventually(() => expect(logged.join("")).toContain("nobody waits"));
  });
});

describe("a call that waits for another server", () => {
  const post = (body: object, caller: Caller = platform) =>
    fetch(`${url}/api/outside`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(caller.token === undefined ? {} : { authorization: `Bearer ${caller.token}` }),
      },
      body: JSON.stringify(body),
    });

  test("responds like any other, and holds no transaction while it waits", async () => {
    expect((await post({ fail: false }, world.nobody)).status).toBe(401);
    expect((await post({ fail: false }, staff)).status).toBe(403);
    expect((await post({})).status).toBe(422);
    expect((await post({ fail: true })).status).toBe(404);
    const reply = await post({ fail: false });
    expect([reply.status, await reply.json()]).toEqual([200, { data: { open: 0 } }]);
  });
});

describe("the name of a file", () => {
  test.each([
    ["rows.csv", "rows.csv"],
    [`a"b\r\nSet-Cookie: x.csv`, "a-b-Set-Cookie- x.csv"],
    ["../../etc/passwd", "..-..-etc-passwd"],
    ["Ọmọ 100%.pdf", "Ọmọ 100%.pdf"],
    ["it's (1)*.pdf", "it's (1)-.pdf"],
    ["half \ud83d pair.csv", "half \ufffd pair.csv"],
  ])("%j arrives as %j", (filename, received) => {
    const header = contentDisposition(filename);
    expect(header).toMatch(/^attachment; [\u0020-\u007e]+$/);
    expect(parse(header).parameters["filename"]).toBe(received);
  });

  test("has letters without accents for clients without UTF-8", () => {
    expect(parse(contentDisposition("Ọmọ.pdf"), { extended: false }).parameters).toEqual({
      filename: "Omo.pdf",
      "filename*": "UTF-8''%E1%BB%8Cm%E1%BB%8D.pdf",
    });
  });
});
