import { kobo } from "@kontor/books/money";
import { describe, expect, test } from "vitest";

import {
  maskNumber,
  formatAmount,
  formatBalance,
  formatCount,
  formatCounted,
  formatDate,
  formatDay,
  formatFunds,
  formatLongMoment,
  formatMoment,
  formatMoney,
  formatNet,
  formatPercent,
  formatRange,
  formatRecordNumber,
  formatShortMoney,
} from "./format.ts";

describe("money", () => {
  test.each([
    [0n, "₦0.00"],
    [5n, "₦0.05"],
    [-5n, "-₦0.05"],
    [99n, "₦0.99"],
    [125_000n, "₦1,250.00"],
    [-125_005n, "-₦1,250.05"],
    [999_999_999_999_999n, "₦9,999,999,999,999.99"],
    // Beyond the exact range of a float; every kobo must be preserved.
    [9_007_199_254_740_993n, "₦90,071,992,547,409.93"],
    [922_337_203_685_477_581n, "₦9,223,372,036,854,775.81"],
  ])("%d kobo is displayed as %s", (amount, text) => {
    expect(formatMoney(kobo(amount))).toBe(text);
  });

  test("inputs and columns show the amount without the currency", () => {
    expect(formatAmount(kobo(123_456_789n))).toBe("1,234,567.89");
  });

  test("a balance keeps its side on the same line, and zero has none", () => {
    expect(formatBalance(kobo(125_000n), "CR")).toBe("₦1,250.00\u00a0CR");
    expect(formatBalance(kobo(0n), "DR")).toBe("₦0.00");
  });

  test("an amount of a report is in brackets below zero", () => {
    expect(formatNet(kobo(-125_000n))).toBe("(₦1,250.00)");
    expect(formatNet(kobo(125_000n))).toBe("₦1,250.00");
  });

  test("beside a chart it is short, with one decimal where it needs one", () => {
    const shown = [125_000_000n, -25_000_000n].map((amount) => formatShortMoney(kobo(amount)));
    expect(shown).toEqual(["₦1.3m", "-₦250k"]);
    expect(formatShortMoney(kobo(-4n))).toBe("₦0");
  });

  test("a change has its sign and one decimal", () => {
    expect([425n, -500n, 0n].map(formatPercent)).toEqual(["+4.3%", "-5.0%", "0.0%"]);
  });

  test("funds below zero are overdrawn", () => {
    expect(formatFunds(kobo(500n), "DR")).toBe("₦5.00");
    expect(formatFunds(kobo(500n), "CR")).toBe("₦5.00 overdrawn");
  });

  test("a count has thousands separators", () => {
    expect(formatCount(12_480)).toBe("12,480");
  });
});

describe("dates", () => {
  test.each([
    ["2026-03-05", "05 Mar 2026"],
    ["2026-09-30", "30 Sep 2026"],
    ["2024-02-29", "29 Feb 2024"],
    ["1999-12-31", "31 Dec 1999"],
  ])("the business date %s is displayed as %s", (date, text) => {
    expect(formatDate(date)).toBe(text);
  });

  test.each([
    ["2026-03-01", "2026-03-31", "01 Mar 2026 to 31 Mar 2026"],
    ["2026-03-01", "2026-03-01", "01 Mar 2026"],
    ["2026-03-01", undefined, "From 01 Mar 2026"],
    [undefined, "2026-03-31", "Until 31 Mar 2026"],
    [undefined, undefined, "All dates"],
  ])("the range from %s to %s is displayed as '%s'", (start, end, text) => {
    expect(formatRange(start, end)).toBe(text);
  });

  test("a moment is displayed in Lagos time, an hour ahead of UTC", () => {
    const moment = new Date("2026-09-30T23:30:59Z");
    expect(formatDay(moment)).toBe("01 Oct 2026");
    expect(formatMoment(moment)).toBe("01 Oct 2026, 00:30");
    expect(formatLongMoment(moment)).toBe("1 October 2026, 00:30");
    expect(formatLongMoment(new Date("2026-12-31T23:05:00Z"))).toBe("1 January 2027, 00:05");
  });
});

test("a personal number shows only its last four characters", () => {
  expect(["0123456789", "123", ""].map(maskNumber)).toEqual(["••••••6789", "123", ""]);
});

test("the number of a record has at least six digits", () => {
  expect([12, 1_234_567n].map((number) => formatRecordNumber("PR", number))).toEqual([
    "PR-000012",
    "PR-1234567",
  ]);
});

test("what is counted is in the plural unless there is one of it", () => {
  expect([0, 1, 1_250].map((count) => formatCounted(count, "payslip"))).toEqual([
    "0 payslips",
    "1 payslip",
    "1,250 payslips",
  ]);
  expect([1, 2].map((count) => formatCounted(count, "entry", "entries"))).toEqual([
    "1 entry",
    "2 entries",
  ]);
});
