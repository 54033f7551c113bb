import { expect, test } from "vitest";

import { batchCalls } from "./batch-calls.ts";

test("calls in one turn share a query, and calls during a query share the next one", async () => {
  const gate = Promise.withResolvers<undefined>();
  const questions: (readonly number[])[] = [];
  const batched = batchCalls(async (items: readonly number[]) => {
    questions.push(items);
    await gate.promise;
    return items.map((number) => number * 2);
  });
  const first = [batched(1), batched(2)];
  await new Promise((resolve) => setImmediate(resolve));
  const later = [batched(3), batched(4)];
  gate.resolve(undefined);
  expect(await Promise.all([...first, ...later])).toEqual([2, 4, 6, 8]);
  expect(questions).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test("a query that fails rejects only the calls that shared it", async () => {
  let fails = true;
  const batched = batchCalls((items: readonly string[]) =>
    fails ? Promise.reject(new Error("lost")) : Promise.resolve(items),
  );
  const outcomes = await Promise.allSettled([batched("a"), batched("b")]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  fails = false;
  expect(await batched("c")).toBe("c");
});
