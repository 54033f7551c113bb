import { expect, test } from "vitest";

import { signed } from "../../testing/samples/payroll.ts";
import { layOutWaterfall } from "./waterfall.ts";

test("each bar starts where the previous one ended, and the last ends at the total", () => {
  const { bars, whole, zero, total } = layOutWaterfall([signed(600n), signed(-200n), signed(400n)]);
  expect(total).toBe(800n);
  expect(zero).toBe(0);
  expect(bars).toEqual([
    { start: 0, width: 75, negative: false },
    { start: 50, width: 25, negative: true },
    { start: 50, width: 50, negative: false },
  ]);
  expect(whole).toEqual({ start: 0, width: 100, negative: false });
});

test("negative parts are left of the zero line", () => {
  const { bars, whole, zero, total } = layOutWaterfall([signed(-300n), signed(100n)]);
  expect([zero, total]).toEqual([100, -200n]);
  expect(bars[0]).toEqual({ start: 0, width: 100, negative: true });
  expect(whole.start + whole.width).toBeCloseTo(100, 1);
});

test("zero has no length", () => {
  expect(layOutWaterfall([signed(0n)])).toEqual({
    bars: [{ start: 0, width: 0, negative: false }],
    whole: { start: 0, width: 0, negative: false },
    zero: 0,
    total: 0n,
  });
});
