import { expect, test } from "vitest";

import { EnvironmentError, parseEnvironment, unknownVariables } from "./environment.ts";

test("no variables mean a development server on loopback with the embedded database", () => {
  expect(parseEnvironment({})).toMatchObject({
    mode: "development",
    port: 3000,
    host: "127.0.0.1",
    databaseUrl: undefined,
    smtpUrl: undefined,
    logLevel: "info",
  });
});

test("an empty variable counts as unset", () => {
  expect(parseEnvironment({ PORT: "", DATABASE_URL: "", SMTP_URL: "" })).toEqual(
    parseEnvironment({}),
  );
});

test("the public address loses its trailing slash, because paths are appended to it", () => {
  expect(parseEnvironment({ KONTOR_PUBLIC_URL: "https://kontor.example/" }).publicUrl).toBe(
    "https://kontor.example",
  );
});

const elsewhere = { DATABASE_URL: "postgres://kontor:x@db/kontor" };

test.for([
  [{ PORT: "eighty" }, "PORT"],
  [{ PORT: "70000" }, "PORT"],
  [{ NODE_ENV: "staging" }, "NODE_ENV"],
  [{ DATABASE_URL: "mysql://localhost/kontor" }, "DATABASE_URL"],
  [{ DATABASE_URL: "postgres://kontor:x@db" }, "DATABASE_URL"],
  [{ ...elsewhere, DATABASE_REQUESTS_URL: "postgres://web:x@db:6432/" }, "DATABASE_REQUESTS_URL"],
  [{ KONTOR_PUBLIC_URL: "kontor.example" }, "KONTOR_PUBLIC_URL"],
  [{ KONTOR_REPLICA_URL: "localhost" }, "KONTOR_REPLICA_URL"],
  [{ KONTOR_SECRET_KEY: "short" }, "KONTOR_SECRET_KEY"],
  [{ KONTOR_SECRET_KEY_OLD: "short" }, "KONTOR_SECRET_KEY_OLD"],
  [{ KONTOR_KEEP_MAILS_DAYS: "0" }, "KONTOR_KEEP_MAILS_DAYS"],
  [{ KONTOR_KEEP_AUDIT_DAYS: "30" }, "KONTOR_KEEP_AUDIT_DAYS"],
  // Earlier than any date that PostgreSQL can store, so housekeeping would fail.
  [{ KONTOR_KEEP_MAILS_DAYS: "9999999" }, "KONTOR_KEEP_MAILS_DAYS"],
  [{ KONTOR_KEEP_IMPORTS_DAYS: "9999999" }, "KONTOR_KEEP_IMPORTS_DAYS"],
  [{ KONTOR_KEEP_AUDIT_DAYS: "9999999" }, "KONTOR_KEEP_AUDIT_DAYS"],
  [{ SMTP_URL: "smtp://user:pass/word@mail.example:587" }, "SMTP_URL"],
  [{ SMTP_URL: "smtp://user:50%@mail.example" }, "SMTP_URL"],
  [{ DATABASE_URL: "postgres://kontor:pass#word@db/kontor" }, "DATABASE_URL"],
  [{ DATABASE_REQUESTS_URL: "postgres://kontor:pass/word@db/kontor" }, "DATABASE_REQUESTS_URL"],
  [{ KONTOR_REPLICA_URL: "postgres://kontor:50%@db/kontor" }, "KONTOR_REPLICA_URL"],
  [{ KONTOR_TRUST_PROXY: "yes" }, "KONTOR_TRUST_PROXY"],
  [{ SMTP_URL: "http://mail.example" }, "SMTP_URL"],
  [{ KONTOR_METRICS_PORT: "yes" }, "KONTOR_METRICS_PORT"],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL"],
  [{ KONTOR_STOP_PAUSE: "long" }, "KONTOR_STOP_PAUSE"],
  [{ KONTOR_DEMO: "yes" }, "KONTOR_DEMO"],
  [{ DATABASE_REQUESTS_URL: "mysql://localhost/kontor" }, "DATABASE_REQUESTS_URL"],
  [
    { NODE_ENV: "production", DATABASE_URL: "postgres://kontor:x@db/kontor", KONTOR_DEMO: "1" },
    "KONTOR_DEMO",
  ],
  [{ NODE_ENV: "production" }, "DATABASE_URL"],
  // Number() would read a space as 0, a free port, and these as 4096 and 1000.
  [{ PORT: " " }, "PORT"],
  [{ PORT: "0x1000" }, "PORT"],
  [{ KONTOR_REQUESTS_PER_MINUTE: "1e3" }, "KONTOR_REQUESTS_PER_MINUTE"],
  [{ MAIL_FROM: "Kontor" }, "MAIL_FROM"],
  [{ MAIL_FROM: "Kontor <no-reply@example.com" }, "MAIL_FROM"],
  [{ ...elsewhere, SMTP_URL: "smtp://mail.example", NODE_ENV: "production" }, "MAIL_FROM"],
  [{ DATABASE_REQUESTS_URL: "postgres://requests:x@db/kontor" }, "DATABASE_REQUESTS_URL"],
  [{ KONTOR_REPLICA_URL: "postgres://kontor:x@db/kontor" }, "KONTOR_REPLICA_URL"],
  [
    { ...elsewhere, DATABASE_REQUESTS_URL: "postgres://kontor:x@pool/kontor" },
    "DATABASE_REQUESTS_URL",
  ],
  [{ KONTOR_SECRET_KEY_OLD: "ab".repeat(32) }, "KONTOR_SECRET_KEY_OLD"],
  [
    { KONTOR_SECRET_KEY: "ab".repeat(32), KONTOR_SECRET_KEY_OLD: "AB".repeat(32) },
    "KONTOR_SECRET_KEY_OLD",
  ],
  [{ PORT: "4000", KONTOR_METRICS_PORT: "4000" }, "KONTOR_METRICS_PORT"],
] as const)("%o is refused and the message names %s", ([environment, variable]) => {
  expect(() => parseEnvironment(environment)).toThrow(EnvironmentError);
  expect(() => parseEnvironment(environment)).toThrow(`\n${variable}: `);
});

