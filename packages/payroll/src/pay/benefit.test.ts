import { describe, expect, it } from "vitest";

import { packAt } from "../statutory/packs.ts";
import { car, apartment } from "../testing/benefits.ts";
import { naira } from "../testing/payslip-inputs.ts";
import { benefitsValueThrough, monthlyValue } from "./benefit.ts";

const pack = packAt("2026-01-01");
const employment = { start: "2020-01-01", exit: null };

describe("value of a month", () => {
  it.each([
    // 24,000,000 × 5% = 1,200,000 a year.
    ["an asset by its cost", car(), 100_000],
    // (1,200,000 − 240,000) ÷ 12.
    ["an asset less what the employee spends on it", car({ paid: naira(240_000) }), 80_000],
    ["an asset on which the employee spends more", car({ paid: naira(1_300_000) }), 0],
    ["a hired asset by its hire", car({ kind: "HIRED", value: naira(3_600_000) }), 300_000],
    // The law subtracts what the employee spends from assets of the employer only.
    [
      "a hired asset in spite of what the employee spends",
      car({ kind: "HIRED", value: naira(3_600_000), paid: naira(600_000) }),
      300_000,
    ],
    ["another benefit by what is spent", car({ kind: "OTHER", value: naira(600_000) }), 50_000],
    ["housing by its rental value", apartment(3_600_000), 300_000],
  ])("%s", (_, benefit, expected) => {
    expect(monthlyValue(benefit, pack)).toBe(naira(expected));
  });
});

describe("value of the year so far", () => {
  const value = (
    through: string,
    benefits: Parameters<typeof benefitsValueThrough>[1],
    paid: number,
  ) => benefitsValueThrough(through, benefits, naira(paid), { employment, pack });

  it("adds up to the year to the kobo, whatever the months round to", () => {
    // 10,000,000 × 5% ÷ 12 = 41,666.666…
    const benefit = car({ value: naira(10_000_000) });
    expect(value("2026-01", [benefit], 0).total).toBe(4_166_667n);
    expect(value("2026-02", [benefit], 0).total).toBe(8_333_333n);
    expect(value("2026-12", [benefit], 0).total).toBe(naira(500_000));
  });

  it("counts the days of a month in which a benefit begins or ends", () => {
    // 16 of 31 days of July: 51,612.903…; with February until the 14th, half of its 28 days.
    expect(value("2026-07", [car({ from: "2026-07-16" })], 0).total).toBe(5_161_290n);
    expect(value("2026-12", [car({ to: "2026-02-14" })], 0).total).toBe(naira(150_000));
    // One day: 100,000 ÷ 31.
    expect(value("2026-07", [car({ from: "2026-07-31" })], 0).total).toBe(322_581n);
  });

  it("limits housing to a fifth of the gross without it, with the other benefits in the gross", () => {
    // 12m × 20% = 2.4m; with the car (12m + 1.2m) × 20% = 2.64m.
    expect(value("2026-12", [apartment(1_800_000)], 12_000_000).total).toBe(naira(1_800_000));
    expect(value("2026-12", [apartment(2_400_000)], 12_000_000).total).toBe(naira(2_400_000));
    expect(value("2026-12", [apartment(3_600_000)], 12_000_000).total).toBe(naira(2_400_000));
    expect(value("2026-12", [apartment(3_600_000), car()], 12_000_000)).toMatchObject({
      total: naira(3_840_000),
      housing: { value: naira(2_640_000), rental: naira(3_600_000) },
    });
  });

  it("limits housing of half a year to a fifth of half the gross", () => {
    // 1.8m of rental value from July; 12m × 20% × 6 ÷ 12 = 1.2m.
    const fromJuly = apartment(3_600_000, { from: "2026-07-01" });
    expect(value("2026-12", [fromJuly], 12_000_000).total).toBe(naira(1_200_000));
    // Another flat after the first one is the same accommodation to the limit.
    const until = apartment(3_600_000, { key: "3", to: "2026-06-30" });
    expect(value("2026-12", [until, fromJuly], 12_000_000).total).toBe(naira(2_400_000));
    // Two at the same time do not raise it either.
    const both = [apartment(3_600_000), apartment(3_600_000, { key: "3" })];
    expect(value("2026-12", both, 12_000_000).total).toBe(naira(2_400_000));
    // The limit of a year whose pay was recovered is not negative.
    expect(value("2026-12", [fromJuly], 0).total).toBe(0n);
    expect(value("2026-12", [fromJuly], -1_000_000).total).toBe(0n);
  });

  it("ends with the employment", () => {
    const left = { start: "2020-01-01", exit: "2026-04-15" };
    const facts = { employment: left, pack };
    expect(benefitsValueThrough("2026-12", [car()], naira(0), facts).total).toBe(naira(350_000));
    // Housed for all of the employment: 20% of 3.5m, less than 3.5 months of 300,000.
    expect(
      benefitsValueThrough("2026-12", [apartment(3_600_000)], naira(3_500_000), facts).total,
    ).toBe(naira(700_000));
  });
});
