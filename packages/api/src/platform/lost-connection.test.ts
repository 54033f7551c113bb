import { expect, test } from "vitest";

import { isBrokenConnection, isLostConnection, wasNeverConnected } from "./lost-connection.ts";

const error = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);

test.for([
  // PostgreSQL removes its socket file when it stops.
  ["connect ENOENT /run/.s.PGSQL.5432", { code: "ENOENT", syscall: "connect" }],
  ["connect ECONNREFUSED 127.0.0.1:5432", { code: "ECONNREFUSED", syscall: "connect" }],
  ["getaddrinfo EBUSY db", { code: "EBUSY", syscall: "getaddrinfo" }],
] as const)("%s was never a connection", ([message, fields]) => {
  expect(wasNeverConnected(error(message, fields))).toBe(true);
  expect(isBrokenConnection(error(message, fields))).toBe(true);
  expect(isLostConnection({ ...fields, message: `${message} (Queue: mail)` })).toBe(true);
});

test.for([
  ["read ECONNRESET", { code: "ECONNRESET", syscall: "read" }, true],
  ["Connection terminated unexpectedly", {}, true],
  ["terminating connection due to administrator command", { code: "57P01" }, false],
  ["the database system is starting up", { code: "57P03" }, false],
] as const)("%s lost a connection", ([message, fields, isBroken]) => {
  expect(isLostConnection(error(message, fields))).toBe(true);
  expect(isBrokenConnection(error(message, fields))).toBe(isBroken);
  expect(wasNeverConnected(error(message, fields))).toBe(false);
});

test.for([
  ["open ENOENT", { code: "ENOENT", syscall: "open" }],
  ["too many connections", { code: "53300" }],
  ["duplicate key", { code: "23505" }],
  ["x is not a function", {}],
] as const)("%s is no lost connection", ([message, fields]) => {
  expect(isLostConnection(error(message, fields))).toBe(false);
});
