import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { NoResponse } from "./api-problem.ts";
import { reloadAfterNoResponse } from "./mutation.ts";
import { expireSession } from "./session.ts";

beforeEach(() => {
  vi.useFakeTimers();
  const items = new Map([["token", "secret"]]);
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  };
  vi.stubGlobal("sessionStorage", storage);
  vi.stubGlobal("localStorage", storage);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("reloads once what a call without a response may have changed", () => {
  const reload = vi.fn<() => void>();
  reloadAfterNoResponse(new NoResponse(), reload);
  expect(reload).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(reload).toHaveBeenCalledOnce();
});

test("reloads nothing after another error", () => {
  const reload = vi.fn<() => void>();
  reloadAfterNoResponse(new Error("a bug"), reload);
  vi.runAllTimers();
  expect(reload).not.toHaveBeenCalled();
});

test("reloads nothing for a user whose session has ended meanwhile", () => {
  const reload = vi.fn<() => void>();
  reloadAfterNoResponse(new NoResponse(), reload);
  expireSession({ pathname: "/app/entries", search: "" } as Location);
  vi.runAllTimers();
  expect(reload).not.toHaveBeenCalled();
});
