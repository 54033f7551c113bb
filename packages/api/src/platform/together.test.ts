import { expect, test } from "vitest";

import { together } from "./together.ts";

test("calls made together share one query, and calls made meanwhile the next one", async () => {
  const gate = Promise.withResolvers<undefined>();
  const questions: (readonly number[])[] = [];
  const ask = together(async (asked: readonly number[]) => {
    questions.push(asked);
    await gate.promise;
    return asked.map((number) => number * 2);
  });
  const first = [ask(1), ask(2)];
  await new Promise((resolve) => setImmediate(resolve));
  const later = [ask(3), ask(4)];
  gate.resolve(undefined);
  expect(await Promise.all([...first, ...later])).toEqual([2, 4, 6, 8]);
  expect(questions).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test("a query that fails rejects only the calls that shared it", async () => {
  let fails = true;
  const ask = together((asked: readonly string[]) =>
    fails ? Promise.reject(new Error("lost")) : Promise.resolve(asked),
  );
  const outcomes = await Promise.allSettled([ask("a"), ask("b")]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  fails = false;
  expect(await ask("c")).toBe("c");
});
