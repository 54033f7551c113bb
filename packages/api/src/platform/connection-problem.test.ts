import { createServer, type AddressInfo } from "node:net";

import { expect, inject, onTestFinished, test } from "vitest";

import { connectionProblem, expectConnection } from "./connection-problem.ts";
import { EnvironmentError } from "./environment.ts";

/** The owner's address with some parts replaced. */
function changed(parts: Partial<Record<"host" | "pathname" | "password" | "search", string>>) {
  return Object.assign(new URL(inject("ownerUrl")), parts).href;
}

/** A port at which a program ends each connection without an answer. */
async function portOfAnother(): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.resume().end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

async function messageFor(url: string): Promise<string> {
  const error: unknown = await expectConnection("DATABASE_URL", url).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(EnvironmentError);
  return (error as Error).message;
}

test("a connection that works is closed again, and nothing is said", async () => {
  await expect(expectConnection("DATABASE_URL", inject("ownerUrl"))).resolves.toBeUndefined();
});

test.for([
  ["a port at which nobody listens", { host: "127.0.0.1:1", search: "" }, "Start PostgreSQL"],
  ["a socket that does not exist", { search: "?host=/nowhere" }, "(connect ENOENT /nowhere"],
  ["a host that does not exist", { host: "nohost.invalid:5432", search: "" }, "Correct its name"],
  ["a wrong password", { password: "wr0ng" }, "correct the user or the password"],
  ["no password", { password: "" }, "Add it to the URL"],
  ["a missing database", { pathname: "/nothing-here" }, "create the database"],
  [
    "a certificate that is not there",
    { search: "?sslmode=verify-full&sslrootcert=/nowhere/ca.pem" },
    "Correct its path",
  ],
  ["TLS that the server lacks", { search: "?sslmode=verify-full" }, "the server has no TLS"],
] as const)("%s is reported with what to do", async ([, parts, advice]) => {
  const message = await messageFor(changed(parts));
  expect(message).toContain("\nDATABASE_URL: no connection to ");
  expect(message).toContain(advice);
  expect(message).not.toContain("wr0ng");
});

test("a program that is no PostgreSQL server is reported", async () => {
  const port = await portOfAnother();
  expect(await messageFor(changed({ host: `127.0.0.1:${port}`, search: "" }))).toContain(
    "what answers there is no PostgreSQL server",
  );
});

test("an error of several addresses, which has no message of its own, is named by its code", () => {
  const error = Object.assign(new AggregateError([]), { code: "ECONNREFUSED" });
  const problem = connectionProblem("DATABASE_URL", "postgres://a:b@localhost/kontor", error);
  expect(problem?.message).toContain("no connection to localhost/kontor (ECONNREFUSED): ");
});

test("an error that is not about the connection is left as it is", () => {
  expect(connectionProblem("DATABASE_URL", "postgres://a:b@db/k", new Error("boom"))).toBe(
    undefined,
  );
});
