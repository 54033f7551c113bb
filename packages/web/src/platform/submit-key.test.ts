import { kobo } from "@kontor/books/money";
import { describe, expect, test } from "vitest";

import { NoResponse, ApiProblem } from "./api-problem.ts";
import { fingerprintOf, inMemory, settleSubmit, submitKeyFor } from "./submit-key.ts";

function counting() {
  const place = inMemory();
  let count = 0;
  const newKey = () => {
    count += 1;
    return `key-${count}`;
  };
  return {
    keyFor: (fingerprint: string) => submitKeyFor(place, fingerprint, newKey),
    settle: (error: unknown) => settleSubmit(place, error),
  };
}

describe("the idempotency key of a submit", () => {
  test.each([
    ["a lost response", new NoResponse()],
    ["a failure of the server", new ApiProblem(500, "internal", "Something went wrong.")],
    ["a busy server", new ApiProblem(503, "busy", "Busy.")],
    ["the end of the session", new ApiProblem(401, "session_missing", "Sign in again.")],
    ["too many requests", new ApiProblem(429, "too_many_requests", "Wait.")],
    ["the same request in flight", new ApiProblem(409, "idempotency_in_flight", "In flight.")],
  ])("stays the same after %s, because the request may have been carried out", (_what, error) => {
    const submit = counting();
    expect(submit.keyFor("a")).toBe("key-1");
    submit.settle(error);
    expect(submit.keyFor("a")).toBe("key-1");
  });

  test.each([
    ["a success", null],
    ["a refusal", new ApiProblem(422, "validation_failed", "Enter a name.")],
    ["a conflict", new ApiProblem(409, "code_taken", "Taken.")],
  ])("is new after %s", (_what, error) => {
    const submit = counting();
    expect(submit.keyFor("a")).toBe("key-1");
    submit.settle(error);
    expect(submit.keyFor("a")).toBe("key-2");
  });

  test("is new when the content has changed", () => {
    const submit = counting();
    submit.keyFor("a");
    submit.settle(new NoResponse());
    expect(submit.keyFor("b")).toBe("key-2");
  });
});

test("a fingerprint distinguishes amounts in kobo, and files", () => {
  const file = (name: string) => new File(["x"], name, { lastModified: 1 });
  expect(fingerprintOf({ amount: kobo(1n) })).not.toBe(fingerprintOf({ amount: kobo(2n) }));
  expect(fingerprintOf({ logo: file("a.png") })).not.toBe(fingerprintOf({ logo: file("b.png") }));
  expect(fingerprintOf({ logo: file("a.png") })).toBe(fingerprintOf({ logo: file("a.png") }));
});