test("the message about an address does not repeat the password in it", () => {
  expect(() => parseEnvironment({ SMTP_URL: "smtp://user:pass/word@mail.example" })).toThrow(
    /^(?!.*pass\/word)/s,
  );
});

test.for([
  [undefined, 0],
  ["false", 0],
  ["true", 1],
  ["2", 2],
] as const)("KONTOR_TRUST_PROXY %s trusts %i proxies", ([text, count]) => {
  expect(parseEnvironment({ KONTOR_TRUST_PROXY: text }).trustedProxies).toBe(count);
});

test.for([
  [{}, true],
  [{ KONTOR_DEMO: "0" }, false],
  [elsewhere, false],
  [{ ...elsewhere, KONTOR_DEMO: "1" }, true],
  [{ ...elsewhere, NODE_ENV: "production" }, false],
  [{ NODE_ENV: "test" }, false],
] as const)("%o requests demo data: %s", ([variables, demo]) => {
  expect(parseEnvironment(variables).demo).toBe(demo);
});

test("a stop in production gives load balancers five seconds to notice", () => {
  expect(parseEnvironment({}).stopPause).toBe(0);
  expect(parseEnvironment({ ...elsewhere, NODE_ENV: "production" }).stopPause).toBe(5000);
  expect(parseEnvironment({ KONTOR_STOP_PAUSE: "12" }).stopPause).toBe(12_000);
});

test.for(["no-reply@example.com", "Kontor <no-reply@example.com>", "<a@b.example>"])(
  "%s is a sender",
  (text) => {
    expect(parseEnvironment({ MAIL_FROM: text }).mailFrom).toBe(text);
  },
);

test.for([
  [{ NODE_ENV: "staging" }, "NODE_ENV: give production or development"],
  [{ PORT: "70000" }, "PORT: give a whole number from 0 to 65535"],
  [{ KONTOR_KEEP_EMPLOYEES_YEARS: "5" }, "give a whole number from 6 to 100"],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL: give one of fatal, error, warn, info"],
] as const)("%o is refused with what to give instead", ([variables, sentence]) => {
  expect(() => parseEnvironment(variables)).toThrow(sentence);
});

test("a misspelt variable of Kontor is found, and those of others are not", () => {
  const variables = { KONTOR_SECRETKEY: "x", KONTOR_DATA: "x", PGHOST: "x", KONTORING: "x" };
  expect(unknownVariables(variables)).toEqual(["KONTOR_SECRETKEY"]);
});

test("all invalid variables are reported together", () => {
  expect(() => parseEnvironment({ PORT: "x", LOG_LEVEL: "loud" })).toThrow(
    /PORT: .+\nLOG_LEVEL: /s,
  );
});
