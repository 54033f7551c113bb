import { expect, test } from "vitest";

import { rangePresets } from "./range-presets.ts";

const ranges = (today: string) =>
  Object.fromEntries(
    rangePresets(today).map(({ label, start_date, end_date }) => [
      label,
      `${start_date} ${end_date}`,
    ]),
  );

test("ranges run from the first to the last day of their period", () => {
  expect(ranges("2026-11-22")).toEqual({
    Today: "2026-11-22 2026-11-22",
    "This month": "2026-11-01 2026-11-30",
    "Last month": "2026-10-01 2026-10-31",
    "This quarter": "2026-10-01 2026-12-31",
    "Last quarter": "2026-07-01 2026-09-30",
    "This year": "2026-01-01 2026-12-31",
    "Last year": "2025-01-01 2025-12-31",
  });
});

test("last month crosses the year boundary and ends correctly in February", () => {
  expect(ranges("2027-01-31")["Last month"]).toBe("2026-12-01 2026-12-31");
  expect(ranges("2028-03-31")["Last month"]).toBe("2028-02-01 2028-02-29");
  expect(ranges("2026-03-31")["This quarter"]).toBe("2026-01-01 2026-03-31");
});
