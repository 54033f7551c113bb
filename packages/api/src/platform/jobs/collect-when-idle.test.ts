import { expect, test, vi } from "vitest";

import { checkIdle, collectGarbage } from "./collect-when-idle.ts";

test("a process collects its garbage when it is idle, and again only when it holds more", () => {
  const process = { share: 0.5, bytes: 100 };
  const collect = vi.fn<() => void>(() => void (process.bytes = 80));
  const check = checkIdle({
    busyShare: () => process.share,
    memoryBytes: () => process.bytes,
    collect,
  });
  check();
  expect(collect).not.toHaveBeenCalled();
  process.share = 0.01;
  check();
  expect(collect).toHaveBeenCalledTimes(1);
  process.bytes = 90;
  check();
  expect(collect).toHaveBeenCalledTimes(1);
  process.bytes = 120;
  process.share = 0.5;
  check();
  expect(collect).toHaveBeenCalledTimes(1);
  process.share = 0;
  check();
  expect(collect).toHaveBeenCalledTimes(2);
});

test("a collection frees unreferenced memory", () => {
  const thrownAway = new WeakRef(Array.from({ length: 1000 }, (_, index) => ({ index })));
  return new Promise<void>((resolve) => {
    setImmediate(() => {
      collectGarbage();
      expect(thrownAway.deref()).toBeUndefined();
      resolve();
    });
  });
});
