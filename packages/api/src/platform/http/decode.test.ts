import { expect, test } from "vitest";

import { allRoutes } from "../../app.ts";
import { Refusal } from "../refusal.ts";
import { decodeInput } from "./decode.ts";

test.for(
  allRoutes.map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
)("%s refuses a query parameter that the call does not define", ([, endpoint]) => {
  const parts = { params: {}, query: { dry_run: "true" }, body: {} };
  let errors: unknown;
  try {
    decodeInput(endpoint, parts);
  } catch (refusal) {
    errors = refusal instanceof Refusal && refusal.errors;
  }
  expect(errors).toContainEqual({
    path: "dry_run",
    message:
      "The address asks for dry_run, which this call does not know. Nothing was done: leave dry_run out.",
  });
});
