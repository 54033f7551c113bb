import type { Endpoint } from "@kontor/contract/endpoint";
import { expect, test } from "vitest";

import { allRoutes } from "../../app.ts";
import { Refusal } from "../refusal.ts";
import { decodeInput } from "./decode.ts";

const calls = allRoutes.map(
  ({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const,
);

/** The problems of a request. */
function problemsIn(endpoint: Endpoint, given: { query?: unknown; body?: unknown }): unknown {
  try {
    decodeInput(endpoint, { params: {}, query: {}, body: {}, ...given });
  } catch (refusal) {
    return refusal instanceof Refusal && refusal.errors;
  }
  return [];
}

test.for(calls)("%s refuses a query parameter that the call does not define", ([, endpoint]) => {
  expect(problemsIn(endpoint, { query: { dry_run: "true" } })).toContainEqual({
    path: "dry_run",
    message:
      "The address asks for dry_run, which this call does not know. Nothing was done: leave dry_run out.",
  });
});

test.for(calls)("%s refuses a field that the call does not define", ([, endpoint]) => {
  expect(problemsIn(endpoint, { body: { dry_run: true } })).toContainEqual({
    path: "dry_run",
    message: "There is no field called dry_run here.",
  });
});
