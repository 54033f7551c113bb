import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import {
  entriesRange,
  readChartSearch,
  readEntriesSearch,
  readStatementSearch,
  usualRange,
} from "./search.ts";

describe("readChartSearch", () => {
  test("keeps what is meant, whether the address gave numbers or text", () => {
    expect(readChartSearch({ search: "cash", group_id: 7, tenant_id: "3", page: "2" })).toEqual({
      search: "cash",
      group_id: 7,
      tenant_id: 3,
      page: 2,
    });
  });

  test("takes a search that is a number as text", () => {
    expect(readChartSearch({ search: 2026 }).search).toBe("2026");
  });

  test.each([
    ["nought", { tenant_id: 0, group_id: "0", page: 0 }],
    ["a fraction", { tenant_id: 1.5, group_id: "1.5", page: 2.5 }],
    ["words and lists", { tenant_id: "all", group_id: [1], page: "last", search: {} }],
    ["more digits than an id has", { tenant_id: "12345678901234567" }],
    ["an empty search", { search: "" }],
  ])("leaves out %s", (_what, raw) => {
    expect(Object.values(readChartSearch(raw)).filter((value) => value !== undefined)).toEqual([]);
  });

  test("does not mention the first page", () => {
    expect(readChartSearch({ page: 1 }).page).toBeUndefined();
  });
});

describe("readStatementSearch", () => {
  test("takes a range with both ends", () => {
    const range = { start_date: "2026-01-01", end_date: "2026-01-01" };
    expect(readStatementSearch({ ...range, page: 3 })).toEqual({ ...range, page: 3 });
  });

  test.each([
    ["one end", { start_date: "2026-01-01" }],
    ["a day that does not exist", { start_date: "2026-02-30", end_date: "2026-03-01" }],
    ["an end before its start", { start_date: "2026-03-02", end_date: "2026-03-01" }],
  ])("takes no range from %s", (_what, raw) => {
    expect(readStatementSearch(raw)).toEqual({ page: undefined });
  });
});

describe("the range of the entries", () => {
  beforeEach(() => {
    // Half past midnight in Lagos is still the day before in London.
    vi.useFakeTimers({ now: new Date("2026-03-30T23:30:00Z"), toFake: ["Date"] });
  });
  afterEach(() => vi.useRealTimers());

  test("is the last month through today in Lagos, to the month's last day where it is shorter", () => {
    expect(usualRange()).toEqual({ start_date: "2026-02-28", end_date: "2026-03-31" });
  });

  test("stands for absent dates, while empty ones set no limit", () => {
    expect(entriesRange(readEntriesSearch({}))).toEqual(usualRange());
    expect(entriesRange(readEntriesSearch({ start_date: "", end_date: "" }))).toEqual({
      start_date: null,
      end_date: null,
    });
    expect(entriesRange(readEntriesSearch({ start_date: "2025-12-31" }))).toEqual({
      start_date: "2025-12-31",
      end_date: "2026-03-31",
    });
  });

  test("goes without the end of the pages on the first one", () => {
    expect(readEntriesSearch({ up_to: 9 }).up_to).toBeUndefined();
    expect(readEntriesSearch({ up_to: 9, page: 2 })).toMatchObject({ up_to: 9, page: 2 });
  });
});
