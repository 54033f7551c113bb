import { readdir } from "node:fs/promises";

import type { Endpoint } from "@kontor/contract/endpoint";
import { expect, test } from "vitest";

import { allRoutes } from "./app.ts";
import { openFileWorld } from "./testing/harness.ts";

const contractFolder = new URL("../../contract/src/", import.meta.url);
const endpoints = allRoutes.map((route) => route.endpoint);
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

const world = await openFileWorld();

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "access" in value;
}

/** The endpoints that a module exports, directly or within descriptions of several. */
function endpointsIn(value: unknown): Endpoint[] {
  if (isEndpoint(value)) return [value];
  const isPlain =
    typeof value === "object" &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? Object.values(value).flatMap(endpointsIn) : [];
}

test("every call of the contract is served once, and no other", async () => {
  const files = (await readdir(contractFolder, { recursive: true })).filter((file) =>
    /^(?!reference)[a-z/-]+\.ts$/.test(file),
  );
  const modules = await Promise.all(
    files
      .filter((file) => !file.endsWith(".test.ts"))
      .map(async (file) => (await import(new URL(file, contractFolder).href)) as object),
  );
  const described = modules.flatMap((each) => Object.values(each).flatMap(endpointsIn));
  expect(endpoints.map(nameOf).toSorted()).toEqual(described.map(nameOf).toSorted());
});

test("OpenAPI 3.1 describes every call", async () => {
  const reply = await world.nobody.send("GET", "/openapi.json");
  const document = reply.body as { openapi: string; paths: Record<string, object> };
  expect(document.openapi).toMatch(/^3\.1/);
  const described = Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method.toUpperCase()} ${path.replace(/^\/api/, "")}`),
  );
  expect(described.toSorted()).toEqual(endpoints.map(nameOf).toSorted());
});

test.for([
  ["malformed JSON", "{", 400, "malformed"],
  ["a list where an object belongs", "[]", 422, "validation_failed"],
  ["a body over 1 MB", JSON.stringify({ email: "a".repeat(1_100_000) }), 413, "body_too_large"],
  ["a forbidden field name", '{"__proto__": {"x": 1}}', 400, "malformed"],
] as const)("%s is a problem and never a fault", async ([, body, status, code]) => {
  const reply = await world.nobody.send("POST", "/wire/login", body);
  expect([reply.status, reply.problem.code]).toEqual([status, code]);
});

test("an unknown address of the API is answered with a problem", async () => {
  const reply = await world.nobody.send("GET", "/nothing/here");
  expect([reply.status, reply.problem.code]).toEqual([404, "route_not_found"]);
});
