import { expect, test, vi } from "vitest";

import { lookForRest, tidyHeap } from "./tidy-at-rest.ts";

test("a process collects its garbage when it is idle, and again only when it holds more", () => {
  const process = { share: 0.5, bytes: 100 };
  const tidy = vi.fn<() => void>(() => void (process.bytes = 80));
  const look = lookForRest({ worked: () => process.share, held: () => process.bytes, tidy });
  look();
  expect(tidy).not.toHaveBeenCalled();
  process.share = 0.01;
  look();
  expect(tidy).toHaveBeenCalledTimes(1);
  process.bytes = 90;
  look();
  expect(tidy).toHaveBeenCalledTimes(1);
  process.bytes = 120;
  process.share = 0.5;
  look();
  expect(tidy).toHaveBeenCalledTimes(1);
  process.share = 0;
  look();
  expect(tidy).toHaveBeenCalledTimes(2);
});

test("a collection frees unreferenced memory", () => {
  const thrownAway = new WeakRef(Array.from({ length: 1000 }, (_, index) => ({ index })));
  return new Promise<void>((resolve) => {
    setImmediate(() => {
      tidyHeap();
      expect(thrownAway.deref()).toBeUndefined();
      resolve();
    });
  });
});
