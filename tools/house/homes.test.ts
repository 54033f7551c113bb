import { describe, expect, it } from "vitest";

import { homeBreaches } from "./homes.ts";
import { treeOf } from "./source-tree.ts";

/** The rules that a line breaks in a file, each once. */
function rulesBroken(path: string, line: string): string[] {
  const tree = treeOf({ "package.json": "{}", [path]: `${line}\n` });
  return [...new Set(homeBreaches(tree).map(({ rule }) => rule))];
}

const api = "packages/api/src/accounting/groups.ts";
const web = "packages/web/src/accounting/data.ts";
const page = "packages/web/src/accounting/page.tsx";

describe("lines outside their home", () => {
  it.each([
    [web, "const rows = sql`select 1`;", "home-of-sql"],
    [web, "const part = sql.raw`select 1`;", "home-of-sql"],
    ["packages/api/src/app.ts", 'await pool.query("select 1");', "home-of-sql"],
    ["packages/api/src/main.ts", "await pool.query(`insert into a values (${x})`);", "home-of-sql"],
    ["packages/api/src/commands/check.ts", 'db.selectFrom("ledgers");', "home-of-sql"],
    ["packages/books/src/entry.ts", 'db.deleteFrom("ledgers");', "home-of-sql"],
    ["packages/api/src/commands/check.ts", "await client.query(statement);", "home-of-sql"],
    ["packages/api/src/commands/check.ts", "await client.query({ text });", "home-of-sql"],
    ["packages/api/src/accounting/routes.ts", "await client.query(text, [id]);", "home-of-sql"],
    ["packages/api/src/app.ts", 'import { sql as statement } from "kysely";', "home-of-sql"],
    ["packages/api/src/commands/check.ts", 'import pg from "pg";', "home-of-sql"],
    [web, 'import { type Kysely, sql } from "kysely";', "home-of-sql"],
    ["packages/api/src/accounting/routes.ts", "const rows = sql`select 1`;", "home-of-sql"],
    [api, "await sql`select post_entries(${tenantId}, ${rows})`.execute(tx);", "home-of-postings"],
    [api, "await sql`select * from post_for_tenants(${rows})`.execute(tx);", "home-of-postings"],
    [
      api,
      "const page = sql`select 1 offset (select skip from span)`;",
      "home-of-sql-for-one-server",
    ],
    [api, "const page = sql`select 1 offset ( select ${skip})`;", "home-of-sql-for-one-server"],
    [api, "const read = sql`copy ledgers from stdin`;", "home-of-sql-for-one-server"],
    [api, "const word = sql`select case ${x} when true then 1 end`;", "home-of-sql-for-one-server"],
    [api, "const all = sql`(select id from tenants) t`;", "home-of-sql-tenant-by-tenant"],
    [web, 'await fetch("/api");', "home-of-fetch"],
    [web, 'await window.fetch("/api");', "home-of-fetch"],
    [web, "const call = globalThis.fetch;", "home-of-fetch"],
    [web, 'const events = new EventSource("/api");', "home-of-fetch"],
    [web, 'navigator.sendBeacon("/api");', "home-of-fetch"],
    [api, 'await fetch("https://bank.example");', "home-of-network"],
    [api, 'import { createTransport } from "nodemailer";', "home-of-network"],
    [api, 'import { request } from "node:https";', "home-of-network"],
    [api, 'import https from "node:https";', "home-of-network"],
    [api, 'import * as undici from "undici";', "home-of-network"],
    [api, 'import { connect } from "node:tls";', "home-of-network"],
    [api, 'import net from "node:net";', "home-of-network"],
    [api, "const port = process.env.PORT;", "home-of-environment"],
    [api, "const { env } = process;", "home-of-environment"],
    [api, 'const port = process["env"].PORT;', "home-of-environment"],
    [api, "const port = globalThis.process.env.PORT;", "home-of-environment"],
    [api, 'import { env } from "node:process";', "home-of-environment"],
    [web, "const base = import.meta.env.VITE_API_BASE_URL;", "home-of-environment"],
    [api, "const now = new Date();", "home-of-time"],
    [api, "const now = Date.now();", "home-of-time"],
    [api, "const now = Date();", "home-of-time"],
    [api, "items.map(Date.now);", "home-of-time"],
    [api, "const { now } = Date;", "home-of-time"],
    [api, "const Moment = Date;", "home-of-time"],
    [api, "const now = new globalThis.Date();", "home-of-time"],
    [api, "const due = sql`select id from sessions where expires_at < now()`;", "home-of-time"],
    [api, "const due = sql`select id from a where due <= current_date`;", "home-of-time"],
    [web, "const today = dayjs();", "home-of-time"],
    ["packages/books/src/entry.ts", "const now = Temporal.Now.instant();", "home-of-time"],
    [api, "const now = performance.timeOrigin + performance.now();", "home-of-time"],
    [api, 'const today = new Intl.DateTimeFormat("en-CA").format();', "home-of-time"],
    [web, "const today = day.format();", "home-of-time"],
    [web, "const [year] = day.formatToParts();", "home-of-time"],
    [api, 'if (actor.roles.includes("OWNER")) approve();', "home-of-roles"],
    [web, 'const may = me?.roles.some((role) => role === "OWNER");', "home-of-roles"],
    [web, 'const kept = localStorage.getItem("a");', "home-of-storage"],
    [web, "const kept = window.sessionStorage;", "home-of-storage"],
    [page, "const store = localStorage;", "home-of-storage"],
    [page, 'document.cookie = "a=1";', "home-of-storage"],
    [api, "const load = createRequire(import.meta.url);", "home-of-require"],
    [api, 'import { createRequire as load } from "node:module";', "home-of-require"],
    [api, "const library = require(name);", "home-of-require"],
    [api, "const library = createRequire(import.meta.url)(name);", "home-of-require"],
    [page, "const a = <p dangerouslySetInnerHTML={{ __html: text }} />;", "home-of-markup"],
    [page, "const a = { dangerouslySetInnerHTML: { __html: text } };", "home-of-markup"],
    [page, "element.innerHTML = text;", "home-of-markup"],
    [page, 'element.insertAdjacentHTML("beforeend", text);', "home-of-markup"],
    [api, "const amount = row.amount as Kobo;", "home-of-money"],
    [web, "const amount = parseFloat(text);", "home-of-money"],
    [web, "const amount = Number.parseFloat(text);", "home-of-money"],
    [api, 'throw new Refusal("a", {}, { errors: [{ message: "No" }] });', "home-of-error-text"],
    [api, "const problem = { message: `No ${name}` };", "home-of-error-text"],
    [api, "reply.code(404).send();", "home-of-error-text"],
  ])("in %s: %s", (path, line, rule) => {
    expect(rulesBroken(path, line)).toEqual([rule]);
  });

  it("refuses an SQL file outside the API and the benchmarks", () => {
    expect(rulesBroken("packages/web/src/ui/rows.sql", "select 1;")).toEqual(["home-of-sql"]);
    expect(rulesBroken("packages/api/migrations/0001-a/up.sql", "select 1;")).toEqual([]);
    expect(rulesBroken("bench/rows.sql", "select 1;")).toEqual([]);
  });

  it("reports the line", () => {
    const tree = treeOf({ [web]: '// ₦ takes three bytes\n\nconst a = await fetch("/api");\n' });
    expect(homeBreaches(tree)).toEqual([expect.objectContaining({ file: web, line: 3 })]);
  });
});

