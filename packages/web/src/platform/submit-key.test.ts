import { afterEach, describe, expect, test, vi } from "vitest";

import { NoResponse, ApiProblem } from "./api-problem.ts";
import {
  memorySubmitStore,
  isSubmitUnanswered,
  settleSubmit,
  submitSubjectOf,
  submitKeyFor,
} from "./submit-key.ts";

function counting() {
  const place = memorySubmitStore();
  let count = 0;
  const newKey = () => {
    count += 1;
    return `key-${count}`;
  };
  return {
    keyFor: (subject: string, ofForm = true) => submitKeyFor(place, subject, ofForm, newKey),
    settle: (error: unknown) => settleSubmit(place, error),
  };
}

describe("the idempotency key of a submit", () => {
  test.each([
    ["a lost response", new NoResponse()],
    ["a failure of the server", new ApiProblem(500, "internal", "Something went wrong.")],
    ["a busy server", new ApiProblem(503, "busy", "Busy.")],
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

  test.each([
    ["the end of the session", new ApiProblem(401, "session_missing", "Sign in again.")],
    ["too many requests", new ApiProblem(429, "too_many_requests", "Wait.")],
    ["a wrong password", new ApiProblem(422, "password_wrong", "Try again.")],
    ["a refused field", new ApiProblem(422, "validation_failed", "Enter a name.")],
    ["a rule of the books", new ApiProblem(422, "period_locked", "The books are locked.")],
  ])("outlives %s after a lost response, of which it says nothing", (_what, error) => {
    const submit = counting();
    submit.keyFor("a");
    submit.settle(new NoResponse());
    expect(submit.keyFor("a")).toBe("key-1");
    submit.settle(error);
    expect(submit.keyFor("a")).toBe("key-1");
    submit.settle(new ApiProblem(422, "idempotency_key_reused", "It was carried out."));
    expect(submit.keyFor("a")).toBe("key-2");
    // Without a lost response, the same refusal says that nothing was carried out.
    submit.settle(error);
    expect(submit.keyFor("a")).toBe("key-3");
  });

  test("is refused once to a form for something else while there is no response", () => {
    const submit = counting();
    submit.keyFor("a");
    submit.settle(new NoResponse());
    const refusal = refusalOf(() => submit.keyFor("b"));
    expect(isSubmitUnanswered(refusal)).toBe(true);
    submit.settle(refusal);
    expect(submit.keyFor("b")).toBe("key-2");
  });

  test("is refused once also when the earlier submit was repeated without a response", () => {
    const submit = counting();
    for (const _attempt of ["first", "second"]) {
      submit.keyFor("a");
      submit.settle(new NoResponse());
    }
    submit.settle(refusalOf(() => submit.keyFor("b")));
    expect(submit.keyFor("b")).toBe("key-2");
  });

  test("is new for another row of a screen", () => {
    const submit = counting();
    submit.keyFor("a", false);
    submit.settle(new NoResponse());
    expect(submit.keyFor("b", false)).toBe("key-2");
  });

  test("is refused once when the server has forgotten the earlier one", () => {
    const submit = counting();
    submit.keyFor("a");
    submit.settle(new NoResponse());
    vi.useFakeTimers({ now: Date.now() + 48 * 3_600_000 });
    expect(isSubmitUnanswered(refusalOf(() => submit.keyFor("a")))).toBe(true);
  });
});

afterEach(() => vi.useRealTimers());

function refusalOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

test("a call is for its endpoint and what its path names in its organization, whatever else it says", () => {
  const post = { method: "POST", path: "/organizations/{tenant_id}/runs/{id}" };
  const subject = submitSubjectOf(post, { tenant_id: 7, id: 3, amount: 1n });
  expect(submitSubjectOf(post, { tenant_id: 7, id: 3, amount: 2n })).toBe(subject);
  expect(submitSubjectOf(post, { tenant_id: 8, id: 3 })).not.toBe(subject);
  expect(submitSubjectOf(post, { tenant_id: 7, id: 4 })).not.toBe(subject);
  for (const other of [{ method: "PUT" }, { path: `${post.path}/approve` }]) {
    expect(submitSubjectOf({ ...post, ...other }, { tenant_id: 7, id: 3 })).not.toBe(subject);
  }
  const flat = { method: "POST", path: "/entries" };
  expect(submitSubjectOf(flat, { tenant_id: 7 })).not.toBe(submitSubjectOf(flat, { tenant_id: 8 }));
});