describe("lines in their home", () => {
  it.each([
    [api, "const rows = sql`select 1`;"],
    [api, 'import { sql } from "kysely";'],
    ["packages/api/src/accounting/entries/postings.ts", "sql`select post_entries(${rows})`;"],
    ["packages/api/src/platform/migrate.ts", 'await client.query("begin");'],
    ["packages/web/src/platform/api.ts", 'await fetch("/api");'],
    ["packages/web/src/platform/connection.ts", "const base = import.meta.env.VITE_API_BASE_URL;"],
    ["packages/api/src/platform/environment.ts", "const port = process.env.PORT;"],
    ["packages/api/src/platform/clock.ts", "const now = new Date();"],
    ["packages/api/src/platform/mail/mailer.ts", 'import { createTransport } from "nodemailer";'],
    ["packages/api/src/platform/migrate.ts", "await client.query(statement);"],
    ["packages/api/src/users/users.ts", "if (!roles.includes(guardian)) refuse();"],
    ["packages/web/src/platform/session.ts", 'sessionStorage.removeItem("a");'],
    ["packages/web/src/platform/clock.ts", "const now = Date.now();"],
    [
      "packages/web/src/ui/rich-text/rich-text-view.tsx",
      "<p dangerouslySetInnerHTML={{ __html: a }} />;",
    ],
    ["packages/books/src/money.ts", "const amount = 1n as Kobo;"],
    ["packages/api/src/platform/translate-errors.ts", 'reply.code(500).send({ message: "No" });'],
  ])("in %s: %s", (path, line) => {
    expect(rulesBroken(path, line)).toEqual([]);
  });
});

describe("lines that only look similar", () => {
  it.each([
    [web, "const groups = useQuery({ queryKey });"],
    [web, 'const text = "await fetch()"; // process.env, new Date()'],
    [web, 'const day = dayjs("2026-01-01");'],
    [web, "const shown = day.format(moment);"],
    [web, "const { held } = await locks.query();"],
    [web, "const found = rows.query((row) => row.id);"],
    [api, "const begun = performance.now();"],
    [api, "const held = permissionsOf(user.roles, user.tenant_id).includes(permission);"],
    [api, 'const library = () => require("sanitize-html") as typeof sanitizeHtml;'],
    [api, "const day = new Date(moment);"],
    [api, "const kept = sql`insert into a values (${clock.now()})`;"],
    ["packages/api/src/app.ts", 'import type { Kysely } from "kysely";'],
    ["packages/embedded-postgres/src/orphan.ts", 'import { Client } from "pg";'],
    [api, "reply.code(201).send(data);"],
    [api, "const problem = { message: sentence };"],
    [api, "const id = process.pid;"],
    [api, 'import { STATUS_CODES } from "node:http";'],
    [api, 'import type { SMTPTransportOptions } from "nodemailer";'],
    [api, 'import { type Agent, METHODS } from "node:http";'],
    ["packages/api/src/accounting/groups.test.ts", "const now = new Date();"],
    ["packages/api/src/testing/server.ts", "const url = process.env.DATABASE_URL;"],
    ["packages/web/vite.config.ts", "const port = process.env.PORT;"],
    ["e2e/start.ts", "const port = process.env.PORT;"],
    ["bench/run.ts", "const rows = sql`select 1`;"],
  ])("in %s: %s", (path, line) => {
    expect(rulesBroken(path, line)).toEqual([]);
  });
});
